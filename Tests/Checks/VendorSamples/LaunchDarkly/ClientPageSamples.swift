// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The samples force-unwrap optionals.
// swift-format-ignore-file: NeverForceUnwrap

import Foundation
import HalyardLDClient

/// The samples of the API page of `LDClient`.
final class ClientPageSamples {
    private(set) var updates: [String] = []

    func updateFlag(key: String, changedFlag: LDChangedFlag) { updates.append(key) }

    func read() -> [Any?] {
        let boolFlag = LDClient.get()?.variation(forKey: "my-bool-flag", defaultValue: false)
        //boolFeatureFlagValue is a Bool
        let boolFeatureFlagValue = LDClient.get()!.variation(forKey: "bool-flag-key", defaultValue: false)
        //dictionary type would be [String: Int] without the type specifier
        let defaultValue: [String: Any] = ["a": 1, "b": 2]
        let dictionaryFlagValue = LDClient.get()!.variation(
            forKey: "dictionary-key", defaultValue: ["a": 1, "b": 2] as [String: Any])
        return [boolFlag, boolFeatureFlagValue as Bool, defaultValue, dictionaryFlagValue]
    }

    func readOptionals() -> [Any?] {
        //boolFeatureFlagValue is a Bool?
        let boolFeatureFlagValue: Bool? = LDClient.get()!.variation(forKey: "bool-flag-key", defaultValue: nil)
        //dictionary type would be [String: Int] without the type specifier
        let defaultValue: [String: Any]? = ["a": 1, "b": 2]
        let dictionaryFlagValue = LDClient.get()!.variation(
            forKey: "dictionary-key", defaultValue: ["a": 1, "b": 2] as [String: Any]?)
        return [boolFeatureFlagValue, defaultValue, dictionaryFlagValue]
    }

    func observe() {
        let flagKeys = ["some-flag-key", "flag-key"]
        LDClient.get()?.observe(
            "flag-key", owner: self,
            observer: { [weak self] (changedFlag) in
                self?.updateFlag(key: "flag-key", changedFlag: changedFlag)
            })
        LDClient.get()?.observe("flag-key", owner: self) { [weak self] (changedFlag) in
            if let newValue = changedFlag.newValue as? Bool {
                //do something with the newValue
                _ = (self, newValue)
            }
        }
        // changedFlags is a [LDFlagKey: LDChangedFlag]
        LDClient.get()?.observe(flagKeys, owner: self) { [weak self] (changedFlags) in
            //There will be an LDChangedFlag entry in changedFlags for each changed flag. The closure will only be called once regardless of how many flags changed.
            if let someChangedFlag = changedFlags["some-flag-key"] {  // someChangedFlag is a LDChangedFlag
                //do something with someChangedFlag
                _ = (self, someChangedFlag)
            }
        }
        // changedFlags is a [LDFlagKey: LDChangedFlag]
        LDClient.get()?.observeAll(owner: self) { [weak self] (changedFlags) in
            //There will be an LDChangedFlag entry in changedFlags for each changed flag. The closure will only be called once regardless of how many flags changed.
            if let someChangedFlag = changedFlags["some-flag-key"] {  // someChangedFlag is a LDChangedFlag
                //do something with someChangedFlag
                _ = (self, someChangedFlag)
            }
        }
        LDClient.get()?.observeFlagsUnchanged(owner: self) { [weak self] in
            // Do something after an update was received that did not update any flag values.
            //The closure will be called once on the main thread after the update.
            _ = self
        }
        LDClient.get()?.observeCurrentConnectionMode(owner: self) { [weak self] _ in
            //do something after ConnectionMode was updated.
            _ = self
        }
    }

    func track() throws {
        let appEventData = ["some-custom-key": "some-custom-value", "another-custom-key": 7] as [String: Any]
        try LDClient.get()?.track(key: "app-event-key", data: appEventData)
    }
}
