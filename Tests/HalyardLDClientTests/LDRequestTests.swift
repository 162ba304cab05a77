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

/// Requests of a configuration in which every option has a nondefault value.
@Suite("LDClient: requests")
struct LDRequestTests {
    /// Returns a configuration with nondefault values for all options except the streaming mode.
    private func config(_ stage: UserStage) throws -> LDConfig {
        var config = LDConfig(mobileKey: "mob-12345678")
        config.baseUrl = try #require(URL(string: stage.server.url("/poll/")))
        config.streamUrl = try #require(URL(string: stage.server.url("/stream")))
        config.eventsUrl = try #require(URL(string: stage.server.url("/tell/")))
        config.eventCapacity = 3
        config.connectionTimeout = 7
        config.eventFlushInterval = 11
        config.flagPollingInterval = 400
        config.backgroundFlagPollingInterval = 4000
        config.enableBackgroundUpdates = true
        config.startOnline = false
        config.allUserAttributesPrivate = true
        config.privateUserAttributes = ["email"]
        config.useReport = true
        config.inlineUserInEvents = true
        config.isDebugMode = true
        config.evaluationReasons = true
        config.maxCachedUsers = 2
        config.diagnosticOptOut = true
        config.diagnosticRecordingInterval = 600
        config.wrapperName = "Wrap"
        config.wrapperVersion = "1.2"
        var info = ApplicationInfo()
        info.applicationIdentifier("shop")
        info.applicationName("Shop")
        info.applicationVersion("3")
        info.applicationVersionName("3.0")
        config.applicationInfo = info
        config.additionalHeaders = ["X-Gate": "open"]
        config.headerDelegate = { url, headers in
            headers.merging(["X-Last": url.path]) { $1 }
        }
        config.autoAliasingOptOut = true
        try config.setSecondaryMobileKeys(["core": "mob-core"])
        return config
    }

    /// Returns a complete request, including the header fields that the configuration adds to all requests.
    private func request(
        _ line: String, _ key: String, _ path: String, _ body: String, _ own: String...
    ) -> [String] {
        let tags =
            "application-id/shop application-name/Shop application-version/3 application-version-name/3.0"
        let lines =
            own + [
                "Authorization: api_key \(key)", "Content-Length: \(body.utf8.count)", "Content-Type: application/json",
                "X-Gate: open", "X-Last: \(path)", "X-Launchdarkly-Tags: \(tags)", "X-Launchdarkly-Wrapper: Wrap/1.2",
            ]
        return [line] + lines.sorted() + [body]
    }

    private static func sorted(_ requests: [[String]]) -> [[String]] {
        requests.sorted { $0.joined() < $1.joined() }
    }

    private static var anonymousUser: LDUser {
        var user = LDUser.plain("n")
        user.isAnonymous = true
        return user
    }

