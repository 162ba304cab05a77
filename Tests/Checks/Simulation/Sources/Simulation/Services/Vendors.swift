// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// A service like LaunchDarkly, with polling, streams, and events of contexts.
class LaunchDarklyService: Service {
    /// The messages that a stream sends when a flag changes.
    enum Style: CaseIterable {
        /// All flags first, and then each change.
        case patches
        /// Only a ping for each change.
        case pings
        /// A ping first, and then each change.
        case mixed
    }

    let style: Style
    init(_ name: String, style: Style, answering flags: [String]? = nil, _ world: World) {
        self.style = style
        super.init(name, flags: flags ?? ["\(name)-a", "\(name)-b", "\(name)-c"], world)
    }

    override func isReport(_ request: HTTPRequest) -> Bool { request.url.contains("/mobile/events") }

    override func person(of request: HTTPRequest) -> Person? {
        let document: FlagValue?
        if let body = request.body {
            document = Reading.json(body)
        } else {
            let path = request.url.prefix { $0 != "?" }
            document = Reading.json(Reading.base64(path.split(separator: "/").last ?? ""))
        }
        return document.flatMap(Self.person)
    }

    static func person(_ context: FlagValue) -> Person? {
        guard case .string(let key)? = context["key"] else { return nil }
        guard case .string(let plan)? = context["plan"] ?? context["custom"]?["plan"] else {
            return Person(key: key, plan: Person.nobody)
        }
        return Person(key: key, plan: plan)
    }

    override func body(for person: Person) -> FlagValue {
        .object(Dictionary(uniqueKeysWithValues: flags.map { ($0, flag($0, for: person)) }))
    }

    private func flag(_ flag: String, for person: Person) -> FlagValue {
        let version = FlagValue.int(Int64(versions[flag] ?? 0))
        return [
            "value": .string(value(flag, for: person)), "version": version, "flagVersion": version,
            "variation": .int(Int64(variation(person))),
            "trackEvents": .bool(flag.hasSuffix("c")),
        ]
    }

    /// Returns a variation for each person, because a variation has one value.
    private func variation(_ person: Person) -> Int {
        guard let name = Person.names.firstIndex(of: person.key) else {
            return person.key.utf8.reduce(100) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }
        }
        return name * Person.plans.count + (Person.plans.firstIndex(of: person.plan) ?? 0)
    }

    // MARK: Streams

    override func opened(_ line: Line) {
        guard let person = person(of: line.request) else { return }
        if style == .patches {
            write("put", body(for: person), to: line)
        } else {
            line.write("event: ping\ndata: {}\n\n")
        }
    }

    override func changed(_ flag: String) {
        for line in lines {
            guard let person = person(of: line.request) else { continue }
            if style == .pings {
                line.write("event: ping\ndata: {}\n\n")
            } else if case .object(var document) = self.flag(flag, for: person) {
                document["key"] = .string(flag)
                write("patch", .object(document), to: line)
            }
        }
    }

    final func write(_ event: String, _ document: FlagValue, to line: Line) {
        line.write("event: \(event)\ndata: \(JSONWriter.text(document))\n\n", isWhole: event == "put")
    }

    // MARK: Events

    override func read(_ report: FlagValue, _ found: (String, Int, Person?) -> Void) {
        guard case .array(let events) = report else { return }
        for event in events {
            guard case .string(let kind)? = event["kind"] else { continue }
            let person = person(in: event)
            switch kind {
            case "summary":
                guard case .object(let features)? = event["features"] else { continue }
                for (_, feature) in features.sorted(by: { $0.key < $1.key }) {
                    guard case .array(let counters)? = feature["counters"] else { continue }
                    for counter in counters {
                        if case .string(let value)? = counter["value"], case .int(let count)? = counter["count"],
                            counter["unknown"] == nil
                        {
                            found(value, Int(count), person)
                        }
                    }
                }
            case "custom": if case .string(let id)? = event["data"] { found(id, 1, nil) }
            case "feature": if case .string(let value)? = event["value"] { found("each " + value, 1, person) }
            default: continue
            }
        }
    }

    /// Returns the person of an event, or `nil` if the event is about several people.
    func person(in event: FlagValue) -> Person? {
        (event["context"] ?? event["user"]).flatMap(Self.person) ?? keys(event)
    }

    private func keys(_ event: FlagValue) -> Person? {
        guard case .string(let key)? = event["contextKeys"]?["user"] ?? event["userKey"] else { return nil }
        return Person(key: key, plan: "")
    }
}

