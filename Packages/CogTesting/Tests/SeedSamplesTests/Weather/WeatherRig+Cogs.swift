import CogGraph
import CogMechanisms

fileprivate let _currentZipCog = Cog<ZipCode?>.Manual { nil }
fileprivate let _weatherReportCogs = CogBox<Weather?, ZipCode>.Manual { nil }

let isNiceOutsideHereCog = Cog { c in
    guard let zip = c[_currentZipCog], let report = c[_weatherReportCogs[zip]] else {
        return false
    }
    if case .clear(let degrees) = report { return degrees > 70 }
    return false
}

extension CogOps {
    func refreshCurrentLocation() async {
        guard let zip = peek(_currentZipCog) else { return }
        turn { c in c[_weatherReportCogs[zip]] = .clear(80) }
    }

    func moveAway() {
        turn(_currentZipCog, to: nil)
    }
}

// From here on the sample as it stands.
#if DEBUG
let currentZipSeedTargetCog = _currentZipCog
let weatherSeedTargetsCogs = _weatherReportCogs

extension CogOps {
    func stubWeather(_ report: Weather?, zip: ZipCode) {
        turn { c in c[_weatherReportCogs[zip]] = report }
    }
}
#endif
