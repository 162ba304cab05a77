// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

public import Halyard
import HalyardNetwork
public import HalyardTransport

/// Which service answers, and how it is asked.
///
/// ```swift
/// var options = OFREPOptions(url: "https://flags.example.com")
/// options.bearer = Secret(token)
/// ```
/// A value.
public struct OFREPOptions: Sendable {
    /// The form in which attributes are sent.
    public enum Attributes: String, Sendable, CaseIterable {
        /// Each with its own type.
        case native
        /// All as text, for servers that take nothing else (Flipt); lists and objects are lost.
        case text
    }

    /// What becomes of a context's parts beside the primary one.
    public enum Contexts: String, Sendable, CaseIterable {
        /// Each is sent as an object under its kind.
        case nested
        /// They are left out.
        case primary
    }

    /// The URL before `/ofrep`; it may have a path and a query, which stay.
    public var url: String
    /// The token, for `Authorization: Bearer …`; nil for none.
    public var bearer: Secret?
    /// The key, for `X-API-Key: …`; nil for none.
    public var apiKey: Secret?
    /// Further header fields of all requests, such as those that select a set of flags.
    public var headers: [String: String] = [:]
    /// Makes header fields before each request, which override all others; nil for none.
    ///
    /// Stored flags do not depend on them, so that a token that changes does not lose what was stored.
    public var headersProvider: HTTPHeaders.Provider?
    /// The time from one poll to the next, from a second to a year; zero, the default, for none.
    public var pollInterval = Duration.zero
    /// Whether the event streams that the server names are read, so that changes arrive at once.
    public var events = true
    /// How long the app may be in the background before event streams are closed; nil for what the server asks for, or
    /// 120 seconds.
    public var inactivityDelay: Duration?
    /// Whether nothing is polled in the background, and event streams are closed there after ``inactivityDelay``.
    public var pausesInBackground = true
    /// How long an answer may take, including its body, and the head of an event stream; from 10 milliseconds to an hour.
    public var timeout = Duration.seconds(10)
    /// The form of attributes.
    public var attributes = Attributes.native
    /// What becomes of parts beside the primary one.
    public var contexts = Contexts.nested
    /// What a flag means that the server does not list.
    public var missingFlags = FlagSet.MissingFlags.unknown

    /// Makes options.
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
                    last.option, "\(names) are both sent, and servers differ in which one counts.",
                    suggestion: "Leave all but one out."))
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

    /// The probable mistakes in options that a provider can be made from.
    var risks: [InvalidOption] {
        let paths = ["ofrep", "ofrep/v1", "ofrep/v1/evaluate", "ofrep/v1/evaluate/flags"]
        return [InvalidOption("url", url: url, endingWith: paths)].compactMap(\.self)
    }

    /// The header fields that the options set, each with the option.
    private var headerFields: [(option: String, name: String, value: String)] {
        var fields: [(option: String, name: String, value: String)] = []
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) { fields.append(("headers", name, value)) }
        if let bearer { fields.append(("bearer", "Authorization", bearer.reveal())) }
        if let apiKey { fields.append(("apiKey", "X-API-Key", apiKey.reveal())) }
        return fields
    }
}
