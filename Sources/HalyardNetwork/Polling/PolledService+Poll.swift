// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

extension PolledService {
    /// A provider's functions that create the requests for one context's flags and read the responses.
    ///
    /// ```swift
    /// let poll = PolledService.Poll {
    ///     HTTPRequest(url)
    /// } read: { answer in
    ///     guard case .object(let values) = try JSONReader().read(answer.body) else {
    ///         throw FlagError(.parseError, "sent no object. Check the URL.")
    ///     }
    ///     return answer.flagSet(values: values)
    /// }
    /// ```
    /// The functions are called one at a time, without a lock, on any thread.
    public struct Poll: Sendable {
        /// Returns the next request.
        ///
        /// An error counts as a failed attempt. The service adds the validator of the current flags unless the request already has
        /// one.
        public var request: @Sendable () async throws -> HTTPRequest
        /// Reads a response.
        ///
        /// Throw a `FlagError` with a message that continues after the service's address ("sent no flags."), or pass on a
        /// `JSONError`. The current flags then remain.
        public var read: @Sendable (inout Answer) async throws -> FlagSet
        /// Describes a response without flags by its status.
        public var describe: @Sendable (HTTPResponse) -> Refusal = { Refusal(status: $0.head.status) }
        /// Called before a state is published, and returns the state to publish, for example with other provider data in its flag set.
        ///
        /// The outcome is `nil` if no request caused the state.
        public var willPublish: @Sendable (ProviderState, Outcome?) async -> ProviderState = { state, _ in state }
        /// Called after each request with an outcome that a client still needs.
        ///
        /// Returns the time until the next request if it's shorter than the interval, or `nil` for the interval.
        public var didPublish: @Sendable (Outcome, FlagSet?) async -> Duration? = { _, _ in nil }
        /// A Boolean value that indicates whether the first request of a run has the validator of the current flags.
        public var sendsValidator = true
        /// A Boolean value that indicates whether requests after an unreadable response have the validator of the current flags.
        ///
        /// Set it to `false` if responses contain only changes. The next request then gets all flags.
        public var keepsValidator = true

        /// Creates a poll.
        ///
        /// - Parameters:
        ///   - request: Returns the next request.
        ///   - read: Reads a response.
        public init(
            request: @escaping @Sendable () async throws -> HTTPRequest,
            read: @escaping @Sendable (inout Answer) async throws -> FlagSet
        ) {
            self.request = request
            self.read = read
        }
    }

    /// A response with a body.
    public struct Answer: Sendable {
        /// The HTTP response.
        public let response: HTTPResponse
        /// The evaluation context of the flags.
        public let context: EvaluationContext
        /// The current flags, or `nil` if there are none.
        public let earlier: FlagSet?
        /// The time of the response.
        public let now: Instant
        /// The parts of the body that the reader skipped, with the reasons.
        ///
        /// Halyard reports them unless they are the same as the previous response's.
        public var diagnostics = DiagnosticCollector()
        let provider: String
        /// The value of the policy's validator, or `nil` if there is none.
        public let validator: String?

        /// The decoded body.
        public var body: [UInt8] { response.body }

        /// The origin of flags in this response.
        public var origin: Origin { Origin(.network, provider: provider) }

        /// The current flags, or an empty table.
        public var earlierTable: FlagTable { earlier?.table ?? FlagTable() }

        /// Returns the error to throw if nothing in the body can be read, so that the current flags remain.
        ///
        /// - Parameter first: The problem with the first flag.
        public func noneReadable(_ first: Diagnostic) -> FlagError {
            let place = first.location?.pointer ?? ""
            return FlagError(.parseError, "sent only flags that can't be read. The first: \(place): \(first.message)")
        }

        /// Creates a flag set of some flags, with the response's validator and time.
        ///
        /// Unchanged flags keep their objects, which clients use for counting.
        ///
        /// - Throws: ``noneReadable(_:)`` if there are diagnostics but no flags.
        public func flagSet(_ flags: [EvaluatedFlag], missingFlags: FlagSet.MissingFlags = .unknown) throws(FlagError)
            -> FlagSet
        {
            if flags.isEmpty, let first = diagnostics.diagnostics.first { throw noneReadable(first) }
            return flagSet(FlagTable(flags, reusing: earlierTable), missingFlags: missingFlags)
        }

        /// Creates a flag set of a table, with the response's validator and time.
        public func flagSet(_ table: FlagTable, missingFlags: FlagSet.MissingFlags = .unknown) -> FlagSet {
            FlagSet(table, for: context, validator: validator, confirmedAt: now, missingFlags: missingFlags)
        }

        /// Creates a flag set of some values by flag key, with the response's validator and time.
        public func flagSet(values: [String: FlagValue]) -> FlagSet {
            flagSet(FlagTable(values.map { EvaluatedFlag($0, $1, origin: origin) }, reusing: earlierTable))
        }
    }

    /// A response without flags.
    public struct Refusal: Sendable, Hashable {
        /// The kind of error.
        public var code = ErrorCode.general
        /// The problem and a suggestion, as sentences that continue after the service's address.
        ///
        /// For example, "responded with status 404. Check the URL."
        public var message: String
        /// A Boolean value that indicates whether the response is final for this request.
        ///
        /// Callers then stop waiting, and Halyard doesn't return stored flags instead. Further requests follow, unless the status
        /// is one of the policy's permanent statuses.
        public var isAnswer = false

        /// Creates a refusal.
        public init(_ message: String, code: ErrorCode = .general, isAnswer: Bool = false) {
            self.message = message
            self.code = code
            self.isAnswer = isAnswer
        }

        /// Creates the refusal for a status, with advice that suits most services.
        public init(status: Int) {
            let advice =
                switch status {
                case 400: "Check the context and the URL."
                case 401, 403: "Check the key."
                case 404: "Check the URL."
                case 429: "Poll less often."
                default: "The service might recover."
                }
            message = "responded with status \(status). \(advice)"
        }
    }

    /// The outcome of a request, after it was published.
    public enum Outcome: Sendable, Hashable {
        /// The response contained flags, which might be unchanged.
        case modified
        /// The service confirmed the current flags.
        case notModified
        /// The current flags remain.
        case failed(Failure)
    }

    /// The reason why a request didn't return flags.
    public enum Failure: Error, Sendable, Hashable {
        /// The service rejected the request, or there was no response.
        case request(RequestFailure)
        /// The response couldn't be read.
        case unreadable
    }
}
