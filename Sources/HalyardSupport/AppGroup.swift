// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The folder that an app shares with its extensions.
public enum AppGroup {
    /// What the system says about a group.
    package enum Answer: Sendable, Hashable {
        /// Where what Halyard keeps for the group lies.
        case folder(StateFolder)
        /// The program is not entitled to the group.
        case refused
        /// The system knows no App Groups.
        case unknown
    }

    /// The folder for what Halyard keeps, in an App Group's container.
    ///
    /// ```swift
    /// let store = FileFlagStore(folder: try AppGroup.folder("group.com.example.app"))
    /// ```
    /// A configuration says the same by `"appGroup"`. Does not make the folder; costs one question to the system.
    ///
    /// - Parameter name: The group's identifier, as in the entitlement `com.apple.security.application-groups`.
    /// - Returns: The folder; nil where there are no App Groups (Linux), which to a `FileFlagStore` means the app's own.
    /// - Throws: An error with what to do when the program is not entitled to the group. macOS answers for every name.
    public static func folder(_ name: String) throws(FileError) -> String? {
        switch Platform.appGroup(name) {
        case .folder(let folder): return folder.path
        case .unknown: return nil
        case .refused: throw FileError(path: name, reason: refusal)
        }
    }

    /// Why a group is refused, and what to do.
    package static let refusal =
        "The program is not entitled to this App Group. Add it to the capability App Groups of the target, for the app and for "
        + "each extension"
}
