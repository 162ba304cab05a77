// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardTesting
import TestSupport

enum Layout: String, Sendable, CaseIterable {
    case list
    case grid
    case carousel
}

/// An enumeration that declares the protocol, so that both overloads of every method match it.
enum Plan: String, FlagValueConvertible, CaseIterable {
    case free
    case gold
}

struct Theme: Codable, Sendable, Equatable {
    var accent: String
}

extension FlagKey where Value == Bool {
    static let newNav = FlagKey("new-nav", default: false)
    static let search = FlagKey("search", default: true)
}

extension FlagKey where Value == Int {
    static let limit = FlagKey("limit", default: 10)
}

extension FlagKey where Value == Layout {
    static let layout = FlagKey("layout", default: .list)
}

extension FlagKey where Value == Plan {
    static let plan = FlagKey("plan", default: .free)
}

extension FlagKey where Value == Theme {
    static let theme = FlagKey("theme", default: Theme(accent: "grey"))
}

/// Returns a started client that serves the given values.
func makeClient(_ values: [String: FlagValue] = [:], sinks: [any EventSink] = []) async -> FlagClient {
    let client = FlagClient(provider: InMemoryFlagProvider(values), sinks: sinks, options: .manual())
    await client.start()
    return client
}
