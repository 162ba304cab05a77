// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import HalyardTesting
import TestSupport
import Testing

struct Percent: FlagValueConvertible {
    let number: Double

    init?(flagValue: FlagValue) {
        guard let number = Double(flagValue: flagValue), (0...100).contains(number) else { return nil }
        self.number = number
    }

    var flagValue: FlagValue { .double(number) }
}

/// Samples from the doc comments of single types in `Halyard`.
@Suite("Doc comment samples of single types")
struct TypeSampleTests {
    private func showNewNavigation() {}

    @Test("Reports each diagnostic of an invalid configuration")
    func errors() {
        var flags: FlagClient?
        do {
            flags = try FlagClient(configuration: .file("halyard.json"))
        } catch {
            for diagnostic in error.diagnostics { print(diagnostic) }
        }
        #expect(flags == nil)
    }

    @Test("Reads details, reasons, and errors")
    func details() async {
        let flags = FlagClient(provider: InMemoryFlagProvider(["new-nav": true]))
        await flags.start()
        if let error = flags.details(of: .newNav).error { print(error.code, error.message) }
        let isUnknown = flags.details(of: .newNav).error?.code == .flagNotFound
        #expect(!isUnknown)
        let isTargeted = flags.details(of: .newNav).reason == .targetingMatch
        #expect(!isTargeted)
        let options = EvaluationOptions(hooks: [ReasonPrinter()], hints: ["screen": "checkout"])
        let details = flags.details(of: .newNav, options: options)
        #expect(details.value)
        if flags.status == .stale { print("Offline") }
        func limit(of flags: some FlagReading) -> Int { flags[.newNav] ? 10 : 5 }
        #expect(limit(of: flags) == 10)
        await flags.shutdown()
    }

    @Test("Follows updates, changes, and values until the shutdown")
    func sequences() async {
        let provider = InMemoryFlagProvider(["new-nav": false])
        let flags = FlagClient(provider: provider)
        await flags.start()
        let updates = Task {
            for await update in flags.updates {
                print(update.state.status, update.changes.keys)
            }
        }
        let changes = Task {
            for await changes in flags.changes where changes[.newNav] != nil {
                showNewNavigation()
            }
        }
        let single = Task {
            for await changes in flags.changes(of: ["new-nav"]) {
                if let change = changes["new-nav"] { print(change) }
            }
        }
        let values = Task {
            for await isOn in flags.values(of: .newNav) { print(isOn) }
        }
        provider.set(.newNav, true)
        await flags.shutdown()
        for task in [updates, changes, single, values] { await task.value }
        #expect(flags.state.isShutDown)
    }

    @Test("Creates a context of a custom kind, and reads a custom type")
    func types() {
        let device: ContextKind = "device"
        let context = EvaluationContext.user("ada").adding(.init(device, key: "phone-1"))
        #expect(context.isMultiKind)
        #expect(Percent(flagValue: 50)?.number == 50)
        #expect(Percent(flagValue: 101) == nil)
    }
}
