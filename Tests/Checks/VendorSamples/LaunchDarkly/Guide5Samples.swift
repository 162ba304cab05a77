// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The samples force-unwrap optionals.
// swift-format-ignore-file: NeverForceUnwrap, NeverUseForceTry

import Foundation
import HalyardLDClient

/// The samples of the guide to the LaunchDarkly iOS SDK 5.
final class Guide5Samples {
    func start() {
        let config = LDConfig(mobileKey: "YOUR_MOBILE_KEY")
        let user = LDUser(key: "test-user")
        LDClient.start(config: config, user: user)
        LDClient.start(config: config, user: user) {
            // Client has received flags for the user
        }
        LDClient.start(config: config, user: user, startWaitSeconds: 5) { timedOut in
            if timedOut {
                // The SDK may not have the most recent flags for the configured user
            } else {
                // The SDK has received flags for the configured user
            }
        }
    }

    func configure() -> LDConfig {
        var ldConfig = LDConfig(mobileKey: "YOUR_MOBILE_KEY")
        ldConfig.baseUrl = URL(string: "https://app.launchdarkly.com")!
        ldConfig.eventsUrl = URL(string: "https://mobile.launchdarkly.com")!
        ldConfig.streamUrl = URL(string: "https://clientstream.launchdarkly.com")!
        ldConfig.eventCapacity = 100
        ldConfig.connectionTimeout = 10.0
        ldConfig.eventFlushInterval = 30.0
        ldConfig.flagPollingInterval = 300.0
        ldConfig.backgroundFlagPollingInterval = 3600.0
        ldConfig.streamingMode = LDStreamingMode.streaming
        ldConfig.enableBackgroundUpdates = false
        ldConfig.startOnline = true
        ldConfig.allUserAttributesPrivate = false
        ldConfig.privateUserAttributes = nil
        ldConfig.useReport = false
        ldConfig.inlineUserInEvents = false
        ldConfig.isDebugMode = false
        ldConfig.evaluationReasons = false
        ldConfig.maxCachedUsers = 5
        ldConfig.diagnosticOptOut = false
        ldConfig.diagnosticRecordingInterval = 900.0
        ldConfig.wrapperName = nil
        ldConfig.wrapperVersion = nil
        ldConfig.additionalHeaders = [:]
        return ldConfig
    }

    func users() -> [LDUser] {
        var user = LDUser(key: "YOUR_USER_KEY")
        user.name = "name"
        user.firstName = "first"
        user.lastName = "last"
        user.country = "country"
        user.ipAddress = "address"
        user.email = "email"
        user.avatar = "avatar"
        user.custom = ["groups": ["beta_testers"]]
        user.isAnonymous = false
        user.device = "device"
        user.operatingSystem = "system"
        user.privateAttributes = ["name"]

        var privateUser: LDUser {
            var user = LDUser(key: "USER_KEY", name: "USER_NAME")
            user.privateAttributes = ["name"]
            return user
        }
        var anonymousUser: LDUser {
            var user = LDUser(key: "USER_KEY")
            user.isAnonymous = true
            return user
        }
        // OR have the SDK use a device persistent key, this sets `isAnonymous` by default.
        let deviceUser = LDUser()
        return [user, privateUser, anonymousUser, deviceUser]
    }

    func background() -> LDConfig {
        var ldConfig = LDConfig(mobileKey: "MY_MOBILE_KEY")
        ldConfig.backgroundFlagPollingInterval = 3600
        return ldConfig
    }

    func use() {
        let ldClient = LDClient.get()!
        let showFeature = ldClient.variation(forKey: "flag-key", defaultValue: false)
        if showFeature {
            // application code to show the feature
        } else {
            // the code to run if the feature is off
        }
        let boolFlagValue = LDClient.get()!.variation(forKey: "bool-flag-key", defaultValue: false)
        let dictionaryFlagValue = LDClient.get()!.variation(
            forKey: "dictionary-flag-key", defaultValue: ["a": 1, "b": 2] as [String: Any])
        let allFlags = LDClient.get()!.allFlags
        do {
            let data = ["some-custom-key": "some-custom-value", "another-custom-key": 7] as [String: Any]
            try LDClient.get()!.track(key: "MY_TRACK_EVENT_NAME", data: data)
        } catch is LDInvalidArgumentError {
            // Do something with the error
        } catch {}
        LDClient.get()!.setOnline(true) {
            // Client is online
        }
        let connectionStatus = LDClient.get()!.isOnline
        let newUser = LDUser(key: "NEW_USER_KEY")
        LDClient.get()!.identify(user: newUser)
        LDClient.get()!.identify(user: newUser) {
            // Flags have been retrieved for the new user
        }
        _ = (boolFlagValue, dictionaryFlagValue, allFlags, connectionStatus)
    }

    func observe() {
        let flagKey = "MY_OBSERVE_FLAG_KEY"
        let flagObserverOwner = flagKey as LDObserverOwner

        let ldClient = LDClient.get()!

        ldClient.observe(
            keys: [flagKey], owner: flagObserverOwner,
            handler: { changedFlags in
                if changedFlags[flagKey] != nil {
                    // Your code here
                }
            })
        ldClient.stopObserving(owner: flagObserverOwner)

        ldClient.observeFlagsUnchanged(owner: self) {
            ldClient.stopObserving(owner: self as LDObserverOwner)
        }
        ldClient.observeAll(owner: self) { _ in
            ldClient.stopObserving(owner: self as LDObserverOwner)
        }
        // Get current connection information
        let connectionInformation = LDClient.get()!.getConnectionInformation()
        // Setting a connection mode update observer
        LDClient.get()!.observeCurrentConnectionMode(owner: self) { [weak self] connectionMode in
            // do something after ConnectionMode was updated.
            _ = (self, connectionMode)
        }
        _ = connectionInformation
    }

    func environments() {
        let user = LDUser(key: "YOUR_USER_KEY")
        var config = LDConfig(mobileKey: "PRIMARY_MOBILE_KEY")
        try! config.setSecondaryMobileKeys(["platform": "PLATFORM_MOBILE_KEY", "core": "CORE_MOBILE_KEY"])
        LDClient.start(config: config, user: user)
        var coreInstance = LDClient.get(environment: "core")
        let coreFlagValue = coreInstance?.variation(forKey: "CORE_FLAG_KEY", defaultValue: false)
        coreInstance?.identify(user: user)
        coreInstance = nil
        _ = coreFlagValue
    }
}
