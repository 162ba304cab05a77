// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardSupport
import HalyardTransport
import HostileServer
import TestSupport
import Testing

/// Flag requests, byte for byte.
@Suite("LaunchDarkly flag requests")
struct LaunchDarklyFetchRequestTests {
    /// Returns a client's first request.
    private func request(
        for context: EvaluationContext = .user("a"), _ change: (inout LaunchDarklyOptions) -> Void = { _ in }
    ) async throws -> RecordedRequest {
        let stage = try LaunchDarklyStage(streams: [Step.stream(.put("{}"))], polls: [Step.flags("{}")])
        defer { stage.server.stop() }
        let client = stage.client(try stage.provider(change), for: context)
        #expect(await client.start() == .ready)
        await client.shutdown()
        return try await stage.server.nextRequest()
    }

    /// The expected header, which includes the name of the system that runs the tests.
    private static let userAgent = "User-Agent: \(Platform.system.name)/0.1.0"

    @Test("Reports an error if the header provider takes too long")
    func slowHeaders() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags("{}")])
        defer { stage.server.stop() }
        let client = stage.client(
            try stage.provider { options in
                options.streamingMode = .polling
                options.connectionTimeout = .seconds(10)
                options.headerProvider = { _, headers in
                    try? await Task.sleep(for: .seconds(3600))
                    return headers
                }
            })
        let start = Task { await client.start() }
        await stage.pass(.seconds(10))
        guard case .defaults(let error) = await start.value else {
            Issue.record("Expected no flags.")
            return
        }
        #expect(error.message == "\(stage.origin): The header provider took longer than 10.0 seconds.")
        #expect(stage.server.requests.isEmpty)
        await client.shutdown()
    }

    @Test("Opens a stream by GET")
    func stream() async throws {
        #expect(
            try await request().transcript(withAgent: true) == [
                "GET /base/meval/eyJrZXkiOiJhIn0", "Accept: text/event-stream", "Authorization: api_key mob-1",
                "Cache-Control: no-cache", Self.userAgent,
            ])
    }

    @Test("Opens a stream by REPORT, and requests evaluation reasons")
    func reportStream() async throws {
        let request = try await request {
            $0.usesReport = true
            $0.withReasons = true
        }
        #expect(
            request.transcript(withAgent: true) == [
                "REPORT /base/meval?withReasons=true", "Accept: text/event-stream", "Authorization: api_key mob-1",
                "Cache-Control: no-cache", "Content-Length: 11", "Content-Type: application/json", Self.userAgent,
                #"{"key":"a"}"#,
            ])
    }

    @Test("Polls by GET")
    func poll() async throws {
        let request = try await request { $0.streamingMode = .polling }
        #expect(
            request.transcript(withAgent: true).filter { !$0.hasPrefix("Accept:") } == [
                "GET /base/msdk/evalx/users/eyJrZXkiOiJhIn0", "Authorization: api_key mob-1", Self.userAgent,
            ])
    }

    @Test("Polls by REPORT, and requests evaluation reasons")
    func reportPoll() async throws {
        let request = try await request {
            $0.streamingMode = .polling
            $0.usesReport = true
            $0.withReasons = true
        }
        #expect(
            request.transcript(withAgent: true).filter { !$0.hasPrefix("Accept:") } == [
                "REPORT /base/msdk/evalx/user?withReasons=true", "Authorization: api_key mob-1", "Content-Length: 11",
                "Content-Type: application/json", Self.userAgent, #"{"key":"a"}"#,
            ])
    }

    @Test("Sends private attributes, and lists them in privateAttributeNames")
    func attributes() async throws {
        let context = EvaluationContext.user("a", ["email": "a@example.com", "plan": "gold"]).keepingPrivate(
            "email", "plan")
        let request = try await request(for: context) { options in
            options.usesReport = true
            options.events.allAttributesPrivate = true
        }
        #expect(
            request.text == #"{"custom":{"plan":"gold"},"email":"a@example.com","key":"a","#
                + #""privateAttributeNames":["email","plan"]}"#)
    }

    @Test("Sends an anonymous context with the device key")
    func anonymous() async throws {
        let request = try await request(for: .anonymous) { $0.usesReport = true }
        #expect(request.text == #"{"anonymous":true,"key":"device"}"#)
    }

    @Test("Sends application, wrapper, and additional header fields")
    func headers() async throws {
        let request = try await request { options in
            options.application.id = "shop"
            options.application.version = "1.2"
            options.application.name = "not valid"
            options.application.wrapperName = "w"
            options.application.wrapperVersion = "3"
            options.additionalHeaders = ["X-Gateway": "g", "user-agent": "mine", "Cache-Control": "max-age=0"]
        }
        #expect(
            request.transcript(withAgent: true) == [
                "GET /base/meval/eyJrZXkiOiJhIn0", "Accept: text/event-stream", "Authorization: api_key mob-1",
                "Cache-Control: max-age=0", "User-Agent: mine", "X-Gateway: g",
                "X-Launchdarkly-Tags: application-id/shop application-version/1.2", "X-Launchdarkly-Wrapper: w/3",
            ])
    }

    @Test("Calls the header provider for each attempt, and sends its result")
    func headerProvider() async throws {
        let stage = try LaunchDarklyStage(streams: [Step.status(500), Step.stream(.put("{}"))])
        defer { stage.server.stop() }
        let count = Lock(0)
        let client = stage.client(
            try stage.provider { options in
                options.headerProvider = { url, headers in
                    let number = count.withLock { count -> Int in
                        count += 1
                        return count
                    }
                    return [
                        "X-Number": "\(number)", "X-Names": headers.names.joined(separator: ","),
                        "X-Path": String(url.drop { $0 != "b" }),
                    ]
                }
            })
        if case .ready = await client.start() { Issue.record("Expected no flags.") }
        await stage.pass(.seconds(2))
        await client.until { $0.status == .ready }
        #expect(
            stage.server.requests.map { request in
                request.transcript(withAgent: true).filter { !$0.hasPrefix("User-Agent") }
            }
                == [1, 2].map { number in
                    [
                        "GET /base/meval/eyJrZXkiOiJhIn0", "Accept: text/event-stream", "Cache-Control: no-cache",
                        "X-Names: Authorization,User-Agent", "X-Number: \(number)",
                        "X-Path: base/meval/eyJrZXkiOiJhIn0",
                    ]
                })
        await client.shutdown()
    }

    @Test("Sends the app's If-None-Match header instead of the stored ETag")
    func ownTag() async throws {
        let stage = try LaunchDarklyStage(polls: [Step.flags("{}", tag: "\"1\"")])
        defer { stage.server.stop() }
        let client = try await stage.started { options in
            options.streamingMode = .polling
            options.additionalHeaders = ["If-None-Match": "\"mine\""]
        }
        await stage.pass(.seconds(300))
        await stage.heard.until("unchanged")
        #expect(stage.server.requests.map { $0.value(of: "If-None-Match") } == ["\"mine\"", "\"mine\""])
        await client.shutdown()
    }
}
