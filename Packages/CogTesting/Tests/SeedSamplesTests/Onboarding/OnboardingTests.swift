import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Samples of the mechanisms document: a replaced session")
struct OnboardingTests {
    @Test("SEED-1: a session that replaces another during onboarding is synced with its own credentials")
    func replaced() {
        let sync = OnboardingSync()
        let cogs = Cogs.forTesting(mechanisms: [OnboardingMechanism(sync: sync)])
        cogs.signIn("A")
        cogs.openOnboarding(1)
        cogs.advanceOnboarding()
        #expect(sync.calls == ["step 1 for A", "step 2 for A"])

        cogs.signIn("B")
        cogs.advanceOnboarding()
        #expect(sync.calls.dropFirst(2) == ["step 2 for B", "step 3 for B"])

        // An equal epoch is the same lifetime.
        cogs.signIn("B")
        #expect(sync.calls.count == 4)
        cogs.closeOnboarding()
        cogs.advanceOnboarding()
        #expect(sync.calls.count == 4)
    }
}
