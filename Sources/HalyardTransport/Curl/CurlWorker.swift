// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CHalyardCurl

    /// The loop of a thread around a libcurl multi handle, which makes all calls to libcurl except waking.
    final class CurlWorker {
        private let mailbox: CurlMailbox
        private let settings: CurlSettings
        private let library: CurlLibrary
        private let multi: OpaquePointer
        private var transfers: [Int: CurlTransfer] = [:]
        private var ids: [OpaquePointer: Int] = [:]
        private var idle: [CurlHandle] = []

        /// The maximum number of handles for reuse, above which handles are freed.
        private static let idleLimit = 16

        init(_ mailbox: CurlMailbox, _ settings: CurlSettings) throws(CurlProblem) {
            self.mailbox = mailbox
            self.settings = settings
            library = settings.library
            guard let multi = halyard_curl_multi_new(library.pointer) else {
                throw CurlProblem("libcurl has no memory")
            }
            self.multi = multi
            let result = halyard_curl_multi_wake(library.pointer, multi)
            guard result == 0 else {
                let text = String(cString: halyard_curl_multi_text(library.pointer, result))
                halyard_curl_multi_free(library.pointer, multi)
                throw CurlProblem("libcurl can't wake its thread: \(text). The process might have too many open files")
            }
        }

        /// Works until the mailbox ends.
        func run() {
            mailbox.setMulti(multi)
            while case .work(let commands) = mailbox.next((transfers.count, idle.count)) {
                for command in commands { perform(command) }
                check(halyard_curl_multi_perform(library.pointer, multi))
                finishTransfers()
                if mailbox.fallAsleep() {
                    // Sleeps until there is something to read or write, a libcurl timer fires, or a command arrives.
                    check(halyard_curl_multi_poll(library.pointer, multi, .max))
                    mailbox.wakeUp()
                }
            }
            mailbox.setMulti(nil)
            for id in Array(transfers.keys) { remove(id) }
            idle = []
            halyard_curl_multi_free(library.pointer, multi)
        }

        private func perform(_ command: CurlMailbox.Command) {
            switch command {
            case .start(let id, let call, let request): start(id, call, request)
            case .drop(let id): remove(id)
            case .resume(let id):
                // A nonzero result ends the transfer, which libcurl also reports as its end.
                if let transfer = transfers[id] {
                    _ = halyard_curl_easy_resume(library.pointer, transfer.handle.pointer)
                }
            }
        }

        private func start(_ id: Int, _ call: Call, _ request: HTTPRequest) {
            guard !call.isEnded else { return }
            do throws(CurlProblem) {
                let handle = if let last = idle.popLast() { last } else { try CurlHandle(library) }
                let transfer = try CurlTransfer(call, request, on: handle, settings)
                let result = halyard_curl_multi_add(library.pointer, multi, handle.pointer)
                guard result == 0 else {
                    throw CurlProblem("libcurl: " + String(cString: halyard_curl_multi_text(library.pointer, result)))
                }
                transfers[id] = transfer
                ids[handle.pointer] = id
            } catch {
                mailbox.ended(id)
                call.end(.other, error.message)
            }
        }

        private func finishTransfers() {
            var end = halyard_curl_end()
            while halyard_curl_multi_next_end(library.pointer, multi, &end) {
                guard let id = ids[end.easy], let transfer = transfers[id] else { continue }
                mailbox.ended(id)
                transfer.finish(end.result)
                remove(id, isWhole: end.result == 0)
            }
        }

        /// Ends a transfer, and reuses its handle only if it completed, because a canceled handle contains parts of its transfer.
        private func remove(_ id: Int, isWhole: Bool = false) {
            guard let transfer = transfers.removeValue(forKey: id) else { return }
            ids[transfer.handle.pointer] = nil
            check(halyard_curl_multi_remove(library.pointer, multi, transfer.handle.pointer))
            guard isWhole, idle.count < Self.idleLimit else { return }
            transfer.handle.reset()
            idle.append(transfer.handle)
        }

        /// Ends every call with the reason if the multi handle fails, because it can't recover.
        private func check(_ result: Int32) {
            guard result != 0 else { return }
            let text = String(cString: halyard_curl_multi_text(library.pointer, result))
            for (id, transfer) in transfers {
                mailbox.ended(id)
                transfer.call.end(.other, "libcurl: \(text)")
            }
        }
    }
#endif