    @Test("Sends polls and events with every option")
    func polls() async throws {
        let stage = try UserStage { _ in
            Step.flags(#"{"on":{"value":true,"version":1,"trackEvents":true,"reason":{"kind":"OFF"}}}"#)
        }
        defer { stage.end() }
        var config = try config(stage)
        config.streamingMode = .polling
        let client = try await stage.started(config, Self.anonymousUser)
        #expect(stage.server.requests.isEmpty && !client.isOnline)
        client.setOnline(true)
        await until { client.allFlags?.isEmpty == false && stage.asked.count == 2 }
        let user = LDUser(key: "u", name: "N", email: "e", device: "d", operatingSystem: "o")
        await completed { client.identify(user: user, completion: $0) }
        #expect(
            client.variationDetail(forKey: "on", defaultValue: false).reason as? [String: String] == ["kind": "OFF"])
        try client.track(key: "dropped")
        client.flush()
        let posts = try await stage.posts(2)
        let (anonymousUser, somebody) = (
            #"{"anonymous":true,"custom":{"device":"d","os":"o"},"key":"n"}"#,
            #"{"custom":{"device":"d","os":"o"},"email":"e","key":"u","name":"N"}"#
        )
        let expected = ["mob-12345678", "mob-core"].flatMap { key in
            [anonymousUser, somebody].map { user in
                request(
                    "REPORT /poll/msdk/evalx/user?withReasons=true", key, "/poll/msdk/evalx/user", user, "Accept: */*")
            }
        }
        #expect(Self.sorted(stage.asked.map { $0.transcript() }) == Self.sorted(expected))
        let identified = [
            #"{"creationDate":1767225600000,"key":"n","kind":"identify","user":\#(anonymousUser)}"#,
            #"{"creationDate":1767225600000,"key":"u","kind":"identify","user":"#
                + #"{"custom":{"device":"d","os":"o"},"key":"u","privateAttrs":["email","name"]}}"#,
        ]
        let read = [
            #"{"creationDate":1767225600000,"default":false,"key":"on","kind":"feature","reason":{"kind":"OFF"},"#
                + #""user":{"custom":{"device":"d","os":"o"},"key":"u","privateAttrs":["email","name"]},"#
                + #""value":true,"version":1}"#,
            #"{"endDate":1767225600000,"features":{"on":{"counters":[{"count":1,"value":true,"version":1}],"#
                + #""default":false}},"kind":"summary","startDate":1767225600000}"#,
        ]
        let reports = [("mob-12345678", identified + read), ("mob-core", identified)].map { key, events in
            request(
                "POST /tell/mobile/events/bulk", key, "/tell/mobile/events/bulk",
                "[" + events.joined(separator: ",") + "]", "Accept: application/json",
                "X-Launchdarkly-Event-Schema: 3")
        }
        #expect(
            Self.sorted(posts.map { $0.transcript().filter { !$0.hasPrefix("X-Launchdarkly-Payload-Id: ") } })
                == Self.sorted(reports))
        #expect(Set(posts.map { $0.value(of: "X-LaunchDarkly-Payload-ID") }).count == 2)
    }

    @Test("Opens streams with every option")
    func streams() async throws {
        let stage = try UserStage { _ in [.send(.eventStream + .event("put", "{}")), .stall] }
        defer { stage.end() }
        var config = try config(stage)
        config.startOnline = true
        await stage.start(config, Self.anonymousUser)
        let user = #"{"anonymous":true,"custom":{"device":"d","os":"o"},"key":"n"}"#
        let expected = ["mob-12345678", "mob-core"].map { key in
            request(
                "REPORT /stream/meval?withReasons=true", key, "/stream/meval", user, "Accept: text/event-stream",
                "Cache-Control: no-cache")
        }
        #expect(Self.sorted(stage.asked.map { $0.transcript() }) == Self.sorted(expected))
    }

    @Test("Sends diagnostic events with every option")
    func diagnostics() async throws {
        let stage = try UserStage { _ in Step.flags("{}") }
        defer { stage.end() }
        var config = try config(stage)
        config.streamingMode = .polling
        config.startOnline = true
        config.diagnosticOptOut = false
        await stage.start(config, Self.anonymousUser)
        let posts = try await stage.posts(2)
        for post in posts {
            let report = try JSONReader().read(post.body)
            #expect(post.target == "/tell/mobile/events/diagnostic" && report["kind"] == "diagnostic-init")
            #expect(
                report["configuration"].map { String(decoding: JSONWriter.bytes($0), as: UTF8.self) }
                    == #"{"allAttributesPrivate":true,"autoAliasingOptOut":true,"backgroundPollingDisabled":false,"#
                    + #""backgroundPollingIntervalMillis":4000000,"connectTimeoutMillis":7000,"customBaseURI":true,"#
                    + #""customEventsURI":true,"customHeaders":true,"customStreamURI":true,"#
                    + #""diagnosticRecordingIntervalMillis":600000,"evaluationReasonsRequested":true,"#
                    + #""eventsCapacity":3,"eventsFlushIntervalMillis":11000,"inlineUsersInEvents":true,"#
                    + #""maxCachedUsers":2,"mobileKeyCount":2,"pollingIntervalMillis":400000,"#
                    + #""streamingDisabled":true,"useReport":true}"#)
            #expect(report["sdk"]?["wrapperName"] == "Wrap" && report["sdk"]?["wrapperVersion"] == "1.2")
        }
        #expect(Set(posts.map { $0.value(of: "Authorization") }) == ["api_key mob-12345678", "api_key mob-core"])
    }

    @Test("Sends the user in the URL of a GET request")
    func get() async throws {
        let stage = try UserStage { _ in Step.flags("{}") }
        defer { stage.end() }
        await stage.start(stage.config(), .plain("n"))
        let user = "eyJjdXN0b20iOnsiZGV2aWNlIjoiZCIsIm9zIjoibyJ9LCJrZXkiOiJuIn0"
        #expect(
            stage.asked.map { $0.transcript() } == [
                ["GET /msdk/evalx/users/\(user)", "Accept: */*", "Authorization: api_key mob"]
            ])
    }
}
