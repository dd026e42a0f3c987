import CogGraph
import CogMechanisms

struct SessionEpoch: Equatable, Sendable {
    let name: String
}

/// Equatable is all that a scope of one identity asks for.
struct OnboardingLifetime: Equatable, Sendable {
    let sessionEpoch: SessionEpoch
    let number: Int
}

struct Credentials {
    let epoch: SessionEpoch
}

struct CredentialProvider {
    func bound(to epoch: SessionEpoch) -> Credentials { Credentials(epoch: epoch) }
}

@MainActor
final class OnboardingSync {
    private(set) var calls: [String] = []

    func advance(_ step: Int, using credentials: Credentials) {
        calls.append("step \(step) for \(credentials.epoch.name)")
    }
}

fileprivate let _sessionEpochCog = Cog<SessionEpoch?>.Manual { nil }
fileprivate let _onboardingNumberCog = Cog<Int?>.Manual { nil }
fileprivate let _onboardingStepCog = Cog<Int>.Manual { 1 }
let onboardingStepCog = _onboardingStepCog.readOnly

/// The session is part of the workflow's identity, which ends with it though the workflow stays open.
let activeOnboardingCog = Cog { c -> OnboardingLifetime? in
    guard let epoch = c[_sessionEpochCog], let number = c[_onboardingNumberCog] else { return nil }
    return OnboardingLifetime(sessionEpoch: epoch, number: number)
}

struct OnboardingMechanism: Mechanism {
    var credentialProvider = CredentialProvider()
    var sync: OnboardingSync

    func operate(_ m: MechanismController) {
        m.scope(activeOnboardingCog, name: "onboarding") { lifetime, s in
            let credentials = credentialProvider.bound(to: lifetime.sessionEpoch)
            s.watch(onboardingStepCog, initial: .run, name: "sync") { _, step in
                sync.advance(step, using: credentials)
            }
        }
    }
}

extension CogOps {
    func signIn(_ name: String) {
        turn(_sessionEpochCog, to: SessionEpoch(name: name))
    }

    func openOnboarding(_ number: Int) {
        turn(_onboardingNumberCog, to: number)
    }

    func advanceOnboarding() {
        turn { c in c[_onboardingStepCog] += 1 }
    }

    func closeOnboarding() {
        turn(_onboardingNumberCog, to: nil)
    }
}
