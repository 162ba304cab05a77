// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// The settings of Halyard's own manifest.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// `run` copies this manifest to a folder with links to this repository and to a checkout of the SDK. The modules of the SDK's Apple
// frameworks come from OpenCombine. Halyard's modules are targets of this package, so its tests can use the test helpers.
let package = Package(
    name: "OpenFeatureSDK",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.0.0"),
    ],
    targets: [
        .target(
            name: "HalyardSupport", path: "Sources/HalyardSupport", exclude: ["PrivacyInfo.xcprivacy"],
            swiftSettings: settings),
        .target(name: "CHalyardThread", path: "Sources/CHalyardThread"),
        .target(
            name: "Halyard", dependencies: ["CHalyardThread", "HalyardSupport"], path: "Sources/Halyard",
            swiftSettings: settings),
        .target(
            name: "HalyardTesting", dependencies: ["Halyard", "HalyardSupport"], path: "Sources/HalyardTesting",
            swiftSettings: settings),
        .target(
            name: "TestSupport", dependencies: ["Halyard", "HalyardSupport", "HalyardTesting"],
            path: "Tests/Support/TestSupport", swiftSettings: settings),
        .target(
            name: "Combine",
            dependencies: [
                .product(name: "OpenCombine", package: "OpenCombine"),
                .product(name: "OpenCombineDispatch", package: "OpenCombine"),
                .product(name: "OpenCombineFoundation", package: "OpenCombine"),
            ],
            path: "Shims/Combine"),
        .target(name: "os", path: "Shims/os"),
        .target(
            name: "OpenFeature", dependencies: ["Combine", "os", .product(name: "Logging", package: "swift-log")],
            path: "SDK/Sources/OpenFeature", swiftSettings: [.swiftLanguageMode(.v5)]),
        .testTarget(
            name: "OpenFeatureTests",
            dependencies: ["Combine", "OpenFeature", .product(name: "Logging", package: "swift-log")],
            path: "SDK/Tests/OpenFeatureTests", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "OpenFeatureAdapters", dependencies: ["Combine", "Halyard", "OpenFeature"],
            // Without the settings, as in most apps.
            path: "Examples/OpenFeature", exclude: ["FeatureProviderFlags.md", "README.md"],
            swiftSettings: [.treatAllWarnings(as: .error), .enableUpcomingFeature("ExistentialAny")]),
        .testTarget(
            name: "AdapterTests",
            dependencies: [
                "Combine", "Halyard", "HalyardTesting", "OpenFeature", "OpenFeatureAdapters", "TestSupport",
            ],
            // Swift 5, because the SDK's API object isn't Sendable.
            path: "AdapterTests",
            swiftSettings: settings + [.swiftLanguageMode(.v5), .enableUpcomingFeature("BareSlashRegexLiterals")]),
    ],
    swiftLanguageModes: [.v6]
)
