// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CHalyardCurl

    /// The system's libcurl, which is loaded on first use.
    final class CurlLibrary: @unchecked Sendable {
        // Sound: what the pointer leads to is written before it is handed out, never changes, and is never freed.
        let pointer: OpaquePointer

        /// The version, such as `7.88.1`.
        let version: String
        private let number: UInt32
        private let features: UInt32

        /// The library of this process, or the reason why it isn't available.
        ///
        /// The first access loads it, which takes milliseconds.
        static let shared = Result { () throws(CurlProblem) in try CurlLibrary(fileName: "libcurl.so.4") }

        /// The oldest version with all required functions, of which `curl_multi_wakeup` is the newest.
        private static let oldest: (number: UInt32, text: String) = (0x07_44_00, "7.68.0")

        init(fileName: String) throws(CurlProblem) {
            var problem = [CChar](repeating: 0, count: 512)
            guard let pointer = halyard_curl_load(fileName, &problem, problem.count) else {
                let text = problem.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
                throw .unusable(fileName, String(decoding: text, as: UTF8.self))
            }
            self.pointer = pointer
            version = halyard_curl_version(pointer).map(String.init(cString:)) ?? "unknown"
            number = halyard_curl_version_number(pointer)
            features = halyard_curl_features(pointer)
            guard number >= Self.oldest.number else {
                throw .unusable(
                    fileName, "version \(version) is older than \(Self.oldest.text)")
            }
        }

        /// Returns a Boolean value that indicates whether the version is at least `major.minor.0`.
        func isAtLeast(_ major: UInt32, _ minor: UInt32) -> Bool { number >= major << 16 | minor << 8 }

        /// Returns a Boolean value that indicates whether the build has a feature.
        func has(_ feature: Feature) -> Bool { features & feature.rawValue != 0 }

        /// Returns libcurl's message for a result.
        func text(of result: Int32) -> String { String(cString: halyard_curl_text(pointer, result)) }

        /// An optional feature of a libcurl build.
        enum Feature: UInt32, CaseIterable {
            case tls = 0x4
            case gzip = 0x8
            case asynchronousNames = 0x80
            case http2 = 0x1_0000
            case httpsProxies = 0x20_0000
        }

        /// The missing features of this build and their consequences, one sentence each.
        var limitations: [String] {
            Feature.allCases.filter { !has($0) }.map { feature in
                let consequence =
                    switch feature {
                    case .tls: "no TLS (CURL_VERSION_SSL): https URLs fail"
                    case .gzip: "no gzip (CURL_VERSION_LIBZ): responses aren't compressed"
                    case .asynchronousNames:
                        "no asynchronous name resolution (CURL_VERSION_ASYNCHDNS): resolving a name delays other requests"
                    case .http2: "no HTTP/2 (CURL_VERSION_HTTP2): requests use HTTP/1.1"
                    case .httpsProxies: "no https proxies (CURL_VERSION_HTTPS_PROXY): https proxies are rejected"
                    }
                return "libcurl \(version) has \(consequence)."
            }
        }
    }

    /// The reason why libcurl can't perform an operation.
    struct CurlProblem: Error, Equatable {
        let message: String
        /// The related option of the transport, or `nil` for none.
        let option: String?

        init(_ message: String, option: String? = nil) { (self.message, self.option) = (message, option) }

        /// Returns the problem for a missing or unsuitable library.
        static func unusable(_ fileName: String, _ reason: String) -> CurlProblem {
            CurlProblem(
                "\(fileName) can't be used: \(reason). Install libcurl 7.68 or later (on Debian and Ubuntu: apt-get install "
                    + "libcurl4), or pass a URLSessionTransport (product HalyardURLSession) as the transport")
        }
    }
#endif
