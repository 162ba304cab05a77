// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard

/// One evaluation of a flag that has impressions turned on (`impressionData`), or of any flag, depending on the options.
public struct UnleashImpression: Sendable, Hashable {
    /// The kind of read.
    public enum Kind: String, Sendable, Hashable {
        /// A read that checks whether the flag is on.
        case isEnabled
        /// A read of the flag's variant.
        case getVariant
    }

    /// The impression's identifier, a UUID.
    public var eventId: String
    /// The kind of read.
    public var kind: Kind
    /// The flag key.
    public var featureName: String
    /// A Boolean value that indicates whether the flag is on.
    public var isEnabled: Bool
    /// The name of the variant, or `nil` if the variant wasn't read.
    ///
    /// If the flag has no variant, the name is `disabled`.
    public var variant: String?
    /// A Boolean value that indicates whether the flag has impressions turned on, or `nil` if the service doesn't list the flag.
    public var impressionData: Bool?
    /// The context at the time of the call, without private attributes.
    public var context: UnleashContext
    /// The time of the evaluation.
    public var time: Instant

    /// Creates an impression, for example in a test.
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
