/// Stands in for the graph: the environment passes a reference on and asks nothing of it.
public final class Cogs: Sendable {
    public init() {}
}
