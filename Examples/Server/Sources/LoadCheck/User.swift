// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// A user, with the expected responses of the shop.
struct User: Decodable {
    /// The expected response of a route, and the counts that the vendors must receive for it.
    struct Expected: Decodable {
        var answer: Answer
        var counts: Counts
    }

    var id: String
    var plan: String
    /// The vendor that serves the user's flags.
    var vendor: String
    private var routes: [String: Expected]

    /// Returns the users in a file with one JSON object on each line.
    static func all(in path: String) throws -> [User] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return try lines.map { try JSONDecoder().decode(User.self, from: Data($0.utf8)) }
    }

    subscript(route: Route) -> Expected? { routes[route.rawValue] }
}

/// A route of the shop.
enum Route: String {
    case cart, limits, orders

    var path: String { "/\(rawValue)" }

    static let total = 49.5
}

/// A response of the shop.
///
/// Each route returns some of the properties.
struct Answer: Decodable, Equatable {
    var newCheckout: Bool?
    var giftWrap: Bool?
    var banner: String?
    var fastLane: Bool?
    var uploadLimit: Int?
    var total: Double?
}
