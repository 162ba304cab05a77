// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// A deliberate race, separate from the real tests. CI runs it under Thread Sanitizer and fails unless the race is reported, so that
// a clean report of the real tests is meaningful.
let package = Package(
    name: "PlantedRace",
    targets: [.testTarget(name: "PlantedRaceTests")],
    swiftLanguageModes: [.v6]
)
