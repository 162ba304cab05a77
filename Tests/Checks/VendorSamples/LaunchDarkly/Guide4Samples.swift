// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The samples force-unwrap optionals.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import HalyardLDClient

/// The Swift samples of the guide to the LaunchDarkly iOS SDK 4.
final class Guide4Samples {
    func start() {
        let config = LDConfig(mobileKey: "YOUR_MOBILE_KEY")
        let user = LDUser(key: "test-user")
        LDClient.shared.start(config: config, user: user)
    }

    func configure() -> LDConfig {
        let safeKey = "YOUR_MOBILE_KEY"
        var ldConfig = LDConfig(mobileKey: safeKey)
        /// The default url for making feature flag requests
        ldConfig.baseUrl = URL(string: "https://app.launchdarkly.com")!
        /// The default url for making event reports
        ldConfig.eventsUrl = URL(string: "https://mobile.launchdarkly.com")!
        /// The default url for connecting to the *clientstream*
        ldConfig.streamUrl = URL(string: "https://clientstream.launchdarkly.com")!
        /// The default maximum number of events the LDClient can store
        ldConfig.eventCapacity = 100
        /// The default maximum number of events the LDClient can store
        ldConfig.connectionTimeout = 10.0
        /// The default time interval between event reports. (30 seconds)
        ldConfig.eventFlushInterval = 30.0
        /// The default time interval between feature flag requests.
        ///
        /// Used only for polling mode. (5 minutes)
        ldConfig.flagPollingInterval = 300.0
        /// The default interval between feature flag requests while running in the background.
        ///
        /// Used only for polling mode. (60 minutes)
        ldConfig.backgroundFlagPollingInterval = 3600.0
        /// The default streaming mode (streaming)
        ldConfig.streamingMode = LDStreamingMode.streaming
        /// The default mode for enabling background flag requests. (false)
        ldConfig.enableBackgroundUpdates = false
        /// The default mode to set LDClient online on a start call. (true)
        ldConfig.startOnline = true
        /// The default setting for private user attributes. (false)
        ldConfig.allUserAttributesPrivate = false
        /// The default private user attribute list (nil)
        ldConfig.privateUserAttributes = nil
        ldConfig.useReport = false
        ldConfig.inlineUserInEvents = false
        ldConfig.debugMode = false
        return ldConfig
    }

    func users() -> [LDUser] {
        var complete = LDUser()
        complete.key = "key"
        complete.name = "name"
        complete.firstName = "first"
        complete.lastName = "last"
        complete.country = "country"
        complete.ipAddress = "address"
        complete.email = "email"
        complete.avatar = "avatar"
        complete.custom = ["groups": ["beta_testers"]]
        complete.isAnonymous = false
        complete.device = "device"
        complete.operatingSystem = "system"
        complete.privateAttributes = ["name"]

        var privateUser: LDUser {
            var user = LDUser()
            user.key = "PRIVATE_USER_ATTRIBUTE_KEY"
            user.name = "private_citizen"
            user.privateAttributes = ["name"]
            return user
        }
        var anonymousUser: LDUser {
            var user = LDUser()
            user.key = "ANONYMOUS_USER_ATTRIBUTE_KEY"
            user.name = "anonymous_citizen"
            user.isAnonymous = true
            return user
        }
        return [complete, privateUser, anonymousUser]
    }

    func use() throws -> [Any?] {
        let boolFeatureFlagValue = LDClient.shared.variation(forKey: "bool-flag-key", fallback: false)
        if boolFeatureFlagValue {
            // application code to show the feature
        } else {
            // the code to run if the feature is off
        }
        let dictionaryFlagValue = LDClient.shared.variation(
            forKey: "dictionary-key", fallback: ["a": 1, "b": 2] as [LDFlagKey: Any])
        let allFlags = LDClient.shared.allFlagValues
        let data = ["some-custom-key": "some-custom-value", "another-custom-key": 7] as [String: Any]
        try LDClient.shared.trackEvent(key: "MY_TRACK_EVENT_NAME", data: data)
        LDClient.shared.setOnline(false)
        LDClient.shared.setOnline(true) {
        }
        let connectionStatus = LDClient.shared.isOnline
        LDClient.shared.reportEvents()
        return [boolFeatureFlagValue, dictionaryFlagValue, allFlags, connectionStatus]
    }

    func identify() {
        // Usage as of 4.2.0
        do {
            var newUser = LDUser()
            newUser.key = "MY_NEW_USER_KEY"
            LDClient.shared.identify(user: newUser)
            //identify can also be called with a completion
            LDClient.shared.identify(user: newUser) {
                NSLog("User updated!")
            }
        }
        // Usage in versions prior to 4.2.0 (now deprecrated)
        var newUser = LDUser()
        newUser.key = "MY_NEW_USER_KEY"
        LDClient.shared.user = newUser
    }

    func observe() {
        let flagKey = "MY_OBSERVE_FLAG_KEY"
        let flagChangeOwner = flagKey as LDFlagChangeOwner
        LDClient.shared.observe(
            keys: [flagKey], owner: flagChangeOwner,
            handler: { (changedFlags) in
                if changedFlags[flagKey] != nil {
                    //Your code here
                }
            })
        LDClient.shared.stopObserving(owner: flagChangeOwner)
        LDClient.shared.observeFlagsUnchanged(owner: self) {
            LDClient.shared.stopObserving(owner: self as LDFlagChangeOwner)
        }
        LDClient.shared.observeAll(owner: self) { _ in
            LDClient.shared.stopObserving(owner: self as LDFlagChangeOwner)
        }
    }

    func background() -> LDConfig {
        var ldConfig = LDConfig(mobileKey: "MY_MOBILE_KEY")
        ldConfig.backgroundFlagPollingInterval = 3600
        return ldConfig
    }

    func monitor() {
        let connectionInformation = LDClient.shared.getConnectionInformation()
        print("Current Connection Status: \(connectionInformation.description())")
        //Setting a Connection Mode Listener
        LDClient.shared.observeCurrentConnectionMode(owner: self) { [weak self] (connectionMode) in
            //do something after ConnectionMode was updated.
            print("Connection Mode: \(connectionMode)")
            _ = self
        }
    }

    func stop() { LDClient.shared.stopClient() }
}
