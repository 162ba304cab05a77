// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

/// The readable parts of a response of the Unleash Frontend API.
///
/// Unreadable toggles are skipped and recorded. If two toggles have the same name, the first one counts.
struct UnleashPayload {
    private(set) var toggles: [(toggle: UnleashToggle, index: Int)] = []
    private(set) var diagnostics = DiagnosticCollector()
    private var names: Set<String> = []

    /// Reads a document, or returns `nil` if it has no list of toggles.
    init?(_ document: FlagValue) {
        guard case .array(let elements)? = document["toggles"] else { return nil }
        for (index, element) in elements.enumerated() { add(element, at: index) }
    }

    /// Reads a response one property at a time, which is faster than reading a complete value first.
    ///
    /// Returns `nil` if the response isn't JSON or has no list of toggles.
    init?(_ bytes: [UInt8]) {
        var hasList = false
        var scanner = JSONScanner(bytes)
        do throws(JSONScanner.Fault) {
            try scanner.document { (scanner) throws(JSONScanner.Fault) in
                guard scanner.next == UInt8(ascii: "{") else { return try scanner.skipValue() }
                try scanner.forEachMember(of: Self.members) { (scanner, _) throws(JSONScanner.Fault) in
                    // If two properties have the same name, the last one counts.
                    toggles = []
                    names = []
                    diagnostics = DiagnosticCollector()
                    hasList = scanner.next == UInt8(ascii: "[")
                    guard hasList else { return try scanner.skipValue() }
                    try scanner.forEachElement { (scanner, index) throws(JSONScanner.Fault) in
                        try add(&scanner, at: index)
                    }
                }
            }
        } catch {
            return nil
        }
        guard hasList else { return nil }
    }

    private static let members = JSONNames(["toggles"])

    private mutating func add(_ scanner: inout JSONScanner, at index: Int) throws(JSONScanner.Fault) {
        _ = scanner.next
        let start = scanner.offset
        if let toggle = try UnleashToggle.usual(&scanner) {
            add(toggle, at: index)
        } else {
            add(scanner.text(from: start).value, at: index)
        }
    }

    private mutating func add(_ element: FlagValue, at index: Int) {
        if let toggle = UnleashToggle(element, at: Self.path(index), &diagnostics) { add(toggle, at: index) }
    }

    private mutating func add(_ toggle: UnleashToggle, at index: Int) {
        guard names.insert(toggle.name).inserted else {
            diagnostics.add(
                toggle.name, at: Self.path(index), "An earlier toggle has the same name, so this one was skipped.",
                suggestion: "Remove one of the toggles.")
            return
        }
        toggles.append((toggle, index))
    }

    private static func path(_ index: Int) -> [String] { ["toggles", String(index)] }

    /// Returns the toggles as flags.
    mutating func flags(origin: Origin) -> [EvaluatedFlag] {
        toggles.map { toggle, index in toggle.flag(origin: origin, at: Self.path(index), &diagnostics) }
    }

    /// Returns the flags of a response and the problems with them, or `nil` if the bytes aren't a response.
    ///
    /// If a flag equals an earlier flag, the earlier object is used, so that its counts continue.
    static func table(
        of bytes: [UInt8], origin: Origin, reusing earlier: FlagTable
    ) -> (table: FlagTable, diagnostics: [Diagnostic])? {
        guard var payload = UnleashPayload(bytes) else { return nil }
        let table = FlagTable(payload.flags(origin: origin), reusing: earlier)
        return (table, payload.diagnostics.diagnostics)
    }
}
