// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation

/// A user, with the engine's results for this user.
struct User: Decodable {
    /// The engine's result for one flag.
    struct Decision: Decodable {
        var enabled: Bool
        var variant: String
        var payload: String?
    }

    var id: String
    var plan: String
    var flags: [String: Decision]

    /// Returns the users in a file with one JSON object on each line.
    static func all(in path: String) throws -> [User] {
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        return try lines.map { try JSONDecoder().decode(User.self, from: Data($0.utf8)) }
    }

    func isOn(_ flag: String) -> Bool { flags[flag]?.enabled == true }
    func payload(_ flag: String) -> String? { flags[flag]?.payload }
}

/// A route of the shop, with its expected responses and reads.
enum Route: CaseIterable {
    case cart, limits, orders

    var path: String { "/\(self)" }

    static let total = 49.5

    func answer(for user: User) -> Answer {
        switch self {
        case .cart:
            Answer(
                newCheckout: user.isOn("new-checkout"), giftWrap: user.isOn("gift-wrap"),
                banner: user.payload("banner") ?? "")
        case .limits:
            Answer(
                fastLane: user.isOn("fast-lane"), uploadLimit: user.payload("upload-limit").flatMap(Int.init) ?? 10)
        case .orders:
            Answer(newCheckout: user.isOn("new-checkout"), fastLane: user.isOn("fast-lane"), total: Self.total)
        }
    }

    func counts(for user: User) -> Counts {
        switch self {
        case .cart: Counts(user, values: ["new-checkout", "gift-wrap"], payloads: ["banner"])
        case .limits: Counts(user, values: ["fast-lane"], payloads: ["upload-limit"])
        case .orders: Counts(user, values: ["new-checkout", "fast-lane"], payloads: [])
        }
    }
}

/// A response of the shop.
///
/// Each route returns some of the properties.
struct Answer: Codable, Equatable {
    var newCheckout: Bool?
    var giftWrap: Bool?
    var banner: String?
    var fastLane: Bool?
    var uploadLimit: Int?
    var total: Double?
}
