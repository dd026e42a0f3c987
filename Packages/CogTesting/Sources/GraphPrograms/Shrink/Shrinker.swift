/// Makes a failing program shorter for as long as it fails.
@MainActor
public enum Shrinker {
    /// Takes away what is not needed for `fails`, from large parts to small, until nothing that can
    /// be taken away alone is left, or `trials` programs were tried.
    public static func shrink(
        _ program: Program, trials: Int = 4_000, while fails: @MainActor (Program) async throws -> Bool
    ) async throws -> Program {
        var shortest = program
        var left = trials
        var hasShrunk = true
        while hasShrunk, left > 0 {
            hasShrunk = false
            var index = 0
            var candidates = shortest.simpler
            while index < candidates.count, left > 0 {
                left -= 1
                if try await fails(candidates[index]) {
                    shortest = candidates[index]
                    hasShrunk = true
                    // What stood before this place was tried, mostly in vain: go on from here.
                    candidates = shortest.simpler
                } else {
                    index += 1
                }
            }
        }
        return shortest
    }

    /// Shrinks a program that diverges from the model of `rules`.
    public static func shrink(_ program: Program, against rules: ModelRules = .contract) async throws
        -> Program
    { try await shrink(program) { try await Fuzz.check($0, against: rules) != nil } }
}
