// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLDClient

/// A user in a test's format.
struct UserParameters: Decodable {
    var key: String
    var anonymous: Bool?
    var secondary: String?
    var name: String?
    var firstName: String?
    var lastName: String?
    var country: String?
    var ip: String?
    var email: String?
    var avatar: String?
    var custom: [String: FlagValue]?
    var privateAttributeNames: [String]?

    var user: LDUser {
        LDUser(
            key: key, name: name, firstName: firstName, lastName: lastName, country: country, ipAddress: ip,
            email: email, avatar: avatar, custom: custom?.mapValues(\.anything), isAnonymous: anonymous,
            privateAttributes: privateAttributeNames, secondary: secondary)
    }
}
