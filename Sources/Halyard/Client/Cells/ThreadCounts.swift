// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

internal import CHalyardThread

/// A thread's entries for all cells, in segments that do not move, and whether the thread still runs.
///
/// The first segment is for the cells of the first block; each further one doubles the capacity.
struct ThreadCounts: @unchecked Sendable {
    typealias Entry = ThreadTally.Entry

    /// Enough for as many cells as there can be.
    private static let segmentCount = 7

    // Sound: freed once, by `free`. A segment is added by the owner under the lock of the cells; the owner may look it up
    // without the lock, all others under it.
    private let segments: UnsafeMutablePointer<UnsafeMutablePointer<Entry>?>
    private let life: OpaquePointer

    /// Makes room for the first cells.
    ///
    /// - Parameter life: The thread's life, whose reference is taken over.
    init(_ life: OpaquePointer) {
        self.life = life
        segments = .allocate(capacity: Self.segmentCount)
        segments.initialize(repeating: nil, count: Self.segmentCount)
        segments[0] = Self.makeSegment(for: 0)
    }

    func free() {
        for segment in 0..<Self.segmentCount {
            guard let entries = segments[segment] else { continue }
            entries.deinitialize(count: Self.capacity(of: segment))
            entries.deallocate()
        }
        segments.deallocate()
        halyard_life_release(life)
    }

    /// Whether the thread has ended; then everything that it wrote is visible.
    var hasEnded: Bool { halyard_life_has_ended(life) }

    /// The entries of the first block's cells.
    var first: UnsafeMutablePointer<Entry>? { segments[0] }

    /// The entry of a cell; nil where there is no room for it.
    func entry(_ number: Int) -> UnsafeMutablePointer<Entry>? {
        let segment = Self.segment(of: number)
        return segments[segment].map { $0 + (number - Self.start(of: segment)) }
    }

    /// Makes entries for a cell and those around it; call ``add(_:for:)`` with them.
    static func makeSegment(for number: Int) -> UnsafeMutablePointer<Entry> {
        let capacity = capacity(of: segment(of: number))
        let entries = UnsafeMutablePointer<Entry>.allocate(capacity: capacity)
        for index in 0..<capacity { (entries + index).initialize(to: Entry()) }
        return entries
    }

    /// Makes room for a cell and those around it; called by the owner under the lock of the cells.
    func add(_ entries: UnsafeMutablePointer<Entry>, for number: Int) {
        segments[Self.segment(of: number)] = entries
    }

    // Of 256, 256, 512, 1024 … entries.
    private static func segment(of number: Int) -> Int {
        Int.bitWidth - (number / CellMap.firstCapacity).leadingZeroBitCount
    }

    private static func start(of segment: Int) -> Int { segment == 0 ? 0 : CellMap.firstCapacity << (segment - 1) }

    private static func capacity(of segment: Int) -> Int { CellMap.firstCapacity << max(0, segment - 1) }
}
