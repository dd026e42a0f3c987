import Foundation

extension Aria2DownloadEngine {
    /// How a download in aria2 ended.
    enum Ending {
        case complete
        case failed(Aria2Status)
        /// Its host sends next to nothing.
        case tooSlow
        /// It is not there any more: aria2 ended, or somebody removed it.
        case lost
    }

    /// Goes on with what is there of an earlier process: a download that aria2 has, or a whole part.
    ///
    /// - Returns: Nil when there is nothing to go on with, or when that led nowhere.
    func adopted(
        _ request: DownloadRequest, _ meter: PercentMeter
    ) async throws(TransferError) -> DownloadReceipt? {
        let (url, _) = request.url.separatingCredentials(nil)
        if let aria2 = try? await daemon.findRunning(), let status = try await found(request, aria2) {
            let kept = status.received
            switch try await ending(of: status.id, aria2, meter) {
            case .complete:
                return try await finished(request, aria2, status.id, from: kept, url: url, type: nil)
            case .tooSlow: throw await tooSlow(url, status.id, request)
            case .failed, .lost: break
            }
        }
        return try wholePart(request, url)
    }

    /// Has aria2 download what a probe found, and waits for its end.
    func begun(
        _ request: DownloadRequest, _ probe: DownloadProbe, _ meter: PercentMeter
    ) async throws(TransferError) -> DownloadReceipt {
        do throws(TransferError) { return try await carried(request, probe, meter) } catch {
            // What was let go of goes on, and may not have been written to yet.
            if error != .cancelled { PartFiles.removeIfEmpty(of: request.destination) }
            throw error
        }
    }

    private func carried(
        _ request: DownloadRequest, _ probe: DownloadProbe, _ meter: PercentMeter
    ) async throws(TransferError) -> DownloadReceipt {
        let type = probe.head.headers["content-type"]
        while true {
            guard let aria2 = try await started() else { throw .closed }
            let (kept, validator) = try prepared(request, probe)
            if Task.isCancelled {
                PartFiles.removeIfEmpty(of: request.destination)
                throw .cancelled
            }
            guard try await add(request, probe.head.url, validator, aria2) else { continue }
            switch try await ending(of: Aria2ID(request.id), aria2, meter) {
            case .complete:
                return try await finished(
                    request, aria2, Aria2ID(request.id), from: kept, url: probe.head.url, type: type)
            case .lost: continue
            case .tooSlow: throw await tooSlow(probe.head.url, Aria2ID(request.id), request)
            case .failed(let status):
                try? await aria2.remove(status.id, clock)
                if status.hasChanged { PartFiles.remove(of: request.destination) }
                // aria2 does not say until when its host wants to be left alone.
                if status.isPause { _ = try await DownloadProbe(request, client) }
                throw status.failure(probe.head.url, request.destination)
            }
        }
    }

    private func started() async throws(TransferError) -> Aria2Client? {
        do throws(EngineFailure) { return try await daemon.find() } catch { throw .engine(error) }
    }

    /// The download that aria2 has of the request's file, ready to go on; nil without one.
    ///
    /// It is known by its file: of episodes that share one any may have begun it (POD-1).
    private func found(
        _ request: DownloadRequest, _ aria2: Aria2Client
    ) async throws(TransferError) -> Aria2Status? {
        let part = PartFile.part(of: request.destination).path
        let own = Aria2ID(request.id)
        do throws(Aria2Client.Failure) {
            let known = try await aria2.all().filter { $0.id == own || $0.part?.path == part }
            let isThere = access(part, F_OK) == 0
            guard let status = known.first(where: { isThere && $0.part?.path == part && $0.status.goesOn })
            else {
                for status in known { try await aria2.remove(status.id, clock) }
                return nil
            }
            for other in known where other.id != status.id { try await aria2.remove(other.id, clock) }
            // One that aria2 was started again with is resumed only over the bytes that it knew.
            if status.status == .paused {
                cutToBlock(request.destination)
                try await aria2.resume(status.id)
            }
            return status
        } catch {
            await daemon.lost(aria2)
            return nil
        }
    }

    /// Cuts a part to what aria2 goes on from, so that its length says at once what comes.
    private func cutToBlock(_ destination: URL) {
        // Where it cannot be cut aria2 goes on from the same place, and tells why if it cannot.
        guard let file = try? PartFile(destination: destination) else { return }
        defer { file.close() }
        _ = try? file.cut(to: Aria2Body.block)
    }

