// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CHalyardCurl
    import HalyardSupport

    /// The commands of other threads for a worker, and the current calls.
    final class CurlMailbox: Sendable {
        enum Command: Sendable {
            case start(Int, Call, HTTPRequest)
            case drop(Int)
            case resume(Int)
        }

        /// The worker's next step.
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
            /// A Boolean value that indicates whether the transport was closed.
            var isClosed = false
            /// A Boolean value that indicates whether no more commands follow.
            var isOver = false
            /// The address of the worker's multi handle, for waking the worker.
            var multi: UInt = 0
            var handles = (busy: 0, idle: 0)
        }

        private let library: CurlLibrary
        private let state = Lock(State())

        init(_ library: CurlLibrary) { self.library = library }

        /// Adds a call, or returns `nil` if the transport is closed.
        ///
        /// `needsWorker` is `true` once, for the first call.
        func admit(_ call: Call) -> (id: Int, needsWorker: Bool)? {
            state.withLock { state in
                guard !state.isClosed else { return nil }
                defer { state.hasWorker = true }
                state.nextID += 1
                state.calls[state.nextID] = call
                return (state.nextID, !state.hasWorker)
            }
        }

        /// Adds a command for the worker, and wakes the worker.
        func post(_ command: Command) {
            state.withLock { state in
                if case .drop(let id) = command { state.calls[id] = nil }
                state.commands.append(command)
                wake(&state)
            }
        }

        /// Ends the worker after it has performed the posted commands, and returns the current calls.
        ///
        /// With `isClosing`, later calls are rejected.
        func end(isClosing: Bool) -> [Call] {
            state.withLock { state in
                if isClosing { state.isClosed = true }
                state.isOver = true
                wake(&state)
                defer { state.calls = [:] }
                return Array(state.calls.values)
            }
        }

        /// A Boolean value that indicates whether the transport was closed.
        var isClosed: Bool { state.withLock { $0.isClosed } }

        /// The numbers of libcurl handles in use and available for reuse.
        var handles: (busy: Int, idle: Int) { state.withLock { $0.handles } }

        // Only a sleeping worker needs this, because it checks for commands before it sleeps.
        private func wake(_ state: inout State) {
            guard state.isAsleep, let multi = OpaquePointer(bitPattern: state.multi) else { return }
            state.isAsleep = false
            // Sound: the worker takes the pointer back under this lock before it frees what it leads to. The call writes
            // one byte and does not wait.
            _ = halyard_curl_multi_wake(library.pointer, multi)
        }
    }

    // The worker calls these functions.
    extension CurlMailbox {
        /// Returns the commands since the last call, or the end.
        func next(_ handles: (busy: Int, idle: Int)) -> Turn {
            state.withLock { state in
                state.handles = handles
                guard !(state.isOver && state.commands.isEmpty) else { return .end }
                defer { state.commands = [] }
                return .work(state.commands)
            }
        }

        /// Called when a transfer ends without being dropped.
        func ended(_ id: Int) { state.withLock { state in _ = state.calls.removeValue(forKey: id) } }

        /// Returns a Boolean value that indicates whether the worker can sleep, after which posting a command wakes it.
        func fallAsleep() -> Bool {
            state.withLock { state in
                state.isAsleep = state.commands.isEmpty && !state.isOver
                return state.isAsleep
            }
        }

        /// Called when the worker wakes up for any reason.
        func wakeUp() { state.withLock { $0.isAsleep = false } }

        /// Sets the multi handle for waking the worker, or `nil` when the worker ends.
        func setMulti(_ multi: OpaquePointer?) { state.withLock { $0.multi = UInt(bitPattern: multi) } }

        /// Ends the current calls because there is no worker, so that a later call starts a new one.
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
