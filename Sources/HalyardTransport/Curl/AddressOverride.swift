// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    /// Another address to connect to for a host and port.
    ///
    /// Certificates are still verified for the host. Use it for tests, and for services with names that the system can't resolve.
    public struct AddressOverride: Sendable, Hashable {
        /// The host and port in URLs.
        public let host: String, port: Int
        /// The name or address of the host, and the port to connect to.
        public let destination: String, destinationPort: Int

        /// Creates an override, where IPv6 addresses have brackets.
        ///
        /// - Throws: An error if a host or a port isn't valid.
        public init(
            host: String, port: Int, destination: String, destinationPort: Int
        ) throws(NetworkOptionsError) {
            guard WebAddress("http://\(host):\(port)")?.port == port,
                WebAddress("http://\(destination):\(destinationPort)")?.port == destinationPort
            else {
                throw NetworkOptionsError(
                    "addresses", "A host or a port isn't valid in a URL. The ports are \(port) and \(destinationPort)")
            }
            (self.host, self.port) = (host, port)
            (self.destination, self.destinationPort) = (destination, destinationPort)
        }

        /// The override in the format of CURLOPT_CONNECT_TO.
        var line: String { "\(host):\(port):\(destination):\(destinationPort)" }
    }
#endif
