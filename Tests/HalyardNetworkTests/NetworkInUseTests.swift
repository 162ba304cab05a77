// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import Halyard
    import HalyardLaunchDarkly
    import HalyardNetwork
    import HalyardUnleash
    import HostileServer
    import TestSupport
    import Testing

    /// Use of the `network` section, with proxies on sockets.
    ///
    /// The servers behind the proxies don't exist.
    @Suite("Network settings in use")
    struct NetworkInUseTests {
        /// A proxy that answers for every server.
        private static func proxy() throws -> HostileServer {
            try HostileServer { request in
                switch request.target {
                case let target where target.contains("kill.json"):
                    [.send(.response(body: #"{"killSwitch": 1, "expires": "2026-12-01T00:00:00Z", "flags": {}}"#))]
                case let target where target.contains("/api/frontend"):
                    [.send(.response(body: #"{"toggles": [{"name": "new-nav", "enabled": true}]}"#))]
                case let target where target.contains("/msdk/"):
                    [.send(.response(body: #"{"new-nav": {"version": 1, "value": true, "variation": 0}}"#))]
                default: [.send(.response(202))]
                }
            }
        }

        private func hosts(_ server: HostileServer) -> Set<Substring> {
            Set(server.requests.map { $0.target.drop { $0 != ":" }.dropFirst(3).prefix { $0 != "/" } })
        }

        @Test("Uses the document's proxy unless a provider sets its own")
        func proxies() async throws {
            let (ours, theirs) = (try Self.proxy(), try Self.proxy())
            defer {
                ours.stop()
                theirs.stop()
            }
            let client = try FlagClient(
                configuration: .json(
                    """
                    {"version": 1, "active": "both", "context": {"key": "person-1"},
                     "network": {"proxy": {"url": "\(ours.url(""))", "user": "app", "password": "secret-1"}},
                     "killSwitch": {"url": "http://kill.test/kill.json"},
                     "providers": {
                       "u": {"type": "unleash", "url": "http://unleash.test/api/frontend", "clientKey": "token"},
                       "l": {"type": "launchdarkly", "mobileKey": "mob-1", "streamingMode": "polling",
                             "baseUrl": "http://poll.test", "streamUrl": "http://stream.test",
                             "eventsUrl": "http://events.test", "maxCachedUsers": 0,
                             "network": {"proxy": "\(theirs.url(""))"}},
                       "both": {"type": "combined", "providers": ["u", "l"]}}}
                    """),
                providers: [.unleash, .launchDarkly], options: .manual())
            #expect(await client.start() == .ready)
            var found = false
            while !found {
                let request = try await ours.nextRequest()
                #expect(request.values(of: "proxy-authorization") == ["Basic YXBwOnNlY3JldC0x"])
                found = request.target == "http://kill.test/kill.json"
            }
            await client.shutdown()
            #expect(hosts(ours).isSuperset(of: ["unleash.test", "kill.test"]))
            #expect(hosts(ours).isDisjoint(with: ["poll.test", "events.test"]))
            #expect(hosts(theirs).contains("poll.test"))
            #expect(hosts(theirs).isDisjoint(with: ["unleash.test", "kill.test"]))
            #expect(theirs.requests.allSatisfy { $0.values(of: "proxy-authorization") == [] })
        }

        @Test("Uses the new proxy when a configuration is applied")
        func applied() async throws {
            let (first, second) = (try Self.proxy(), try Self.proxy())
            defer {
                first.stop()
                second.stop()
            }
            func configuration(_ proxy: HostileServer) -> ConfigurationSource {
                .json(
                    """
                    {"version": 1, "network": {"proxy": "\(proxy.url(""))"}, "context": {"key": "person-1"}, "providers": {
                    "u": {"type": "unleash", "url": "http://unleash.test/api/frontend", "clientKey": "token"}}}
                    """)
            }
            let client = try FlagClient(configuration: configuration(first), providers: [.unleash], options: .manual())
            #expect(await client.start() == .ready)
            #expect(second.requests.isEmpty)
            try await client.applyConfiguration(configuration(second))
            #expect(try await second.nextRequest().target.hasPrefix("http://unleash.test/api/frontend"))
            await client.shutdown()
        }
    }
#endif
