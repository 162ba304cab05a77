// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardNetwork
import HalyardTransport

/// A server's answer about all flags of a context.
///
/// What cannot be read is skipped and reported, and the rest is kept; members that are not known are ignored.
struct OFREPAnswer {
    /// How many event streams are opened at most: each takes a connection of the app's.
    private static let streamLimit = 10

    private(set) var flags: [EvaluatedFlag] = []
    /// Where changes are announced.
    private(set) var streams: [OFREPStreamAddress] = []
    private(set) var findings = DiagnosticCollector()
    /// The problem of the first flag that can't be read.
    private var firstSkipped: Diagnostic?
    /// Where metadata was left out.
    private var lostMetadata: [[String]] = []

    /// Reads a server's answer, and adds findings to it.
    ///
    /// - Parameters:
    ///   - answer: The server's answer.
    ///   - service: The service whose event streams are read; nil where streams don't count.
    /// - Throws: Why none of it can be used.
    init(_ answer: inout PolledService.Answer, events service: OFREPService?) throws {
        let document = try JSONReader().read(answer.body)
        guard let read = OFREPAnswer(document, origin: answer.origin, base: service?.url.origin) else {
            throw FlagError(
                .parseError, "sent \(answer.body.count) bytes without a list \"flags\". Check the URL.")
        }
        if read.flags.isEmpty, let first = read.firstSkipped { throw answer.noneReadable(first) }
        answer.findings = read.findings
        self = read
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - document: The JSON.
    ///   - origin: The origin of its flags.
    ///   - base: The service's own origin, for streams that name none; nil where streams don't count.
    /// - Returns: Nil for a document without a list of flags.
    init?(_ document: FlagValue, origin: Origin, base: WebOrigin? = nil) {
        guard case .array(let items)? = document["flags"] else { return nil }
        let shared = metadata(document["metadata"], at: [])
        flags.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            if let flag = flag(item, at: ["flags", String(index)], shared, origin) { flags.append(flag) }
        }
        firstSkipped = findings.findings.first
        if let first = lostMetadata.first {
            findings.add(
                nil, at: first,
                "Metadata that is no Boolean, number or text was left out: \(lostMetadata.count) in all, the first here."
            )
        }
        if case .array(let entries)? = document["eventStreams"] {
            for (index, entry) in entries.enumerated() where entry["type"] == "sse" {
                if let address = OFREPStreamAddress(entry, base: base) {
                    streams.append(address)
                } else if base != nil {
                    findings.add(
                        nil, at: ["eventStreams", String(index)], "The event stream has no address that can be used.",
                        suggestion: "Give it a \"url\", or an \"endpoint\" whose \"requestUri\" begins with \"/\".")
                }
            }
            if streams.count > Self.streamLimit {
                findings.add(
                    nil, at: ["eventStreams"],
                    "Of \(streams.count) event streams the first \(Self.streamLimit) are used.")
                streams.removeLast(streams.count - Self.streamLimit)
            }
        }
    }

    private mutating func flag(
        _ item: FlagValue, at path: [String], _ shared: [String: FlagValue], _ origin: Origin
    ) -> EvaluatedFlag? {
        let consequence = "The item has no key; it was skipped."
        guard let key = findings.required("key", of: item, nil, at: path, orElse: consequence) else { return nil }
        let metadata = shared.merging(metadata(item["metadata"], at: path)) { $1 }
        // Servers also send a value beside an error, so the code decides.
        if case .string(let code)? = item["errorCode"], !code.isEmpty {
            // As if it were not listed.
            if code == ErrorCode.flagNotFound.rawValue { return nil }
            return EvaluatedFlag(
                key, .null, reason: .error, metadata: metadata, origin: origin, error: Self.error(code, item))
        }
        let value = item["value"] ?? .null
        let reason = findings.optional(String.self, "reason", of: item, key, at: path) ?? ""
        let variant = findings.optional(String.self, "variant", of: item, key, at: path) ?? ""
        return EvaluatedFlag(
            key, value, variant: variant.isEmpty ? nil : variant,
            reason: reason.isEmpty ? .unknown : EvaluationReason(rawValue: reason), metadata: metadata, origin: origin)
    }

    private static func error(_ code: String, _ item: FlagValue) -> FlagError {
        let details = item["errorDetails"].flatMap(String.init(flagValue:)) ?? "The server could not decide the flag."
        if let known = ErrorCode(ofrep: .string(code)) { return FlagError(known, details) }
        return FlagError(.general, "\(code): \(details)")
    }

    /// The members that may be metadata: Booleans, numbers and texts.
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
    /// A code that the protocol defines; nil for any other.
    init?(ofrep code: FlagValue?) {
        let known: [ErrorCode] = [.parseError, .targetingKeyMissing, .invalidContext, .general]
        guard let code = known.first(where: { .string($0.rawValue) == code }) else { return nil }
        self = code
    }
}
