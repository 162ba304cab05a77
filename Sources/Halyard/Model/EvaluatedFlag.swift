// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A snapshot's entry for one key: the value that was decided for a context, and where the decision came from.
///
/// Immutable. A class, because evaluations are counted by its identity: a provider that receives an equal flag again should
/// publish the same object again, and one that receives a changed flag makes a new one. Clients may share it.
public final class EvaluatedFlag: Sendable {
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
    public var vendor: FlagValue { vendorText?.value ?? details.vendor }
    /// ``vendor`` without a member that isn't needed, such as another copy of a large value.
    package func vendor(except name: String) -> FlagValue { vendorText?.object(except: name) ?? details.vendor }
    /// Why the source could not decide a value; nil for every flag that has one.
    ///
    /// A read then returns the caller's default, and its details this error.
    public var error: FlagError? { value.isNull ? details.error : nil }

    let hash: UInt64
    private let details: FlagDetails
    /// The JSON from which each call of ``vendor`` reads the vendor's facts.
    ///
    /// Nil if they are among the details.
    let vendorText: JSONText?

    /// Makes a flag; everything but the key, the value and the origin has a default.
    ///
    /// With an error the flag has no value and no payload, whatever is given.
    public convenience init(
        _ key: String, _ value: FlagValue, variantValue: FlagValue? = nil, variant: String? = nil,
        version: Int64? = nil, reason: EvaluationReason = .static, metadata: [String: FlagValue] = [:], origin: Origin,
        reporting: Reporting = [], vendor: FlagValue = .null, error: FlagError? = nil
    ) {
        let hasDetails = !metadata.isEmpty || !vendor.isNull || error != nil
        self.init(
            key, value, variantValue: variantValue, variant: variant, version: version, reason: reason, origin: origin,
            reporting: reporting, text: nil,
            details: hasDetails ? FlagDetails(metadata: metadata, vendor: vendor, error: error) : .none)
    }

    /// Creates a flag with the JSON of the vendor's facts, which is parsed only when they are needed.
    ///
    /// Ten thousand flags are decoded in half the time if nobody creates a dictionary for each of them.
    package convenience init(
        _ key: String, _ value: FlagValue, variantValue: FlagValue? = nil, variant: String?, version: Int64?,
        reason: EvaluationReason, metadata: [String: FlagValue] = [:], origin: Origin, reporting: Reporting,
        vendor text: JSONText?, error: FlagError? = nil
    ) {
        let hasDetails = !metadata.isEmpty || error != nil
        self.init(
            key, value, variantValue: variantValue, variant: variant, version: version, reason: reason, origin: origin,
            reporting: reporting, text: text,
            details: hasDetails ? FlagDetails(metadata: metadata, vendor: .null, error: error) : .none)
    }

    /// Creates a flag whose only metadata is also parsed only when it's needed.
    package convenience init(
        _ key: String, _ value: FlagValue, variant: String?, version: Int64?, reason: EvaluationReason,
        metadata unread: (name: String, text: JSONText), origin: Origin, reporting: Reporting, vendor text: JSONText,
        error: FlagError?
    ) {
        self.init(
            key, value, variantValue: nil, variant: variant, version: version, reason: reason, origin: origin,
            reporting: reporting, text: text, details: FlagDetails(unread: unread, error: error))
    }

    private init(
        _ key: String, _ value: FlagValue, variantValue: FlagValue?, variant: String?, version: Int64?,
        reason: EvaluationReason, origin: Origin, reporting: Reporting, text: JSONText?, details: FlagDetails
    ) {
        self.key = key
        self.value = details.error == nil ? value : .null
        self.variantValue = details.error == nil ? variantValue : nil
        self.variant = variant
        self.version = version
        self.reason = reason
        self.origin = origin
        self.reporting = reporting
        self.details = details
        vendorText = text
        hash = KeyHash.of(key)
    }

    /// Makes a flag with a given hash, for tests: real names hardly ever have equal hashes.
    init(_ key: String, _ value: FlagValue, hash: UInt64) {
        self.key = key
        self.value = value
        self.hash = hash
        (variantValue, variant, version, vendorText, details) = (nil, nil, nil, nil, .none)
        (reason, origin, reporting) = (.static, .default, [])
    }

    /// Represents a flag that its source does not list because it is off.
    static func absence(_ key: String, origin: Origin) -> EvaluatedFlag {
        EvaluatedFlag(key, false, reason: .disabled, metadata: ["absent": true], origin: origin)
    }

    /// Whether the flag represents one that its source does not list.
    var isAbsence: Bool { reason == .disabled && metadata["absent"] == true }

    /// Creates a copy of the flag with another origin.
    func moving(to origin: Origin) -> EvaluatedFlag {
        EvaluatedFlag(
            key, value, variantValue: variantValue, variant: variant, version: version, reason: reason, origin: origin,
            reporting: reporting, text: vendorText, details: details)
    }

    /// Whether the other flag says the same about everything.
    package func isEqual(to other: EvaluatedFlag) -> Bool {
        key == other.key && !differs(from: other) && version == other.version && reason == other.reason
            && origin == other.origin && reporting == other.reporting && error == other.error
            && details.hasSameMetadata(as: other.details) && hasSameVendor(as: other)
    }

    private func hasSameVendor(as other: EvaluatedFlag) -> Bool {
        if let vendorText, vendorText == other.vendorText { return true }
        return vendor == other.vendor
    }

    /// Whether an observer would notice the difference: another value, payload or variant.
    ///
    /// A new version alone is not a difference.
    public func differs(from other: EvaluatedFlag) -> Bool {
        self !== other && (value != other.value || variantValue != other.variantValue || variant != other.variant)
    }
}

extension EvaluatedFlag: CustomStringConvertible {
    /// The key, the value and where it came from: `new-nav = true (on, TARGETING_MATCH, network: unleash)`.
    public var description: String {
        "\(key) = \(value) (\(variant.map { $0 + ", " } ?? "")\(reason), \(origin))"
    }
}
