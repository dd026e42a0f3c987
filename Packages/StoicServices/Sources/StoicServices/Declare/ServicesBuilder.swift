/// Collects the services of a graph; `if`, `for` and arrays are allowed.
@resultBuilder
public enum ServicesBuilder {
    public static func buildExpression(_ service: Provide) -> [Provide] { [service] }
    public static func buildExpression(_ services: [Provide]) -> [Provide] { services }
    public static func buildBlock(_ parts: [Provide]...) -> [Provide] { parts.flatMap { $0 } }
    public static func buildOptional(_ part: [Provide]?) -> [Provide] { part ?? [] }
    public static func buildEither(first: [Provide]) -> [Provide] { first }
    public static func buildEither(second: [Provide]) -> [Provide] { second }
    public static func buildArray(_ parts: [[Provide]]) -> [Provide] { parts.flatMap { $0 } }
}
