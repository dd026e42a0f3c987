public import CogArena

/// A reference to state that can be read: a cog, or one key of a box.
///
/// Two references with the same descriptor and equal keys are the same state (DECL-5).
public protocol CogReadable<Value> {
    associatedtype Value
    associatedtype Key: Hashable

    /// Where the state is, in whichever context is asked.
    var address: CogAddress<Value, Key> { get }
}

/// A reference to a source: state that a turn can write.
public protocol CogWritable<Value>: CogReadable {}

/// A descriptor with a key. Only this package's references make one.
@frozen
public struct CogAddress<Value, Key: Hashable> {
    @usableFromInline let family: Family<Value, Key>
    @usableFromInline let key: Key

    @inlinable
    @inline(__always)
    init(family: Family<Value, Key>, key: Key) {
        self.family = family
        self.key = key
    }
}

extension CogAddress {
    /// What messages call the state: its declaration's label, with the key if it has one (DECL-6).
    @_spi(Mechanisms)
    public var label: String { name }

    @usableFromInline
    var name: String {
        Key.self == Unkeyed.self ? family.label : "\(family.label)[\(key)]"
    }
}

/// A view of a source that can be read and not written (DECL-1).
@frozen
public struct ReadOnlyCog<Source: CogWritable>: CogReadable {
    @usableFromInline let source: Source

    @inlinable
    init(source: Source) { self.source = source }

    @inlinable
    public var address: CogAddress<Source.Value, Source.Key> { source.address }
}

extension ReadOnlyCog: Sendable where Source: Sendable {}

extension CogWritable {
    /// This source, without the right to write it.
    @inlinable
    public var readOnly: ReadOnlyCog<Self> { ReadOnlyCog(source: self) }
}
