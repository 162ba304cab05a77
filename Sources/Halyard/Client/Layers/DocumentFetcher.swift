// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// Fetches a document from a URL, for the core, which has no networking itself.
///
/// A vendor's module includes one for `http` and `https`; an app may register one for a scheme of its own
/// (``ProviderModule/fetchers``).
public struct DocumentFetcher: Sendable {
    /// A request for a document.
    public struct Request: Sendable, Hashable {
        /// The URL.
        public var url: String
        /// The validator that came with the document last time (an ETag); nil for none.
        public var validator: String?
        /// How long the request may take.
        public var deadline: Duration
        /// The maximum size of the document in bytes.
        public var maximumBytes: Int

        /// Makes a request.
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
        /// The document is still the one that the validator came with.
        case notModified
    }

    private let fetch: @Sendable (Request) async throws -> Answer

    /// Makes a fetcher.
    ///
    /// - Parameter fetch: Fetches the document. It must end within the deadline, promptly when its task is cancelled, and block
    ///   no thread. The description of what it throws is reported; it must hold no secret.
    public init(_ fetch: @escaping @Sendable (Request) async throws -> Answer) {
        self.fetch = fetch
    }

    /// Fetches a document.
    public func document(_ request: Request) async throws -> Answer { try await fetch(request) }
}
