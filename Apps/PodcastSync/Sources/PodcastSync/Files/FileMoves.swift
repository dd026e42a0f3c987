import Foundation
import PodcastModel
import PodcastStore
import PodcastTransfer

/// Moves files of a library to where its store says that they lie.
///
/// The store is first: a process that ends between that and a move leaves the move to the next run.
struct FileMoves: Sendable {
    let store: Store
    let directory: URL

    /// Moves whatever is still to be moved. No download may be running.
    ///
    /// - Throws: When a file cannot be moved; the move stays to be done.
    func finish() throws(PodcastError) {
        for move in try store.fileMoves() { try perform(move) }
    }

    /// Moves one file; one that is not there any more has nothing to be moved.
    ///
    /// - Throws: When it cannot be moved; the move stays to be done.
    func perform(_ move: FileMove) throws(PodcastError) {
        let old = move.old.url(in: directory)
        let new = move.new.url(in: directory)
        settleParts(old, new)
        var isMoved = false
        for (from, to) in zip([old] + PartFiles.of(old), [new] + PartFiles.of(new)) {
            if access(from.path, F_OK) != 0 { continue }
            if !isMoved { try makeFolder(move.new.folderURL(in: directory)) }
            isMoved = true
            guard access(to.path, F_OK) != 0 else {
                throw PodcastError(
                    .store, "a file is where one belongs that is at \(move.old.folder)/\(move.old.name)",
                    at: to.path, advice: "move it away and run again")
            }
            if rename(from.path, to.path) != 0 { throw failure("cannot move it to \(to.path)", from) }
        }
        // Also of what an earlier process moved: without power it would lie where it lay, and nothing know of it.
        try sync(move.new.folderURL(in: directory))
        if move.old.folder != move.new.folder {
            let folder = move.old.folderURL(in: directory)
            try sync(folder)
            // Its subscription is gone: nobody looks at it again. One that holds something stays.
            rmdir(folder.path)
        }
        try store.endFileMove(move.id)
    }

    /// Where both places have an unfinished download of the file keeps the one that has more of it.
    ///
    /// None is kept of what is whole where the other is unfinished.
    private func settleParts(_ old: URL, _ new: URL) {
        let (oldPart, newPart) = (length(PartFiles.of(old)[0]), length(PartFiles.of(new)[0]))
        if let oldPart, length(new) != nil || newPart.map({ $0 >= oldPart }) ?? false {
            PartFiles.remove(of: old)
        } else if newPart != nil, oldPart != nil || length(old) != nil && length(new) == nil {
            PartFiles.remove(of: new)
        }
    }

    private func length(_ file: URL) -> Int64? {
        var status = stat()
        return lstat(file.path, &status) == 0 ? Int64(status.st_size) : nil
    }

    private func makeFolder(_ folder: URL) throws(PodcastError) {
        if mkdir(folder.path, 0o777) != 0 {
            guard errno == EEXIST else { throw failure("cannot make the feed's folder", folder) }
            return
        }
        try sync(directory)
    }

    /// Makes durable what a folder holds; one that is not there holds nothing.
    private func sync(_ folder: URL) throws(PodcastError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return }
            throw failure("cannot open the folder", folder)
        }
        defer { close(descriptor) }
        if fsync(descriptor) != 0 { throw failure("cannot sync the folder", folder) }
    }

    private func failure(_ what: String, _ place: URL) -> PodcastError {
        PodcastError(
            .store, "\(what): \(String(cString: strerror(errno)))", at: place.path,
            advice: "check that the library's folders can be written")
    }
}
