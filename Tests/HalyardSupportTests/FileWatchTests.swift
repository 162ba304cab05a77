// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import HalyardSupport
import Testing

@Suite("FileWatch")
struct FileWatchTests {
    @Test("the first look, another content, a missing file and a forgotten one count as changes")
    func changes() async {
        let files = MemoryFiles(["f": "1"])
        var watch = FileWatch("f", files: files)
        #expect(await watch.hasChanged())
        #expect(await watch.hasChanged() == false)
        files.write("2", to: "f")
        #expect(await watch.hasChanged())
        #expect(await watch.hasChanged() == false)
        watch.forget()
        #expect(await watch.hasChanged())
        files.remove("f")
        #expect(await watch.hasChanged())
        #expect(await watch.hasChanged(), "it may come back at any time")
        files.write("3", to: "f")
        #expect(await watch.hasChanged())
        #expect(await watch.hasChanged() == false)
    }
}
