// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Collects all errors in one configuration document, so that they can be reported at once.
final class ConfigurationCheck {
    private struct Issue: Hashable {
        var code: Diagnostic.Code
        var severity: Diagnostic.Severity
        /// Whether nothing is made from a document with it.
        var refuses: Bool
        var pointer: JSONPointer
        var target: JSONLocator.Target
        var message: String
        var suggestion: String
    }

    private let file: String?
    private let bytes: [UInt8]?
    private var issues: [Issue] = []
    private var known: Set<Issue> = []

    /// Makes a check of a document; without its text, findings have a JSON pointer and no line.
    init(file: String?, bytes: [UInt8]?) {
        self.file = file
        self.bytes = bytes
    }

    /// The document as JSON, in which no object may have two members of one name.
    func document(maximumBytes: Int? = nil) throws(ConfigurationError) -> FlagValue {
        var options = JSONReader.Options()
        options.refusesDuplicateMembers = true
        if let maximumBytes { options.maximumBytes = maximumBytes }
        do throws(JSONError) {
            return try JSONReader(options: options).read(bytes ?? [])
        } catch {
            throw ConfigurationError(findings: [error.diagnostic(file: file)])
        }
    }

    /// Whether something can be made from the document.
    var isClean: Bool { !issues.contains { $0.refuses } }

    /// Whether something is wrong at a place.
    func hasError(at pointer: JSONPointer) -> Bool { issues.contains { $0.refuses && $0.pointer == pointer } }

    /// Adds an issue.
    ///
    /// - Parameter refuses: Whether nothing is made from a document with it; nil: if it is an error.
    func add(
        _ code: Diagnostic.Code, _ severity: Diagnostic.Severity = .error, refuses: Bool? = nil,
        at pointer: JSONPointer, _ message: String,
        suggestion: String,
        target: JSONLocator.Target = .value
    ) {
        let issue = Issue(
            code: code, severity: severity, refuses: refuses ?? (severity >= .error), pointer: pointer, target: target,
            message: message, suggestion: suggestion)
        // A provider may be made several times: for several clients, or inside several others.
        if known.insert(issue).inserted { issues.append(issue) }
    }

    /// The findings, sorted by their places in the text.
    var findings: [Diagnostic] {
        let places = issues.map { (pointer: $0.pointer, target: $0.target) }
        let positions = bytes.map { JSONLocator(bytes: $0).positions(of: places) }
        return issues.enumerated().map { number, issue in
            let position = positions?[number]
            return Diagnostic(
                issue.code, issue.severity,
                location: .init(
                    file: file, line: position?.line, column: position?.column, pointer: issue.pointer.description),
                issue.message, suggestion: issue.suggestion)
        }.sorted { left, right in
            let (first, second) = (left.location, right.location)
            return (first?.line ?? 0, first?.column ?? 0) < (second?.line ?? 0, second?.column ?? 0)
        }
    }
}
