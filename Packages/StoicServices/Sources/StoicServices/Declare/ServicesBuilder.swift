/// Collects the services of a graph; `if`, `for` and arrays are allowed.
@resultBuilder
public enum ServicesBuilder {
    /// One service.
    public static func buildExpression(_ service: Provide) -> [Provide] { [service] }
    /// Several services, as a function may return them.
    public static func buildExpression(_ services: [Provide]) -> [Provide] { services }
    /// Services one after another.
    public static func buildBlock(_ parts: [Provide]...) -> [Provide] { parts.flatMap { $0 } }
    /// Services that a condition may leave out.
    public static func buildOptional(_ part: [Provide]?) -> [Provide] { part ?? [] }
    /// The services of one branch.
    public static func buildEither(first: [Provide]) -> [Provide] { first }
    /// The services of the other branch.
    public static func buildEither(second: [Provide]) -> [Provide] { second }
    /// The services of every pass of a loop.
    public static func buildArray(_ parts: [[Provide]]) -> [Provide] { parts.flatMap { $0 } }
}
