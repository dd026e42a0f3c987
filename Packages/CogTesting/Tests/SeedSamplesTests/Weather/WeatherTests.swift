#if DEBUG
import CogGraph
import CogMechanisms
import CogTesting
import Testing

@MainActor
@Suite("Samples of the mechanisms document: the weather")
struct WeatherTests {
    let zip: ZipCode = "8001"

    @Test("SEED-1: an alert when the weather turns nice")
    func alertsWhenTheWeatherTurnsNice() async throws {
        let notifier = Notifier.recording()
        let clock = TestClock()
        let cogs = Cogs.forTesting(
            seeding: { cogs in
                cogs.seedCurrentZip(zip)
                cogs.seedWeather(.cloudy(60), zip: zip)
            },
            mechanisms: [WeatherMechanism(notifier: notifier, clock: clock)]
        )
        #expect(notifier.alerts.isEmpty)

        cogs.stubWeather(.clear(75), zip: zip)
        #expect(notifier.alerts == ["It is nice outside!"])

        try await clock.waitForScheduledSleep()
        clock.finish()
    }

    @Test("SEED-1: the hourly task refreshes when its hour is over, and not before")
    func refreshesHourly() async throws {
        let notifier = Notifier.recording()
        let clock = TestClock()
        let cogs = Cogs.forTesting(
            seeding: { $0.seedCurrentZip(zip) },
            mechanisms: [WeatherMechanism(notifier: notifier, clock: clock)])
        try await clock.waitForScheduledSleep()
        clock.advance(by: .seconds(3_599))
        #expect(clock.sleeperCount == 1)
        #expect(notifier.alerts.isEmpty)
        clock.advance(by: .seconds(1))
        try await clock.waitForScheduledSleep()
        #expect(notifier.alerts == ["It is nice outside!"])
        cogs.moveAway()
        #expect(!cogs.peek(isNiceOutsideHereCog))
        clock.finish()
    }

    @Test("SEED-1: a seed before its reaction's dependency still reaches it with the next turn")
    func seedsReachReactions() {
        let notifier = Notifier.recording()
        let clock = TestClock()
        let cogs = Cogs.forTesting(
            mechanisms: [WeatherMechanism(notifier: notifier, clock: clock)])
        cogs.seedCurrentZip(zip)
        #expect(notifier.alerts.isEmpty)
        cogs.stubWeather(.clear(75), zip: zip)
        #expect(notifier.alerts == ["It is nice outside!"])
        clock.finish()
    }
}
#endif
