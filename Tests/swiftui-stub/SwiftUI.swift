// What CogSwiftUI and the samples use of SwiftUI, in the spelling of its SDK, with as much behind it
// as an environment that passes values down needs.

public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]

    public init() {}

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }
}

/// The environment of the view whose body runs.
@MainActor public var currentEnvironment = EnvironmentValues()

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
    public var body: Never { fatalError("Never has no body.") }
}

public struct EmptyView: View {
    public init() {}
    public var body: Never { fatalError("EmptyView has no body.") }
}

/// What a view changes of the environment for those below it.
@MainActor
public protocol EnvironmentChange {
    func apply()
}

public struct EnvironmentView<Content: View>: View, EnvironmentChange {
    let content: Content
    let change: (inout EnvironmentValues) -> Void
    public var body: Never { fatalError("EnvironmentView has no body.") }
    public func apply() { change(&currentEnvironment) }
}

extension View {
    public func environment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V
    ) -> some View {
        EnvironmentView(content: self) { $0[keyPath: keyPath] = value }
    }

    public func task(_ action: @escaping @MainActor () async -> Void) -> some View { self }
}

@propertyWrapper
public struct Environment<Value> {
    private let keyPath: KeyPath<EnvironmentValues, Value>

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { self.keyPath = keyPath }

    @MainActor public var wrappedValue: Value { currentEnvironment[keyPath: keyPath] }
}

@propertyWrapper
public struct State<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    public init(initialValue: Value) { wrappedValue = initialValue }
}

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

public struct WindowGroup<Content: View>: Scene {
    public init(content: () -> Content) {}
    public var body: Never { fatalError("WindowGroup has no body.") }
}

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @MainActor @preconcurrency var body: Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    public static func main() {}
}
