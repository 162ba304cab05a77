// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardUnleash

/// An app with both vendors' providers, which fetches a flag from each through the server at a URL, and prints both flags.
@main
struct LinksBothProviders {
    static func main() async throws {
        let url = CommandLine.arguments.dropFirst().first ?? "http://127.0.0.1:1"
        for name in ["launchdarkly", "unleash"] {
            let flags = try FlagClient(
                configuration: .json(configuration(name, url)), providers: [.launchDarkly, .unleash])
            let start = await flags.start(within: .seconds(5))
            print("\(name): \(start == .ready ? "ready" : "\(start)") \(flags.bool("new-nav", default: false))")
            await flags.shutdown()
        }
    }

    private static func configuration(_ active: String, _ url: String) -> String {
        """
        {
          "version": 1,
          "active": "\(active)",
          "context": { "key": "c3b155b0" },
          "providers": {
            "launchdarkly": {
              "type": "launchdarkly", "mobileKey": "mob-1", "baseUrl": "\(url)", "streamUrl": "\(url)", "eventsUrl": "\(url)",
              "streamingMode": "polling", "persistence": "networkOnly"
            },
            "unleash": {
              "type": "unleash", "url": "\(url)/api/frontend", "clientKey": "key-1", "appName": "footprint",
              "persistence": "networkOnly"
            }
          }
        }
        """
    }
}
