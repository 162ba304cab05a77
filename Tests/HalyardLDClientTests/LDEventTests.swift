// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

/// Events about users and flags, compared byte for byte while the clock is stopped.
@Suite("LDClient: events")
struct LDEventTests {
    private static let flags =
        #"{"tracked":{"value":"x","variation":1,"version":9,"flagVersion":3,"trackEvents":true,"#
        + #""reason":{"kind":"FALLTHROUGH"}},"debugged":{"value":2.5,"version":4,"debugEventsUntilDate":1767225660000},"#
        + #""plain":{"value":true,"variation":0,"version":5},"experiment":{"value":1,"variation":2,"version":6,"#
        + #""trackEvents":true,"trackReason":true,"reason":{"kind":"RULE_MATCH","ruleIndex":0}}}"#

    private func stage(events: [Step] = [.send(.response(202))]) throws -> UserStage {
        try UserStage(events: events) { _ in Step.flags(Self.flags) }
    }

    /// A user with a value for every attribute.
    private static var full: LDUser {
        LDUser(
            key: "ada", name: "Ada L", firstName: "Ada", lastName: "L", country: "GB", ipAddress: "1.2.3.4",
            email: "ada@example.com", avatar: "a.png", custom: ["plan": "gold", "seats": 3], device: "d",
            operatingSystem: "o", privateAttributes: ["email", "seats"], secondary: "s")
    }

    // MARK: Unhappy paths

