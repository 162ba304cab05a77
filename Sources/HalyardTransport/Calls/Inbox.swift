// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// A value with the data that waits for the reader.
///
/// It merges adjacent chunks of the body, so that the memory doesn't depend on the size of the chunks.
struct Inbox {
    typealias Taken = Result<HTTPStream.Event?, TransportError>

    private var events: [HTTPStream.Event] = []
    private var tail: [UInt8] = []
    private var size = 0
    private var error: TransportError?
    private let limit: Int
    /// A Boolean value that indicates whether the reader can take data only at the end.
    private let isWhole: Bool

    /// A Boolean value that indicates whether no more data follows.
    private(set) var isFinished = false

    /// Creates an empty inbox.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes that can wait for the reader.
    ///   - isWhole: A Boolean value that indicates whether the reader takes everything at the end, so that it's resumed once.
    init(limit: Int, isWhole: Bool = false) {
        self.limit = limit
        self.isWhole = isWhole
    }

    /// Appends a head.
    mutating func add(_ head: HTTPResponseHead) {
        guard !isFinished else { return }
        closeTail()
        events.append(.head(head))
    }

    /// Appends bytes, or returns `false` if they are too many.
    mutating func add(_ bytes: some Collection<UInt8>) -> Bool {
        guard !isFinished else { return true }
        guard bytes.count <= limit - size else { return false }
        tail.append(contentsOf: bytes)
        size += bytes.count
        return true
    }

    /// Appends as many bytes as fit, and returns their number, which is at least one for an empty inbox.
    mutating func addFitting(_ bytes: some Collection<UInt8>) -> Int {
        guard !isFinished else { return bytes.count }
        let count = min(bytes.count, max(limit, 1) - size)
        guard count > 0 else { return 0 }
        if count == bytes.count { tail.append(contentsOf: bytes) } else { tail.append(contentsOf: bytes.prefix(count)) }
        size += count
        return count
    }

    /// A Boolean value that indicates whether there is room for a byte.
    var hasRoom: Bool { size < max(limit, 1) }

    /// Marks the data as complete, and returns `false` if it was already complete.
    ///
    /// The reader can still take the remaining data, unless it stopped reading or was too slow.
    mutating func finish(_ error: TransportError?) -> Bool {
        guard !isFinished else { return false }
        isFinished = true
        self.error = error
        if let error, [.cancelled, .closed, .tooLarge].contains(error.kind) {
            events = []
            tail = []
        }
        return true
    }

    /// Returns the next event or the end, which is an error at most once, or `nil` if the reader must wait.
    mutating func next() -> Taken? {
        if isWhole, !isFinished { return nil }
        if events.isEmpty { closeTail() }
        if !events.isEmpty {
            let event = events.removeFirst()
            if case .bytes(let bytes) = event { size -= bytes.count }
            return .success(event)
        }
        guard isFinished else { return nil }
        return error.take().map(Taken.failure) ?? .success(nil)
    }

    private mutating func closeTail() {
        guard !tail.isEmpty else { return }
        events.append(.bytes(tail))
        tail = []
    }
}
