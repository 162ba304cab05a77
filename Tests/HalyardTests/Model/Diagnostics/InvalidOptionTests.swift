// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Halyard
import Testing

@Suite("InvalidOption")
struct InvalidOptionTests {
    @Test("Rejects a value outside the range, but not its limits")
    func range() {
        let range = Duration.seconds(1) ... .seconds(60)
        #expect(InvalidOption("interval", .seconds(1), in: range) == nil)
        #expect(InvalidOption("interval", .seconds(60), in: range) == nil)
        #expect(
            InvalidOption("interval", .milliseconds(999), in: range)
                == InvalidOption(
                    "interval", "0.999 seconds is outside the range 1.0 seconds to 60.0 seconds.",
                    suggestion: "Use a value in that range."))
        #expect(
            InvalidOption("size", 61, in: 1...60)
                == InvalidOption("size", "61 is outside the range 1 to 60.", suggestion: "Use a value in that range."))
        #expect(InvalidOption("share", Double.nan, in: 0...1)?.message == "nan is outside the range 0.0 to 1.0.")
    }

    @Test("Adds an error to a warning about a setting, but not to an error")
    func beside() throws {
        func diagnostics(_ note: @escaping @Sendable (SettingsReader) -> Void) -> [String] {
            let type = ProviderType("own") { settings in
                _ = settings.string("name", "A name.")
                note(settings)
                try InvalidOption.throwIfAny([InvalidOption("name", "It is odd.")])
                return InMemoryFlagProvider(name: settings.name)
            }
            let text = #"{"version": 1, "providers": {"p": {"type": "own", "name": "n"}}}"#
            let registry = ProviderRegistry([ProviderModule(types: [type])])
            let error = #expect(throws: ConfigurationError.self) { try registry.load(.json(text)) }
            return error?.diagnostics.map(\.message) ?? []
        }
        #expect(diagnostics { $0.addWarning("name", "It is long.") } == ["It is long.", "It is odd."])
        #expect(diagnostics { $0.addError("name", "It is wrong.") } == ["It is wrong."])
    }

    @Test("Locates a factory error at the provider if no property matches")
    func thrown() throws {
        struct NoDisk: Error, CustomStringConvertible { let description = "no disk" }
        func message(_ error: any Error) -> String? {
            let type = ProviderType("own") { _ in throw error }
            let text = #"{"version": 1, "providers": {"p": {"type": "own"}}}"#
            let thrown = #expect(throws: ConfigurationError.self) {
                try ProviderRegistry([ProviderModule(types: [type])]).load(.json(text))
            }
            return thrown?.description
        }
        #expect(message(NoDisk()) == "1:35: error: /providers/p: The settings can't be used: no disk.")
        let absent = Diagnostic("invalidSetting", .error, location: .init(pointer: "/absent"), "It is odd.")
        #expect(message(ConfigurationError(diagnostics: [absent])) == "1:35: error: /providers/p: It is odd.")
    }

    @Test("Throws all problems together, and nothing if there are none")
    func refusing() throws {
        try InvalidOption.throwIfAny([])
        let error = #expect(throws: ConfigurationError.self) {
            try InvalidOption.throwIfAny([
                InvalidOption("a", "Odd."), InvalidOption("b", "Worse.", suggestion: "Fix it."),
            ])
        }
        #expect(error?.diagnostics.map(\.description) == ["error: /a: Odd.", "error: /b: Worse. Fix it."])
    }
}
