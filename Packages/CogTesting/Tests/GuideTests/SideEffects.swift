import CogGraph
import CogMechanisms

// The code of Docs/Guides/side-effects.md: `Tests/guides` holds the page to the parts marked here.

protocol WeatherService: Sendable {
    func temperature(in city: String) async throws -> Int
}

@MainActor
protocol Outside: AnyObject {
    func alert(_ text: String)
    func upload(_ note: String)
}

@MainActor
protocol Downloader: AnyObject {
    /// Starts what is missing, and stops what is not wanted.
    func reconcile(_ wanted: Set<String>)
}

// guide: state
let cityCog = Cog<String>.Manual(name: "city") { "Bern" }
let isSignedInCog = Cog<Bool>.Manual(name: "isSignedIn") { false }
let notesCog = Cog<[String]>.Manual(name: "notes") { [] }
// end

// guide: compute
func temperatureCog(from service: any WeatherService) -> Cog<Int>.Async {
    Cog<Int>.Async(default: 0, name: "temperature") { c in
        let city = c[cityCog]
        return Work.run { try await service.temperature(in: city) }
    }
}
// end

// guide: operation
extension CogOps {
    func write(note: String) {
        turn { c in c[notesCog].append(note) }
    }

    func move(to city: String) {
        turn(cityCog, to: city)
    }
}
// end

// guide: reaction
struct FrostMechanism: Mechanism {
    let temperature: Cog<Int>.Async
    let outside: any Outside

    func operate(_ m: MechanismController) {
        m.watch(temperature, initial: .skip, name: "frost") { was, now in
            if was >= 0, now < 0 { outside.alert("Frost in \(m.peek(cityCog))") }
        }
    }
}
// end

// guide: app
struct ClockMechanism: Mechanism {
    let temperature: Cog<Int>.Async
    let clock: any Clock<Duration>

    func operate(_ m: MechanismController) {
        m.task(name: "hourly") { [weak m] in
            while true {
                try await clock.sleep(for: .seconds(3_600))
                guard let m else { return }
                m.refresh(temperature)
            }
        }
    }
}
// end

// guide: scope
struct UploadMechanism: Mechanism {
    let outside: any Outside

    func operate(_ m: MechanismController) {
        m.scope(isSignedInCog, name: "session") { s in
            s.watch(notesCog, initial: .skip, name: "upload") { was, notes in
                for note in notes.dropFirst(was.count) { outside.upload(note) }
            }
        }
    }
}
// end

// guide: screen
@MainActor
func followCity(_ cogs: Cogs, show: (String) -> Void) async {
    for await city in cogs.values(of: cityCog) { show(city) }
}
// end

// guide: durable
let episodesCog = Cog<Set<String>>.Manual(name: "episodes") { [] }
let storedCog = Cog<Set<String>>.Manual(name: "stored") { [] }
let missingCog = Cog(name: "missing") { c in c[episodesCog].subtracting(c[storedCog]) }

final class DownloadMechanism: Mechanism {
    let makeDownloader: (_ finished: @escaping @Sendable (String) -> Void) -> any Downloader
    private var downloader: (any Downloader)?

    init(
        makeDownloader: @escaping (_ finished: @escaping @Sendable (String) -> Void) -> any Downloader
    ) {
        self.makeDownloader = makeDownloader
    }

    func operate(_ m: MechanismController) {
        let downloader = makeDownloader { [weak m] episode in
            Task { @MainActor [weak m] in m?.noteStored(episode) }
        }
        self.downloader = downloader
        m.watch(missingCog, initial: .run, name: "reconcile") { _, missing in
            downloader.reconcile(missing)
        }
    }
}

extension CogOps {
    func noteStored(_ episode: String) {
        turn { c in c[storedCog].insert(episode) }
    }
}
// end
