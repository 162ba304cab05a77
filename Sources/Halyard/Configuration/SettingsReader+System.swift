// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

// The settings for the app's environment: `lifecycle` of a client, and `appGroup` of the document.
extension SettingsReader {
    enum LifecycleSource: String, CaseIterable {
        case none, system
    }

    /// Returns the source of the app lifecycle, or `nil` if it is not configured.
    func lifecycle() -> LifecycleSource? {
        let source = choice(
            "lifecycle",
            "Source of the app lifecycle, such as going to the background or ending.",
            of: "lifecycle", among: LifecycleSource.allCases.map(\.rawValue)
        ).flatMap(LifecycleSource.init)
        guard source == .system else { return source }
        if host.hasOwnLifecycle {
            builder.add(
                "twoLifecycles", at: pointer.appending("lifecycle"),
                "The client's options also set a lifecycle, so the app's phase would come from two sources.",
                suggestion: "Remove \"lifecycle\" here or in the options.")
        } else if !host.hasSystemLifecycle {
            builder.add(
                "noSystemLifecycle", .info, at: pointer.appending("lifecycle"),
                "This system doesn't report an app lifecycle, so the client assumes that the app is in the foreground.",
                suggestion: "To report phases in your code, use a ManualLifecycle.")
        }
        return source
    }

    /// Stores all data of the configuration in the folder of an App Group, if one is configured.
    func readAppGroup() {
        guard
            let name = string(
                "appGroup", "App Group whose folder stores all data, to share it with extensions.")
        else { return }
        let pointer = pointer.appending("appGroup")
        switch host.appGroupAnswer(name) {
        case .folder(let folder):
            builder.host.appGroup = (name, folder)
        case .refused:
            // The client can still serve flags.
            builder.add(
                "appGroupRefused", .error, refuses: false, at: pointer, "\(AppGroup.refusal): \"\(name)\".",
                suggestion: "Until then, data is stored in the app's folder, which extensions can't access.")
        case .unknown:
            builder.add(
                "noAppGroups", .info, at: pointer,
                "This system doesn't support App Groups, so data is stored in the usual folder.",
                suggestion: "No action is necessary.")
        }
    }
}
