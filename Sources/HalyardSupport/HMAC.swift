// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Keyed message authentication with SHA-256 (RFC 2104).
///
/// It only creates codes. Don't compare codes with it, because that needs constant time.
package enum HMAC {
    private static let blockSize = 64

    /// Returns the code of a message as 64 lowercase hexadecimal digits.
    package static func sha256HexDigest(of message: some Sequence<UInt8>, key: some Sequence<UInt8>) -> String {
        var block = Array(key)
        if block.count > blockSize { block = SHA256.digest(of: block) }
        block += repeatElement(0, count: blockSize - block.count)
        let inner = SHA256.digest(of: block.map { $0 ^ 0x36 } + Array(message))
        return SHA256.hexDigest(of: block.map { $0 ^ 0x5C } + inner)
    }
}
