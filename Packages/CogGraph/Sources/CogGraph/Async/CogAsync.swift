import CogArena

/// A reference to async state: its value can be read like any cog's, and its status beside it.
public protocol CogAsync<Value>: CogReadable {
    /// Where the state's status is, in whichever context is asked.
    var statusAddress: CogAddress<CogStatus<Value>, Key> { get }
}

/// The status of async state, as a reference of its own.
@frozen
public struct CogStatusReference<Source: CogAsync>: CogReadable {
    @usableFromInline let source: Source

    @_spi(Mechanisms)
    @inlinable
    public init(_ source: Source) { self.source = source }

    @inlinable
    public var address: CogAddress<CogStatus<Source.Value>, Source.Key> { source.statusAddress }
}

extension CogStatusReference: Sendable where Source: Sendable {}
