// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

extension LDUser {
    /// The names of the attributes that can be private.
    public static var privatizableAttributes: [String] {
        ["name", "firstName", "lastName", "country", "ip", "email", "avatar", "secondary", "custom"]
    }

    /// Creates a user from a dictionary of attributes.
    ///
    /// Ignores attributes with other names or types.
    ///
    /// - Parameter userDictionary: `key`, `secondary`, `name`, `firstName`, `lastName`, `country`, `ip`, `email`, `avatar`,
    ///   `anonymous`, `privateAttrs`, and `custom`. The value of `custom` contains custom attributes, `device`, and `os`.
    public init(userDictionary: [String: Any]) {
        func text(_ name: String) -> String? { userDictionary[name] as? String }
        self.init(
            key: text("key"), name: text("name"), firstName: text("firstName"), lastName: text("lastName"),
            country: text("country"), ipAddress: text("ip"), email: text("email"), avatar: text("avatar"),
            custom: userDictionary["custom"] as? [String: Any], isAnonymous: userDictionary["anonymous"] as? Bool,
            privateAttributes: userDictionary["privateAttrs"] as? [String], secondary: text("secondary"))
    }
}
