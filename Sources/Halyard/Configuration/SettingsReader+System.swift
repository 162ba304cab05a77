// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// What a configuration says about the app's place in the system: `lifecycle` of a client, `appGroup` of the document.
extension SettingsReader {
    enum LifecycleSource: String, CaseIterable {
        case none, system
    }

    /// Whether the client follows what the system reports about the app; nil when the configuration does not say.
    func lifecycle() -> LifecycleSource? {
        let source = choice(
            "lifecycle",
            "Whether the system's reports about the app are followed: that it goes to the background, or ends.",
            of: "lifecycle", among: LifecycleSource.allCases.map(\.rawValue)
        ).flatMap(LifecycleSource.init)
        guard source == .system else { return source }
        if host.hasOwnLifecycle {
            load.add(
                "twoLifecycles", at: pointer.appending("lifecycle"),
                "The client's options bring a lifecycle of their own, so the app's phase would come from two sources.",
                suggestion: "Leave \"lifecycle\" out here, or do not set it in the options.")
        } else if !host.hasSystemLifecycle {
            load.add(
                "noSystemLifecycle", .info, at: pointer.appending("lifecycle"),
                "This system reports nothing about programs, so the client counts as in the foreground.",
                suggestion: "Nothing needs to be done; a program that knows its phases passes a ManualLifecycle.")
        }
        return source
    }

    /// Has everything that is made from the document kept in the folder of an App Group, where there is one.
    func readAppGroup() {
        guard
            let name = string(
                "appGroup", "The App Group in whose folder everything is kept, to share it with extensions.")
        else { return }
        let pointer = pointer.appending("appGroup")
        switch host.appGroupAnswer(name) {
        case .folder(let folder):
            load.host.appGroup = (name, folder)
        case .refused:
            // Not a reason to have no flags at all.
            load.add(
                "appGroupRefused", .error, refuses: false, at: pointer, "\(AppGroup.refusal): \"\(name)\".",
                suggestion: "Until then, everything is kept in the app's own folder, which extensions do not see.")
        case .unknown:
            load.add(
                "noAppGroups", .info, at: pointer,
                "This system has no App Groups; everything is kept in the usual folder.",
                suggestion: "Nothing needs to be done.")
        }
    }
}
