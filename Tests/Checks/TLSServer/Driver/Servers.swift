// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import HalyardTransport

    /// The servers' locations, which the script passes as `name=value` pairs.
    struct Servers: Sendable {
        let places: [String: String]

        init(_ arguments: some Sequence<String>) {
            var places: [String: String] = [:]
            for argument in arguments {
                let parts = argument.split(separator: "=", maxSplits: 1)
                if parts.count == 2 { places[String(parts[0])] = String(parts[1]) }
            }
            self.places = places
        }

        func port(_ name: String) -> Int { Int(self[name]) ?? 0 }

        subscript(name: String) -> String { places[name] ?? "" }

        /// Returns the URL of a server, with the scheme of its kind.
        func url(_ name: String, _ path: String = "/") -> String {
            "\(name == "http" ? "http" : "https")://127.0.0.1:\(port(name))\(path)"
        }

        /// Options that trust the temporary certificate authority.
        var trusting: NetworkOptions {
            var options = NetworkOptions()
            options.certificateAuthorities = .file(self["authority"])
            options.proxy = .direct
            return options
        }

        /// Returns the number of a listener's connections, or of the connections that a proxy forwarded.
        func count(_ name: String) async throws -> Int {
            var options = NetworkOptions()
            options.proxy = .direct
            let transport = try CurlTransport(options)
            let response = try await transport.send(
                HTTPRequest("http://127.0.0.1:\(port("counts"))/\(name)"), within: HTTPLimits())
            await transport.close()
            return Int(String(decoding: response.body, as: UTF8.self)) ?? -1
        }
    }

    /// The result of a request.
    enum Outcome: Equatable, CustomStringConvertible {
        case answer(Int, String)
        case failure(TransportError.Kind)

        var description: String {
            switch self {
            case .answer(let status, let body): "\(status) \(body)"
            case .failure(let kind): "\(kind)"
            }
        }

        static let flags = Outcome.answer(200, "flags")

        /// Sends a request, and returns the result and the text of an error.
        static func of(
            _ url: String, _ options: NetworkOptions, addresses: [AddressOverride] = []
        ) async throws -> (Outcome, text: String) {
            let transport = try CurlTransport(options, addresses: addresses)
            let result = await of(url, over: transport)
            await transport.close()
            return result
        }

        static func of(_ url: String, over transport: CurlTransport) async -> (Outcome, text: String) {
            do throws(TransportError) {
                let response = try await transport.send(HTTPRequest(url), within: HTTPLimits())
                return (.answer(response.head.status, String(decoding: response.body, as: UTF8.self)), "")
            } catch {
                return (.failure(error.kind), error.description)
            }
        }
    }
#endif
