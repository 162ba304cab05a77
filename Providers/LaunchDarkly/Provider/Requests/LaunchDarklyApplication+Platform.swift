// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Foundation
#endif

extension LaunchDarklyApplication {
    /// Returns the app that contexts and their requests identify.
    ///
    /// This is the app's own description. Otherwise, it is the system's description, if requested, or this library. An app
    /// with a missing or invalid identifier isn't sent at all. Spaces become hyphens. Other invalid strings are left out.
    func resolved(asksSystem: Bool) -> LaunchDarklyApplication {
        for candidate in [self, asksSystem ? Self.system : nil].compactMap({ $0?.tidied }) where candidate.id != nil {
            return candidate
        }
        var library = LaunchDarklyApplication()
        (library.id, library.name) = (Self.libraryName, Self.libraryName)
        (library.version, library.versionName) = (LaunchDarklyProvider.version, LaunchDarklyProvider.version)
        return library
    }

    /// The name of this library.
    static let libraryName = "halyard-swift"

    /// The app with hyphens instead of spaces.
    var hyphenated: LaunchDarklyApplication { mapped { text in String(text.map { $0 == " " ? "-" : $0 }) } }

    /// The app with hyphens instead of spaces, and without invalid strings.
    var tidied: LaunchDarklyApplication { hyphenated.mapped { Self.isValid($0) ? $0 : nil } }

    private func mapped(_ change: (String) -> String?) -> LaunchDarklyApplication {
        var mapped = self
        (mapped.id, mapped.name) = (id.flatMap(change), name.flatMap(change))
        (mapped.version, mapped.versionName) = (version.flatMap(change), versionName.flatMap(change))
        return mapped
    }

    /// The app as its bundle describes it, or `nil` on systems without bundles.
    private static var system: LaunchDarklyApplication? {
        #if canImport(Darwin)
            let bundle = Bundle.main
            var application = LaunchDarklyApplication()
            application.id = bundle.bundleIdentifier
            application.name = bundle.object(forInfoDictionaryKey: "CFBundleName") as? String
            application.version = bundle.object(forInfoDictionaryKey: "CFBundleVersion") as? String
            application.versionName = bundle.object(forInfoDictionaryKey: "CFBundleShortVersionString") as? String
            return application
        #else
            nil
        #endif
    }

    /// The language of the device, or `nil` on systems that don't provide it.
    static var systemLocale: String? {
        #if canImport(Darwin)
            Locale.autoupdatingCurrent.identifier
        #else
            nil
        #endif
    }
}
