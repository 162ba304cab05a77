// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

@Suite("SystemDescription")
struct SystemDescriptionTests {
    @Test(
        "Formats a version as the operating system does",
        arguments: [
            ((18, 1, 0), "iOS", "18.1"), ((17, 5, 1), "iOS", "17.5.1"), ((18, 0, 0), "tvOS", "18.0"),
            ((15, 1, 0), "macOS", "15.1.0"), ((15, 6, 1), "macOS", "15.6.1"),
        ])
    func version(numbers: (Int, Int, Int), system: String, text: String) {
        #expect(SystemDescription.version(numbers.0, numbers.1, numbers.2, of: system) == text)
    }

    @Test(
        "Returns the kind of device as the model",
        arguments: [
            ("iPhone15,2", "iPhone"), ("iPad14,1", "iPad"), ("iPod9,1", "iPod touch"), ("AppleTV11,1", "Apple TV"),
            ("Watch6,18", "Apple Watch"), ("RealityDevice14,1", "Apple Vision"), ("MacBookPro18,3", "MacBookPro"),
            ("Mac14,2", "Mac"),
        ])
    func model(machine: String, model: String) {
        #expect(SystemDescription(name: "iOS", version: "18.1", machine: machine).model == model)
    }

    @Test(
        "Returns the machine name as the model if its format differs",
        arguments: ["x86_64", "arm64", "aarch64", "", "15,2", "iPhone", "iPhone15", "iPhone15,", "iPhone15,2,3", "a,b"])
    func otherMachine(machine: String) {
        #expect(SystemDescription(name: "Linux", version: "6.1", machine: machine).model == machine)
    }

    @Test("Returns the name, version, and machine of this system")
    func thisMachine() {
        let system = Platform.system
        #expect(!system.name.isEmpty && !system.version.isEmpty && !system.machine.isEmpty)
        #if os(Linux)
            #expect(system.name == "Linux")
        #endif
    }
}
