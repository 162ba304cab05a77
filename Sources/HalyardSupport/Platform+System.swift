// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

extension Platform {
    /// The operating system's name, the version of its kernel, and the kind of machine, as servers are told them.
    package static let system: (name: String, version: String, machine: String) = {
        var names = utsname()
        guard uname(&names) == 0 else { return (systemName, "", "") }
        // Sound: the bytes are the names' own, and copied here.
        return (
            systemName, withUnsafeBytes(of: names.release, text), withUnsafeBytes(of: names.machine, text)
        )
    }()

    private static func text(_ bytes: UnsafeRawBufferPointer) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    private static var systemName: String {
        #if os(macOS)
            "macOS"
        #elseif os(iOS)
            "iOS"
        #elseif os(tvOS)
            "tvOS"
        #elseif os(watchOS)
            "watchOS"
        #elseif os(visionOS)
            "visionOS"
        #elseif os(Android)
            "Android"
        #else
            "Linux"
        #endif
    }
}
