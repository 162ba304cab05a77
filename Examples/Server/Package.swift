// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// A separate package, because Halyard has no dependencies and these servers do.
let package = Package(
    name: "Server",
    platforms: [.macOS(.v15)],
    dependencies: [
        // In your app, use the URL of your copy: .package(url: "https://example.com/halyard.git", branch: "main").
        .package(name: "Halyard", path: "../.."),
        // The package builds faster without its traits, which the shop doesn't use.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/apple/swift-distributed-tracing", from: "1.7.3"),
        // Only for LoadCheck.
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    ],
    targets: [
        .executableTarget(
            name: "Shop",
            dependencies: [
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Halyard", package: "Halyard"),
                .product(name: "HalyardLaunchDarkly", package: "Halyard"),
                .product(name: "HalyardUnleash", package: "Halyard"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Metrics", package: "swift-metrics"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "Tracing", package: "swift-distributed-tracing"),
            ],
            resources: [
                .copy("Resources/halyard.json"), .copy("Resources/rules.json"), .copy("Resources/unleash.json"),
                .copy("Resources/launchdarkly.json"), .copy("Resources/launchdarkly-rules.json"),
                .copy("Resources/migration.json"),
            ]),
        .executableTarget(
            name: "LoadCheck",
            dependencies: [
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
            ]),
        // A development server that serves one client's flags in the protocols of several vendors.
        .executableTarget(
            name: "FlagServer",
            dependencies: [
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
                .product(name: "Halyard", package: "Halyard"),
                .product(name: "HalyardLaunchDarkly", package: "Halyard"),
                .product(name: "HalyardOFREP", package: "Halyard"),
                .product(name: "HalyardUnleash", package: "Halyard"),
                .product(name: "HTTPTypes", package: "swift-http-types"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            // The executable contains the page, so it runs without other files.
            resources: [.embedInCode("Inspector/Page")]),
        .testTarget(
            name: "FlagServerTests",
            dependencies: [
                "FlagServer",
                .product(name: "HalyardLDClient", package: "Halyard"),
                .product(name: "HalyardUnleashClient", package: "Halyard"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
            ]),
        .testTarget(
            name: "ShopTests",
            dependencies: [
                "Shop",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
                .product(name: "MetricsTestKit", package: "swift-metrics"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
