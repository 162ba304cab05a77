// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

enum Plan: String, Sendable {
    case free
    case gold
}

struct Theme: Codable, Sendable, Equatable {
    var accent: String
    var sizes: [Int]
}

extension FlagKey where Value == Bool {
    static let newNav = FlagKey("new-nav", default: false)
    static let onByDefault = FlagKey("on-by-default", default: true)
}

extension FlagKey where Value == Int {
    static let limit = FlagKey("limit", default: 10)
}

extension FlagKey where Value == String {
    static let greeting = FlagKey("greeting", default: "hello")
}

extension FlagKey where Value == Plan {
    static let plan = FlagKey("plan", default: .free)
}

extension FlagKey where Value == Theme {
    static let theme = FlagKey("theme", default: Theme(accent: "grey", sizes: []))
}
