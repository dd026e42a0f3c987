import CogGraph
import CogTesting
import Testing

@MainActor
@Suite("The samples of async work")
struct ForecastTests {
  private var shown: [String] = []

  private mutating func show(_ forecast: Forecast) { shown.append(forecast.summary) }
  private mutating func report(_ error: any Error) { shown.append("\(error)") }
  private mutating func ProgressView() { shown.append("…") }

  @Test("SEED-1: a forecast is always there, its request says where it stands, and a refresh what came of it")
  mutating func forecast() async throws {
    let cogs = Cogs.forTesting()
    cogs.moveForecast(to: "8001")

    do {
      let forecast = cogs[forecastCog] // always a Forecast
      let request = cogs.status[forecastCog]
      if request.isLoading { ProgressView() }
      #expect(forecast == .empty)
    }
    await service.work.nextRun().succeed(Forecast(summary: "sun"))
    #expect(cogs[forecastCog].summary == "sun in 8001")

    let refresh = cogs.refreshForecast()
    await service.work.nextRun().succeed(Forecast(summary: "rain"))
    switch await refresh.outcome {
    case .success(let forecast): show(forecast)
    case .failure(let error): report(error)
    case .superseded, .released: break
    }
    #expect(shown == ["…", "rain in 8001"])
  }
}
