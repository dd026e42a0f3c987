/// The name of a service of one type; two names are two services. Rule: seed, “Keys are values”.
public struct ServiceKey<Value: Sendable>: Hashable, Sendable {
    /// What the service is called in messages.
    public let name: String

    /// Makes the key of the service `name` of this type.
    public init(_ name: String) { self.name = name }

    /// The key without its static type, as `needs` takes it.
    public var any: AnyServiceKey { AnyServiceKey(name: name, type: Value.self) }
}

/// A service's key without its static type; prints as its name.
public struct AnyServiceKey: Hashable, Sendable, CustomStringConvertible {
    /// What the service is called in messages.
    public let name: String
    let type: any Sendable.Type

    public var description: String { name }

    public static func == (left: AnyServiceKey, right: AnyServiceKey) -> Bool {
        left.name == right.name && left.type == right.type
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(ObjectIdentifier(type))
    }
}
