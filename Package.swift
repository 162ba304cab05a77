// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// One set of language features for every target; each is the future default of the language.
var settings: [SwiftSetting] = [
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0335-existential-any.md
    .enableUpcomingFeature("ExistentialAny"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0444-member-import-visibility.md
    .enableUpcomingFeature("MemberImportVisibility"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0409-access-level-on-imports.md
    .enableUpcomingFeature("InternalImportsByDefault"),
    // https://github.com/swiftlang/swift-evolution/blob/main/proposals/0461-async-function-isolation.md
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

// CI compiles with HALYARD_STRICT=1, also where a nested package builds this one.
if Context.environment["HALYARD_STRICT"] != nil {
    settings += [.treatAllWarnings(as: .error), .unsafeFlags(["-require-explicit-sendable"])]
}

// Apple's privacy manifests. Elsewhere a resource would link Foundation to a program that needs none of it. This is decided on the
// machine that builds: a Mac that builds for Linux links it anyway.
#if canImport(Darwin)
    let privacyManifest: [Resource] = [.copy("PrivacyInfo.xcprivacy")]
    let noManifest: [String] = []
#else
    let privacyManifest: [Resource] = []
    let noManifest = ["PrivacyInfo.xcprivacy"]
#endif

let package = Package(
    name: "Halyard",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "Halyard", targets: ["Halyard"]),
        .library(name: "HalyardFoundation", targets: ["HalyardFoundation"]),
        .library(name: "HalyardUI", targets: ["HalyardUI"]),
        .library(name: "HalyardTesting", targets: ["HalyardTesting"]),
        .library(name: "HalyardTransport", targets: ["HalyardTransport"]),
        .library(name: "HalyardURLSession", targets: ["HalyardURLSession"]),
        .library(name: "HalyardNetwork", targets: ["HalyardNetwork"]),
        .library(name: "HalyardUnleash", targets: ["HalyardUnleash"]),
        .library(name: "HalyardUnleashClient", targets: ["HalyardUnleashClient"]),
        .library(name: "HalyardOFREP", targets: ["HalyardOFREP"]),
        .library(name: "HalyardLaunchDarkly", targets: ["HalyardLaunchDarkly"]),
        .library(name: "HalyardLDClient", targets: ["HalyardLDClient"]),
        .library(name: "HalyardLDContextClient", targets: ["HalyardLDContextClient"]),
        // Not "halyard", which differs from the library's name only in case: a disk may not tell the two apart.
        .executable(name: "halyard-cli", targets: ["HalyardTool"]),
    ],
    targets: [
        .target(
            name: "HalyardSupport", exclude: noManifest, resources: privacyManifest, swiftSettings: settings),
        // Atomic words, and variables of a thread's own: Swift has neither on systems before those of 2024.
        .target(name: "CHalyardThread"),
        .target(
            name: "Halyard", dependencies: ["CHalyardThread", "HalyardSupport"],
            swiftSettings: settings),
        // Of its own, so that an app whose flags hold no dates or URLs needs no Foundation on Linux.
        .target(name: "HalyardFoundation", dependencies: ["Halyard"], swiftSettings: settings),
        // Where there is no SwiftUI, only what is behind its views.
        .target(name: "HalyardUI", dependencies: ["Halyard", "HalyardSupport"], swiftSettings: settings),
        .target(name: "HalyardTesting", dependencies: ["Halyard", "HalyardSupport"], swiftSettings: settings),
        // The system's libcurl, loaded at run time.
        .target(name: "CHalyardCurl", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(
            name: "HalyardTransport",
            dependencies: ["HalyardSupport", .target(name: "CHalyardCurl", condition: .when(platforms: [.linux]))],
            swiftSettings: settings),
        // Of its own, so that nothing on Linux links Foundation's networking.
        .target(
            name: "HalyardURLSession", dependencies: ["HalyardSupport", "HalyardTransport"], swiftSettings: settings),
        // The one place that chooses a platform's transport, and reads a configuration's `network`.
        .target(
            name: "HalyardNetwork",
            dependencies: [
                "Halyard", "HalyardSupport", "HalyardTransport",
                .target(
                    name: "HalyardURLSession",
                    condition: .when(platforms: [
                        .macOS, .macCatalyst, .iOS, .tvOS, .watchOS, .visionOS, .android,
                    ])),
            ],
            swiftSettings: settings),
        .target(
            name: "HalyardUnleash", dependencies: ["Halyard", "HalyardNetwork", "HalyardSupport", "HalyardTransport"],
            path: "Providers/Unleash/Provider", exclude: noManifest, resources: privacyManifest,
            swiftSettings: settings),
        .target(
            name: "HalyardUnleashClient",
            dependencies: [
                "Halyard", "HalyardNetwork", "HalyardSupport", "HalyardTransport", "HalyardURLSession",
                "HalyardUnleash",
            ],
            path: "Providers/Unleash/Client", swiftSettings: settings),
        // Uses public API only, as a provider of another package would.
        .target(
            name: "HalyardOFREP", dependencies: ["Halyard", "HalyardNetwork", "HalyardSupport", "HalyardTransport"],
            path: "Providers/OFREP/Provider", exclude: noManifest, resources: privacyManifest,
            swiftSettings: settings),
        .target(
            name: "HalyardLaunchDarkly",
            dependencies: ["Halyard", "HalyardNetwork", "HalyardSupport", "HalyardTransport"],
            path: "Providers/LaunchDarkly/Provider", exclude: noManifest, resources: privacyManifest,
            swiftSettings: settings),
        // What the two clients of LaunchDarkly's API have in common; its few public types are re-exported by both.
        .target(
            name: "HalyardLDEngine",
            dependencies: ["Halyard", "HalyardLaunchDarkly", "HalyardSupport", "HalyardTransport"],
            path: "Providers/LaunchDarkly/Engine", swiftSettings: settings),
        .target(
            name: "HalyardLDClient",
            dependencies: ["Halyard", "HalyardLaunchDarkly", "HalyardLDEngine", "HalyardSupport"],
            path: "Providers/LaunchDarkly/Client", swiftSettings: settings),
        .target(
            name: "HalyardLDContextClient", dependencies: ["Halyard", "HalyardLaunchDarkly", "HalyardLDEngine"],
            path: "Providers/LaunchDarkly/ContextClient", swiftSettings: settings),
        // Flag manifests, and the Swift that is made of them.
        .target(name: "HalyardManifest", dependencies: ["Halyard", "HalyardSupport"], swiftSettings: settings),
        .executableTarget(
            name: "HalyardTool",
            dependencies: [
                "Halyard", "HalyardLaunchDarkly", "HalyardManifest", "HalyardOFREP", "HalyardSupport", "HalyardUnleash",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "QuickStart", dependencies: ["Halyard", "HalyardLaunchDarkly", "HalyardUnleash"],
            path: "Examples/QuickStart", exclude: ["Flags", "halyard.json", "halyard.schema.json"],
            swiftSettings: settings),
        .executableTarget(
            name: "VendorDemo",
            dependencies: ["Halyard", "HalyardLaunchDarkly", "HalyardOFREP", "HalyardTransport", "HalyardUnleash"],
            path: "Examples/VendorDemo", exclude: ["Flags", "launchdarkly.json", "ofrep.json", "unleash.json"],
            swiftSettings: settings),
        .executableTarget(
            name: "Migration", dependencies: ["Halyard", "HalyardLaunchDarkly", "HalyardUnleash"],
            path: "Examples/Migration", exclude: ["Flags", "migration.json"], swiftSettings: settings),
        // What tests share: doubles, recorders, and the way to the repository's own files.
        .target(
            name: "TestSupport", dependencies: ["Halyard", "HalyardSupport", "HalyardTesting"],
            path: "Tests/Support/TestSupport", swiftSettings: settings),
        .testTarget(
            name: "HalyardSupportTests", dependencies: ["HalyardSupport", "TestSupport"], swiftSettings: settings),
        // A server that misbehaves on purpose, for every test that crosses the network.
        .target(
            name: "HostileServer", dependencies: ["HalyardSupport"], path: "Tests/Support/HostileServer",
            swiftSettings: settings),
        .testTarget(
            name: "HalyardTransportTests",
            dependencies: [
                "HalyardNetwork", "HalyardSupport", "HalyardTransport", "HalyardURLSession", "HostileServer",
                "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HalyardNetworkTests",
            dependencies: [
                "Halyard", "HalyardLaunchDarkly", "HalyardNetwork", "HalyardSupport", "HalyardTransport",
                "HalyardUnleash",
                "HostileServer", "TestSupport",
            ],
            swiftSettings: settings),
        // Whether descriptors, threads or memory grow over thousands of connections; measures its process, so it has its own.
        .executableTarget(
            name: "Soak",
            dependencies: [
                "Halyard", "HalyardLDClient", "HalyardLaunchDarkly", "HalyardNetwork", "HalyardSupport",
                "HalyardTransport", "HalyardURLSession", "HostileServer",
            ],
            path: "Tests/Checks/Soak", swiftSettings: settings),
        .testTarget(
            name: "HalyardTests",
            dependencies: [
                "CHalyardThread", "Halyard", "HalyardSupport", "HalyardTesting", "TestSupport",
            ],
            exclude: ["Providers/Persistence/Fixtures"], swiftSettings: settings),
        // A program that links no HalyardFoundation, unlike the tests.
        .executableTarget(
            name: "WithoutHalyardFoundation", dependencies: ["Halyard"], path: "Tests/Support/WithoutHalyardFoundation",
            swiftSettings: settings),
        .testTarget(
            name: "HalyardFoundationTests",
            dependencies: ["Halyard", "HalyardFoundation", "TestSupport", "WithoutHalyardFoundation"],
            swiftSettings: settings),
        .testTarget(
            name: "HalyardTestingTests", dependencies: ["Halyard", "HalyardSupport", "HalyardTesting", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "HalyardUITests",
            dependencies: ["Halyard", "HalyardSupport", "HalyardTesting", "HalyardUI", "TestSupport"],
            swiftSettings: settings),
        .testTarget(
            name: "HalyardManifestTests", dependencies: ["Halyard", "HalyardManifest", "TestSupport"],
            exclude: ["Fixtures"], swiftSettings: settings),
        .testTarget(
            name: "OpenFeatureTests", dependencies: ["Halyard", "HalyardTesting", "TestSupport"],
            path: "Tests/Scenarios/OpenFeature",
            exclude: ["README.md"], swiftSettings: settings),
        .testTarget(
            name: "HalyardUnleashTests",
            dependencies: [
                "Halyard", "HalyardNetwork", "HalyardSupport", "HalyardTesting", "HalyardTransport", "HalyardUnleash",
                "HostileServer", "TestSupport",
            ],
            exclude: ["README.md"], swiftSettings: settings),
        .testTarget(
            name: "HalyardUnleashClientTests",
            dependencies: ["Halyard", "HalyardSupport", "HalyardUnleashClient", "HostileServer", "TestSupport"],
            exclude: ["README.md"], swiftSettings: settings),
        .testTarget(
            name: "HalyardOFREPTests",
            dependencies: [
                "Halyard", "HalyardNetwork", "HalyardOFREP", "HalyardSupport", "HalyardTesting", "HalyardTransport",
                "HostileServer", "TestSupport",
            ],
            exclude: ["README.md"], swiftSettings: settings),
        .testTarget(
            name: "HalyardLaunchDarklyTests",
            dependencies: [
                "Halyard", "HalyardLaunchDarkly", "HalyardNetwork", "HalyardSupport", "HalyardTesting",
                "HalyardTransport", "HostileServer", "TestSupport",
            ],
            exclude: ["Features.md", "README.md"], swiftSettings: settings),
        // A LaunchDarkly service and a device, for the tests of both clients of its API.
        .target(
            name: "LDTestSupport",
            dependencies: ["Halyard", "HalyardLDEngine", "HalyardSupport", "HostileServer", "TestSupport"],
            path: "Tests/Support/LDTestSupport", swiftSettings: settings),
        .testTarget(
            name: "HalyardLDEngineTests",
            dependencies: [
                "Halyard", "HalyardLaunchDarkly", "HalyardLDEngine", "HalyardSupport", "LDTestSupport", "TestSupport",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "HalyardLDClientTests",
            dependencies: [
                "Halyard", "HalyardLaunchDarkly", "HalyardLDClient", "HalyardLDEngine", "HalyardSupport",
                "HostileServer", "LDTestSupport", "TestSupport",
            ],
            exclude: ["README.md"], swiftSettings: settings),
        .testTarget(
            name: "HalyardLDContextClientTests",
            dependencies: [
                "Halyard", "HalyardLaunchDarkly", "HalyardLDContextClient", "HalyardLDEngine", "HalyardSupport",
                "HostileServer", "LDTestSupport", "TestSupport",
            ],
            exclude: ["README.md"], swiftSettings: settings),
        // Both vendors in one client, over real sockets.
        .testTarget(
            name: "TwoVendorsTests",
            dependencies: [
                "Halyard", "HalyardLaunchDarkly", "HalyardNetwork", "HalyardSupport", "HalyardTransport",
                "HalyardUnleash", "HostileServer",
            ],
            path: "Tests/Scenarios/TwoVendors", swiftSettings: settings),
        .testTarget(
            name: "HalyardToolTests",
            dependencies: [
                "Halyard", "HalyardManifest", "HalyardSupport", "HalyardTool", "HostileServer", "TestSupport",
            ],
            exclude: ["Help", "Shop"], swiftSettings: settings),
        // The examples, run as programs.
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "Halyard", "HalyardLaunchDarkly", "HalyardOFREP", "HalyardUnleash", "HostileServer", "Migration",
                "QuickStart", "TestSupport", "VendorDemo",
            ],
            path: "Tests/Scenarios/Examples", swiftSettings: settings),
        // The promises of the vendors' documentation, and the tests that show them.
        .testTarget(
            name: "VendorDocumentationTests", dependencies: ["TestSupport"],
            path: "Tests/Scenarios/VendorDocumentation", exclude: ["Rows"], swiftSettings: settings),
        // The samples of doc comments, compiled and run, and checks of the pages.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "Halyard", "HalyardFoundation", "HalyardLDClient", "HalyardLDContextClient", "HalyardLaunchDarkly",
                "HalyardNetwork", "HalyardOFREP", "HalyardSupport", "HalyardTesting", "HalyardTransport", "HalyardUI",
                "HalyardUnleash", "HalyardUnleashClient", "HostileServer", "TestSupport",
            ],
            path: "Tests/Scenarios/Documentation", exclude: ["Claims.md"], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
