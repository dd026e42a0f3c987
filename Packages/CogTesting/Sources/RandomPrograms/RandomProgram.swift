/// A program that uses something, as a value: a seed makes it, and it can be made shorter.
///
/// Every one of them is valid: what a step names and does not find, it passes over. So a program from which
/// something was taken away is a program again.
public protocol RandomProgram: CustomStringConvertible {
    /// The same program every time for a seed and a number of steps.
    static func random(seed: UInt64, steps: Int) -> Self

    var stepCount: Int { get }

    /// Programs with something less, those with much less first; none for one that cannot be less.
    var simpler: [Self] { get }
}

extension RandomProgram {
    /// A program from which nothing more can be taken away alone without `fails` becoming false, or what is
    /// left after so many trials.
    @MainActor
    public func shrunk<Failure>(
        trials: Int = 4_000, while fails: @MainActor (Self) async throws(Failure) -> Bool
    ) async throws(Failure) -> Self {
        let path = try await shrinkPath(trials: trials) { (program, _) async throws(Failure) in
            try await fails(program)
        }
        return simplified(along: path)
    }

    /// Which simpler program was taken at each turn on the way to the shortest, so that another process can be
    /// told of a candidate by a seed and a few numbers.
    ///
    /// - Parameter fails: Is given each candidate, and the way to it.
    @MainActor
    public func shrinkPath<Failure>(
        trials: Int = 4_000, while fails: @MainActor (Self, [Int]) async throws(Failure) -> Bool
    ) async throws(Failure) -> [Int] {
        var path: [Int] = []
        var candidates = simpler
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

    /// The program at the end of a path that was found by shrinking.
    public func simplified(along path: [Int]) -> Self {
        path.reduce(self) { program, index in
            let simpler = program.simpler
            return simpler.indices.contains(index) ? simpler[index] : program
        }
    }
}
