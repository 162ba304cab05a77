// Halyard: vendor-neutral feature flags for Swift.
// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Halyard authors

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#endif

/// An error of a system call.
package struct SocketError: Error, CustomStringConvertible {
    package var description: String
}

/// A TCP socket on 127.0.0.1 with blocking calls.
///
/// All code that depends on the operating system is in this file.
struct Socket: Sendable {
    let descriptor: Int32

    /// Listens on a port that the operating system chooses.
    ///
    /// The reservation keeps other sockets from using the port until it's closed. It's `nil` if the system doesn't allow a
    /// second socket.
    static func listening() throws(SocketError) -> (socket: Socket, port: UInt16, reservation: Socket?) {
        let (listener, port) = try bound()
        listener.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        let reservation = reserved(port)
        guard listen(listener.descriptor, 512) == 0 else {
            reservation?.end()
            throw failure("listen", closing: listener)
        }
        return (listener, port, reservation)
    }

    /// Returns a second socket that is bound to a port and doesn't listen.
    private static func reserved(_ port: UInt16) -> Socket? {
        guard let socket = try? Socket.new() else { return nil }
        socket.set(SOL_SOCKET, SO_REUSEADDR, Int32(1))
        if withLoopback(port: port, { bind(socket.descriptor, $0, $1) }) == 0 { return socket }
        socket.end()
        return nil
    }

    /// Returns a socket that is bound to a port that the operating system chooses, and doesn't listen.
    static func bound() throws(SocketError) -> (socket: Socket, port: UInt16) {
        let holder = try Socket.new()
        guard withLoopback(port: 0, { bind(holder.descriptor, $0, $1) }) == 0 else {
            throw failure("bind", closing: holder)
        }
        var address = sockaddr_in()
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // Sound: The pointer refers to a local variable of the size that is passed, and isn't stored.
        let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(holder.descriptor, $0, &size) }
        }
        guard isNamed == 0 else { throw failure("getsockname", closing: holder) }
        return (holder, UInt16(bigEndian: address.sin_port))
    }

    /// Returns a socket that is connected to a port.
    static func connected(to port: UInt16) throws(SocketError) -> Socket {
        let client = try Socket.new()
        guard withLoopback(port: port, { connect(client.descriptor, $0, $1) }) == 0 else {
            throw failure("connect", closing: client)
        }
        return client.prepared()
    }

    /// Returns the next connection, or `nil` if no more connections can be accepted.
    func accepted() -> Socket? {
        while true {
            let descriptor = accept(descriptor, nil, nil)
            if descriptor >= 0 { return Socket(descriptor: descriptor).prepared() }
            guard errno == EINTR || errno == ECONNABORTED else { return nil }
        }
    }

    /// Waits for bytes and returns them, or an empty array at the end of the connection.
    func read(atMost limit: Int = 65_536) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        while true {
            let count = recv(descriptor, &bytes, limit, 0)
            if count < 0, errno == EINTR { continue }
            return Array(bytes.prefix(max(0, count)))
        }
    }

    /// Writes all bytes, and waits for the other side to read them.
    ///
    /// Returns `false` if the other side is gone.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            // Sound: The buffer is valid during the call, which reads its count of bytes and stores nothing.
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Self.noSignal) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// A Boolean value that indicates whether the other side has closed and nothing is left to read.
    ///
    /// It doesn't wait.
    var isAtEnd: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        return count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)
    }

    /// Ends writing, and continues to read.
    func endWriting() { _ = shutdown(descriptor, Int32(SHUT_WR)) }

    /// Makes every call return that waits on this socket.
    func interrupt() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Makes the next close send a reset instead of an end.
    func closeByReset() { set(SOL_SOCKET, SO_LINGER, linger(l_onoff: 1, l_linger: 0)) }

    /// Closes the socket.
    func end() { _ = close(descriptor) }

    private static func new() throws(SocketError) -> Socket {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw SocketError(description: "socket: \(String(cString: strerror(errno)))") }
        return Socket(descriptor: descriptor)
    }

    /// Returns the socket with options that send small writes immediately, and report a closed connection without a signal.
    private func prepared() -> Socket {
        set(Int32(IPPROTO_TCP), TCP_NODELAY, Int32(1))
        #if canImport(Darwin)
            set(SOL_SOCKET, SO_NOSIGPIPE, Int32(1))
        #endif
        return self
    }

    private func set<Value>(_ level: Int32, _ option: Int32, _ value: Value) {
        _ = withUnsafeBytes(of: value) {
            // Sound: The bytes belong to a local variable, and the call copies as many as the count specifies.
            setsockopt(descriptor, level, option, $0.baseAddress, socklen_t($0.count))
        }
    }

    private static func withLoopback<Result>(
        port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var address = sockaddr_in()
        #if canImport(Darwin)
            address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
        #endif
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        // Sound: AF_INET calls read a sockaddr_in through a sockaddr pointer, and it's valid during the call.
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func failure(_ call: String, closing socket: Socket) -> SocketError {
        let error = SocketError(description: "\(call): \(String(cString: strerror(errno)))")
        socket.end()
        return error
    }

    #if canImport(Darwin)
        private static let noSignal: Int32 = 0
    #else
        private static let noSignal = Int32(MSG_NOSIGNAL)
    #endif
}
