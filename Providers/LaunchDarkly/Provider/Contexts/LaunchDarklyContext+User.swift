// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard

extension LaunchDarklyContext {
    /// Creates a context of the kind `user` from a user, as LaunchDarkly reads legacy users.
    ///
    /// Known and custom attributes become attributes. Known attributes take precedence.
    public init(_ user: LaunchDarklyUser) {
        let custom = user.custom.filter { name, value in
            !Self.reservedNames.contains(name) && name != "name" && !name.isEmpty && !value.isNull
        }
        var known = user.knownAttributes
        known["name"] = nil
        self.init([
            Part(
                kind: .user, key: user.key, isAnonymous: user.isAnonymous ?? false, name: user.name,
                attributes: custom.merging(known) { $1 },
                privateAttributes: Set(user.privateAttributes.map(LaunchDarklyReference.init(literal:))))
        ])
    }
}
