// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// A temporary folder for one test.
final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString)")

    init() { try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// Environment variables that separate a program's stored flags from other runs.
    var environment: [String: String?] { ["XDG_CACHE_HOME": url.appending(path: "cache").path(percentEncoded: false)] }

    func write(_ text: String, to name: String) throws { try Data(text.utf8).write(to: url.appending(path: name)) }

    func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }
}
