// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import CHalyardAtomics
import Testing

@testable import Halyard

@Suite("Memory for cells")
struct CellBlockTests {
    @Test("what threads read and write by atomic steps is the member that it is named after")
    func layout() {
        let block = CellBlock(capacity: 2, start: 0)
        halyard_store_relaxed((block.entries + 3).hash, 7)
        #expect(block.entries[3].hash == 7)
        halyard_store_relaxed((block.cells + 1).word, 8)
        #expect(block.cells[1].word == 8)
        block.free()

        let table = TallyTable()
        halyard_store_relaxed((table.tallies + 5).owner, 9)
        #expect(table.tallies[5].owner == 9)
        let entry = table.tallies[5].entries
        halyard_store_relaxed(entry.count, 10)
        #expect(entry.pointee.count == 10)
    }
}
