// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// One evaluation of a flag that asks for impressions (`impressionData`), or of any flag if the options say so.
public struct UnleashImpression: Sendable, Hashable {
    /// The kind of read.
    public enum Kind: String, Sendable, Hashable {
        /// Whether the flag is on.
        case isEnabled
        /// Which variant the flag has.
        case getVariant
    }

    /// Identifies the impression: a UUID.
    public var eventId: String
    /// The kind of read.
    public var kind: Kind
    /// The flag's name.
    public var featureName: String
    /// Whether the flag is on.
    public var isEnabled: Bool
    /// The name of the variant, `disabled` for none; nil when it was not read.
    public var variant: String?
    /// Whether the flag asks for impressions; nil for a flag that the service does not list.
    public var impressionData: Bool?
    /// The context at the time of the call, without what the app keeps private.
    public var context: UnleashContext
    /// The time of the evaluation.
    public var time: Instant

    /// Makes an impression, as a test does.
    public init(
        eventId: String, kind: Kind, featureName: String, isEnabled: Bool, variant: String? = nil,
        impressionData: Bool? = nil, context: UnleashContext, time: Instant
    ) {
        self.eventId = eventId
        self.kind = kind
        self.featureName = featureName
        self.isEnabled = isEnabled
        self.variant = variant
        self.impressionData = impressionData
        self.context = context
        self.time = time
    }
}
