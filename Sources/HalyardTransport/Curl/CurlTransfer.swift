// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if os(Linux)
    import CHalyardCurl

    /// One exchange of a call, on its worker's thread.
    ///
    /// libcurl's callbacks receive a pointer to it, so it must exist until its handle is reset.
    final class CurlTransfer {
        let call: Call
        let handle: CurlHandle
        private let body: [UInt8]
        private var sent = 0
        private var head: ResponseHeadReader
        /// The number of bytes already taken from the chunk that libcurl will deliver again.
        private var taken = 0
        /// A Boolean value that indicates whether a redirect moved the call to another exchange.
        private var isLeft = false

        /// Sets up a handle for a request.
        init(_ call: Call, _ request: HTTPRequest, on handle: CurlHandle, _ settings: CurlSettings) throws(CurlProblem)
        {
            self.call = call
            self.handle = handle
            body = request.body ?? []
            head = ResponseHeadReader(url: request.url)
            try handle.keepErrorText()
            try settings.apply(to: handle)
            try handle.set(request, timeout: call.limits.platformTimeout)
            // Sound: the worker keeps the transfer until the handle has left the multi handle and is reset.
            let context = Unmanaged.passUnretained(self).toOpaque()
            try handle.set(.onHeader, CurlTransfer.onHeader, .headerContext, context)
            try handle.set(.onWrite, CurlTransfer.onWrite, .writeContext, context)
            if request.body != nil { try handle.set(.onRead, CurlTransfer.onRead, .readContext, context) }
        }

        /// Reports the end to the call.
        func finish(_ result: Int32) {
            guard !isLeft else { return }
            call.forgetExchange()
            if result == 0 {
                // libcurl reports success for a head that was truncated before its empty line.
                if head.isComplete {
                    call.end(nil)
                } else {
                    call.end(.disconnected, "The connection was lost before the end of the response head")
                }
            } else if let status = handle.proxyStatus, status >= 300 {
                call.end(.unreachable, "The proxy rejected the tunnel with status \(status)")
            } else {
                call.end(
                    TransportError.Kind(curl: result, hasHead: call.status != nil),
                    "\(handle.text(of: result)) (libcurl error \(result))")
            }
        }

        // MARK: Callbacks of libcurl

        // Sound, in all three: libcurl hands over the pointer that was set with the callback, on the worker's thread, and as
        // many bytes as it says, which live for the call.

        private static let onHeader: halyard_curl_callback = { bytes, size, count, context in
            guard let transfer = CurlTransfer.of(context) else { return 0 }
            return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
        }

        private static let onWrite: halyard_curl_callback = { bytes, size, count, context in
            guard let transfer = CurlTransfer.of(context) else { return 0 }
            return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
        }

        private static let onRead: halyard_curl_callback = { bytes, size, count, context in
            guard let transfer = CurlTransfer.of(context) else { return CurlTransfer.abort }
            return transfer.provideBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
        }

        private static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }

        // CURL_WRITEFUNC_PAUSE and CURL_READFUNC_ABORT
        private static let pause = 0x1000_0001
        private static let abort = 0x1000_0000

        /// Returns a Boolean value that indicates whether the exchange continues.
        private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
            guard !call.isEnded else { return false }
            switch head.add(line) {
            case .more: return true
            case .head(let head):
                isLeft = !call.received(head)
                return !isLeft
            case .malformed(let reason):
                call.end(.malformed, reason)
                return false
            }
        }

        private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            guard head.isComplete, !call.isEnded else { return 0 }
            let fresh = bytes.dropFirst(taken)
            let count = call.offered(UnsafeRawBufferPointer(rebasing: fresh))
            if count == fresh.count {
                taken = max(0, taken - bytes.count)
                return bytes.count
            }
            taken += count
            return Self.pause
        }

        private func provideBody(_ space: UnsafeMutableRawBufferPointer) -> Int {
            let piece = body[sent..<min(sent + space.count, body.count)]
            space.copyBytes(from: piece)
            sent += piece.count
            return piece.count
        }
    }
#endif
