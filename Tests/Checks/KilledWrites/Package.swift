// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// Kills a program that stores flags, and looks at what the next one finds. A package of its own, because it needs a
// program that may be killed, and sees Halyard from outside, as an app does.
let package = Package(
    name: "KilledWrites",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Halyard", path: "../../..")],
    targets: [
        .executableTarget(name: "KilledWrites", dependencies: [.product(name: "Halyard", package: "Halyard")])
    ],
    swiftLanguageModes: [.v6]
)
