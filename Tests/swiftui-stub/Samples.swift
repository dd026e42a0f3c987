import CogGraph
import CogMechanisms
import CogSwiftUI
import SwiftUI

struct Place: Equatable, Sendable {
    var latitude = 0.0
}

let locationFix = Cog<Place?>.Manual(name: "locationFix") { nil }

struct WeatherMechanism: Mechanism {
    func operate(_ m: MechanismController) {}
}

@main
struct WeatherApp: App {
    @State private var cogs: Cogs

    init() {
        let cogs = Cogs.assemble(mechanisms: [
            WeatherMechanism()
        ])
        _cogs = State(initialValue: cogs)
    }

    var body: some Scene {
        WindowGroup { WeatherMapScreen().cogEnvironment(cogs) }
    }
}

struct WeatherMapScreen: View {
    @Environment(\.cogs) private var cogs
    @State private var camera = Place()

    var body: some View {
        ForecastView()
            .task {
                for await fix in cogs.values(of: locationFix) {
                    guard let fix else { continue }
                    _ = fix == camera
                }
            }
    }
}

struct ForecastView: View {
    @Environment(\.cogs) private var cogs

    var body: some View {
        if cogs[locationFix] == nil { cogs.turn(locationFix, to: Place()) }
        return EmptyView()
    }
}
