import Foundation

/// A TCP connection to this machine; it blocks, for a while at most.
///
/// The system's loading is not used: it would ask a proxy that the environment names, and tell it the secret.
struct LoopbackSocket: ~Copyable {
    private let descriptor: Int32

    /// - Parameter patience: The seconds that each step may take.
    init(patience: Int = 5) {
        #if canImport(Darwin)
            descriptor = socket(AF_INET, SOCK_STREAM, 0)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        #else
            descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        #endif
        var limit = timeval(tv_sec: patience, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    borrowing func close() { if descriptor >= 0 { _ = Foundation.close(descriptor) } }

    /// Takes a free port; nil without one.
    borrowing func bind() -> UInt16? {
        var address = Self.address(0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        return isBound ? UInt16(bigEndian: address.sin_port) : nil
    }

    borrowing func connect(to port: UInt16) -> Bool {
        var address = Self.address(port)
        return withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    borrowing func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
        }
        return true
    }

    /// Everything up to the end of the connection; nil when it broke.
    borrowing func receiveAll() -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count == 0 { return bytes }
            if count > 0 { bytes += buffer[..<count] } else if errno != EINTR { return nil }
        }
    }

    private static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        return address
    }
}
