// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

import Foundation
import Halyard
import HalyardSupport
import TestSupport
import Testing

/// A disk that the event stores of several processes share.
private struct Disk {
    let files = InMemoryFileSystem()
    let time = ManualTime()

    /// Creates a store, as another process would.
    func store(size: Int = 1 << 20, age: Duration = .seconds(604_800)) -> EventStore {
        var limits = EventStorageOptions()
        (limits.size, limits.age) = (size, age)
        return EventStore(in: "/state", files: files, limits: limits, time: time)
    }

    static func payload(_ id: String, _ count: Int = 1) -> EventPayload {
        EventPayload(id: id, events: [EventPayload.Event(.string("of \(id)"), count: count)])
    }

    /// The file names without their folder.
    var names: [String] {
        files.paths.compactMap { $0.split(separator: "/").last.map(String.init) }
    }
}

@Suite("Stored events")
struct EventStoreTests {
    @Test("Returns each payload unchanged to one caller, oldest first")
    func order() async {
        let disk = Disk()
        let store = disk.store()
        #expect(await store.claim().claim == nil)
        #expect(disk.files.paths == [])
        for (number, id) in ["C", "A", "B"].enumerated() {
            #expect(
                await store.keep { Disk.payload(id, number + 1) }.map { "\($0)" } == [
                    "info: vendor: Events stored: \(number + 1). "
                        + "Halyard sends them when the service is reachable again."
                ])
            disk.time.advance(by: .milliseconds(1))
        }
        let other = disk.store()
        #expect(await other.claim().claim?.payload == Disk.payload("C", 1))
        #expect(await store.claim().claim?.payload == Disk.payload("A", 2))
        #expect(await other.claim().claim?.payload == Disk.payload("B", 3))
        #expect(await store.claim().claim == nil)
    }

    @Test("Removes sent events, and returns released events to the store")
    func endings() async throws {
        let disk = Disk()
        let store = disk.store()
        _ = await store.keep { Disk.payload("A") }
        let first = try #require(await store.claim().claim)
        #expect(await store.release(first) == [])
        let second = try #require(await disk.store().claim().claim)
        #expect(second.payload == Disk.payload("A"))
        #expect(await store.remove(second) == [])
        #expect(disk.names == [])
        #expect(await store.claim().claim == nil)
    }

    @Test("Releases the claims of an ended process after 10 minutes")
    func abandoned() async throws {
        let disk = Disk()
        _ = await disk.store().keep { Disk.payload("A") }
        _ = try #require(await disk.store().claim().claim)
        disk.time.advance(by: .seconds(600))
        #expect(await disk.store().claim().claim == nil)
        disk.time.advance(by: .milliseconds(1))
        #expect(await disk.store().claim().claim?.payload == Disk.payload("A"))
        // A process whose clock was ahead when it claimed the events must not keep them either.
        disk.time.advance(by: .seconds(-900))
        #expect(await disk.store().claim().claim?.payload == Disk.payload("A"))
    }

    @Test("Drops and counts the oldest events beyond the size limit")
    func size() async {
        let disk = Disk()
        let store = disk.store(size: 142)
        for id in ["A", "B", "C"] {
            let diagnostics = await store.keep { Disk.payload(id, 7) }
            let dropped =
                "warning: vendor: Events dropped: 7. The limit for stored events is 142 bytes. "
                + "Set a larger storedEventsSize."
            #expect(diagnostics.map { "\($0)" }.contains(dropped) == (id == "C"))
            disk.time.advance(by: .milliseconds(1))
        }
        #expect(await store.claim().claim?.payload.id == "B")
        #expect(
            await store.keep { Disk.payload(String(repeating: "x", count: 200), 9) }.map { "\($0)" } == [
                "warning: vendor: Events dropped: 9. The limit for stored events is 142 bytes. "
                    + "Set a larger storedEventsSize."
            ])
        #expect(await store.claim().claim?.payload.id == "C")
    }

    @Test("Drops and counts events beyond the age limit")
    func age() async {
        let disk = Disk()
        let store = disk.store(age: .seconds(60))
        _ = await store.keep { Disk.payload("A", 3) }
        disk.time.advance(by: .seconds(60))
        _ = await store.keep { Disk.payload("B", 4) }
        disk.time.advance(by: .milliseconds(1))
        let (claim, diagnostics) = await store.claim()
        #expect(claim?.payload.id == "B")
        #expect(
            diagnostics.map { "\($0)" } == [
                "warning: vendor: Events dropped: 3. They were stored for longer than 60.0 seconds. "
                    + "Set a longer storedEventsAge."
            ])
    }

    @Test("Counts and removes damaged files, and keeps unknown files")
    func damaged() async throws {
        let disk = Disk()
        _ = await disk.store().keep { Disk.payload("A", 5) }
        let path = try #require(disk.files.paths.first { $0.hasSuffix(".events") })
        let folder = path.prefix { $0 != "." }.dropLast(
            path.split(separator: "/").last?.prefix { $0 != "." }.count ?? 0)
        disk.files.write("{\"version\":1,\"id\"", to: path)
        disk.files.write("{", to: "\(folder)1767225500000-6-B.events.77.tmp")
        disk.files.write("{", to: "\(folder)1767225500000-7-C.events.77.tmp")
        disk.files.write("{}", to: "\(folder)1767225500000-7-C.events")
        disk.files.write("hello", to: "\(folder)notes.txt")
        let store = disk.store()
        let (claim, diagnostics) = await store.claim()
        #expect(claim == nil)
        #expect(
            diagnostics.map { "\($0)" } == [
                "warning: vendor: Events dropped: 6. The process ended while it was storing them.",
                "\(folder)notes.txt: warning: vendor: Unknown files among the stored events: 1. Halyard ignores them. Remove them.",
                "warning: vendor: Events dropped: 7. Halyard removed their damaged file: \(folder)1767225500000-7-C.events.",
                "warning: vendor: Events dropped: 5. Halyard removed their damaged file: \(path).",
            ])
        #expect(disk.names == ["notes.txt"])
        #expect(await store.claim().diagnostics == [])
    }

    @Test("Deletes the events about an identity, even if they're being sent")
    func erases() async throws {
        let disk = Disk()
        let store = disk.store()
        let about = { @Sendable (id: String, people: [String]) in
            EventPayload(
                id: id, events: people.map { EventPayload.Event(.string($0), about: [.user($0)]) })
        }
        for (id, people) in [("A", ["ada", "bob"]), ("B", ["ada"]), ("C", ["bob"])] {
            _ = await store.keep { about(id, people) }
            disk.time.advance(by: .milliseconds(1))
        }
        let sending = try #require(await store.claim().claim)
        #expect(await store.erase(EvaluationContext.user("ada").identityDigest) == [])
        _ = await store.release(sending)
        #expect(await store.claim().claim?.payload == about("A", ["bob"]))
        #expect(await store.claim().claim?.payload == about("C", ["bob"]))
        #expect(await store.claim().claim == nil)
    }

    @Test("Clears only events stored before the call")
    func cleared() async throws {
        let disk = Disk()
        let store = disk.store()
        _ = await store.keep { Disk.payload("A") }
        let sending = try #require(await store.claim().claim)
        _ = await store.keep { Disk.payload("B") }
        store.clear { Issue.record("\($0)") }
        let unwanted = await store.keep { nil }
        #expect(unwanted == [])
        _ = await store.keep { Disk.payload("C") }
        #expect(await store.release(sending) == [])
        #expect(await store.claim().claim?.payload.id == "C")
        #expect(await store.claim().claim == nil)
    }

    @Test("Counts the events of a file with impossible numbers without trapping")
    func impossibleCounts() async throws {
        let disk = Disk()
        _ = await disk.store().keep { Disk.payload("A", 5) }
        let path = try #require(disk.files.paths.first { $0.hasSuffix(".events") })
        let event = { (count: String) in #"{"about":[],"count":\#(count),"event":1}"# }
        let counts = ["9223372036854775807", "-9223372036854775808", "9223372036854775807"]
        disk.files.write(
            #"{"events":[\#(counts.map(event).joined(separator: ","))],"id":"A","version":1}"#, to: path)
        #expect(await disk.store().claim().claim?.payload.count == .max)
    }

    @Test("Skips and reports files that can't be read or removed")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        let store = EventStore(in: folder.path, files: LocalFileSystem(), time: SystemTime())
        _ = await store.keep { Disk.payload("A") }
        let entries = folder.path + "/" + (try #require(try LocalFileSystem().names(in: folder.path).first))
        let now = String(SystemTime().now.millisecondsSinceEpoch - 1000)
        for name in ["\(now)-5-X.events", "\(now)-6-Y.events.1.tmp"] {
            try LocalFileSystem().makeFolder(entries + "/" + name, isBackedUp: true)
        }
        let (claim, diagnostics) = await store.claim()
        #expect(claim?.payload.id == "A")
        #expect(diagnostics.map(\.code) == ["storeUnreadable"])
        #expect(diagnostics.first?.message.hasPrefix("Stored events can't be read: \(entries)/\(now)-") == true)
        #expect(await store.remove(try #require(claim)) == [])
        let (none, again) = await store.claim()
        #expect(none == nil)
        #expect(again == [], "Reported once.")
        let bad = ["\(now)-5-X.events", "\(now)-6-Y.events.1.tmp"].map { entries + "/" + $0 }
        for path in bad { try FileManager.default.removeItem(atPath: path) }
        #expect(await store.claim().diagnostics == [])
        for path in bad { try LocalFileSystem().makeFolder(path, isBackedUp: true) }
        #expect(await store.claim().diagnostics == diagnostics, "Reported again after a fix and another failure.")
    }

    @Test("Hands each payload to only one of several concurrent stores")
    func processes() async throws {
        let folder = try TemporaryFolder()
        let make = { @Sendable in EventStore(in: folder.path, files: LocalFileSystem(), time: SystemTime()) }
        let first = make()
        for number in 0..<20 { _ = await first.keep { Disk.payload("\(number)") } }
        let claimed = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let store = make()
                    var ids: [String] = []
                    while true {
                        let (claim, diagnostics) = await store.claim()
                        #expect(diagnostics == [])
                        guard let claim else { break }
                        ids.append(claim.payload.id)
                        #expect(await store.remove(claim) == [])
                    }
                    return ids
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        #expect(claimed.sorted() == (0..<20).map(String.init).sorted())
    }
}
