// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTransport

/// A service like LaunchDarkly's for server SDKs, with rules that give each person a different variation.
///
/// It deletes flags, and its streams repeat changes that are out of date, which must have no effect.
final class LaunchDarklyRulesService: LaunchDarklyService {
    private let deletes: Bool
    override var lastChange: Duration? { changedAt }
    private var changedAt = Duration.zero

    init(_ name: String, answering flags: [String]? = nil, _ world: World) {
        deletes = flags == nil
        super.init(name, style: .patches, answering: flags, world)
    }

    override var hasRules: Bool { true }

    override func isReport(_ request: HTTPRequest) -> Bool {
        request.url.hasSuffix("/bulk") || request.url.hasSuffix("/diagnostic")
    }

    /// Returns an anonymous person, because rules are the same for everyone.
    override func person(of request: HTTPRequest) -> Person? { Person(key: Person.nobody, plan: Person.nobody) }

    /// Returns the person of an event, whose context has a generated key if the person is anonymous.
    override func person(in event: FlagValue) -> Person? {
        guard let person = super.person(in: event) else { return nil }
        return Person.names.contains(person.key) ? person : Person(key: Person.nobody, plan: Person.nobody)
    }

    override func body(for person: Person) -> FlagValue {
        let flags = flags.compactMap { flag in versions[flag].map { (flag, rules(flag, $0)) } }
        return ["flags": .object(Dictionary(uniqueKeysWithValues: flags)), "segments": ["gold": gold]]
    }

    private let gold: FlagValue = [
        "key": "gold", "version": 1, "salt": "salt",
        "rules": [["clauses": [["attribute": "plan", "op": "in", "values": ["gold"]]]]],
    ]

    /// Returns the rules of a flag in a version.
    ///
    /// - Parameter content: The version that the values name, if it's another one.
    private func rules(_ flag: String, _ version: Int, content: Int? = nil) -> FlagValue {
        let people = Person.names.flatMap { name in Person.plans.map { Person(key: name, plan: $0) } }
        let nobody = Person(key: Person.nobody, plan: Person.nobody)
        let values = (people + [nobody]).map { Stamp(name, flag, content ?? version, $0).text }
        return [
            "key": .string(flag), "version": .int(Int64(version)), "on": true, "salt": "salt",
            "variations": .array(values.map(FlagValue.string)), "fallthrough": ["variation": .int(Int64(people.count))],
            "trackEvents": .bool(flag.hasSuffix("c")), "rules": .array(people.enumerated().map(rule)),
        ]
    }

    private func rule(_ place: Int, _ person: Person) -> FlagValue {
        [
            "id": .string("\(person.key), \(person.plan)"), "variation": .int(Int64(place)),
            "clauses": [
                ["attribute": "key", "op": "in", "values": [.string(person.key)]],
                ["attribute": "", "op": "segmentMatch", "values": ["gold"], "negate": .bool(person.plan != "gold")],
            ],
        ]
    }

    // MARK: Changes

    override func removes(_ flag: String) -> Bool {
        deletes && versions[flag] != nil && world.faults.chance(0.25)
    }

    override func opened(_ line: Line) { put(to: line) }

    private func put(to line: Line) {
        world.note { "\(name) sends all flags: \(versions.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })" }
        write("put", ["path": "/", "data": body(for: Person(key: Person.nobody, plan: Person.nobody))], to: line)
    }

    override func changed(_ flag: String) {
        changedAt = world.timeline.uptime
        // A stream that isn't open yet starts with all flags.
        for line in lines where line.hearsSince != nil {
            // Rules that replace all others also replace the versions of deleted flags.
            if world.faults.chance(0.1) {
                put(to: line)
                continue
            }
            if let version = versions[flag] { patch(flag, version, to: line) } else { delete(flag, version, to: line) }
            if world.faults.chance(0.3) { repeatChange(of: flag, to: line) }
            if world.faults.chance(0.1) { line.write("event: other\ndata: {\n\n") }
        }
    }

    /// Sends a change that is out of date.
    private func repeatChange(of flag: String, to line: Line) {
        let former = max(1, version - 1 - world.faults.below(3))
        switch world.faults.below(3) {
        case 0: patch(flag, former, to: line)
        // The same version with other values.
        case 1: patch(flag, version, content: former, to: line)
        default: delete(flag, versions[flag] == nil ? former : version, to: line)
        }
    }

    private func patch(_ flag: String, _ version: Int, content: Int? = nil, to line: Line) {
        world.note { "\(name) sends \(flag) \(version)" + (content.map { " with values of \($0)" } ?? "") }
        write("patch", ["path": .string("/flags/\(flag)"), "data": rules(flag, version, content: content)], to: line)
    }

    private func delete(_ flag: String, _ version: Int, to line: Line) {
        world.note { "\(name) deletes \(flag) \(version)" }
        write("delete", ["path": .string("/flags/\(flag)"), "version": .int(Int64(version))], to: line)
    }

    // MARK: Keys

    /// Rejects the key until an operator restores it.
    func revoke(for duration: Duration) {
        isRevoked = true
        for line in lines { line.hangUp() }
        world.timeline.after(duration) { [self] in isRevoked = false }
    }

    // MARK: Truth

    /// Checks that contexts are reported once, and before other events about them, if all payloads of a single sink arrive in order.
    func judgeContexts(_ report: FlagValue, of station: Station) {
        let hasOneSink = !station.isShared && !world.apps.contains(where: \.hasSwitched)
        guard world.setting.isQuiet, hasOneSink, !world.setting.storesEvents, !world.hasErased,
            world.time.offset == .zero, !station.hasDrops, let problem = station.contexts.problem(in: report)
        else { return }
        world.fail(.contexts, "\(name): \(problem)")
    }

    /// Returns the number of the first change, from a given one on, after which the service had exactly these versions of its flags.
    func moment(of flagSet: FlagSet, from first: Int) -> Int? {
        var versions: [String: Int] = [:]
        for flag in flagSet.table { if let stamp = Stamp(flag) { versions[stamp.flag] = stamp.version } }
        return history[first...].firstIndex(of: versions)
    }
}