    @Test("Rejects data that JSON can't represent, and omits a NaN metric")
    func refusedData() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started()
        for data in [Date(), Double.nan, ["a": Date()], [1, Double.infinity], [1: 2]] as [Any] {
            #expect(
                throws: LDInvalidArgumentError("The data of the event \"e\" isn't valid JSON. Use JSON values only.")
            ) {
                try client.track(key: "e", data: data)
            }
        }
        try client.track(key: "ok", metricValue: .nan)
        client.flush()
        let post = try await stage.posts(1)[0]
        #expect(
            events(post.text) == [
                Self.identifyA, #"{"creationDate":1767225600000,"key":"ok","kind":"custom","userKey":"a"}"#,
            ])
    }

    /// The identify event of each start with the plain user "a".
    private static let identifyA =
        #"{"creationDate":1767225600000,"key":"a","kind":"identify","user":{"custom":{"device":"d","os":"o"},"#
        + #""key":"a"}}"#

    @Test("Drops the newest events, but no counts, at the capacity limit")
    func capacity() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.eventCapacity = 2 })
        try client.track(key: "1")
        try client.track(key: "2")
        _ = client.variation(forKey: "plain", defaultValue: false)
        client.flush()
        let post = try await stage.posts(1)[0]
        #expect(
            events(post.text) == [
                #"{"creationDate":1767225600000,"key":"a","kind":"identify","#
                    + #""user":{"custom":{"device":"d","os":"o"},"key":"a"}}"#,
                #"{"creationDate":1767225600000,"key":"1","kind":"custom","userKey":"a"}"#,
                #"{"endDate":1767225600000,"features":{"plain":{"counters":[{"count":1,"value":true,"#
                    + #""variation":0,"version":5}],"default":false}},"kind":"summary","#
                    + #""startDate":1767225600000}"#,
            ])
    }

    @Test("Sends recorded events when closed, and records no more")
    func closed() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try await stage.started()
        try client.track(key: "before")
        _ = client.variation(forKey: "plain", defaultValue: false)
        client.close()
        try client.track(key: "after")
        _ = client.variation(forKey: "plain", defaultValue: false)
        client.alias(context: .plain("b"), previousContext: .plain("a"))
        client.flush()
        let closed = try await stage.posts(1)[0].text
        #expect(
            events(closed) == [
                #"{"creationDate":1767225600000,"key":"a","kind":"identify","#
                    + #""user":{"custom":{"device":"d","os":"o"},"key":"a"}}"#,
                #"{"creationDate":1767225600000,"key":"before","kind":"custom","userKey":"a"}"#,
                #"{"endDate":1767225600000,"features":{"plain":{"counters":[{"count":1,"value":true,"#
                    + #""variation":0,"version":5}],"default":false}},"kind":"summary","#
                    + #""startDate":1767225600000}"#,
            ])
        #expect(stage.server.requests.count { $0.isAboutEvents } == 1)
    }

    @Test("Sends pending events when closed while going online is delayed")
    func closedInPause() async throws {
        let stage = try stage()
        defer { stage.server.stop() }
        let client = try await stage.started()
        client.setOnline(false)
        client.setOnline(true)
        client.setOnline(false)
        client.setOnline(true)
        #expect(!client.isOnline)
        try client.track(key: "waits")
        client.close()
        await until {
            stage.server.requests.contains { $0.isAboutEvents && $0.text.contains(#""key":"waits""#) }
        }
    }

    @Test("Stops after two attempts when closed if the service doesn't respond")
    func closedWithoutAnswer() async throws {
        let stage = try stage(events: [.stall])
        defer { stage.server.stop() }
        let client = try await stage.started(stage.config { $0.connectionTimeout = 10 })
        client.close()
        _ = try await stage.posts(1)
        // The first attempt times out, then the pause ends, then the second attempt times out.
        // Each step wakes one of four sleepers.
        for (number, duration) in [10, 1, 10].enumerated() {
            await stage.time.awaitSleepers(4)
            stage.time.advance(by: .seconds(duration))
            if number == 1 { _ = try await stage.posts(2) }
        }
        await until { stage.time.sleeperCount == 0 }
        let posts = stage.server.requests.filter(\.isAboutEvents)
        #expect(posts.count == 2)
        #expect(posts[0].text == posts[1].text)
        #expect(posts[0].value(of: "X-LaunchDarkly-Payload-ID") == posts[1].value(of: "X-LaunchDarkly-Payload-ID"))
    }

    @Test("Goes offline when the event service rejects the mobile key")
    func refused() async throws {
        let stage = try stage(events: [.send(.response(401))])
        defer { stage.end() }
        let client = try await stage.started()
        client.flush()
        await until { !client.isOnline }
        #expect(client.getConnectionInformation().currentConnectionMode == .offline)
        #expect(client.getConnectionInformation().lastConnectionFailureReason == .unauthorized)
        #expect(client.variation(forKey: "plain", defaultValue: false))
    }

    // MARK: Bodies

    @Test("Sends identify, feature, debug, custom, and summary events")
    func bodies() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.evaluationReasons = true })
        #expect(client.variation(forKey: "tracked", defaultValue: "y") == "x")
        #expect(client.variationDetail(forKey: "tracked", defaultValue: 5).value == 5)
        #expect(client.variation(forKey: "debugged", defaultValue: 0) == 2)
        #expect(client.variationDetail(forKey: "experiment", defaultValue: 0).value == 1)
        #expect(client.variation(forKey: "plain", defaultValue: false))
        #expect(client.variation(forKey: "plain", defaultValue: true))
        #expect(client.variation(forKey: "none", defaultValue: "z") == "z")
        #expect(client.allFlags?.count == 4)
        try client.track(key: "buy", data: ["sum": 9.5, "items": ["a", NSNull()]], metricValue: 9.5)
        client.flush()
        let bodies = try await stage.posts(1)[0].text
        #expect(
            events(bodies) == [
                #"{"creationDate":1767225600000,"key":"a","kind":"identify","#
                    + #""user":{"custom":{"device":"d","os":"o"},"key":"a"}}"#,
                #"{"creationDate":1767225600000,"default":"y","key":"tracked","kind":"feature","#
                    + #""userKey":"a","value":"x","variation":1,"version":3}"#,
                #"{"creationDate":1767225600000,"default":5,"key":"tracked","kind":"feature","#
                    + #""reason":{"kind":"FALLTHROUGH"},"userKey":"a","value":5,"variation":1,"version":3}"#,
                #"{"creationDate":1767225600000,"default":0,"key":"debugged","kind":"debug","#
                    + #""user":{"custom":{"device":"d","os":"o"},"key":"a"},"value":2.5,"version":4}"#,
                #"{"creationDate":1767225600000,"default":0,"key":"experiment","kind":"feature","#
                    + #""reason":{"kind":"RULE_MATCH","ruleIndex":0},"userKey":"a","value":1,"variation":2,"#
                    + #""version":6}"#,
                #"{"creationDate":1767225600000,"data":{"items":["a",null],"sum":9.5},"key":"buy","#
                    + #""kind":"custom","metricValue":9.5,"userKey":"a"}"#,
                #"{"endDate":1767225600000,"features":{"debugged":{"counters":[{"count":1,"value":2.5,"#
                    + #""version":4}],"default":0},"experiment":{"counters":[{"count":1,"value":1,"variation":2,"#
                    + #""version":6}],"default":0},"none":{"counters":[{"count":1,"unknown":true,"value":"z"}],"#
                    + #""default":"z"},"plain":{"counters":[{"count":2,"value":true,"variation":0,"version":5}],"#
                    + #""default":false},"tracked":{"counters":[{"count":2,"value":"x","variation":1,"#
                    + #""version":3}],"default":"y"}},"kind":"summary","startDate":1767225600000}"#,
            ])
    }

    @Test("Omits the reason of a read with an optional default and no details")
    func optionalDefaults() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.evaluationReasons = true })
        #expect(client.variation(forKey: "tracked", defaultValue: String?.none) == "x")
        #expect(client.variationDetail(forKey: "tracked", defaultValue: String?.none).value == "x")
        client.flush()
        let features = events(try await stage.posts(1)[0].text).filter { $0.contains(#""kind":"feature""#) }
        #expect(features.map { $0.contains(#""reason":{"kind":"FALLTHROUGH"}"#) } == [false, true])
    }

    @Test("Distinguishes numbers and Booleans in Foundation's JSON values")
    func foundationNumbers() throws {
        let object = try JSONSerialization.jsonObject(
            with: Data("[0, 1, true, false, -7, 2.5, 18446744073709551615]".utf8))
        #expect(
            FlagValue(any: object)
                == .array([.int(0), .int(1), .bool(true), .bool(false), .int(-7), .double(2.5), .double(0x1p64)]))
        #expect(FlagValue(any: NSNumber(value: 1.0)) == .double(1))
        #expect(FlagValue(any: NSNumber(value: Float(0))) == .double(0))
        #expect(FlagValue(any: NSNumber(value: UInt64(9))) == .int(9))
        #expect(FlagValue(any: NSNumber(value: Double.nan)) == nil)
        #expect(
            FlagValue(any: ["on": true, "n": 1, "half": Float(0.5), "c": CGFloat(2)] as [String: Any])
                == .object(["on": .bool(true), "n": .int(1), "half": .double(0.5), "c": .double(2)]))
        var user = LDUser(key: "a")
        user.custom = ["count": NSNumber(value: 1)]
        #expect(user.custom?["count"] as? Int == 1)
    }

    @Test("Sends only the names of private attributes in events")
    func privacy() async throws {
        let stage = try stage()
        defer { stage.end() }
        let config = stage.config {
            $0.privateUserAttributes = ["name", "ipAddress", "plan", "nobody"]
            $0.inlineUserInEvents = true
        }
        let client = try await stage.started(config, Self.full)
        _ = client.variation(forKey: "tracked", defaultValue: "y")
        try client.track(key: "buy")
        client.flush()
        let privacy = try await stage.posts(1)[0].text
        #expect(
            events(privacy) == [
                #"{"creationDate":1767225600000,"key":"ada","kind":"identify","user":{"avatar":"a.png","#
                    + #""country":"GB","custom":{"device":"d","os":"o"},"firstName":"Ada","key":"ada","#
                    + #""lastName":"L","privateAttrs":["email","ip","name","plan","seats"],"secondary":"s"}}"#,
                #"{"creationDate":1767225600000,"default":"y","key":"tracked","kind":"feature","#
                    + #""user":{"avatar":"a.png","country":"GB","custom":{"device":"d","os":"o"},"#
                    + #""firstName":"Ada","key":"ada","lastName":"L","privateAttrs":["email","ip","name","plan","#
                    + #""seats"],"secondary":"s"},"value":"x","variation":1,"version":3}"#,
                #"{"creationDate":1767225600000,"key":"buy","kind":"custom","user":{"avatar":"a.png","#
                    + #""country":"GB","custom":{"device":"d","os":"o"},"firstName":"Ada","key":"ada","#
                    + #""lastName":"L","privateAttrs":["email","ip","name","plan","seats"],"secondary":"s"}}"#,
                #"{"endDate":1767225600000,"features":{"tracked":{"counters":[{"count":1,"value":"x","#
                    + #""variation":1,"version":3}],"default":"y"}},"kind":"summary","startDate":1767225600000}"#,
            ])
        // Requests for flags contain all attributes, because rules need them.
        let path = stage.asked[0].target.split(separator: "/").last.map(String.init) ?? ""
        let padding = String(repeating: "=", count: (4 - path.count % 4) % 4)
        let asked = path.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/") + padding
        let everything = Data(base64Encoded: asked).map { String(decoding: $0, as: UTF8.self) }
        #expect(
            everything
                == #"{"avatar":"a.png","country":"GB","custom":{"device":"d","os":"o","plan":"gold","#
                + #""seats":3},"email":"ada@example.com","firstName":"Ada","ip":"1.2.3.4","key":"ada","#
                + #""lastName":"L","name":"Ada L","privateAttributeNames":["email","seats"],"secondary":"s"}"#)
    }

    @Test("Keeps the key, device, and system if other attributes are private")
    func allPrivate() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(stage.config { $0.allUserAttributesPrivate = true }, Self.full)
        client.flush()
        let all = try await stage.posts(1)[0].text
        #expect(
            events(all) == [
                #"{"creationDate":1767225600000,"key":"ada","kind":"identify","#
                    + #""user":{"custom":{"device":"d","os":"o"},"key":"ada","privateAttrs":["avatar","country","#
                    + #""email","firstName","ip","lastName","name","plan","seats","secondary"]}}"#
            ])
        client.close()
        let other = try self.stage()
        defer { other.end() }
        let whole = try await other.started(
            other.config { $0.privateUserAttributes = ["custom", "device"] }, Self.full)
        whole.flush()
        let custom = try await other.posts(1)[0].text
        #expect(
            events(custom) == [
                #"{"creationDate":1767225600000,"key":"ada","kind":"identify","user":{"avatar":"a.png","#
                    + #""country":"GB","custom":{"device":"d","os":"o"},"firstName":"Ada","ip":"1.2.3.4","#
                    + #""key":"ada","lastName":"L","name":"Ada L","privateAttrs":["email","plan","seats"],"#
                    + #""secondary":"s"}}"#
            ])
    }

    @Test("Sends alias events on login unless the app opts out")
    func alias() async throws {
        let stage = try stage()
        defer { stage.end() }
        var anonymousUser = LDUser.plain("device")
        anonymousUser.isAnonymous = true
        let client = try await stage.started(nil, anonymousUser)
        await completed { client.identify(user: .plain("ada"), completion: $0) }
        client.alias(context: .plain("ada"), previousContext: anonymousUser)
        client.flush()
        let alias = try await stage.posts(1)[0].text
        #expect(
            events(alias) == [
                #"{"creationDate":1767225600000,"key":"device","kind":"identify","user":{"anonymous":true,"#
                    + #""custom":{"device":"d","os":"o"},"key":"device"}}"#,
                #"{"creationDate":1767225600000,"key":"ada","kind":"identify","#
                    + #""user":{"custom":{"device":"d","os":"o"},"key":"ada"}}"#,
                #"{"contextKind":"user","creationDate":1767225600000,"key":"ada","kind":"alias","#
                    + #""previousContextKind":"anonymousUser","previousKey":"device"}"#,
                #"{"contextKind":"user","creationDate":1767225600000,"key":"ada","kind":"alias","#
                    + #""previousContextKind":"anonymousUser","previousKey":"device"}"#,
            ])
        let other = try self.stage()
        defer { other.end() }
        let quiet = try await other.started(other.config { $0.autoAliasingOptOut = true }, anonymousUser)
        await completed { quiet.identify(user: .plain("ada"), completion: $0) }
        quiet.flush()
        let silent = try await other.posts(1)[0].text
        #expect(
            events(silent) == [
                #"{"creationDate":1767225600000,"key":"device","kind":"identify","user":{"anonymous":true,"#
                    + #""custom":{"device":"d","os":"o"},"key":"device"}}"#,
                #"{"creationDate":1767225600000,"key":"ada","kind":"identify","#
                    + #""user":{"custom":{"device":"d","os":"o"},"key":"ada"}}"#,
            ])
    }

    // MARK: Delivery

    @Test("Stores events offline, and sends them once online")
    func interval() async throws {
        let stage = try stage()
        defer { stage.end() }
        let client = try await stage.started(
            stage.config {
                $0.startOnline = false
                $0.eventFlushInterval = 7
            })
        try client.track(key: "offline")
        client.flush()
        stage.time.advance(by: .seconds(100))
        #expect(stage.server.requests.isEmpty)
        client.setOnline(true)
        await until { client.isInitialized && client.allFlags?.isEmpty == false }
        // The event is in the request at the interval, or in a separate one if the flush has stored it.
        await until(moving: stage.time, by: .seconds(1)) {
            stage.server.requests.contains { $0.isAboutEvents && $0.text.contains(#""key":"offline""#) }
        }
    }

    @Test("Flushes the events of every environment")
    func environments() async throws {
        let stage = try stage()
        defer { stage.end() }
        var config = stage.config()
        try config.setSecondaryMobileKeys(["core": "mob-core"])
        let client = try await stage.started(config)
        try #require(stage.registry.get(environment: "core")).track(key: "of-core")
        client.flush()
        let posts = try await stage.posts(2)
        let texts = Dictionary(uniqueKeysWithValues: posts.map { ($0.value(of: "Authorization") ?? "", $0.text) })
        #expect(
            texts == [
                "api_key mob": "[\(Self.identifyA)]",
                "api_key mob-core":
                    "[\(Self.identifyA),"
                    + #"{"creationDate":1767225600000,"key":"of-core","kind":"custom","userKey":"a"}]"#,
            ])
    }
}

/// Returns the events of a body, each with the bytes that were sent.
private func events(_ body: String) -> [String] {
    guard case .array(let events)? = try? JSONReader().read(Array(body.utf8)) else { return [body] }
    let texts = events.map { String(decoding: JSONWriter.bytes($0), as: UTF8.self) }
    // The comparison proves that parsing and writing the events didn't change them.
    return "[" + texts.joined(separator: ",") + "]" == body ? texts : [body]
}
