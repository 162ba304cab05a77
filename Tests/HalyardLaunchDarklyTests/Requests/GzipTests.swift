// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

@testable import HalyardLaunchDarkly
import HalyardNetwork
import HalyardSupport
import HalyardTransport
import HostileServer
import Testing

/// Tests that decompress the bodies with the platform's decoder.
@Suite("Gzip compression")
struct GzipTests {
    /// Sends compressed bytes as a response body, and returns the body that the platform decompresses.
    private func read(_ compressed: [UInt8]) async throws -> [UInt8] {
        let answer = Wire.response(200, ["Content-Encoding: gzip"], body: Wire(compressed))
        let server = try HostileServer(answering: { _ in [Step.send(answer)] })
        defer { server.stop() }
        let transport = PlatformTransport.make(time: ManualTime())
        let response = try await transport.send(HTTPRequest(server.url("/")), within: HTTPLimits())
        await transport.close()
        return response.body
    }

    @Test("Writes the exact bytes for an empty body")
    func empty() {
        #expect(
            Gzip.compressed([])
                == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
    }

    @Test("Writes the exact bytes for a repetition")
    func repetition() {
        // zlib writes the same with fixed codes, except for a second literal because of its lazy search.
        #expect(
            Gzip.compressed(Array("aaaaaaaaaa".utf8))
                == [
                    0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255, 0x4B, 0x84, 0x03, 0x00, 0xF0, 0xCD, 0x11, 0x4C, 10, 0, 0, 0,
                ])
    }

    static let texts = [
        "a", "ab", "abc", "{\"kind\":\"identify\"}", String(repeating: "x", count: 257),
        String(repeating: "x", count: 258), String(repeating: "x", count: 259), String(repeating: "ab", count: 40_000),
        (0..<3000).map { "{\"key\":\"flag-\($0 % 17)\",\"value\":\($0)}" }.joined(separator: ","),
        "ÄÖÜ – 漢字 🙂",
    ]

    @Test("Compresses strings without loss", arguments: texts)
    func text(_ text: String) async throws {
        #expect(try await read(Gzip.compressed(Array(text.utf8))) == Array(text.utf8))
    }

    @Test("Compresses random bytes with repetitions without loss", arguments: 1...20)
    func random(_ seed: UInt64) async throws {
        let random = SeededRandom(seed: seed)
        var bytes: [UInt8] = []
        while bytes.count < 100_000 {
            let number = random.next()
            if number % 3 == 0, bytes.count > 300 {
                let start = Int(random.next() % UInt64(bytes.count - 1))
                bytes += bytes[start..<min(bytes.count, start + Int(number >> 8 % 400))]
            } else {
                bytes += (0..<(number % 40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            }
        }
        #expect(try await read(Gzip.compressed(bytes)) == bytes)
    }

    @Test("Compresses an event body to less than a third of its size")
    func ratio() {
        let events = (0..<100).map {
            #"{"context":{"key":"c3b155b0","kind":"user","plan":"gold"},"creationDate":17672256\#($0)00,"key":"checkout","#
                + #""kind":"custom","data":{"total":\#($0 * 37)}}"#
        }
        let body = Array(("[" + events.joined(separator: ",") + "]").utf8)
        #expect(Gzip.compressed(body).count * 3 < body.count)
    }
}
