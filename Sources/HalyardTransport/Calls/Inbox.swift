// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

/// What came and waits for the reader; pure.
///
/// Neighbouring pieces of the body become one, so that what waits costs what it holds, however small it was cut.
struct Inbox {
    typealias Taken = Result<HTTPStream.Event?, TransportError>

    private var events: [HTTPStream.Event] = []
    private var tail: [UInt8] = []
    private var size = 0
    private var error: TransportError?
    private let limit: Int
    /// A Boolean value that indicates whether nothing can be taken before the end.
    private let isWhole: Bool

    /// Whether there is nothing more to come.
    private(set) var isFinished = false

    /// Creates an empty inbox.
    ///
    /// - Parameters:
    ///   - limit: The most bytes that can wait for the reader.
    ///   - isWhole: Whether the reader takes everything at the end, so that it's resumed once.
    init(limit: Int, isWhole: Bool = false) {
        self.limit = limit
        self.isWhole = isWhole
    }

    /// Puts a head behind what waits.
    mutating func add(_ head: HTTPResponseHead) {
        guard !isFinished else { return }
        closeTail()
        events.append(.head(head))
    }

    /// Puts bytes behind what waits; false when they are too many.
    mutating func add(_ bytes: some Collection<UInt8>) -> Bool {
        guard !isFinished else { return true }
        guard bytes.count <= limit - size else { return false }
        tail.append(contentsOf: bytes)
        size += bytes.count
        return true
    }

    /// Puts as many of these bytes behind what waits as there is room for, and returns how many; one, at least, into an
    /// empty inbox.
    mutating func addFitting(_ bytes: some Collection<UInt8>) -> Int {
        guard !isFinished else { return bytes.count }
        let count = min(bytes.count, max(limit, 1) - size)
        guard count > 0 else { return 0 }
        if count == bytes.count { tail.append(contentsOf: bytes) } else { tail.append(contentsOf: bytes.prefix(count)) }
        size += count
        return count
    }

    /// Whether there is room for a byte.
    var hasRoom: Bool { size < max(limit, 1) }

    /// Ends it, unless it has ended; whether it did.
    ///
    /// What waits can still be taken, unless the reader gave up or fell behind.
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

    /// The next event, or the end, which is an error once at most; nil when the reader has to wait.
    mutating func take() -> Taken? {
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
