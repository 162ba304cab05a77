// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Testing
import TestSupport

@Suite("Programs without HalyardFoundation")
struct WithoutImportTests {
    @Test("Names the missing import when reading Foundation types")
    func refused() async throws {
        let program = try #require(Program("WithoutHalyardFoundation"), "The program isn't in the folder of the tests.")
        let outcome = try await program.run()
        let refusal = { (key: String, type: String) in
            "The flag '\(key)' can't be read: reading flags as \(type) requires \"import HalyardFoundation\". "
                + "Import it where the client is created."
        }
        #expect(
            outcome.output.split(separator: "\n").map(String.init) == [
                refusal("date", "Date"), refusal("url", "URL"), refusal("data", "Data"), refusal("decimal", "Decimal"),
                "The flag 'sale' doesn't fit Sale: \"ends\": reading flags as Date requires "
                    + "\"import HalyardFoundation\". Fix the flag's value, or read it as another type.",
            ])
        #expect(outcome.status == 0)
    }
}
