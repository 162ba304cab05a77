// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A file format of predefined flags, such as a vendor's payload or Halyard's own format.
///
/// Each provider module registers the formats that it supports. Halyard recognizes a file's format by its content, or uses the
/// format that the configuration sets.
public struct BootstrapFormat: Sendable {
    /// The contents of a document.
    public struct Contents: Sendable {
        /// The valid flags.
        public var flags: [EvaluatedFlag]
        /// The diagnostics about invalid parts, each with a JSON pointer.
        ///
        /// The file name and the line are added later.
        public var diagnostics: [Diagnostic]
        /// The meaning of a flag that isn't listed.
        public var missingFlags: FlagSet.MissingFlags
        /// The rules that evaluate flags for each context and replace ``flags``, or `nil` if the flags are the same for all
        /// contexts.
        public var rules: (any FlagRules)?
        /// The data from which a wrapped provider creates its own rules (``FlagProvider/rules(from:as:)``), which replace
        /// ``rules``.
        public var providerData: FlagValue = .null

        /// Creates contents.
        public init(
            flags: [EvaluatedFlag], diagnostics: [Diagnostic] = [], missingFlags: FlagSet.MissingFlags = .unknown
        ) {
            self.flags = flags
            self.diagnostics = diagnostics
            self.missingFlags = missingFlags
        }

        /// Returns the flags of a context.
        ///
        /// - Parameters:
        ///   - context: The context.
        ///   - moment: The current time.
        ///   - earlier: The flag set that was previously published for the context, or `nil` for none.
        func flagSet(for context: EvaluationContext, at moment: Instant, after earlier: FlagSet? = nil) -> FlagSet {
            if let rules { return FlagSet(deciding: rules, for: context, after: earlier, confirmedAt: moment) }
            var flagSet = FlagSet(FlagTable(flags), for: context, confirmedAt: moment, missingFlags: missingFlags)
            flagSet.isForEveryContext = true
            return flagSet
        }
    }

    /// A document of rules, whose JSON might be known.
    package struct RuleDocument: Sendable {
        package let value: FlagValue
        /// The bytes that the value was read from, or `nil` for a value without bytes.
        package let bytes: [UInt8]?
    }

    /// The format's name in configurations.
    public let name: String
    /// An outline of such a document, for messages: `{"toggles": [{"name": …, "enabled": …}]}`.
    public let shape: String
    private let recognition: @Sendable (FlagValue) -> Bool
    private let read: @Sendable (RuleDocument, Origin, _ earlier: (any FlagRules)?) -> Contents?
    /// Reads the bytes of a document faster, for formats that support it.
    private let decode: (@Sendable ([UInt8], Origin) -> (table: FlagTable, diagnostics: [Diagnostic])?)?

    /// Creates a format.
    ///
    /// - Parameters:
    ///   - name: The format's name.
    ///   - shape: An outline of such a document.
    ///   - recognition: Returns whether a document has the format. It must be strict enough to distinguish the format from all
    ///     others.
    ///   - read: Creates flags with the given origin from a document, once for each version of the document. It skips and reports
    ///     invalid parts.
    public init(
        name: String, shape: String, recognizes recognition: @escaping @Sendable (FlagValue) -> Bool,
        read: @escaping @Sendable (FlagValue, Origin) -> Contents
    ) {
        self.init(name: name, shape: shape, recognizes: recognition, read: read, decode: nil)
    }

    /// Creates a format of rules, which compiles only the changed rules of a new version of a document.
    ///
    /// - Parameters:
    ///   - name: The format's name.
    ///   - shape: An outline of such a document.
    ///   - recognition: Returns whether a document has the format.
    ///   - compile: Creates rules from a document, or returns `nil` if the document has another shape. It receives the rules of the
    ///     previous version with the same origin, or `nil`.
    package init(
        name: String, shape: String, recognizes recognition: @escaping @Sendable (FlagValue) -> Bool,
        compile: @escaping @Sendable (RuleDocument, Origin, _ earlier: (any FlagRules)?) -> Contents?
    ) {
        self.name = name
        self.shape = shape
        self.recognition = recognition
        read = compile
        decode = nil
    }

    /// Creates a format that can read the bytes of a document faster.
    ///
    /// - Parameters:
    ///   - name: The format's name.
    ///   - shape: An outline of such a document.
    ///   - recognition: Returns whether a document has the format.
    ///   - read: Creates flags from a document.
    ///   - decode: Reads a table from bytes, or returns `nil` if they must be parsed as a value first.
    package init(
        name: String, shape: String, recognizes recognition: @escaping @Sendable (FlagValue) -> Bool,
        read: @escaping @Sendable (FlagValue, Origin) -> Contents,
        decode: (@Sendable ([UInt8], Origin) -> (table: FlagTable, diagnostics: [Diagnostic])?)?
    ) {
        self.name = name
        self.shape = shape
        self.recognition = recognition
        self.read = { document, origin, _ in read(document.value, origin) }
        self.decode = decode
    }

    /// Returns whether a document has this format.
    public func recognizes(_ document: FlagValue) -> Bool { recognition(document) }

    /// Creates flags from a document.
    public func contents(of document: FlagValue, origin: Origin) -> Contents {
        read(RuleDocument(value: document, bytes: nil), origin, nil) ?? Contents(flags: [])
    }

    /// Creates flags from a new version of a document, or returns `nil` if the document has another shape.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - bytes: The document's JSON.
    ///   - origin: The origin of the flags.
    ///   - earlier: The contents of the previous version with the same origin, or `nil` if there is none.
    func contents(
        of document: FlagValue, from bytes: [UInt8], origin: Origin, after earlier: Contents?
    ) -> Contents? {
        read(RuleDocument(value: document, bytes: bytes), origin, earlier?.rules)
    }

    /// Reads a table from the bytes of a document, and checks the whole document.
    ///
    /// The flags of a vendor's format keep copies of the parts that only the vendor's events need.
    ///
    /// - Returns: The table, and diagnostics about invalid parts.
    /// - Throws: The first error in text that isn't JSON.
    public func table(
        of bytes: [UInt8], origin: Origin
    ) throws(JSONError) -> (table: FlagTable, diagnostics: [Diagnostic]) {
        if let found = decode?(bytes, origin) { return found }
        let contents = contents(of: try JSONReader().read(bytes), origin: origin)
        return (FlagTable(contents.flags), contents.diagnostics)
    }

    /// Halyard's plain format: `{"flags": {"new-nav": true, "upload-limit": 10}}`.
    ///
    /// If there are no objects or arrays, the values alone are enough: `{"new-nav": true, "upload-limit": 10}`.
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
                flags: values.map { EvaluatedFlag($0, $1, origin: origin) },
                diagnostics: [plainDiagnostic(isPlain: !values.isEmpty)])
        })

    /// Returns the diagnostic that a document has no `flags`, because it might be something else, such as a server's error.
    private static func plainDiagnostic(isPlain: Bool) -> Diagnostic {
        let suggestion = #"Use {"flags": {"<key>": <value>, …}}."#
        if isPlain {
            return Diagnostic(
                "bootstrapWithoutFlags", .info, "The document has no \"flags\" key, so each property is a flag.",
                suggestion: suggestion)
        }
        return Diagnostic(
            "bootstrapWithoutFlags", .warning,
            "The document has no \"flags\" key, and not all properties are plain values, so it contains no flags.",
            suggestion: suggestion)
    }

    /// Returns the flags of a document in which all properties are plain values.
    ///
    /// Returns no flags if the document has other properties, which can belong to another format.
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
