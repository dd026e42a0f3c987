extension ServiceGraph {
    /// What each service of the graph's newest run does and waits on, in declaration order.
    ///
    /// Empty while the graph does not run. Copies of a graph know of each other's runs. Safe
    /// from any isolation. Complexity: O(services + needs). Rule: SVC-16.
    public func states() -> [ServiceStatus] { running.newest?.statuses ?? [] }
}
