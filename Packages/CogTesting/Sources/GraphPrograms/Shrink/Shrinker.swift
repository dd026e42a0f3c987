/// Makes a failing program shorter for as long as it fails.
@MainActor
public enum Shrinker {
    /// Takes away what is not needed for `fails`, from large parts to small, until nothing that can
    /// be taken away alone is left, or `trials` programs were tried.
    public static func shrink(
        _ program: Program, trials: Int = 4_000, while fails: @MainActor (Program) async throws -> Bool
    ) async throws -> Program {
        let path = try await path(from: program, trials: trials) { candidate, _ in
            try await fails(candidate)
        }
        return program.simplified(along: path)
    }

    /// Shrinks a program that diverges from the model of `rules`.
    public static func shrink(
        _ program: Program, against rules: ModelRules = .contract
    ) async throws -> Program {
        try await shrink(program) { try await Fuzz.check($0, against: rules) != nil }
    }

    /// Which simpler program was taken at each turn on the way to the shortest, so that another
    /// process can be told of a candidate by a seed and a few numbers.
    ///
    /// - Parameter fails: Is given each candidate, and the way to it.
    public static func path(
        from program: Program, trials: Int = 4_000,
        while fails: @MainActor (Program, [Int]) async throws -> Bool
    ) async throws -> [Int] {
        var path: [Int] = []
        var candidates = program.simpler
        var left = trials
        var index = 0
        /// The place where the last pass found something; nothing new since means an end.
        var sinceFound = 0
        while sinceFound < candidates.count, left > 0 {
            left -= 1
            if index >= candidates.count { index = 0 }
            if try await fails(candidates[index], path + [index]) {
                path.append(index)
                candidates = candidates[index].simpler
                sinceFound = 0
                // What stands before this place was tried, mostly in vain: go on from here.
            } else {
                index += 1
                sinceFound += 1
            }
        }
        return path
    }
}

extension Program {
    /// The program at the end of a path that the shrinker found.
    public func simplified(along path: [Int]) -> Program {
        path.reduce(self) { program, index in
            let simpler = program.simpler
            return simpler.indices.contains(index) ? simpler[index] : program
        }
    }
}
