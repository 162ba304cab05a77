// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// An OFREP service that evaluates all flags of a context, and announces changes in event streams.
///
/// The address of a stream contains a token, and changes occasionally. The service rejects former addresses.
final class OFREPService: Service {
    /// The part of each address that must not appear anywhere else.
    static let secret = "stream-token"

    /// A Boolean value that indicates whether a stream announces a change as soon as it opens.
    private let announcesAtOnce: Bool
    private var token = 1
    override var lastChange: Duration? { changedAt }
    private var changedAt = Duration.zero
    /// The texts of all flags in each response, by the wall-clock time of the response.
    ///
    /// `nil` stands for a forged 304 response.
    private var answers: [Instant: [Set<String>?]] = [:]

    init(_ name: String, announcesAtOnce: Bool, answering flags: [String]? = nil, _ world: World) {
        self.announcesAtOnce = announcesAtOnce
        super.init(name, flags: flags ?? ["\(name)-a", "\(name)-b"], world)
    }

    override func isReport(_ request: HTTPRequest) -> Bool { false }
    override var hasReports: Bool { false }
    override func read(_ report: FlagValue, _ found: (String, Int, Person?) -> Void) {}

    override func person(of request: HTTPRequest) -> Person? {
        guard let context = Reading.json(request.body)?["context"] else { return nil }
        return Person(
            key: context["targetingKey"].flatMap(String.init(flagValue:)) ?? Person.nobody,
            plan: context["plan"].flatMap(String.init(flagValue:)) ?? Person.nobody)
    }

    override func body(for person: Person) -> FlagValue {
        [
            "flags": .array(
                flags.map { ["key": .string($0), "value": .string(value($0, for: person)), "reason": "STATIC"] }),
            "eventStreams": [["type": "other", "url": "http://none.test"], stream],
        ]
    }

    override func isAnswer(_ document: FlagValue) -> Bool {
        guard case .array(let items)? = document["flags"], case .object? = items.first else { return false }
        return true
    }

    /// Returns half of the body, a captive portal's page, or JSON that isn't a response.
    ///
    /// The ETag stays the same.
    override func spoil(_ body: [UInt8], _ dice: inout Dice) -> [UInt8] {
        let others = ["<html>Welcome</html>", #"{"flags":7}"#, #"{"flags":[7]}"#].map { Array($0.utf8) }
        return dice.pick(others + [super.spoil(body, &dice)])
    }

    // MARK: Streams

    /// The description of the event stream.
    ///
    /// One service uses another origin, which must not receive credentials.
    private var stream: FlagValue {
        let path = "/events?\(Self.secret)=\(token)"
        if name != "of1" {
            return ["type": "sse", "endpoint": ["requestUri": .string(path)], "inactivityDelaySec": 60]
        }
        return ["type": "sse", "url": .string("http://events.\(name).test\(path)"), "inactivityDelaySec": 60]
    }

    override func opens(_ request: HTTPRequest) -> Bool { request.url.hasSuffix("=\(token)") }

    override func opened(_ line: Line) {
        line.write("data: {\"type\":\"hello\"}\n\ndata: {\n\n")
        if announcesAtOnce { announce(to: line) }
    }

    override func changed(_ flag: String) {
        changedAt = world.timeline.uptime
        let hasMoved = world.faults.chance(0.1)
        if hasMoved { token += 1 }
        for line in lines {
            announce(to: line)
            if hasMoved { line.hangUp() }
        }
    }

    private func announce(to line: Line) {
        let event: FlagValue = ["type": "refetchEvaluation", "etag": .string("v\(version)")]
        line.write("data: \(JSONWriter.text(event))\n\n")
    }

    // MARK: Truth

    override func heard(_ request: HTTPRequest, _ response: HTTPResponse, at now: Instant) {
        switch response.head.status {
        case 304 where response.head.headers["X-Forged"] != nil: answers[now, default: []].append(nil)
        case 304:
            guard let person = person(of: request), let tag = request.headers["If-None-Match"],
                let version = Int(tag.filter(\.isNumber)), history.indices.contains(version - 1)
            else { return }
            let texts = history[version - 1].map { Stamp(name, $0.key, $0.value, person).text }
            answers[now, default: []].append(Set(texts))
        case 200:
            guard case .array(let items)? = Reading.json(response.body)?["flags"] else { return }
            answers[now, default: []].append(Set(items.compactMap { $0["value"].flatMap(String.init(flagValue:)) }))
        default: break
        }
    }

    /// Returns whether flags are exactly the ones that the service sent or confirmed at their confirmation time.
    func hasSaid(_ flagSet: FlagSet) -> Bool {
        let texts = Set(flagSet.table.compactMap { Stamp($0)?.text })
        return (answers[flagSet.confirmedAt] ?? []).contains { $0 == nil || $0 == texts }
    }
}
