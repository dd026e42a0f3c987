import Foundation
import PodcastServer
import PodcastTransfer
import Testing

@Suite(.timeLimit(.minutes(15))) struct DownloadProgramTests {
    @Test(
        "POD-10: whatever a host does between attempts, the file is always a whole one, the last that succeeded",
        arguments: 1...6 as ClosedRange<UInt64>)
    func program(seed: UInt64) async throws {
        let bench = try Bench()
        var random = Numbers(state: seed)
        var host = Host(seed: seed)
        var whole: [UInt8]?
        var served: Set<[UInt8]> = []
        var kept = 0
        for attempt in 0..<80 {
            host.change(&random)
            let response = host.response(&random)
            bench.server.route("/a.mp3", response)
            let before = bench.server.log.count
            let error = await failureOrNil { () async throws(TransferError) in
                let receipt = try await bench.download("/a.mp3")
                if receipt.resumedFrom > 0 { kept += 1 }
            }
            if error == nil { whole = host.body }
            #expect(
                bench.bytes(bench.file) == whole, "after attempt \(attempt): \(String(describing: error))")
            served.insert(host.body)
            // What is left of a failure is the beginning of one body, never of two.
            if let part = bench.bytes(bench.part) {
                #expect(served.contains { $0.starts(with: part) })
            }
            #expect((1...2).contains(bench.server.log.count - before))
        }
        #expect(whole != nil && kept > 1)
    }

    private func failureOrNil(
        _ body: () async throws(TransferError) -> Void
    ) async -> TransferError? {
        do throws(TransferError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }
}

/// A host that says the truth about what it sends, and sends and says something else from day to day.
private struct Host {
    var version: UInt64
    var hasTag = true
    var isWeak = false
    var hasDate = true
    var hasRanges = true
    var honoursIfRange = true
    private(set) var body: [UInt8]

    init(seed: UInt64) {
        version = seed * 1_000
        body = noise(40_000, seed: version)
    }

    mutating func change(_ random: inout Numbers) {
        switch random.below(9) {
        case 0, 6, 7:
            version += 1
            body = noise(random.below(4) > 0 ? 40_000 : 30_000, seed: version)
        case 1: hasTag = random.below(4) > 0
        case 2: isWeak = random.below(3) == 0
        case 3: hasDate = random.below(3) > 0
        case 4: hasRanges = random.below(4) > 0
        case 5: honoursIfRange = random.below(2) > 0
        default: break
        }
    }

    func response(_ random: inout Numbers) -> Response {
        let tag = (isWeak ? "W/" : "") + "\"\(version)\""
        let day = String(version % 1_000 % 28 + 1)
        var response = audio(body, etag: hasTag ? tag : nil)
        response.lastModified = hasDate ? "\(day.count == 1 ? "0" : "")\(day) Jan 2024 00:00:00 GMT" : nil
        if !hasRanges { response.faults.append(.ranges(.ignored)) }
        if !honoursIfRange { response.faults.append(.ranges(.unconditional)) }
        switch random.below(10) {
        case 0: response.isChunked = true
        case 1: response.isGzipped = true
        case 2: return .status(503)
        case 3: return .html()
        case 4: return Response(body: [], contentType: "audio/mpeg")
        default: break
        }
        if random.below(5) < 3 { response.faults.append(.cut(after: random.below(30_000))) }
        return response
    }
}

/// Numbers that follow from their seed.
private struct Numbers {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) >> 33) % limit
    }
}
