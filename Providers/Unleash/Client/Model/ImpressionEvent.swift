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
    /// The variant that was given; nil when only ``UnleashClientBase/isEnabled(name:)`` was asked.
    public let variant: Variant?
    /// Whom the flag was decided for, with the session id.
    public let context: Context
    /// Identifies the event: a UUID.
    public let eventId: String
    /// What was asked: `isEnabled` or `getVariant`.
    public let eventType: String

    /// Makes an event, as a test does.
    ///
    /// - Parameters:
    ///   - toggleName: The name of the flag.
    ///   - enabled: Whether it is on.
    ///   - variant: The variant that was given.
    ///   - context: Whom it was decided for.
    ///   - eventId: Identifies the event.
    ///   - eventType: What was asked.
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
