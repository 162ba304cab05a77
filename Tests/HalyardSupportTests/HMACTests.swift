// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

struct HMACTests {
    @Test("Matches the test cases of RFC 4231", arguments: 0..<6)
    func vectors(index: Int) {
        let (key, message, code) = Self.cases[index]
        #expect(HMAC.sha256HexDigest(of: message, key: key) == code)
    }

    @Test("Matches the code for a key of exactly one block")
    func fullBlock() {
        let code = HMAC.sha256HexDigest(of: "message".utf8, key: repeatElement(UInt8(ascii: "k"), count: 64))
        #expect(code == "890f3a16e0ca0aaa3bf180f70fa8e3970b3fd6505e98fde157988dcc19d1685c")
    }

    private static func bytes(_ byte: UInt8, _ count: Int) -> [UInt8] { Array(repeating: byte, count: count) }

    /// The keys, messages, and codes of the test cases 1 to 4, 6, and 7.
    ///
    /// Case 5 is about a shortened code.
    private static let cases: [(key: [UInt8], message: [UInt8], code: String)] = [
        (
            bytes(0x0B, 20), Array("Hi There".utf8),
            "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            bytes(0xAA, 20), bytes(0xDD, 50),
            "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
        ),
        (
            Array(1...25), bytes(0xCD, 50),
            "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"
        ),
        (
            bytes(0xAA, 131), Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
        (
            bytes(0xAA, 131),
            Array(
                ("This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
            "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"
        ),
    ]
}
