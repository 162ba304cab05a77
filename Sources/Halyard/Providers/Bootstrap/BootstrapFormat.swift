// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A format of files with ready-made flags: a vendor's payload, or Halyard's own.
///
/// Each provider module registers the formats that it knows; a file is recognized by its content, or read in the format
/// that the configuration names.
public struct BootstrapFormat: Sendable {
    /// What a document holds.
    public struct Contents: Sendable {
        /// The flags that could be read.
        public var flags: [EvaluatedFlag]
        /// What could not be read, each with a JSON pointer; the file's name and the line are added later.
        public var findings: [Diagnostic]
        /// What it means that a flag is not listed.
        public var missingFlags: FlagSet.MissingFlags
        /// What decides flags for each context, in place of ``flags``; nil for flags that are the same for all.
        public var rules: (any FlagRules)?
        /// What a provider that is waited for makes its own rules of (``FlagProvider/rules(from:as:)``), in place of ``rules``.
        public var providerData: FlagValue = .null

        /// Makes contents.
        public init(flags: [EvaluatedFlag], findings: [Diagnostic] = [], missingFlags: FlagSet.MissingFlags = .unknown) {
            self.flags = flags
            self.findings = findings
            self.missingFlags = missingFlags
        }

        func snapshot(for context: EvaluationContext, at moment: Instant) -> FlagSet {
            if let rules { return FlagSet(deciding: rules, for: context, confirmedAt: moment) }
            var flagSet = FlagSet(FlagTable(flags), for: context, confirmedAt: moment, missingFlags: missingFlags)
            flagSet.isForEveryContext = true
            return flagSet
        }
    }

    /// The format's name, as configurations spell it.
    public let name: String
    /// What such a document looks like, for messages: `{"toggles": [{"name": …, "enabled": …}]}`.
    public let shape: String
    private let recognition: @Sendable (FlagValue) -> Bool
    private let read: @Sendable (FlagValue, Origin) -> Contents
    /// A faster way to read the bytes of a document, for the formats that have one.
    private let decode: (@Sendable ([UInt8], Origin) -> (table: FlagTable, findings: [Diagnostic])?)?

    /// Makes a form.
    ///
    /// - Parameters:
    ///   - name: The form's name.
    ///   - shape: How such a document looks.
    ///   - recognition: Whether a document has the format. It must be strict enough to distinguish it from all others.
    ///   - read: Makes flags from a document, each with the given origin. What cannot be read is skipped and reported; the
    ///     rest is kept. It is called once for each version of a document.
    public init(
        name: String, shape: String, recognizes recognition: @escaping @Sendable (FlagValue) -> Bool,
        read: @escaping @Sendable (FlagValue, Origin) -> Contents
    ) {
        self.init(name: name, shape: shape, recognizes: recognition, read: read, decode: nil)
    }

    /// Creates a format with a faster way to read the bytes of a document.
    ///
    /// - Parameters:
    ///   - name: The form's name.
    ///   - shape: How such a document looks.
    ///   - recognition: Whether a document has the format.
    ///   - read: Makes flags from a document.
    ///   - decode: Reads a table from bytes. Returns nil if they must be read as a value first.
    package init(
        name: String, shape: String, recognizes recognition: @escaping @Sendable (FlagValue) -> Bool,
        read: @escaping @Sendable (FlagValue, Origin) -> Contents,
        decode: (@Sendable ([UInt8], Origin) -> (table: FlagTable, findings: [Diagnostic])?)?
    ) {
        self.name = name
        self.shape = shape
        self.recognition = recognition
        self.read = read
        self.decode = decode
    }

    /// Whether a document has this format.
    public func recognizes(_ document: FlagValue) -> Bool { recognition(document) }

    /// Makes flags from a document.
    public func contents(of document: FlagValue, origin: Origin) -> Contents { read(document, origin) }

    /// Reads a table from the bytes of a document, and checks the whole document.
    ///
    /// The flags of a vendor's format keep copies of their parts, for what only the vendor's events need.
    ///
    /// - Returns: The table, and what could not be read.
    /// - Throws: The first fault of a text that is not JSON.
    public func table(
        of bytes: [UInt8], origin: Origin
    ) throws(JSONError) -> (table: FlagTable, findings: [Diagnostic]) {
        if let found = decode?(bytes, origin) { return found }
        let contents = contents(of: try JSONReader().read(bytes), origin: origin)
        return (FlagTable(contents.flags), contents.findings)
    }

    /// Halyard's plain format: `{"flags": {"new-nav": true, "upload-limit": 10}}`.
    ///
    /// Without objects and lists, the values alone are enough: `{"new-nav": true, "upload-limit": 10}`.
    public static let halyard = BootstrapFormat(
        name: "halyard", shape: #"{"flags": {"<key>": <value>, …}}"#,
        recognizes: { document in
            guard case .object(let members) = document else { return false }
            guard case .object? = members["flags"] else { return !plainValues(members).isEmpty }
            return members.keys.allSatisfy { ["flags", "$schema", "version"].contains($0) }
        },
        read: { document, origin in
            guard case .object(let members) = document else { return Contents(flags: []) }
            if case .object(let flags)? = members["flags"] {
                return Contents(flags: flags.map { EvaluatedFlag($0, $1, origin: origin) })
            }
            let values = plainValues(members)
            return Contents(
                flags: values.map { EvaluatedFlag($0, $1, origin: origin) }, findings: [plainFinding(isPlain: !values.isEmpty)])
        })

    /// The report that a document is read without `flags`, because it might be something else, such as a server's error.
    private static func plainFinding(isPlain: Bool) -> Diagnostic {
        let suggestion = #"Write {"flags": {"<key>": <value>, …}}."#
        if isPlain {
            return Diagnostic(
                "bootstrapWithoutFlags", .info, "The document has no \"flags\", so each of its members is a flag.",
                suggestion: suggestion)
        }
        return Diagnostic(
            "bootstrapWithoutFlags", .warning,
            "The document has no \"flags\", and not all of its members are values, so it has no flags.",
            suggestion: suggestion)
    }

    /// The flags of a document that consists of values.
    ///
    /// Empty if the document has other members, which can belong to another format.
    private static func plainValues(_ members: [String: FlagValue]) -> [String: FlagValue] {
        let values = members.filter { $0.key != "$schema" }
        let isPlain = values.allSatisfy { key, value in
            switch value {
            case .array, .object, .null: false
            case .bool, .int, .double, .string: key != "flags" && !key.hasPrefix("$")
            }
        }
        return isPlain ? values : [:]
    }
}
