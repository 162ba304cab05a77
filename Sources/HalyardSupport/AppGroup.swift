// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// The folder that an app shares with its extensions.
public enum AppGroup {
    /// The system's response to a request for a group's folder.
    package enum Answer: Sendable, Hashable {
        /// The folder for Halyard's files in the group's container.
        case folder(StateFolder)
        /// The program isn't entitled to the group.
        case refused
        /// The system doesn't support App Groups.
        case unknown
    }

    /// Returns the folder for Halyard's files in an App Group's container.
    ///
    /// ```swift
    /// let store = FileFlagStore(folder: try AppGroup.folder("group.com.example.app"))
    /// ```
    /// In a configuration, use `"appGroup"` instead. This function doesn't create the folder. It costs one request to the system.
    ///
    /// - Parameter name: The group's identifier, as in the entitlement `com.apple.security.application-groups`.
    /// - Returns: The folder, or `nil` if the system doesn't support App Groups (Linux). A `FileFlagStore` then uses the
    ///   app's own folder.
    /// - Throws: An error that says what to do if the program isn't entitled to the group. On macOS, the system provides a folder
    ///   for every name.
    public static func folder(_ name: String) throws(FileError) -> String? {
        switch Platform.appGroup(name) {
        case .folder(let folder): return folder.path
        case .unknown: return nil
        case .refused: throw FileError(path: name, reason: refusal)
        }
    }

    /// The error message for a program that isn't entitled to a group.
    package static let refusal =
        "The program isn't entitled to this App Group. Add the group to the App Groups capability of the app and of "
        + "each extension"
}