    /// Waits for the end of a download, telling how far it is; let go of when the task is cancelled.
    func ending(
        of id: Aria2ID, _ aria2: Aria2Client, _ meter: PercentMeter
    ) async throws(TransferError) -> Ending {
        let body = Aria2Body()
        let watch = Task { if await client.pace.isTooSlow({ body.bytes }) { body.endForPace() } }
        defer { watch.cancel() }
        while true {
            let status: Aria2Status?
            do throws(Aria2Client.Failure) { status = try await aria2.status(of: id) } catch {
                await daemon.lost(aria2)
                return .lost
            }
            guard let status else { return .lost }
            meter.tell(body.look(status))
            switch status.status {
            case .complete: return .complete
            case .error: return .failed(status)
            case .removed: return .lost
            case .active, .waiting, .paused: if body.isTooSlow { return .tooSlow }
            }
            do { try await clock.sleep(for: Self.interval) } catch { throw .cancelled }
        }
    }

    /// Has aria2 give its place to another; the part stays to be gone on with.
    private func tooSlow(_ url: URL, _ id: Aria2ID, _ request: DownloadRequest) async -> TransferError {
        await forget(id)
        PartFiles.removeControlFile(of: PartFile.part(of: request.destination))
        return .tooSlow(url.redacted)
    }

    /// Makes the part ready for what a probe found: kept where it is of those very bytes, else emptied.
    ///
    /// - Returns: How much is kept, and under which validator it goes on.
    private func prepared(
        _ request: DownloadRequest, _ probe: DownloadProbe
    ) throws(TransferError) -> (Int64, PartValidator) {
        let file = try PartFile(destination: request.destination)
        defer { file.close() }
        let length = try file.length()
        if length > 0, let known = file.validator(), known.condition != nil,
            known.allows(probe.head, total: probe.validator.total),
            known.total.map({ length < $0 }) ?? true
        {
            return (try file.cut(to: Aria2Body.block), known)
        }
        try file.restart(probe.validator)
        return (0, probe.validator)
    }

    /// - Returns: False when aria2 ended meanwhile.
    private func add(
        _ request: DownloadRequest, _ url: URL, _ validator: PartValidator, _ aria2: Aria2Client
    ) async throws(TransferError) -> Bool {
        let id = Aria2ID(request.id)
        do throws(Aria2Client.Failure) {
            try await aria2.remove(id, clock)
            try await aria2.add(url, options: Aria2Options.of(id, url, validator, request.destination))
            return true
        } catch {
            guard case .refused(let why) = error else {
                await daemon.lost(aria2)
                return false
            }
            throw .badAnswer(url.redacted, reason: "aria2 does not take it: \(why)")
        }
    }

    /// The receipt of a part that is whole by its record, without asking anybody.
    private func wholePart(_ request: DownloadRequest, _ url: URL) throws(TransferError) -> DownloadReceipt? {
        guard access(PartFile.part(of: request.destination).path, F_OK) == 0 else { return nil }
        let file = try PartFile(destination: request.destination)
        defer { file.close() }
        let length = try file.length()
        guard let known = file.validator(), known.condition != nil, known.total == length else { return nil }
        return try finished(request, file, from: length, url: url, type: nil)
    }

    /// Finishes what aria2 has brought; one that is no episode it is made to forget.
    private func finished(
        _ request: DownloadRequest, _ aria2: Aria2Client, _ id: Aria2ID, from kept: Int64, url: URL,
        type: String?
    ) async throws(TransferError) -> DownloadReceipt {
        do throws(TransferError) {
            let file = try PartFile(destination: request.destination)
            defer { file.close() }
            return try finished(request, file, from: kept, url: url, type: type)
        } catch {
            try? await aria2.remove(id, clock)
            throw error
        }
    }

    /// Judges a part as the other engine does, and makes it the file.
    private func finished(
        _ request: DownloadRequest, _ file: PartFile, from kept: Int64, url: URL, type: String?
    ) throws(TransferError) -> DownloadReceipt {
        let location = url.redacted
        do throws(TransferError) { try BodyJudge.check(file.opening(), location) } catch {
            file.discard()
            throw error
        }
        let known = file.validator()
        let length = try file.checkWhole(total: known?.total, location)
        try file.finish()
        return DownloadReceipt(
            bytes: length, contentType: type ?? known?.type, finalURL: url, resumedFrom: min(kept, length))
    }
}
