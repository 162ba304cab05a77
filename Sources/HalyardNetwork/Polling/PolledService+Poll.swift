// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
public import HalyardTransport

extension PolledService {
    /// How a provider makes the requests for one context's flags, and how it reads the answers.
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
    /// The functions are called in turn, without a lock, on any thread.
    public struct Poll: Sendable {
        /// Makes the next request.
        ///
        /// An error counts as a failed attempt. The service adds the validator of the flags in place, unless the request has one.
        public var request: @Sendable () async throws -> HTTPRequest
        /// Reads an answer.
        ///
        /// Throw a ``FlagError`` whose message goes on from the service's address ("sent a list of no flags."), or pass on a
        /// ``JSONError``. The flags in place stay then.
        public var read: @Sendable (inout Answer) async throws -> FlagSet
        /// Describes an answer without flags, by its status.
        public var describe: @Sendable (HTTPResponse) -> Refusal = { Refusal(status: $0.head.status) }
        /// Changes a state before it is published, such as the notes of its snapshot.
        ///
        /// The outcome is nil for a state that no request caused.
        public var willPublish: @Sendable (ProviderState, Outcome?) async -> ProviderState = { state, _ in state }
        /// Called after each request whose outcome a client still wants.
        ///
        /// Returns the time until the next request if that is shorter than the interval. Nil for the interval.
        public var didPublish: @Sendable (Outcome, FlagSet?) async -> Duration? = { _, _ in nil }
        /// The first request of a run has the validator of the flags in place.
        public var sendsValidator = true
        /// Requests after an unreadable answer have the validator of the flags in place.
        ///
        /// Set it to false if answers are changes: the flags in place are then requested as a whole.
        public var keepsValidator = true

        /// Creates a poll.
        ///
        /// - Parameters:
        ///   - request: Makes the next request.
        ///   - read: Reads an answer.
        public init(
            request: @escaping @Sendable () async throws -> HTTPRequest,
            read: @escaping @Sendable (inout Answer) async throws -> FlagSet
        ) {
            self.request = request
            self.read = read
        }
    }

    /// An answer with a body.
    public struct Answer: Sendable {
        /// The answer.
        public let response: HTTPResponse
        /// The context that the flags are for.
        public let context: EvaluationContext
        /// The flags in place.
        ///
        /// Nil for none.
        public let earlier: FlagSet?
        /// The time of the answer.
        public let now: Instant
        /// The parts of the body that the reader skipped, with the reasons.
        ///
        /// Reported unless they are the same as in the answer before.
        public var findings = DiagnosticCollector()
        let provider: String
        /// The value of the policy's validator.
        ///
        /// Nil for none.
        public let validator: String?

        /// The decoded body.
        public var body: [UInt8] { response.body }

        /// The origin of flags in this answer.
        public var origin: Origin { Origin(.network, provider: provider) }

        /// The flags in place, or an empty table.
        public var earlierTable: FlagTable { earlier?.table ?? FlagTable() }

        /// The error to throw if nothing in the body can be read, so that the flags in place stay.
        ///
        /// - Parameter first: What is wrong with the first flag.
        public func noneReadable(_ first: Diagnostic) -> FlagError {
            let place = first.location?.pointer ?? ""
            return FlagError(.parseError, "sent flags of which none can be read. The first: \(place): \(first.message)")
        }

        /// Creates a snapshot of some flags, with the answer's validator and time.
        ///
        /// Flags that didn't change keep their objects, by which clients count.
        ///
        /// - Throws: ``noneReadable(_:)`` if there are findings, but no flags.
        public func flagSet(_ flags: [EvaluatedFlag], missingFlags: FlagSet.MissingFlags = .unknown) throws(FlagError)
            -> FlagSet
        {
            if flags.isEmpty, let first = findings.findings.first { throw noneReadable(first) }
            return flagSet(FlagTable(flags, reusing: earlierTable), missingFlags: missingFlags)
        }

        /// Creates a snapshot of a table, with the answer's validator and time.
        public func flagSet(_ table: FlagTable, missingFlags: FlagSet.MissingFlags = .unknown) -> FlagSet {
            FlagSet(table, for: context, validator: validator, confirmedAt: now, missingFlags: missingFlags)
        }

        /// Creates a snapshot of some values by flag name, with the answer's validator and time.
        public func flagSet(values: [String: FlagValue]) -> FlagSet {
            flagSet(FlagTable(values.map { EvaluatedFlag($0, $1, origin: origin) }, reusing: earlierTable))
        }
    }

    /// An answer that brings no flags.
    public struct Refusal: Sendable, Hashable {
        /// The kind of error.
        public var code = ErrorCode.general
        /// The event and a suggestion, as sentences after the service's address: "answered 404. Check the URL."
        public var message: String
        /// The refusal is the answer to this request: no caller waits any longer, and stored flags aren't served instead.
        ///
        /// Further requests follow, unless the status is one of the policy's permanent ones.
        public var isAnswer = false

        /// Creates a refusal.
        public init(_ message: String, code: ErrorCode = .general, isAnswer: Bool = false) {
            self.message = message
            self.code = code
            self.isAnswer = isAnswer
        }

        /// Creates the refusal of a status, with advice that suits most services.
        public init(status: Int) {
            let advice =
                switch status {
                case 400: "Check the context and the URL."
                case 401, 403: "Check the key."
                case 404: "Check the URL."
                case 429: "Poll less often."
                default: "The service may recover."
                }
            message = "answered \(status). \(advice)"
        }
    }

    /// The outcome of a request, once it is published.
    public enum Outcome: Sendable, Hashable {
        /// There are other flags, or the same ones again.
        case modified
        /// The service confirmed the flags in place.
        case notModified
        /// The flags in place stay.
        case failed(Failure)
    }

    /// The reason why a request brought no flags.
    public enum Failure: Error, Sendable, Hashable {
        /// The service refused the request, or there was no answer.
        case request(RequestFailure)
        /// The answer couldn't be read.
        case unreadable
    }
}
