// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CHalyardCurl
    import HalyardSupport

    /// What other threads want of a worker, and which calls go on.
    final class CurlMailbox: Sendable {
        enum Command: Sendable {
            case start(Int, Call, HTTPRequest)
            case drop(Int)
            case resume(Int)
        }

        /// What a worker is to do next.
        enum Turn {
            case work([Command])
            case end
        }

        private struct State: ~Copyable {
            var commands: [Command] = []
            var calls: [Int: Call] = [:]
            var nextID = 0
            var hasWorker = false
            var isAsleep = false
            /// Whether the transport was closed.
            var isClosed = false
            /// Whether no more commands will come.
            var isOver = false
            /// What wakes the worker, while it has one.
            var multi: UInt = 0
            var handles = (busy: 0, idle: 0)
        }

        private let library: CurlLibrary
        private let state = Lock(State())

        init(_ library: CurlLibrary) { self.library = library }

        /// Takes a call in; nil when the transport is closed.
        ///
        /// `needsWorker` once, for the first.
        func admit(_ call: Call) -> (id: Int, needsWorker: Bool)? {
            state.withLock { state in
                guard !state.isClosed else { return nil }
                defer { state.hasWorker = true }
                state.nextID += 1
                state.calls[state.nextID] = call
                return (state.nextID, !state.hasWorker)
            }
        }

        /// Hands a command to the worker, and wakes it.
        func post(_ command: Command) {
            state.withLock { state in
                if case .drop(let id) = command { state.calls[id] = nil }
                state.commands.append(command)
                wake(&state)
            }
        }

        /// Ends the worker once it has done what was posted; the calls that went on.
        ///
        /// `isClosing` refuses later ones.
        func end(isClosing: Bool) -> [Call] {
            state.withLock { state in
                if isClosing { state.isClosed = true }
                state.isOver = true
                wake(&state)
                defer { state.calls = [:] }
                return Array(state.calls.values)
            }
        }

        /// Whether the transport was closed.
        var isClosed: Bool { state.withLock { $0.isClosed } }

        /// How many handles of libcurl there are: in use, and for reuse.
        var handles: (busy: Int, idle: Int) { state.withLock { $0.handles } }

        // Only while the worker sleeps: it looks for commands before it does so.
        private func wake(_ state: inout State) {
            guard state.isAsleep, let multi = OpaquePointer(bitPattern: state.multi) else { return }
            state.isAsleep = false
            // Sound: the worker takes the pointer back under this lock before it frees what it leads to. The call writes
            // one byte and does not wait.
            _ = halyard_curl_multi_wake(library.pointer, multi)
        }
    }

    // What the worker asks for.
    extension CurlMailbox {
        /// What was posted since the last time, or the end.
        func next(_ handles: (busy: Int, idle: Int)) -> Turn {
            state.withLock { state in
                state.handles = handles
                guard !(state.isOver && state.commands.isEmpty) else { return .end }
                defer { state.commands = [] }
                return .work(state.commands)
            }
        }

        /// A transfer is over by itself.
        func ended(_ id: Int) { state.withLock { state in _ = state.calls.removeValue(forKey: id) } }

        /// Whether there is nothing to do, so that the worker may sleep; from here on, posting wakes it.
        func fallAsleep() -> Bool {
            state.withLock { state in
                state.isAsleep = state.commands.isEmpty && !state.isOver
                return state.isAsleep
            }
        }

        /// The worker is awake, whatever woke it.
        func wakeUp() { state.withLock { $0.isAsleep = false } }

        /// What wakes the worker; nil when it ends.
        func setMulti(_ multi: OpaquePointer?) { state.withLock { $0.multi = UInt(bitPattern: multi) } }

        /// There is no worker, and why: the calls that go on end, and a later one tries again.
        func fail(_ reason: String) {
            let calls = state.withLock { state -> [Call] in
                (state.hasWorker, state.commands) = (false, [])
                defer { state.calls = [:] }
                return Array(state.calls.values)
            }
            for call in calls { call.end(.other, reason) }
        }
    }
#endif
