// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CMeasure
    import Foundation
    import Halyard
    import HalyardLaunchDarkly

    extension Suite {
        /// The cost of a LaunchDarkly stream's patch, from the socket to an observer, compared with libcurl called from C.
        ///
        /// The time is the processor time of the process, which includes the server.
        static let streamedPatches = Suite(
            rows: [
                Row(
                    name: "a patch of a stream, with all flags stored, to an observer, processor time", measure: .time,
                    work: "patch, stored", baseline: "event, C", limit: .atMost(200_000), weight: .aim),
                Row(
                    name: "a patch of a stream to an observer, processor time", measure: .time, work: "patch",
                    baseline: "event, C", limit: .none),
            ], rounds: 9
        ) {
            let port = halyard_http_server()
            guard port != 0 else { throw Trouble("The server didn't start.") }
            let server = "http://127.0.0.1:\(port)"
            return [
                Work("event, C") {
                    let time = halyard_http_receive(server + "/held", event(1), Int32(count))
                    precondition(time > 0, "Some events didn't arrive.")
                    return Int(time)
                },
                Work("patch, stored") {
                    let folder = FileManager.default.temporaryDirectory.appending(path: "halyard-\(UUID().uuidString)")
                    defer { try? FileManager.default.removeItem(at: folder) }
                    let policy = "persistenceUntilNetworkSuccess"
                    return await patch(server, #"{ "policy": "\#(policy)", "folder": "\#(folder.path)" }"#)
                },
                Work("patch") { await patch(server, #""networkOnly""#) },
            ]
        }

        private static let count = 500

        private static func event(_ version: Int) -> String {
            let flag = Payload.name(version % 100)
            let data = #"{"key":"\#(flag)","version":\#(version),"value":\#(version),"variation":1}"#
            return "event: patch\ndata: \(data)\n\n"
        }

        /// Returns the processor time of a patch for a client with 100 flags.
        private static func patch(_ server: String, _ persistence: String) async -> Int {
            let configuration = """
                {
                  "version": 1, "active": "ld", "context": { "key": "ann" },
                  "providers": {
                    "ld": {
                      "type": "launchdarkly", "mobileKey": "mob-1", "baseUrl": "\(server)", "streamUrl": "\(server)",
                      "eventsUrl": "\(server)", "persistence": \(persistence)
                    }
                  }
                }
                """
            guard let client = try? FlagClient(configuration: .json(configuration), providers: [.launchDarkly]) else {
                preconditionFailure("The configuration is invalid.")
            }
            await client.start(within: .seconds(60))
            var changes = client.changes.makeAsyncIterator()
            var version = 0
            func push(_ times: Int) async {
                for _ in 0..<times {
                    version += 1
                    precondition(halyard_http_push(halyard_stream_meval, event(version)) != 0, "The stream isn't open.")
                    _ = await changes.next(isolation: nil)
                }
            }
            await push(100)
            let start = halyard_processor_time()
            await push(count)
            let time = halyard_processor_time() - start
            await client.shutdown()
            return Int(time) / count
        }
    }
#endif
