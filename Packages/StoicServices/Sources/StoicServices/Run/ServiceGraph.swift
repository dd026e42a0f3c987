/// Services that need each other, checked before anything starts. Rules: seed, SVC-2.
public struct ServiceGraph: Sendable {
    /// What the graph is called in reports.
    public let label: String
    let plan: ServicePlan
    let running = RunningShells()

    /// Checks the services. Complexity: O(services + needs).
    ///
    /// - Throws: every problem of the graph at once, in declaration order.
    public init(
        label: String, @ServicesBuilder _ services: () -> [Provide]
    ) throws(ServiceGraphError) {
        try self.init(label: label, services: services())
    }

    init(label: String, services: [Provide]) throws(ServiceGraphError) {
        self.label = label
        plan = try ServicePlan(services)
    }

    /// An order in which every service comes after what it needs. Complexity: O(services).
    public var startOrder: [AnyServiceKey] { plan.order.map { plan.services[$0].key } }
}
