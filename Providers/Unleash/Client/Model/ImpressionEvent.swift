// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardUnleash

/// A read of a flag that has impression data enabled.
public struct ImpressionEvent: Sendable, Equatable {
    /// The name of the flag.
    public let toggleName: String
    /// A Boolean value that indicates whether the flag is on.
    public let enabled: Bool
    /// The served variant, or `nil` if the app called ``UnleashClientBase/isEnabled(name:)``.
    public let variant: Variant?
    /// The evaluation context, with the session ID.
    public let context: Context
    /// The ID of the event, which is a UUID.
    public let eventId: String
    /// The kind of read, which is `isEnabled` or `getVariant`.
    public let eventType: String

    /// Creates an event, for example for a test.
    ///
    /// - Parameters:
    ///   - toggleName: The name of the flag.
    ///   - enabled: A Boolean value that indicates whether the flag is on.
    ///   - variant: The served variant.
    ///   - context: The evaluation context.
    ///   - eventId: The ID of the event.
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
