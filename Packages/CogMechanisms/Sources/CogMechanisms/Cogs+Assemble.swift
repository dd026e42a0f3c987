@_spi(Mechanisms) public import CogGraph

extension Cogs {
    /// Makes the process's one production context and brings its mechanisms alive in order.
    ///
    /// Every mechanism is live when this returns; none can be added later. A write during
    /// `operate` is a turn that settles before the next mechanism operates.
    ///
    /// Traps, in every build, while another production context lives, and on an empty or
    /// repeated mechanism name.
    public static func assemble(
        mechanisms: [any Mechanism], history: CogHistory = .standard
    ) -> Cogs {
        let cogs = Cogs(context: claimProduction(history: history))
        cogs.install(mechanisms)
        return cogs
    }

    @_spi(Mechanisms)
    public func install(_ mechanisms: [any Mechanism]) {
        Self.check(mechanisms.map(\.name))
        let installed = Installed()
        context.onClose { installed.close() }
        context.picturesOfScopes.append { installed.picture }
        for mechanism in mechanisms {
            let scope = Scope(name: mechanism.name, context: context)
            installed.add(mechanism, scope)
            if let controller = scope.controller { mechanism.operate(controller) }
        }
    }

    private static func check(_ names: [String]) {
        var seen: Set<String> = []
        for (index, name) in names.enumerated() {
            if name.isEmpty {
                fatalError("CogMechanisms: mechanism \(index + 1) has an empty name; give it one.")
            }
            if !seen.insert(name).inserted {
                fatalError(
                    "CogMechanisms: two mechanisms are named '\(name)'. Names are unique within "
                        + "an assembly; give one of them another `name`.")
            }
        }
    }
}

/// The mechanisms of one context with their scopes.
@MainActor
private final class Installed {
    private var mechanisms: [(mechanism: any Mechanism, scope: Scope)] = []

    func add(_ mechanism: any Mechanism, _ scope: Scope) {
        mechanisms.append((mechanism, scope))
    }

    var picture: [CogPicture.Scope] { mechanisms.map(\.scope.picture) }

    /// Revokes every scope, then ends them last first, and releases each mechanism only after
    /// its scope: what it owns stays alive while its work can still use it.
    func close() {
        for entry in mechanisms { entry.scope.revoke() }
        while let last = mechanisms.last {
            last.scope.tearDown()
            mechanisms.removeLast()
        }
    }
}
