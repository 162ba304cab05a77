// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardLDClient
import HalyardLDEngine
import HalyardSupport
import HostileServer
import LDTestSupport
import TestSupport
import Testing

@testable import HalyardLaunchDarkly

/// The options of `LDConfig`, and their defaults.
@Suite("LDConfig")
struct ConfigTests {
    @Test("Rejects conflicting secondary mobile keys, and keeps the previous ones")
    func refusedKeys() throws {
        var config = LDConfig(mobileKey: "primary")
        try config.setSecondaryMobileKeys(["a": "one"])
        #expect(
            throws: LDInvalidArgumentError("The primary mobile key is also a secondary key. Remove it from those keys.")
        ) { try config.setSecondaryMobileKeys(["default": "primary"]) }
        #expect(
            throws: LDInvalidArgumentError(
                "\"default\" is the name of the primary environment. Choose another name.")
        ) { try config.setSecondaryMobileKeys(["default": "two", "b": "two"]) }
        #expect(
            throws: LDInvalidArgumentError("Two environments have the same mobile key. Use a different key for each.")
        ) { try config.setSecondaryMobileKeys(["a": "two", "b": "two"]) }
        #expect(config.getSecondaryMobileKeys() == ["a": "one"])
    }

    @Test("Uses the documented default for every option")
    func defaults() {
        let config = LDConfig(mobileKey: "mob")
        #expect(config.baseUrl.absoluteString == "https://app.launchdarkly.com")
        #expect(config.eventsUrl.absoluteString == "https://mobile.launchdarkly.com")
        #expect(config.streamUrl.absoluteString == "https://clientstream.launchdarkly.com")
        #expect((config.eventCapacity, config.connectionTimeout, config.eventFlushInterval) == (100, 10, 30))
        #expect((config.flagPollingInterval, config.backgroundFlagPollingInterval) == (300, 3600))
        #expect(config.streamingMode == .streaming)
        #expect((config.enableBackgroundUpdates, config.startOnline, config.useReport) == (false, true, false))
        #expect(!config.allUserAttributesPrivate && config.privateUserAttributes == nil)
        #expect(!config.inlineUserInEvents && !config.isDebugMode && !config.evaluationReasons)
        #expect((config.maxCachedUsers, config.diagnosticOptOut, config.diagnosticRecordingInterval) == (5, false, 900))
        #expect(config.wrapperName == nil && config.wrapperVersion == nil)
        #expect(config.sendEvents && config.applicationInfo == nil)
        #expect(config.additionalHeaders == [:] && config.headerDelegate == nil && !config.autoAliasingOptOut)
        #expect(config.getSecondaryMobileKeys() == [:])
        #expect(config == LDConfig(mobileKey: "mob"))
    }

    @Test("Limits the interval of diagnostic events, but not of polls")
    func minima() {
        var config = LDConfig(mobileKey: "mob")
        config.diagnosticRecordingInterval = 1
        config.flagPollingInterval = 1
        #expect(config.diagnosticRecordingInterval == config.minima.diagnosticRecordingInterval)
        #expect(config.flagPollingInterval == 1)
    }

    @Test("Polls if the system doesn't support streams")
    func noStreams() {
        var config = LDConfig(mobileKey: "mob")
        config.flagPollingInterval = 600
        config.backgroundFlagPollingInterval = 7200
        config.enableBackgroundUpdates = true
        var options = config.options("mob", 1)
        #expect(options.fetching(in: .online) == .streaming)
        // iOS and tvOS support streams only in the foreground.
        options.streamsInBackground = false
        #expect(options.fetching(in: .online) == .streaming)
        #expect(options.fetching(in: .background) == .polling(every: .seconds(7200)))
        // watchOS doesn't support streams.
        options.supportsStreaming = false
        #expect(options.fetching(in: .online) == .polling(every: .seconds(600)))
        #expect(options.fetching(in: .offline) == .none)
    }

    @Test("Prints all diagnostics in debug mode", arguments: [true, false])
    func debugMode(isOn: Bool) async throws {
        let printed = Recorder<String>()
        let stage = try UserStage({ $0.debugHandler = { printed.add($0.code.rawValue) } }) { _ in
            [.send(.response(401))]
        }
        defer { stage.end() }
        await stage.start(stage.config { $0.isDebugMode = isOn })
        if isOn { await until { printed.count > 0 } }
        #expect((printed.count > 0) == isOn)
    }

    @Test("Passes every option to the provider")
    func forwarded() {
        var config = LDConfig(mobileKey: "mob")
        config.eventCapacity = 1
        config.connectionTimeout = 2
        config.eventFlushInterval = 3
        config.flagPollingInterval = 4
        config.backgroundFlagPollingInterval = 5
        config.streamingMode = .polling
        config.allUserAttributesPrivate = true
        config.privateUserAttributes = ["ipAddress", "shoe"]
        config.useReport = true
        config.inlineUserInEvents = true
        config.evaluationReasons = true
        config.maxCachedUsers = -7
        config.diagnosticOptOut = true
        config.wrapperName = "w"
        config.wrapperVersion = "1"
        config.additionalHeaders = ["X": "y"]
        config.autoAliasingOptOut = true
        config.sendEvents = false
        var info = ApplicationInfo()
        info.applicationIdentifier("i")
        info.applicationName("n")
        info.applicationVersion("v")
        info.applicationVersionName("vn")
        config.applicationInfo = info
        let options = config.options("mob", 2)
        #expect(options.events.capacity == 1)
        #expect((options.connectionTimeout, options.events.flushInterval) == (.seconds(2), .seconds(3)))
        #expect((options.pollingInterval, options.backgroundPollingInterval) == (.seconds(4), .seconds(5)))
        #expect(options.streamingMode == .polling)
        #expect(options.events.allAttributesPrivate && options.events.privateAttributes == ["ip", "shoe"])
        #expect(options.usesReport && options.events.inlinesUser && options.withReasons)
        #expect((options.maxCachedUsers, !options.events.sendsDiagnostics) == (-1, true))
        #expect((options.application.wrapperName, options.application.wrapperVersion) == ("w", "1"))
        #expect((options.application.id, options.application.name) == ("i", "n"))
        #expect((options.application.version, options.application.versionName) == ("v", "vn"))
        #expect(!options.sendsEvents)
        #expect(options.additionalHeaders == ["X": "y"])
        #expect(!options.events.aliasesAutomatically && options.events.privacyRules == .version5)
    }
}

