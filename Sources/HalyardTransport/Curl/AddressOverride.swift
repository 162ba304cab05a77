// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    /// Another place to connect to for a host and port; certificates are still verified for the host.
    ///
    /// For tests, and for services behind names that the system does not know.
    public struct AddressOverride: Sendable, Hashable {
        /// The host and port in URLs.
        public let host: String, port: Int
        /// The host, or its address, and the port to connect to.
        public let destination: String, destinationPort: Int

        /// Makes an override; IPv6 addresses have brackets.
        ///
        /// - Throws: What is wrong with a host or a port.
        public init(
            host: String, port: Int, destination: String, destinationPort: Int
        ) throws(NetworkOptionsError) {
            guard WebAddress("http://\(host):\(port)")?.port == port,
                WebAddress("http://\(destination):\(destinationPort)")?.port == destinationPort
            else {
                throw NetworkOptionsError(
                    "addresses", "A host or a port is not one of a URL: \(port), \(destinationPort)")
            }
            (self.host, self.port) = (host, port)
            (self.destination, self.destinationPort) = (destination, destinationPort)
        }

        /// As CURLOPT_CONNECT_TO wants it.
        var line: String { "\(host):\(port):\(destination):\(destinationPort)" }
    }
#endif
