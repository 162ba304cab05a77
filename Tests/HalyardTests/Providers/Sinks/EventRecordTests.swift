// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@Suite("Event records")
struct EventRecordTests {
    private let time = Instant(millisecondsSinceEpoch: 1_767_225_600_000)
    private let origin = Origin(.network, provider: "unleash")
    private let ada = EvaluationContext([
        .init(
            key: "ada", attributes: ["plan": "gold", "email": "ada@example.com", "address": ["street": "Main"]],
            privateAttributes: ["email", "/address/street"]),
        .init(.organization, key: "acme", attributes: ["size": 3, "a/b~c": 1], privateAttributes: ["/a~1b~0c"]),
    ])

    private func record(_ event: FlagEvent, context: EventRecord.ContextDetail = .keys) throws -> EventRecord {
        try #require(EventRecord(event, context: context))
    }

    private func exposure(_ context: EventRecord.ContextDetail, _ error: ErrorCode? = nil) throws -> EventRecord {
        let flag = EvaluatedFlag(
            "limit", 5, variant: "high", version: 7, reason: .targetingMatch, origin: origin, reporting: .each)
        let evaluation = Evaluation(
            flag: flag, key: "limit", value: error == nil ? 5 : 10, defaultValue: 10, error: error, context: ada,
            time: time
        )
        return try record(.evaluated(evaluation), context: context)
    }

