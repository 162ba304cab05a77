// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A flag set's entry for one flag key: the value that was evaluated for a context, and its source.
///
/// A flag is immutable. It's a class because evaluations are counted by its identity. A provider that receives an equal
/// flag again should publish the same object again. A provider that receives a changed flag creates a new object.
/// Clients can share a flag.
public final class EvaluatedFlag: Sendable {
    /// The events that sinks receive about a flag, in addition to counts.
    public struct Reporting: OptionSet, Sendable, Hashable {
        /// The bits.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Delivers every evaluation to the sinks as a separate event (`trackEvents`, `impressionData`).
        public static let each = Reporting(rawValue: 1)
    }

    /// The flag key.
    public let key: String
    /// The evaluated value.
    ///
    /// `.null` means that the flag is known but has no value, so a read returns the caller's default value.
    public let value: FlagValue
    /// A second value: the payload of an on/off flag's variant.
    ///
    /// A read uses it if ``value`` doesn't fit the requested type.
    public let variantValue: FlagValue?
    /// The name or index of the variant.
    public let variant: String?
    /// The version that the vendor gave the flag.
    public let version: Int64?
    /// The reason for this variant.
    public let reason: EvaluationReason
    /// Facts about the flag that are passed to the evaluation details, including the vendor's own wording.
    public var metadata: [String: FlagValue] { details.metadata }
    /// The source of the flag.
    public let origin: Origin
    /// The events that sinks receive about the flag, in addition to counts.
    public let reporting: Reporting
    /// Facts that only the vendor's own sink understands, or `.null` for none.
    ///
    /// They are plain data, so a stored flag still has them.
    public var vendor: FlagValue { vendorText?.value ?? details.vendor }
    /// Returns ``vendor`` without a property that isn't needed, such as another copy of a large value.
    package func vendor(except name: String) -> FlagValue { vendorText?.object(except: name) ?? details.vendor }
    /// The reason why the source couldn't evaluate a value, or `nil` for every flag that has one.
    ///
    /// A read then returns the caller's default value, and its details contain this error.
    public var error: FlagError? { value.isNull ? details.error : nil }

    let hash: UInt64
    private let details: FlagDetails
    /// The JSON from which each call of ``vendor`` reads the vendor's facts.
    ///
    /// It's `nil` if the facts are among the details.
    let vendorText: JSONText?

    /// Creates a flag.
    ///
    /// Everything except the key, the value, and the origin has a default. A flag with an error has no value and no
    /// payload, even if you pass them.
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

    /// Creates a flag with the JSON of the vendor's facts, which is parsed only when it's needed.
    ///
    /// Decoding ten thousand flags takes half the time without creating a dictionary for each of them.
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
        metadata unread: (name: String, text: JSONText), origin: Origin, reporting: Reporting, vendor text: JSONText?,
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

    /// Creates a flag with a given hash, for tests, because real names hardly ever have equal hashes.
    init(_ key: String, _ value: FlagValue, hash: UInt64) {
        self.key = key
        self.value = value
        self.hash = hash
        (variantValue, variant, version, vendorText, details) = (nil, nil, nil, nil, .none)
        (reason, origin, reporting) = (.static, .default, [])
    }

    /// Returns a flag for a key that its source doesn't list because the flag is off.
    static func absence(_ key: String, origin: Origin) -> EvaluatedFlag {
        EvaluatedFlag(key, false, reason: .disabled, metadata: ["absent": true], origin: origin)
    }

    /// A Boolean value that indicates whether the source doesn't list the flag.
    var isAbsence: Bool { reason == .disabled && metadata["absent"] == true }

    /// Creates a copy of the flag with another origin.
    func moving(to origin: Origin) -> EvaluatedFlag {
        EvaluatedFlag(
            key, value, variantValue: variantValue, variant: variant, version: version, reason: reason, origin: origin,
            reporting: reporting, text: vendorText, details: details)
    }

    /// Returns true if the other flag is equal in every property.
    package func isEqual(to other: EvaluatedFlag) -> Bool {
        key == other.key && !differs(from: other) && version == other.version && reason == other.reason
            && origin == other.origin && reporting == other.reporting && error == other.error
            && details.hasSameMetadata(as: other.details) && hasSameVendor(as: other)
    }

    private func hasSameVendor(as other: EvaluatedFlag) -> Bool {
        if let vendorText, vendorText == other.vendorText { return true }
        return vendor == other.vendor
    }

    /// Returns true if an observer would notice the difference: another value, payload, or variant.
    ///
    /// A new version alone isn't a difference.
    public func differs(from other: EvaluatedFlag) -> Bool {
        self !== other && (value != other.value || variantValue != other.variantValue || variant != other.variant)
    }
}

extension EvaluatedFlag: CustomStringConvertible {
    /// The key, the value, and the origin: `new-nav = true (on, TARGETING_MATCH, network: unleash)`.
    public var description: String {
        "\(key) = \(value) (\(variant.map { $0 + ", " } ?? "")\(reason), \(origin))"
    }
}