/// Attributes of users, and the attributes that events omit.
@Suite("LDUser")
struct UserTests {
    @Test("Contains only the key, device, and operating system by default")
    func defaults() {
        let user = LDUser(key: "k")
        let texts = [user.name, user.firstName, user.lastName, user.country, user.ipAddress, user.email, user.avatar]
        #expect(texts == [nil, nil, nil, nil, nil, nil, nil])
        #expect(user.custom == nil && user.privateAttributes == nil && !user.isAnonymous)
        #expect(user.device == Platform.system.machine && user.operatingSystem == Platform.system.version)
    }

    @Test("Uses the device key and is anonymous by default if no key is passed")
    func anonymous() {
        let deviceKey = LaunchDarklyDeviceKey(store: nil) { "device" }
        let user = LDUser(key: nil, deviceKey: deviceKey)
        #expect((user.key, user.isAnonymous) == ("device", true))
        #expect(!LDUser(key: nil, deviceKey: deviceKey, isAnonymous: false).isAnonymous)
        #expect(!LDUser(key: "a", deviceKey: deviceKey).isAnonymous)
    }

    @Test("Sends the anonymous attribute only if the app or a missing key sets it")
    func saidOrNot() {
        let deviceKey = LaunchDarklyDeviceKey(store: nil) { "device" }
        let said = { (user: LDUser) in user.neutral.isAnonymous }
        #expect(said(LDUser(key: nil, deviceKey: deviceKey)) == true)
        #expect(said(LDUser(key: "a", deviceKey: deviceKey)) == nil)
        #expect(said(LDUser(key: "a", deviceKey: deviceKey, isAnonymous: false)) == false)
        var user = LDUser(key: "a", deviceKey: deviceKey)
        user.isAnonymous = false
        #expect(said(user) == false)
    }

    @Test("Encodes every attribute, with device and system as custom attributes")
    func attributes() {
        let user = LDUser(
            key: "k", name: "n", firstName: "f", lastName: "l", country: "c", ipAddress: "i", email: "e", avatar: "a",
            custom: ["groups": ["x"], "device": "own", "date": Date()], operatingSystem: "os",
            privateAttributes: ["ipAddress", "groups"], secondary: "s")
        #expect(
            user.neutral.json == [
                "avatar": "a", "country": "c",
                "custom": ["device": "own", "groups": ["x"], "os": "os"],
                "email": "e", "firstName": "f", "ip": "i", "key": "k", "lastName": "l", "name": "n",
                "privateAttributeNames": ["groups", "ip"], "secondary": "s",
            ])
        #expect(user.neutral.privateAttributes == ["ip", "groups"])
    }
}
