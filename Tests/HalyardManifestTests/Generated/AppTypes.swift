// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The manifest's `swift.type` properties name these types.

enum AppearanceOfApp: String {
    case lightMode = "light-mode"
    case darkMode = "dark-mode"
}

enum Design {
    struct Self_: RawRepresentable {
        static let x = Self_(rawValue: "x")
        let rawValue: String
    }
}
