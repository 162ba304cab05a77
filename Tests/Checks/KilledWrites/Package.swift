// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// Kills a program that stores flags, and checks the flags that the next launch reads. It's a separate package because it needs a
// program that can be killed, and because it uses Halyard from outside, as an app does.
let package = Package(
    name: "KilledWrites",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "Halyard", path: "../../..")],
    targets: [
        .executableTarget(name: "KilledWrites", dependencies: [.product(name: "Halyard", package: "Halyard")])
    ],
    swiftLanguageModes: [.v6]
)
