// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CHalyardCurl
    import HalyardSupport

    /// The thread of a worker, from the first request until the transport and its calls have released the lane.
    final class CurlLane: CallSender {
        private let mailbox: CurlMailbox
        private let settings: CurlSettings

        init(_ settings: CurlSettings) {
            self.settings = settings
            mailbox = CurlMailbox(settings.library)
        }

        // Every call references the lane, so no call is active here.
        deinit { _ = mailbox.end(isClosing: false) }

        func start(_ call: Call, _ request: HTTPRequest) {
            do throws(TransportError) { try request.check() } catch { return call.end(error) }
            guard let (id, needsWorker) = mailbox.admit(call) else { return call.end(.closed, Self.closed) }
            if needsWorker, !startWorker() { return mailbox.fail("The system can't create a thread for the transport") }
            guard call.adopt(CurlExchange(id: id, mailbox: mailbox)) else { return mailbox.ended(id) }
            mailbox.post(.start(id, call, request))
        }

        /// Ends all calls, and closes the lane permanently.
        func close() {
            for call in mailbox.end(isClosing: true) { call.end(.closed, Self.closed) }
        }

        /// The numbers of libcurl handles in use and available for reuse.
        var handles: (busy: Int, idle: Int) { mailbox.handles }

        private func startWorker() -> Bool {
            BlockingThread.start { [mailbox, settings] in
                halyard_curl_prepare_thread()
                do throws(CurlProblem) {
                    try CurlWorker(mailbox, settings).run()
                } catch {
                    mailbox.fail(error.message)
                }
            }
        }

        private static let closed = "The transport was closed"
    }

    private struct CurlExchange: CallExchange {
        let id: Int
        let mailbox: CurlMailbox

        func drop() { mailbox.post(.drop(id)) }
        func resume() { mailbox.post(.resume(id)) }
    }
#endif
