import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file descriptor of a TCP socket on loopback; whoever made it closes it.
struct Socket: Hashable {
    let descriptor: Int32

    /// Opens a listening socket and returns it with its port.
    ///
    /// - Throws: `ServerError` when the system refuses.
    static func listening(
        on place: LoopbackAddress, port: UInt16
    ) throws(ServerError) -> (Socket, UInt16) {
        let family = place == .six ? AF_INET6 : AF_INET
        #if canImport(Darwin)
            let descriptor = socket(family, SOCK_STREAM, 0)
        #else
            let descriptor = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        guard descriptor >= 0 else { throw ServerError("socket") }
        let listener = Socket(descriptor: descriptor)
        var on: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)

        let bound: UInt16?
        switch place {
        case .four:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            bound = listener.listen(&address) ? address.sin_port : nil
        case .six:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            bound = listener.listen(&address) ? address.sin6_port : nil
        }
        guard let bound else {
            let error = ServerError("listen on \(place.rawValue):\(port)")
            listener.close()
            throw error
        }
        return (listener, UInt16(bigEndian: bound))
    }

    /// Listens on an address, which becomes the one that it has.
    private func listen<Address>(_ address: inout Address) -> Bool {
        var length = socklen_t(MemoryLayout<Address>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                bind(descriptor, generic, length) == 0 && systemListen(descriptor, 64) == 0
                    && getsockname(descriptor, generic, &length) == 0
            }
        }
    }

    /// Waits for a connection; nil once `wake` is readable.
    func accept(until wake: Int32) -> Socket? {
        while true {
            var watched = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wake, events: Int16(POLLIN), revents: 0),
            ]
            let ready = poll(&watched, nfds_t(watched.count), -1)
            if ready < 0, errno == EINTR { continue }
            if ready < 0 || watched[1].revents != 0 { return nil }
            #if canImport(Darwin)
                let accepted = Darwin.accept(descriptor, nil, nil)
            #else
                let accepted = Glibc.accept(descriptor, nil, nil)
            #endif
            if accepted >= 0 {
                _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
                var on: Int32 = 1
                let size = socklen_t(MemoryLayout<Int32>.size)
                setsockopt(accepted, Int32(IPPROTO_TCP), TCP_NODELAY, &on, size)
                #if canImport(Darwin)
                    setsockopt(accepted, SOL_SOCKET, SO_NOSIGPIPE, &on, size)
                #endif
                return Socket(descriptor: accepted)
            }
        }
    }

    /// Reads what is there, waiting for the first byte; nil at the end.
    func read() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count > 0 { return Array(buffer[..<count]) }
            if count == 0 || errno != EINTR { return nil }
        }
    }

    /// Has the system hold little of what was written and not received, so that the one is near the other.
    func keepLittle() {
        var bytes: Int32 = 65_536
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &bytes, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The port at the other end; 0 when that is gone.
    var peerPort: UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        return status == 0 ? UInt16(bigEndian: address.sin_port) : 0
    }

    /// Sends everything; false when the peer is gone.
    func write(_ bytes: ArraySlice<UInt8>) -> Bool {
        #if canImport(Darwin)
            let flags: Int32 = 0
        #else
            let flags = Int32(MSG_NOSIGNAL)
        #endif
        return bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let count = send(descriptor, rest.baseAddress, rest.count, flags)
                if count > 0 {
                    sent += count
                } else if errno != EINTR {
                    return false
                }
            }
            return true
        }
    }

    /// Ends both directions, which wakes a thread blocked in `read` or `write`.
    func end() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Has ``close()`` tell the peer that the connection broke.
    func resetOnClose() {
        var abrupt = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &abrupt, socklen_t(MemoryLayout<linger>.size))
    }

    func close() {
        #if canImport(Darwin)
            _ = Darwin.close(descriptor)
        #else
            _ = Glibc.close(descriptor)
        #endif
    }
}

private func systemListen(_ descriptor: Int32, _ backlog: Int32) -> Int32 {
    #if canImport(Darwin)
        Darwin.listen(descriptor, backlog)
    #else
        Glibc.listen(descriptor, backlog)
    #endif
}
