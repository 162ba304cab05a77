// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
public import HalyardTransport

/// The options of an OFREP provider.
///
/// ```swift
/// var options = OFREPOptions(url: "https://flags.example.com")
/// options.bearer = Secret(token)
/// ```
/// Because it's a value, you can pass it between threads.
public struct OFREPOptions: Sendable {
    /// The format of attributes.
    public enum Attributes: String, Sendable, CaseIterable {
        /// Each attribute with its own type.
        case native
        /// All attributes as strings, for servers that only accept strings (Flipt).
        ///
        /// Arrays and objects are left out.
        case text
    }

    /// The handling of a context's parts other than the primary part.
    public enum Contexts: String, Sendable, CaseIterable {
        /// Each part is sent as an object under its kind.
        case nested
        /// The parts are left out.
        case primary
    }

    /// The URL before `/ofrep`, which can contain a path and a query.
    public var url: String
    /// The token for `Authorization: Bearer …`, or `nil` for none.
    public var bearer: Secret?
    /// The key for `X-API-Key: …`, or `nil` for none.
    public var apiKey: Secret?
    /// Additional header fields of all requests, such as fields that select a flag set.
    public var headers: [String: String] = [:]
    /// A function that returns header fields for each request, or `nil` for none.
    ///
    /// They override all other header fields. Stored flags don't depend on them, so a changed token doesn't discard stored
    /// flags.
    public var headersProvider: HTTPHeaders.Provider?
    /// The polling interval, from 1 second to 1 year, or zero to turn off polling (default: zero).
    public var pollInterval = Duration.zero
    /// A Boolean value that indicates whether the provider reads the server's event streams, so that changes arrive
    /// immediately.
    public var events = true
    /// The time in the background after which event streams are closed.
    ///
    /// If it's `nil`, the server's value applies, or 120 seconds.
    public var inactivityDelay: Duration?
    /// A Boolean value that indicates whether the provider pauses in the background.
    ///
    /// If it's `true`, the provider doesn't poll in the background, and closes event streams there after
    /// ``inactivityDelay``.
    public var pausesInBackground = true
    /// The timeout for a response, including its body, and for the head of an event stream, from 10 milliseconds to 1 hour.
    public var timeout = Duration.seconds(10)
    /// The format of attributes.
    public var attributes = Attributes.native
    /// The handling of parts other than the primary part.
    public var contexts = Contexts.nested
    /// The meaning of a flag that the server doesn't list.
    public var missingFlags = FlagSet.MissingFlags.unknown

    /// Creates options with a server URL.
    public init(url: String) { self.url = url }
}

extension OFREPOptions {
    /// All problems with the options.
    var problems: [InvalidOption] {
        var problems: [InvalidOption] = []
        if let problem = InvalidOption("url", url: url) { problems.append(problem) }
        for field in headerFields {
            if let problem = HTTPHeaders.problem(with: field.name, field.value, isReserved: OFREPService.isReserved) {
                problems.append(InvalidOption(field.option, problem.message, suggestion: problem.suggestion))
            }
        }
        let credentials = headerFields.filter { ["authorization", "x-api-key"].contains($0.name.lowercased()) }
        if let last = credentials.last, credentials.count > 1 {
            let names = credentials.map(\.name).joined(separator: " and ")
            problems.append(
                InvalidOption(
                    last.option, "\(names) are both set, and servers differ in which one they use.",
                    suggestion: "Remove all but one."))
        }
        let long = Duration.seconds(1) ... .seconds(31_536_000)
        if pollInterval != .zero, let problem = InvalidOption("pollInterval", pollInterval, in: long) {
            problems.append(problem)
        }
        if let inactivityDelay, let problem = InvalidOption("inactivityDelay", inactivityDelay, in: long) {
            problems.append(problem)
        }
        if let problem = InvalidOption("timeout", timeout, in: .milliseconds(10) ... .seconds(3600)) {
            problems.append(problem)
        }
        return problems
    }

    /// Probable mistakes in otherwise valid options.
    var risks: [InvalidOption] {
        let paths = ["ofrep", "ofrep/v1", "ofrep/v1/evaluate", "ofrep/v1/evaluate/flags"]
        return [InvalidOption("url", url: url, endingWith: paths)].compactMap(\.self)
    }

    /// The header fields that the options set, with the name of each option.
    private var headerFields: [(option: String, name: String, value: String)] {
        var fields: [(option: String, name: String, value: String)] = []
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.append(("headers", name, value)) }
        if let bearer { fields.append(("bearer", "Authorization", bearer.reveal())) }
        if let apiKey { fields.append(("apiKey", "X-API-Key", apiKey.reveal())) }
        return fields
    }
}
