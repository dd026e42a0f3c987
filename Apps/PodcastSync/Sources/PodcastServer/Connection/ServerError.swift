import Foundation

/// Why a loopback server or a site could not be made.
public struct ServerError: Error, CustomStringConvertible, Sendable, Equatable {
    public let description: String

    init(_ operation: String, code: Int32 = errno) {
        description = "cannot \(operation): \(String(cString: strerror(code)))"
    }

    init(message: String) {
        description = message
    }
}
