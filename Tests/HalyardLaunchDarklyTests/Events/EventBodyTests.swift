// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardTransport
import HostileServer
import Testing

@Suite("LaunchDarkly event payloads for users")
struct EventBodyTests {
    private let tracked = EventWorld.flag(
        "nav", ["value": true, "variation": 1, "version": 41, "flagVersion": 7, "trackEvents": true])

    @Test("Sends each payload in one POST request with a unique identifier")
    func request() async throws {
        let world = try EventWorld()
        world.identify(EventWorld.ada)
        _ = await world.flushed()
        world.track("bought")
        _ = await world.flushed()
        let requests = world.server.requests
        #expect(requests.map(\.method) == ["POST", "POST"])
        #expect(requests.map(\.target) == ["/base/mobile/events/bulk", "/base/mobile/events/bulk"])
        let names = [
            "authorization", "content-type", "accept", "x-launchdarkly-event-schema", "user-agent", "x-app",
            "content-encoding",
        ]
        #expect(
            names.map { requests.first?.values(of: $0) } == [
                ["api_key mob-0123456789"], ["application/json"], ["application/json"], ["3"], ["Halyard/1"], ["shop"],
                [],
            ])
        #expect(
            requests.map { $0.value(of: "x-launchdarkly-payload-id") } == [
                "910A2DEC-8902-4CC1-BEEB-8DA1658EEC67", "F893A2EE-FB32-455E-B1C1-8690EE42C90B",
            ])
        #expect(world.deliveries == ["delivered 202", "delivered 202"])
    }

    @Test("Writes the exact fields of each event kind")
    func everyKind() async throws {
        let world = try EventWorld()
        let start = EventWorld.start
        let debugged = EventWorld.flag(
            "debugged", ["value": "x", "version": 2, "debugEventsUntilDate": .int(start + 1), "variation": 0])
        world.identify(EventWorld.ada)
        world.evaluate(tracked, true)
        world.evaluate(debugged, "x", default: .null)
        world.track("bought", data: ["sku": 1], metric: 2.5)
        world.track("seen")
        world.identify(EventWorld.ada, after: .user("old"), isAlias: true)
        world.time.advance(by: .milliseconds(5))
        world.count(.init(flag: tracked, key: "nav", defaultValue: false, valueReads: 3))
        let ada = #"{"custom":{"plan":"gold"},"key":"ada","name":"Ada"}"#
        let events = [
            #"{"creationDate":\#(start),"key":"ada","kind":"identify","user":\#(ada)}"#,
            #"{"creationDate":\#(start),"default":false,"key":"nav","kind":"feature","userKey":"ada","value":true,"#
                + #""variation":1,"version":7}"#,
            #"{"creationDate":\#(start),"default":null,"key":"debugged","kind":"debug","user":\#(ada),"value":"x","#
                + #""variation":0,"version":2}"#,
            #"{"creationDate":\#(start),"data":{"sku":1},"key":"bought","kind":"custom","metricValue":2.5,"userKey":"ada"}"#,
            #"{"creationDate":\#(start),"key":"seen","kind":"custom","userKey":"ada"}"#,
            #"{"contextKind":"user","creationDate":\#(start),"key":"ada","kind":"alias","previousContextKind":"user","#
                + #""previousKey":"old"}"#,
            #"{"endDate":\#(start + 5),"features":{"nav":{"counters":[{"count":3,"value":true,"variation":1,"version":7}],"#
                + #""default":false}},"kind":"summary","startDate":\#(start)}"#,
        ]
        #expect(await world.flushed() == ["[" + events.joined(separator: ",") + "]"])
        #expect(world.diagnostics == [])
    }

    @Test("Marks anonymous users, and sends an alias after login")
    func anonymous() async throws {
        let world = try EventWorld()
        let start = EventWorld.start
        let flag = EventWorld.flag(
            "nav", ["value": true, "trackEvents": true, "debugEventsUntilDate": .int(start + 1)])
        world.identify(.anonymous)
        world.evaluate(flag, true, .anonymous)
        world.track("seen", .anonymous)
        world.identify(EventWorld.ada, after: .anonymous)
        let device = #"{"anonymous":true,"key":"device"}"#
        let events = [
            #"{"creationDate":\#(start),"key":"device","kind":"identify","user":\#(device)}"#,
            #"{"contextKind":"anonymousUser","creationDate":\#(start),"default":false,"key":"nav","kind":"feature","#
                + #""userKey":"device","value":true}"#,
            #"{"creationDate":\#(start),"default":false,"key":"nav","kind":"debug","user":\#(device),"value":true}"#,
            #"{"contextKind":"anonymousUser","creationDate":\#(start),"key":"seen","kind":"custom","userKey":"device"}"#,
            #"{"creationDate":\#(start),"key":"ada","kind":"identify","#
                + #""user":{"custom":{"plan":"gold"},"key":"ada","name":"Ada"}}"#,
            #"{"contextKind":"user","creationDate":\#(start),"key":"ada","kind":"alias","#
                + #""previousContextKind":"anonymousUser","previousKey":"device"}"#,
        ]
        #expect(await world.flushed() == ["[" + events.joined(separator: ",") + "]"])
    }

    @Test("Omits private attributes from inlined users")
    func inlinePrivate() async throws {
        let world = try EventWorld(options: {
            $0.inlinesUser = true
            $0.privateAttributes = ["plan"]
        })
        let start = EventWorld.start
        let shy = EventWorld.ada.keepingPrivate("name")
        let flag = EventWorld.flag(
            "nav", ["value": true, "trackEvents": true, "debugEventsUntilDate": .int(start + 1)])
        world.identify(shy)
        world.evaluate(flag, true, shy)
        world.track("seen", shy)
        let ada = #"{"key":"ada","privateAttrs":["name","plan"]}"#
        let events = [
            #"{"creationDate":\#(start),"key":"ada","kind":"identify","user":\#(ada)}"#,
            #"{"creationDate":\#(start),"default":false,"key":"nav","kind":"feature","user":\#(ada),"value":true}"#,
            #"{"creationDate":\#(start),"default":false,"key":"nav","kind":"debug","user":\#(ada),"value":true}"#,
            #"{"creationDate":\#(start),"key":"seen","kind":"custom","user":\#(ada)}"#,
        ]
        #expect(await world.flushed() == ["[" + events.joined(separator: ",") + "]"])
    }

    @Test("Sends only the key if all attributes are private")
    func allPrivate() async throws {
        let world = try EventWorld(options: { $0.allAttributesPrivate = true })
        world.identify(EventWorld.ada)
        #expect(
            await world.flushed() == [
                #"[{"creationDate":1767225600000,"key":"ada","kind":"identify","#
                    + #""user":{"key":"ada","privateAttrs":["name","plan"]}}]"#
            ])
    }

    @Test("Sends no alias if opted out, or without an anonymous user's login")
    func noAlias() async throws {
        let world = try EventWorld(options: { $0.aliasesAutomatically = false })
        world.identify(EventWorld.ada, after: .anonymous)
        let other = try EventWorld()
        other.identify(.user("b"), after: .user("a"))
        other.identify(EvaluationContext(key: "d", isAnonymous: true), after: .anonymous)
        other.identify(.anonymous, after: .user("b"))
        other.identify(.user("c"))
        for bodies in [await world.flushed(), await other.flushed()] {
            #expect(bodies.count == 1)
            #expect(bodies.allSatisfy { !$0.contains("alias") })
        }
    }

    @Test("Sends an available reason if the caller or the flag requests it")
    func reasons() async throws {
        let world = try EventWorld()
        let reason: FlagValue = ["kind": "RULE_MATCH", "ruleIndex": 1, "odd": ["x": 1]]
        let plain = EventWorld.flag("plain", ["value": 1, "trackEvents": true, "reason": reason])
        let wanted = EventWorld.flag(
            "wanted", ["value": 1, "trackEvents": true, "trackReason": true, "reason": reason])
        let without = EventWorld.flag("without", ["value": 1, "trackEvents": true, "trackReason": true])
        world.evaluate(plain, 1)
        world.evaluate(plain, 1, isDetailed: true)
        world.evaluate(wanted, 1)
        world.evaluate(without, 1, isDetailed: true)
        let matched = #","reason":{"kind":"RULE_MATCH","odd":{"x":1},"ruleIndex":1}"#
        let events = [("plain", ""), ("plain", matched), ("wanted", matched), ("without", "")].map { key, reason in
            #"{"creationDate":1767225600000,"default":false,"key":"\#(key)","kind":"feature"\#(reason),"#
                + #""userKey":"ada","value":1}"#
        }
        #expect(await world.flushed() == ["[" + events.joined(separator: ",") + "]"])
    }

    @Test("Sends the default value for a type mismatch or a missing value")
    func defaults() async throws {
        let world = try EventWorld()
        let empty = EventWorld.flag("empty", ["value": .null, "variation": 2, "version": 3, "trackEvents": true])
        world.evaluate(tracked, "dark", default: "dark", error: .typeMismatch)
        world.evaluate(empty, "dark", default: "dark")
        // A null value represents a value that the caller decoded into a structure.
        world.evaluate(tracked, .null, default: .null)
        let events = [
            (#""dark""#, "nav", #""dark""#, 1, 7), (#""dark""#, "empty", #""dark""#, 2, 3),
            ("null", "nav", "true", 1, 7),
        ].map { fallback, key, value, variation, version in
            #"{"creationDate":1767225600000,"default":\#(fallback),"key":"\#(key)","kind":"feature","userKey":"ada","#
                + #""value":\#(value),"variation":\#(variation),"version":\#(version)}"#
        }
        #expect(await world.flushed() == ["[" + events.joined(separator: ",") + "]"])
    }

    @Test("Sends the payload without values that JSON can't represent")
    func notANumber() async throws {
        let world = try EventWorld()
        world.track("a", data: ["x": .double(.nan)], metric: .nan)
        world.track("b", metric: .infinity)
        #expect(
            await world.flushed() == [
                #"[{"creationDate":1767225600000,"data":{"x":null},"key":"a","kind":"custom","userKey":"ada"},"#
                    + #"{"creationDate":1767225600000,"key":"b","kind":"custom","userKey":"ada"}]"#
            ])
    }

    @Test("Drops and reports events whose context has an empty key")
    func nameless() async throws {
        let world = try EventWorld()
        world.identify(.user(""))
        world.track("a", .user(""))
        world.track("b")
        #expect(
            await world.flushed() == [#"[{"creationDate":1767225600000,"key":"b","kind":"custom","userKey":"ada"}]"#])
        #expect(
            world.diagnostics == [
                "warning: launchdarkly: Events dropped: 2. Their context can't be sent to LaunchDarkly: TARGETING_KEY_MISSING: "
                    + "The context's key is empty. Set a key, or remove it for an anonymous "
                    + "user."
            ])
        world.identify(.user(""))
        #expect(await world.flushed().count == 1)
    }

    @Test("Applies the header provider last")
    func headerProvider() async throws {
        let world = try EventWorld(headerProvider: { url, headers in
            var headers = headers
            headers["X-Names"] = headers.names.joined(separator: " ")
            headers["X-Path"] = String(url.suffix(19))
            headers["Authorization"] = nil
            return headers
        })
        world.track("a")
        _ = await world.flushed()
        let request = try #require(world.server.requests.first)
        #expect(
            request.value(of: "x-names")
                == "Accept Authorization Content-Type User-Agent X-App X-LaunchDarkly-Event-Schema "
                + "X-LaunchDarkly-Payload-ID")
        #expect(request.value(of: "x-path") == "/mobile/events/bulk")
        #expect(request.value(of: "authorization") == nil)
    }
}