    @Test("Writes the configured context detail without private attributes")
    func privacy() throws {
        let written = try [EventRecord.ContextDetail.none, .keys, .attributes].map {
            try exposure($0).json["context"]?.description
        }
        #expect(
            written == [
                nil, #"{"kind":"multi","organization":{"key":"acme"},"user":{"key":"ada"}}"#,
                #"{"kind":"multi","organization":{"attributes":{"size":3},"key":"acme"},"#
                    + #""user":{"attributes":{"plan":"gold"},"key":"ada"}}"#,
            ])
        let lines = try [EventRecord.ContextDetail.none, .keys, .attributes].map { try exposure($0).description }
        let head = "2026-01-01T00:00:00.000Z exposure limit = 5 (high, TARGETING_MATCH, network: unleash)"
        #expect(
            lines == [
                head, head + " for organization:acme, user:ada",
                head + #" for {"kind":"multi","organization":{"attributes":{"size":3},"key":"acme"},"#
                    + #""user":{"attributes":{"plan":"gold"},"key":"ada"}}"#,
            ])
    }

    @Test("Omits a vendor's attachment and marks an anonymous context")
    func attachment() {
        struct Secret: ContextAttachment { var cacheKey: String { "vendor:secret" } }
        let context = EvaluationContext.anonymous.attaching(Secret())
        #expect(EventRecord.ContextDetail.attributes.json(context) == ["kind": "user", "anonymous": true])
    }

    @Test("Writes the error of a failed evaluation without variant or reason")
    func failure() throws {
        #expect(
            try exposure(.none, .typeMismatch).json.description
                == #"{"default":10,"error":"TYPE_MISMATCH","flag":"limit","kind":"exposure","#
                + #""origin":"network","provider":"unleash","target":"value","time":"2026-01-01T00:00:00.000Z","#
                + #""value":10,"version":7}"#)
        #expect(
            try exposure(.none, .typeMismatch).description
                == "2026-01-01T00:00:00.000Z exposure limit = 10 (network: unleash, TYPE_MISMATCH)")
    }

    @Test("Writes the value and reason of an exposure")
    func exposed() throws {
        #expect(try exposure(.keys).kind == .exposure)
        #expect(
            try exposure(.none).json.description
                == #"{"default":10,"flag":"limit","kind":"exposure","origin":"network","#
                + #""provider":"unleash","reason":"TARGETING_MATCH","target":"value","#
                + #""time":"2026-01-01T00:00:00.000Z","value":5,"variant":"high","version":7}"#)
    }

    @Test("Lists the flags of a summary and counts the omitted ones")
    func summary() throws {
        let record = try record(
            .counted(
                EvaluationSummary(
                    context: .user("a"), start: Instant(millisecondsSinceEpoch: 0), end: time,
                    entries: [
                        .init(
                            flag: EvaluatedFlag("limit", 5, variant: "high", version: 7, origin: origin), key: "limit",
                            defaultValue: 10,
                            valueReads: 3, variantReads: 1),
                        .init(
                            flag: EvaluatedFlag("limit", 5, variant: "high", version: 7, origin: origin), key: "limit",
                            defaultValue: "x", error: .typeMismatch, valueReads: 1),
                        .init(flag: nil, key: "missing", defaultValue: false, error: .flagNotFound, valueReads: 2),
                    ], omittedCount: 9)))
        #expect(record.kind == .summary)
        #expect(record.time == time)
        #expect(
            record.json.description
                == #"{"context":{"key":"a","kind":"user"},"flags":["#
                + #"{"default":10,"flag":"limit","provider":"unleash","reads":3,"value":5,"variant":"high","#
                + #""variantReads":1,"version":7},"#
                + #"{"default":"x","error":"TYPE_MISMATCH","flag":"limit","provider":"unleash","reads":1,"version":7},"#
                + #"{"default":false,"error":"FLAG_NOT_FOUND","flag":"missing","reads":2}],"kind":"summary","#
                + #""omittedCount":9,"start":"1970-01-01T00:00:00.000Z","time":"2026-01-01T00:00:00.000Z"}"#)
        #expect(
            record.description
                == "2026-01-01T00:00:00.000Z summary limit x4, limit x1, missing x2, others x9 for user:a")
    }

    @Test("Writes a tracking event with the kind custom")
    func custom() throws {
        let event = TrackingEvent(
            name: "check\nout", data: ["items": 3], metric: 49.5, context: .user("a"), time: time)
        let record = try record(.tracked(event))
        #expect(record.kind == .custom)
        #expect(
            record.json.description
                == #"{"context":{"key":"a","kind":"user"},"data":{"items":3},"kind":"custom","metric":49.5,"#
                + #""name":"check\nout","time":"2026-01-01T00:00:00.000Z"}"#)
        #expect(record.description == #"2026-01-01T00:00:00.000Z custom check\nout {"items":3} 49.5 for user:a"#)
        let bare = try self.record(
            .tracked(TrackingEvent(name: "seen", context: .user("a"), time: time)), context: .none)
        #expect(bare.json == ["kind": "custom", "name": "seen", "time": "2026-01-01T00:00:00.000Z"])
    }

    @Test("Writes both contexts of identify events and aliases, or neither")
    func identities() throws {
        let event = { (isAlias: Bool) in
            IdentifyEvent(context: .user("b"), previous: .user("a"), isAlias: isAlias, time: self.time)
        }
        #expect(
            try record(.identified(event(false))).json
                == [
                    "kind": "identify", "time": "2026-01-01T00:00:00.000Z", "context": ["kind": "user", "key": "b"],
                    "previous": ["kind": "user", "key": "a"],
                ])
        #expect(
            try record(.identified(event(true)), context: .none).json == [
                "kind": "alias", "time": "2026-01-01T00:00:00.000Z",
            ])
        #expect(
            try record(.identified(event(true))).description == "2026-01-01T00:00:00.000Z alias user:b after user:a")
        #expect(
            try record(.identified(event(false)), context: .none).description
                == "2026-01-01T00:00:00.000Z identify a context")
    }

    @Test("Writes the value and variant of both sides of a change")
    func change() throws {
        let changes =
            ChangeSet([
                FlagChange(
                    key: "a", old: EvaluatedFlag("a", 1, variant: "x", origin: origin),
                    new: EvaluatedFlag("a", 2, origin: origin)),
                FlagChange(key: "b", old: nil, new: EvaluatedFlag("b", true, origin: origin)),
            ])
        let record = try record(.changed(changes, at: time))
        #expect(
            record.json == [
                "kind": "change", "time": "2026-01-01T00:00:00.000Z",
                "flags": [
                    ["flag": "a", "old": ["value": 1, "variant": "x"], "new": ["value": 2]],
                    ["flag": "b", "new": ["value": true]],
                ],
            ])
        #expect(record.description == "2026-01-01T00:00:00.000Z change a: 1 -> 2, b: absent -> true")
    }

    @Test("Reports whether a record is about an identity")
    func about() throws {
        let (ada, bob) = (EvaluationContext.user("ada", ["plan": "gold"]), EvaluationContext.user("bob"))
        let records = [
            try record(.tracked(TrackingEvent(name: "x", context: ada, time: time))),
            try record(.identified(IdentifyEvent(context: bob, previous: ada, time: time))),
            try record(.counted(EvaluationSummary(context: bob, start: time, end: time, entries: []))),
            try record(.changed(ChangeSet(), at: time)),
        ]
        #expect(records.map { $0.isAbout(.user("ada")) } == [true, true, false, false])
        #expect(records.map { $0.isAbout(bob) } == [false, true, true, false])
    }

    @Test("Creates no record for events that only concern the sink")
    func noRecord() {
        let events: [FlagEvent] = [.attached(EventFeed()), .consentChanged(true), .modeChanged(.online)]
        #expect(events.allSatisfy { EventRecord($0) == nil })
    }
}
