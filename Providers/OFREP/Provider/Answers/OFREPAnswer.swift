// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// A server's response with all flags of a context.
///
/// Unreadable items are skipped and reported, and unknown properties are ignored.
struct OFREPAnswer {
    /// The maximum number of event streams, because each stream requires a connection.
    private static let streamLimit = 10

    private(set) var flags: [EvaluatedFlag] = []
    /// The addresses of event streams that announce changes.
    private(set) var streams: [OFREPStreamAddress] = []
    private(set) var diagnostics = DiagnosticCollector()
    /// The problem of the first unreadable flag.
    private var firstSkipped: Diagnostic?
    /// The locations of ignored metadata.
    private var lostMetadata: [[String]] = []

    /// Reads a server's response, and adds diagnostics to it.
    ///
    /// - Parameters:
    ///   - answer: The server's response.
    ///   - service: The service whose event streams are read, or `nil` to ignore event streams.
    /// - Throws: An error if the response isn't JSON, or if no flags can be read.
    init(_ answer: inout PolledService.Answer, events service: OFREPService?) throws {
        let document = try JSONReader().read(answer.body)
        guard let read = OFREPAnswer(document, origin: answer.origin, base: service?.url.origin) else {
            throw FlagError(
                .parseError, "sent \(answer.body.count) bytes without an array \"flags\". Check the URL.")
        }
        if read.flags.isEmpty, let first = read.firstSkipped { throw answer.noneReadable(first) }
        answer.diagnostics = read.diagnostics
        self = read
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The JSON document.
    ///   - origin: The origin of its flags.
    ///   - base: The service's origin, for event streams without an origin, or `nil` to ignore event streams.
    /// - Returns: `nil` if the document has no array of flags.
    init?(_ document: FlagValue, origin: Origin, base: WebOrigin? = nil) {
        guard case .array(let items)? = document["flags"] else { return nil }
        let shared = metadata(document["metadata"], at: [])
        flags.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            if let flag = flag(item, at: ["flags", String(index)], shared, origin) { flags.append(flag) }
        }
        firstSkipped = diagnostics.diagnostics.first
        if let first = lostMetadata.first {
            diagnostics.add(
                nil, at: first,
                "Metadata that isn't a Boolean, number, or string was left out (count: \(lostMetadata.count)). This is the first."
            )
        }
        if case .array(let entries)? = document["eventStreams"] {
            for (index, entry) in entries.enumerated() where entry["type"] == "sse" {
                if let address = OFREPStreamAddress(entry, base: base) {
                    streams.append(address)
                } else if base != nil {
                    diagnostics.add(
                        nil, at: ["eventStreams", String(index)], "The event stream has no valid address.",
                        suggestion: "Add a \"url\", or an \"endpoint\" whose \"requestUri\" begins with \"/\".")
                }
            }
            if streams.count > Self.streamLimit {
                diagnostics.add(
                    nil, at: ["eventStreams"],
                    "Only the first \(Self.streamLimit) of \(streams.count) event streams are used.")
                streams.removeLast(streams.count - Self.streamLimit)
            }
        }
    }

    private mutating func flag(
        _ item: FlagValue, at path: [String], _ shared: [String: FlagValue], _ origin: Origin
    ) -> EvaluatedFlag? {
        let consequence = "The item has no key, so it was skipped."
        guard let key = diagnostics.required("key", of: item, nil, at: path, orElse: consequence) else { return nil }
        let metadata = shared.merging(metadata(item["metadata"], at: path)) { $1 }
        // Servers also send a value with an error, so the code determines the result.
        if case .string(let code)? = item["errorCode"], !code.isEmpty {
            // The flag is treated as a flag that the server doesn't list.
            if code == ErrorCode.flagNotFound.rawValue { return nil }
            return EvaluatedFlag(
                key, .null, reason: .error, metadata: metadata, origin: origin, error: Self.error(code, item))
        }
        let value = item["value"] ?? .null
        let reason = diagnostics.optional(String.self, "reason", of: item, key, at: path) ?? ""
        let variant = diagnostics.optional(String.self, "variant", of: item, key, at: path) ?? ""
        return EvaluatedFlag(
            key, value, variant: variant.isEmpty ? nil : variant,
            reason: reason.isEmpty ? .unknown : EvaluationReason(rawValue: reason), metadata: metadata, origin: origin)
    }

    private static func error(_ code: String, _ item: FlagValue) -> FlagError {
        let details = item["errorDetails"].flatMap(String.init(flagValue:)) ?? "The server couldn't evaluate the flag."
        if let known = ErrorCode(ofrep: .string(code)) { return FlagError(known, details) }
        return FlagError(.general, "\(code): \(details)")
    }

    /// Returns valid metadata, which consists of Booleans, numbers, and strings.
    private mutating func metadata(_ json: FlagValue?, at path: [String]) -> [String: FlagValue] {
        guard case .object(let members)? = json else {
            if json?.isNull == false { lostMetadata.append(path + ["metadata"]) }
            return [:]
        }
        let kept = members.filter { !$0.value.isNull && $0.value.asText != nil }
        let lost = members.keys.filter { kept[$0] == nil && members[$0]?.isNull == false }
        lostMetadata += lost.sorted().map { path + ["metadata", $0] }
        return kept
    }
}

extension ErrorCode {
    /// Creates a code that the protocol defines, or returns `nil` for any other code.
    init?(ofrep code: FlagValue?) {
        let known: [ErrorCode] = [.parseError, .targetingKeyMissing, .invalidContext, .general]
        guard let code = known.first(where: { .string($0.rawValue) == code }) else { return nil }
        self = code
    }
}
