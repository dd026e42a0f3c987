/// One named home of side effects: the reactions and tasks that belong together, with the
/// services and clocks they need as stored properties.
///
/// The runtime keeps each mechanism alive until its scope has ended. Isolated to the MainActor.
@MainActor
public protocol Mechanism {
    /// Names the mechanism in messages and task names. Unique within one assembly and not
    /// empty; by default the type's name less a trailing "Mechanism" (MECH-3).
    var name: String { get }

    /// Registers the mechanism's reactions and tasks. Called once, during assembly, in the
    /// order of the mechanisms.
    func operate(_ m: MechanismController)
}

extension Mechanism {
    public var name: String {
        let type = String(describing: Self.self)
        let suffix = "Mechanism"
        return type.hasSuffix(suffix) && type.count > suffix.count
            ? String(type.dropLast(suffix.count)) : type
    }
}
