import CogGraph
import CogTesting

struct Forecast: Equatable, Sendable {
  var summary: String

  static let empty = Forecast(summary: "")
}

@MainActor
struct ForecastService {
  let work = ControlledWork<Forecast>()

  func forecast(for zip: ZipCode?) async throws -> Forecast {
    var forecast = try await work.run()
    forecast.summary += " in \(zip ?? "nowhere")"
    return forecast
  }
}

@MainActor let service = ForecastService()

fileprivate let _currentZipCog = Cog<ZipCode?>.Manual { nil }

let forecastCog = Cog<Forecast>.Async(default: .empty) { c in
  let zip = c[_currentZipCog]
  return Work.run { try await service.forecast(for: zip) }
}

extension CogOps {
  func moveForecast(to zip: ZipCode?) { turn(_currentZipCog, to: zip) }
  func refreshForecast() -> CogRefresh<Forecast> { refresh(forecastCog) }
}
