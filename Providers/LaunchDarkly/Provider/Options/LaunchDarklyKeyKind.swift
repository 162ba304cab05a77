// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The kind of a key, as its form suggests.
enum LaunchDarklyKeyKind: Sendable, Hashable {
    case mobile
    case server
    case clientSide
    case access
    /// A key in another form, such as the key of a Relay Proxy.
    case unknown

    init(_ key: String) {
        if key.hasPrefix("mob-") {
            self = .mobile
        } else if key.hasPrefix("sdk-") {
            self = .server
        } else if key.hasPrefix("api-") {
            self = .access
        } else if key.utf8.count == 24, key.utf8.allSatisfy(Self.isHexDigit) {
            self = .clientSide
        } else {
            self = .unknown
        }
    }

    private static func isHexDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
