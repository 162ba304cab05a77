// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUnleash

/// One read of a flag that has impression data enabled.
public struct ImpressionEvent: Sendable, Equatable {
    /// The name of the flag.
    public let toggleName: String
    /// Whether the flag is on.
    public let enabled: Bool
    /// The variant that was served; nil when only ``UnleashClientBase/isEnabled(name:)`` was called.
    public let variant: Variant?
    /// The context of the evaluation, with the session id.
    public let context: Context
    /// Identifies the event: a UUID.
    public let eventId: String
    /// The kind of read: `isEnabled` or `getVariant`.
    public let eventType: String

    /// Makes an event, as a test does.
    ///
    /// - Parameters:
    ///   - toggleName: The name of the flag.
    ///   - enabled: Whether it is on.
    ///   - variant: The variant that was served.
    ///   - context: The context of the evaluation.
    ///   - eventId: Identifies the event.
    ///   - eventType: The kind of read.
    public init(
        toggleName: String, enabled: Bool, variant: Variant? = nil, context: Context, eventId: String = "",
        eventType: String = "isEnabled"
    ) {
        self.toggleName = toggleName
        self.enabled = enabled
        self.variant = variant
        self.context = context
        self.eventId = eventId
        self.eventType = eventType
    }
}
