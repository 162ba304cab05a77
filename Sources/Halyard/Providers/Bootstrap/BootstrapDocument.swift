// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The text of a bootstrap document, with its file for the locations of errors.
struct BootstrapDocument {
    private static let vendorFormats =
        "For a vendor's format, pass the vendor's module in `providers:` or the format in `formats:`."

    let file: String?
    let bytes: [UInt8]

    /// Reads the flags.
    ///
    /// - Parameters:
    ///   - formats: The supported formats.
    ///   - format: The name of the document's format, or `nil` to recognize it by content.
    ///   - origin: The origin of the flags.
    ///   - earlier: The contents of the previous version of the document with the same origin.
    /// - Throws: ``ErrorCode/parseError`` if the document as a whole can't be used.
    func contents(
        formats: [BootstrapFormat], named format: String?, origin: Origin,
        after earlier: BootstrapFormat.Contents? = nil
    ) throws(FlagError) -> BootstrapFormat.Contents {
        let document = try parsed()
        let chosen = try self.format(of: document, among: formats, named: format)
        guard var contents = chosen.contents(of: document, from: bytes, origin: origin, after: earlier) else {
            throw failure(
                "bootstrapFormat", "The document doesn't have the bootstrap format \"\(chosen.name)\".",
                "Use a document like \(chosen.shape).")
        }
        contents.diagnostics = located(contents.diagnostics)
        return contents
    }

    func parsed() throws(FlagError) -> FlagValue {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        do throws(JSONError) {
            return try JSONReader(options: options).read(bytes)
        } catch {
            throw failure(error.diagnostic(file: file))
        }
    }

    private func format(
        of document: FlagValue, among formats: [BootstrapFormat], named name: String?
    ) throws(FlagError) -> BootstrapFormat {
        if let name {
            if let format = formats.first(where: { $0.name == name }) { return format }
            throw failure(
                "bootstrapFormat", "Unknown bootstrap format \"\(name)\".",
                KnownWords.suggestion(for: name, among: formats.map(\.name).sorted()) + " " + Self.vendorFormats)
        }
        let matching = formats.filter { $0.recognizes(document) }
        if matching.count == 1 { return matching[0] }
        if matching.isEmpty {
            let shapes = formats.map { "\($0.name) \($0.shape)" }.joined(separator: " or ")
            let suggestion = "Use a supported format: \(shapes)."
            throw failure(
                "bootstrapFormat", "The document has no known bootstrap format.",
                formats.count == 1 ? suggestion : "\(suggestion) \(Self.vendorFormats)")
        }
        let names = matching.map(\.name).sorted().joined(separator: ", ")
        throw failure(
            "bootstrapFormat", "The document matches several bootstrap formats: \(names).",
            "Set \"format\" to one of them.")
    }

    /// Returns the diagnostics with file, line, and column.
    private func located(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
        if diagnostics.isEmpty { return [] }
        let pointers = diagnostics.map { $0.location?.pointer ?? "" }
        let positions = JSONLocator(bytes: bytes).positions(
            of: pointers.map { (pointer: JSONPointer(parsing: $0), target: .value) })
        return diagnostics.enumerated().map { number, diagnostic in
            var diagnostic = diagnostic
            let position = positions[number]
            diagnostic.location = .init(
                file: file, line: position?.line, column: position?.column, pointer: pointers[number])
            return diagnostic
        }
    }

    private func failure(_ code: Diagnostic.Code, _ message: String, _ suggestion: String) -> FlagError {
        failure(
            Diagnostic(
                code, .error, location: .init(file: file, line: 1, column: 1, pointer: ""), message,
                suggestion: suggestion))
    }

    private func failure(_ diagnostic: Diagnostic) -> FlagError {
        FlagError(.parseError, diagnostic.description, diagnostics: [diagnostic])
    }
}
