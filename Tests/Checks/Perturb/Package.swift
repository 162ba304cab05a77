// swift-tools-version: 6.2
// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT

import PackageDescription

// Tests that pass only on an idle machine. They are separate from the real tests: `run --check` fails unless they pass without
// perturbation and fail with it, so that a perturbed run of the real tests is meaningful.
let package = Package(
    name: "Hasty",
    platforms: [.macOS(.v15)],
    targets: [.testTarget(name: "HastyTests")],
    swiftLanguageModes: [.v6]
)
