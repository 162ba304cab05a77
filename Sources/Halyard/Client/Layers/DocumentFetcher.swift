// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A type that fetches a document from a URL for the core, which has no networking code.
///
/// Vendor modules include a fetcher for `http` and `https`. An app can register a fetcher for its own scheme
/// (``ProviderModule/fetchers``).
public struct DocumentFetcher: Sendable {
    /// A request for a document.
    public struct Request: Sendable, Hashable {
        /// The URL.
        public var url: String
        /// The validator from the last response (an ETag), or `nil` for none.
        public var validator: String?
        /// The maximum time for the request.
        public var deadline: Duration
        /// The maximum size of the document in bytes.
        public var maximumBytes: Int

        /// Creates a request.
        public init(
            _ url: String, validator: String? = nil, deadline: Duration = .seconds(10), maximumBytes: Int = 1 << 20
        ) {
            self.url = url
            self.validator = validator
            self.deadline = deadline
            self.maximumBytes = maximumBytes
        }
    }

    /// The result of a request.
    public enum Answer: Sendable, Hashable {
        /// The document, and the validator for the next request.
        case document([UInt8], validator: String?)
        /// The document hasn't changed since the response with the validator.
        case notModified
    }

    private let fetch: @Sendable (Request) async throws -> Answer

    /// Creates a fetcher.
    ///
    /// - Parameter fetch: Called to fetch the document. It must end within the deadline, end promptly when its task is
    ///   canceled, and not block any thread. The description of a thrown error is reported, so it must not contain any
    ///   secret.
    public init(_ fetch: @escaping @Sendable (Request) async throws -> Answer) {
        self.fetch = fetch
    }

    /// Fetches a document.
    public func document(_ request: Request) async throws -> Answer { try await fetch(request) }
}
