// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardNetwork
import HalyardTransport
import HostileServer
import Testing

@Suite("LaunchDarkly requests")
struct LaunchDarklyRequestTests {
    private func requests(_ endpoints: LaunchDarklyEndpoints = LaunchDarklyEndpoints()) -> LaunchDarklyRequests {
        LaunchDarklyRequests(mobileKey: Secret("mob-1"), endpoints: endpoints, dialect: UserDialect())
    }

    private let user = LaunchDarklyUser(key: "a")

    @Test("Returns the poll and stream URLs for users")
    func paths() async {
        let requests = requests()
        #expect(
            await [
                requests.poll(user), requests.poll(user, withReasons: true), requests.stream(user),
                requests.stream(user, withReasons: true), requests.poll(user, usesReport: true),
                requests.stream(user, usesReport: true, withReasons: true),
            ].map { "\($0.method) \($0.url)" } == [
                "GET https://app.launchdarkly.com/msdk/evalx/users/eyJrZXkiOiJhIn0",
                "GET https://app.launchdarkly.com/msdk/evalx/users/eyJrZXkiOiJhIn0?withReasons=true",
                "GET https://clientstream.launchdarkly.com/meval/eyJrZXkiOiJhIn0",
                "GET https://clientstream.launchdarkly.com/meval/eyJrZXkiOiJhIn0?withReasons=true",
                "REPORT https://app.launchdarkly.com/msdk/evalx/user",
                "REPORT https://clientstream.launchdarkly.com/meval?withReasons=true",
            ])
    }

    @Test("Returns the URLs for events and diagnostic events")
    func eventPaths() async {
        #expect(
            await [requests().events([], payloadID: "1"), requests().diagnostic([])].map { "\($0.method) \($0.url)" }
                == [
                    "POST https://mobile.launchdarkly.com/mobile/events/bulk",
                    "POST https://mobile.launchdarkly.com/mobile/events/diagnostic",
                ])
    }

    @Test(
        "Keeps the base URL's path, and joins paths with one slash",
        arguments: ["http://h:8111/endpoints/12", "http://h:8111/endpoints/12/"])
    func joining(base: String) async {
        #expect(
            await requests(.relay(base)).poll(user).url
                == "http://h:8111/endpoints/12/msdk/evalx/users/eyJrZXkiOiJhIn0")
    }

    @Test("Sends the user in the body of a REPORT, and no body with a GET")
    func bodies() async {
        let report = await requests().poll(user, usesReport: true)
        #expect(report.body == Array(#"{"key":"a"}"#.utf8))
        // The Relay Proxy accepts only this content type.
        #expect(report.headers["Content-Type"] == "application/json")
        let get = await requests().poll(user)
        #expect(get.body == nil)
        #expect(get.headers.names == ["Authorization"])
        #expect(get.headers["Authorization"] == "api_key mob-1")
    }

    @Test(
        "Encodes users in paths as unpadded URL-safe Base64",
        arguments: [
            ("", "eyJrZXkiOiIifQ"), ("a", "eyJrZXkiOiJhIn0"), ("ab", "eyJrZXkiOiJhYiJ9"), ("abc", "eyJrZXkiOiJhYmMifQ"),
            ("???>>>", "eyJrZXkiOiI_Pz8-Pj4ifQ"), ("ü😀", "eyJrZXkiOiLDvPCfmIAifQ"),
        ])
    func base64(key: String, text: String) async {
        #expect(
            await requests().poll(LaunchDarklyUser(key: key)).url
                == "https://app.launchdarkly.com/msdk/evalx/users/" + text)
    }

    @Test("Lets additional fields and the header provider replace header fields")
    func headers() async {
        var requests = requests()
        requests.commonHeaders["User-Agent"] = "Halyard/1"
        requests.additionalHeaders = ["authorization": "mine", "X-LaunchDarkly-Payload-ID": "2", "X-App": "shop"]
        let own = await requests.events([], payloadID: "1").headers
        #expect(own["Authorization"] == "mine")
        #expect(own["X-LaunchDarkly-Payload-ID"] == "2")
        requests.headerProvider = { url, headers in
            var headers: HTTPHeaders = ["X-URL": url, "X-Count": String(headers.names.count)]
            headers["X-App"] = nil
            return headers
        }
        let replaced = await requests.events([], payloadID: "1").headers
        #expect(replaced.names == ["X-Count", "X-URL"])
        #expect(replaced["X-URL"] == "https://mobile.launchdarkly.com/mobile/events/bulk")
        #expect(replaced["X-Count"] == "7")
    }

    @Test("Sends all user attributes, including private ones, by GET and REPORT")
    func overSockets() async throws {
        let server = try HostileServer(answering: { _ in [.send(.response(200, body: "{}"))] })
        defer { server.stop() }
        let (requests, transport) = (requests(.relay(server.url("/"))), PlatformTransport.make())
        let user = LaunchDarklyUserTests.full
        let patient = HTTPLimits(deadline: .seconds(3600))
        _ = try await transport.send(await requests.poll(user), within: patient)
        _ = try await transport.send(await requests.poll(user, usesReport: true), within: patient)
        let (get, report) = (try await server.nextRequest(), try await server.nextRequest())
        #expect(get.body == [])
        #expect(get.target.hasPrefix("/msdk/evalx/users/eyJhbm9ueW1vdXMiOmZhbHNlLCJhdmF0YXIi"))
        #expect(report.method == "REPORT")
        #expect(report.text == user.json.description)
        #expect(report.value(of: "content-type") == "application/json")
        await transport.close()
    }
}
