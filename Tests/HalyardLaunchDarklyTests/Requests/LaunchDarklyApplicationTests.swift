// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardLaunchDarkly
import HalyardTransport
import Testing

@Suite("LaunchDarkly application header fields")
struct LaunchDarklyApplicationTests {
    @Test("Sends all application properties in the documented order")
    func everything() {
        var app = LaunchDarklyApplication()
        (app.versionName, app.version, app.name, app.id) = ("First", "1.0", "Shop", "com.example_shop-1")
        (app.wrapperName, app.wrapperVersion) = ("Flutter", "2")
        #expect(
            app.headers["X-LaunchDarkly-Tags"]
                == "application-id/com.example_shop-1 application-name/Shop application-version/1.0 "
                + "application-version-name/First")
        #expect(app.headers["X-LaunchDarkly-Wrapper"] == "Flutter/2")
        #expect(app.diagnostics(in: .users) == [] && app.diagnostics(in: .contexts) == [])
    }

    @Test("Omits empty fields, and a wrapper version without a name")
    func nothing() {
        var app = LaunchDarklyApplication()
        #expect(app.headers == [:])
        app.wrapperVersion = "2"
        #expect(app.headers == [:])
        app.wrapperName = ""
        #expect(app.headers == [:])
        (app.wrapperName, app.wrapperVersion) = ("Flutter", nil)
        #expect(app.headers["X-LaunchDarkly-Wrapper"] == "Flutter")
    }

    @Test(
        "Omits and reports values that LaunchDarkly doesn't accept",
        arguments: ["", "a b", "a/b", "ü", "a\n", "٣", String(repeating: "a", count: 65)])
    func invalid(text: String) {
        var app = LaunchDarklyApplication()
        (app.id, app.version) = (text, String(repeating: "a", count: 64))
        #expect(app.headers["X-LaunchDarkly-Tags"] == "application-version/" + String(repeating: "a", count: 64))
        #expect(
            app.diagnostics(in: .users).map(\.description) == [
                "warning: application-id: LaunchDarkly doesn't accept this value, so Halyard doesn't send it. "
                    + "Use 1 to 64 letters, digits, \".\", \"_\", and \"-\"."
            ])
    }

    @Test("Accepts spaces for contexts, and reports a missing app identifier")
    func contexts() {
        var app = LaunchDarklyApplication()
        #expect(app.diagnostics(in: .contexts) == [])
        (app.id, app.name, app.version) = ("My App", "Große App", "1 0")
        let refused =
            "warning: application-name: LaunchDarkly doesn't accept this value, so Halyard doesn't send it. "
            + "Use 1 to 64 letters, digits, \".\", \"_\", and \"-\"."
        #expect(app.diagnostics(in: .contexts).map(\.description) == [refused])
        #expect(
            app.diagnostics(in: .users).map(\.subject) == ["application-id", "application-name", "application-version"])
        app.id = nil
        #expect(
            app.diagnostics(in: .contexts).map(\.description) == [
                refused,
                "warning: application-id: The app has no valid identifier, so Halyard doesn't send any information about it. "
                    + "Set the app's identifier.",
            ])
    }
}
