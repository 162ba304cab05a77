// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Collects what is wrong with one configuration document, so that all of it can be told at once.
final class ConfigurationCheck {
    let file: String?
    private let bytes: [UInt8]
    private var issues: [(pointer: JSONPointer, target: JSONLocator.Target, code: Diagnostic.Code, String, String)] = []

    init(file: String?, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }

    var isClean: Bool { issues.isEmpty }

    func add(
        _ code: Diagnostic.Code, at pointer: JSONPointer, _ message: String, mend: String,
        target: JSONLocator.Target = .value
    ) {
        issues.append((pointer, target, code, message, mend))
    }

    /// The findings, sorted by their places in the text.
    var findings: [Diagnostic] {
        let locator = JSONLocator(bytes: bytes)
        return issues.map { issue in
            let position = locator.position(of: issue.pointer, issue.target)
            return Diagnostic(
                issue.code, .error,
                location: .init(
                    file: file, line: position?.line, column: position?.column, pointer: issue.pointer.description),
                issue.3, mend: issue.4)
        }.sorted { left, right in
            let (first, second) = (left.location, right.location)
            return (first?.line ?? 0, first?.column ?? 0) < (second?.line ?? 0, second?.column ?? 0)
        }
    }
}
