// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A snapshot's entry for one key: the value that was decided for a context, and where the decision came from.
///
/// Immutable. A class, because evaluations are counted by its identity: a provider that receives an equal flag again should
/// publish the same object again, and one that receives a changed flag makes a new one. Clients may share it.
public final class Flag: Sendable {
    /// What sinks receive about a flag beyond counts.
    public struct Reporting: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8

        /// Makes a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Every evaluation is delivered to the sinks as an event of its own (`trackEvents`, `impressionData`).
        public static let each = Reporting(rawValue: 1)
    }

    /// The flag's name.
    public let key: String
    /// The decided value; `.null` means that the flag is known but has no value, so the caller's default is served.
    public let value: FlagValue
    /// A second facet: the payload of an on/off flag's variant.
    ///
    /// Read when ``value`` does not fit the requested type.
    public let variantValue: FlagValue?
    /// The name or index of the decided variant.
    public let variant: String?
    /// The version that the vendor gave the flag.
    public let version: Int64?
    /// Why this variant was decided.
    public let reason: EvaluationReason
    /// Facts about the flag that are passed to the evaluation details, including the vendor's own wording.
    public var metadata: [String: FlagValue] { details.metadata }
    /// Where the flag came from.
    public let origin: Origin
    /// What sinks receive about the flag beyond counts.
    public let reporting: Reporting
    /// Facts that only the vendor's own sink understands; `.null` for none.
    ///
    /// They are plain data, so that a stored flag still has them.
    public var vendor: FlagValue { details.vendor }
    /// Why the source could not decide a value; nil for every flag that has one.
    ///
    /// A read then returns the caller's default, and its details this error.
    public var error: FlagError? { value.isNull ? details.error : nil }

    let hash: UInt64
    /// The source of details that are read on demand; nil when they were given from the start.
    private let source: FlagSource?
    /// The details that were given from the start; nil when there are none.
    private let given: FlagDetails?

    /// Makes a flag; everything but the key, the value and the origin has a default.
    ///
    /// With an error the flag has no value and no payload, whatever is given.
    public init(
        _ key: String, _ value: FlagValue, variantValue: FlagValue? = nil, variant: String? = nil,
        version: Int64? = nil, reason: EvaluationReason = .static, metadata: [String: FlagValue] = [:], origin: Origin,
        reporting: Reporting = [], vendor: FlagValue = .null, error: FlagError? = nil
    ) {
        self.key = key
        self.value = error == nil ? value : .null
        self.variantValue = error == nil ? variantValue : nil
        self.variant = variant
        self.version = version
        self.reason = reason
        self.origin = origin
        self.reporting = reporting
        hash = KeyHash.of(key)
        source = nil
        let hasDetails = !metadata.isEmpty || !vendor.isNull || error != nil
        given = hasDetails ? FlagDetails(metadata: metadata, vendor: vendor, error: error) : nil
    }

    /// Makes a flag whose metadata, vendor facts and error are read from a text on demand.
    package init(
        _ key: String, _ value: FlagValue, variantValue: FlagValue? = nil, variant: String?, version: Int64?,
        reason: EvaluationReason, origin: Origin, reporting: Reporting, details source: FlagSource
    ) {
        self.key = key
        self.value = value
        self.variantValue = variantValue
        self.variant = variant
        self.version = version
        self.reason = reason
        self.origin = origin
        self.reporting = reporting
        self.source = source
        given = nil
        hash = KeyHash.of(key)
    }

    /// Makes a flag with a given hash, for tests: real names hardly ever have equal hashes.
    init(_ key: String, _ value: FlagValue, hash: UInt64) {
        self.key = key
        self.value = value
        self.hash = hash
        (variantValue, variant, version, source, given) = (nil, nil, nil, nil, nil)
        (reason, origin, reporting) = (.static, .default, [])
    }

    private var details: FlagDetails { given ?? source?.details ?? .none }

    /// Represents a flag that its source does not list because it is off.
    static func absence(_ key: String, origin: Origin) -> Flag {
        Flag(key, false, reason: .disabled, metadata: ["absent": true], origin: origin)
    }

    /// Whether the flag represents one that its source does not list.
    var isAbsence: Bool { reason == .disabled && metadata["absent"] == true }

    /// The same flag as another provider's, as a new object; the flag itself if it is not from the given provider.
    func moving(from provider: String, to other: String) -> Flag {
        guard origin.provider == provider else { return self }
        if let source {
            return Flag(
                key, value, variantValue: variantValue, variant: variant, version: version, reason: reason,
                origin: Origin(origin.kind, provider: other), reporting: reporting, details: source)
        }
        return Flag(
            key, value, variantValue: variantValue, variant: variant, version: version, reason: reason,
            metadata: metadata, origin: Origin(origin.kind, provider: other), reporting: reporting, vendor: vendor,
            error: error)
    }

    /// Whether the other flag says the same about everything.
    func isEqual(to other: Flag) -> Bool {
        key == other.key && !differs(from: other) && version == other.version && reason == other.reason
            && origin == other.origin && reporting == other.reporting && metadata == other.metadata
            && vendor == other.vendor && error == other.error
    }

    /// Whether an observer would notice the difference: another value, payload or variant.
    ///
    /// A new version alone is not a difference.
    public func differs(from other: Flag) -> Bool {
        self !== other && (value != other.value || variantValue != other.variantValue || variant != other.variant)
    }
}

extension Flag: CustomStringConvertible {
    /// The key, the value and where it came from: `new-nav = true (on, TARGETING_MATCH, network: unleash)`.
    public var description: String {
        "\(key) = \(value) (\(variant.map { $0 + ", " } ?? "")\(reason), \(origin))"
    }
}
