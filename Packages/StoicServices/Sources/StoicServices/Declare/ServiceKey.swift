/// The name of a service of one type; two names are two services. Rule: seed, “Keys are values”.
public struct ServiceKey<Value: Sendable>: Hashable, Sendable {
    public let name: String

    public init(_ name: String) { self.name = name }

    /// The key without its static type, as `needs` takes it.
    public var any: AnyServiceKey { AnyServiceKey(name: name, type: ObjectIdentifier(Value.self)) }
}

/// A service's key without its static type; prints as its name.
public struct AnyServiceKey: Hashable, Sendable, CustomStringConvertible {
    public let name: String
    let type: ObjectIdentifier

    public var description: String { name }
}
