// As much of Apple's `os` module as signposts need, for type-checking where it is missing.
public struct OSSignpostID {}

public struct OSSignpostIntervalState {}

public struct OSSignposter {
    public init(subsystem: String, category: String) {}

    public func makeSignpostID() -> OSSignpostID { OSSignpostID() }

    public func beginInterval(
        _ name: StaticString, id: OSSignpostID, _ message: SignpostMetadata
    ) -> OSSignpostIntervalState { OSSignpostIntervalState() }

    public func endInterval(
        _ name: StaticString, _ state: OSSignpostIntervalState, _ message: SignpostMetadata
    ) {}
}

public enum OSLogPrivacy {
    case `public`
}

public struct SignpostMetadata: ExpressibleByStringInterpolation {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: Interpolation) {}

    public struct Interpolation: StringInterpolationProtocol {
        public init(literalCapacity: Int, interpolationCount: Int) {}
        public mutating func appendLiteral(_ literal: String) {}
        public mutating func appendInterpolation(_ value: String, privacy: OSLogPrivacy) {}
    }
}