/// A service like the Unleash frontend API, with polling by context and with metrics.
class UnleashService: Service {
    init(_ name: String, answering flags: [String]? = nil, _ world: World) {
        super.init(name, flags: flags ?? ["\(name)-a", "\(name)-b"], world)
    }

    override func isReport(_ request: HTTPRequest) -> Bool { request.url.hasSuffix("/client/metrics") }

    override func person(of request: HTTPRequest) -> Person? {
        if let body = request.body {
            guard let context = Reading.json(body)?["context"] else { return nil }
            return Person(
                key: context["userId"].flatMap(String.init(flagValue:)) ?? Person.nobody,
                plan: context["properties"]?["plan"].flatMap(String.init(flagValue:)) ?? Person.nobody)
        }
        let query = Reading.query(request.url)
        return Person(key: query["userId"] ?? Person.nobody, plan: query["properties[plan]"] ?? Person.nobody)
    }

    override func body(for person: Person) -> FlagValue {
        [
            "toggles": .array(
                flags.map { flag in
                    let value = FlagValue.string(value(flag, for: person))
                    return [
                        "name": .string(flag), "enabled": true, "impressionData": false,
                        "variant": ["name": value, "enabled": true, "payload": ["type": "string", "value": value]],
                    ]
                })
        ]
    }

    override func read(_ report: FlagValue, _ found: (String, Int, Person?) -> Void) {
        guard case .object(let toggles)? = report["bucket"]?["toggles"] else { return }
        for (_, toggle) in toggles.sorted(by: { $0.key < $1.key }) {
            guard case .object(let variants)? = toggle["variants"] else { continue }
            for (name, count) in variants.sorted(by: { $0.key < $1.key }) {
                if case .int(let count) = count { found(name, Int(count), nil) }
            }
        }
    }
}

/// A service like the Unleash client API, with rules that give each person a different variant.
final class UnleashRulesService: UnleashService {
    override var hasRules: Bool { true }

    override func isReport(_ request: HTTPRequest) -> Bool {
        super.isReport(request) || request.url.hasSuffix("/client/register")
    }

    /// Returns an anonymous person, because rules are the same for everyone.
    override func person(of request: HTTPRequest) -> Person? { Person(key: Person.nobody, plan: Person.nobody) }

    override func body(for person: Person) -> FlagValue {
        let people = Person.names.flatMap { name in Person.plans.map { Person(key: name, plan: $0) } }
        return [
            "version": 2,
            "features": .array(
                flags.map { flag in
                    let known = people.map { strategy(flag, for: $0, ["userId": [$0.key], "plan": [$0.plan]]) }
                    let unknown = strategy(flag, for: person, [:])
                    return ["name": .string(flag), "enabled": true, "strategies": .array(known + [unknown])]
                }),
        ]
    }

    private func strategy(_ flag: String, for person: Person, _ fields: [String: [String]]) -> FlagValue {
        let value = FlagValue.string(value(flag, for: person))
        return [
            "name": "default",
            "constraints": .array(
                fields.sorted { $0.key < $1.key }.map { field, values in
                    [
                        "contextName": .string(field), "operator": "IN",
                        "values": .array(values.map(FlagValue.string)),
                    ]
                }),
            "variants": [
                [
                    "name": value, "weight": 1000, "stickiness": "userId",
                    "payload": ["type": "string", "value": value],
                ]
            ],
        ]
    }
}
