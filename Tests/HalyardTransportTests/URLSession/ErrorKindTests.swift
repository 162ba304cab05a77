// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Testing

@testable import HalyardTransport
@testable import HalyardURLSession

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("URLError classification")
struct ErrorKindTests {
    @Test(
        "Classifies an error code with and without a response head",
        arguments: [
            (.timedOut, .timedOut, .timedOut), (.cannotFindHost, .unreachable, .unreachable),
            (.cannotConnectToHost, .unreachable, .unreachable),
            (.dnsLookupFailed, .unreachable, .unreachable), (.notConnectedToInternet, .unreachable, .unreachable),
            (.secureConnectionFailed, .unreachable, .unreachable),
            (.serverCertificateUntrusted, .unreachable, .unreachable),
            (.networkConnectionLost, .disconnected, .disconnected), (.badServerResponse, .disconnected, .disconnected),
            (.badURL, .malformed, .malformed), (.unsupportedURL, .malformed, .malformed),
            (.cannotParseResponse, .malformed, .malformed),
            (.dataLengthExceedsMaximum, .malformed, .malformed), (.unknown, .other, .disconnected),
            (.cancelled, .other, .disconnected),
        ] as [(URLError.Code, TransportError.Kind, TransportError.Kind)])
    func codes(code: URLError.Code, before: TransportError.Kind, behind: TransportError.Kind) {
        #expect(TransportError.Kind(code, hasHead: false) == before)
        #expect(TransportError.Kind(code, hasHead: true) == behind)
    }

    @Test("Reports the origin and the code, but not the path or query")
    func error() {
        let error = TransportError(URLError(.timedOut), hasHead: false, url: "https://a.example/secret?key=1")
        #expect(error.kind == .timedOut)
        #expect(error.url == "https://a.example")
        #expect(error.message.hasSuffix("(URL error -1001)"))
    }
}
