import Foundation

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The part of a download on disk, with the validator it may be resumed by beside it.
///
/// The validator is written after the part was emptied and before its first byte, so that a
/// part never lies beside the validator of other bytes.
struct PartFile: Sendable {
    let destination: URL
    let part: URL
    private let record: URL
    private let descriptor: Int32

    /// Opens or makes the part of a destination.
    ///
    /// - Throws: `.fileSystem`, also when another download holds the part.
    init(destination: URL) throws(TransferError) {
        let folder = destination.deletingLastPathComponent()
        let name = Self.partName(of: destination.lastPathComponent)
        self.destination = destination
        part = folder.appendingPathComponent(name)
        record = folder.appendingPathComponent(name + ".json")
        let descriptor = open(part.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .system("open", part.path) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = TransferError.system("lock", part.path)
            _ = systemClose(descriptor)
            throw error
        }
        // Who held it may have renamed it since: then it is an episode, and not to be written to.
        guard Self.isSame(descriptor, part) else {
            _ = systemClose(descriptor)
            throw .system("lock", part.path, code: EWOULDBLOCK)
        }
        // Another's map of what is there, which would not be true any more.
        PartFiles.removeControlFile(of: part)
        self.descriptor = descriptor
    }

    func length() throws(TransferError) -> Int64 {
        let end = lseek(descriptor, 0, SEEK_END)
        guard end >= 0 else { throw .system("measure", part.path) }
        return Int64(end)
    }

    /// Cuts off what is no whole block.
    ///
    /// - Returns: The length after that.
    func cut(to block: Int64) throws(TransferError) -> Int64 {
        let length = try length() / block * block
        guard ftruncate(descriptor, off_t(length)) == 0 else { throw .system("truncate", part.path) }
        return length
    }

    /// The validator of the bytes that are there; nil when there is none to trust.
    func validator() -> PartValidator? {
        guard let data = try? Data(contentsOf: record) else { return nil }
        return try? JSONDecoder().decode(PartValidator.self, from: data)
    }

    /// How its bytes begin: as many as ``HTMLSniffer`` looks at, or fewer.
    func opening() throws(TransferError) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: HTMLSniffer.length)
        var length = 0
        while length < buffer.count {
            let count = buffer.withUnsafeMutableBytes { bytes in
                pread(
                    descriptor, bytes.baseAddress?.advanced(by: length), bytes.count - length, off_t(length))
            }
            if count == 0 { break }
            if count > 0 { length += count } else if errno != EINTR { throw .system("read", part.path) }
        }
        return Array(buffer[..<length])
    }

    /// Empties the part and keeps the validator of what will come.
    func restart(_ validator: PartValidator) throws(TransferError) {
        if try length() > 0 {
            guard ftruncate(descriptor, 0) == 0 else { throw .system("truncate", part.path) }
            // On disk before the record is: without power the old bytes would come back beside the validator
            // of the new ones.
            guard fsync(descriptor) == 0 else { throw .system("sync", part.path) }
        }
        do {
            // In place: the part is empty, so that half a record costs nothing, and a file beside it that is to
            // take its place would be left by a process that is killed before.
            try JSONEncoder().encode(validator).write(to: record)
        } catch {
            throw .system("write", record.path, code: error.systemCode)
        }
    }

    /// Writes bytes at an offset, which is the length of what was kept so far.
    func write(_ data: Data, at offset: Int64) throws(TransferError) {
        var rest = data
        var offset = offset
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset)) }
            if count > 0 {
                rest = rest.dropFirst(count)
                offset += Int64(count)
            } else if errno != EINTR {
                throw .system("write", part.path)
            }
        }
    }

    /// Makes the part the destination, durably. The record stays: it tells that nobody noted the end yet.
    func finish() throws(TransferError) {
        guard fsync(descriptor) == 0 else { throw .system("sync", part.path) }
        guard rename(part.path, destination.path) == 0 else {
            throw .system("rename", part.path)
        }
        let folder = destination.deletingLastPathComponent().path
        let directory = open(folder, O_RDONLY | O_CLOEXEC)
        guard directory >= 0 else { throw .system("open", folder) }
        defer { _ = systemClose(directory) }
        guard fsync(directory) == 0 else { throw .system("sync", folder) }
    }

    /// Removes what cannot be resumed; the part last, since a record without one tells of a finished file.
    func discard() {
        PartFiles.removeControlFile(of: part)
        _ = unlink(record.path)
        _ = unlink(part.path)
    }

    func close() {
        // By hand: a process that is just being started has the descriptor too, for a moment.
        _ = flock(descriptor, LOCK_UN)
        _ = systemClose(descriptor)
    }

    private static func isSame(_ descriptor: Int32, _ part: URL) -> Bool {
        var (opened, named) = (stat(), stat())
        guard fstat(descriptor, &opened) == 0, stat(part.path, &named) == 0 else { return false }
        return opened.st_ino == named.st_ino && opened.st_dev == named.st_dev
    }

    /// Where the part of a destination lies.
    static func part(of destination: URL) -> URL {
        destination.deletingLastPathComponent()
            .appendingPathComponent(partName(of: destination.lastPathComponent))
    }

    /// A destination that a part is of: the only one, but for names that are cut.
    static func destination(of part: URL) -> URL { part.deletingPathExtension() }

    /// The part's name; a name too long for the suffixes is cut and told apart by its hash.
    static func partName(of name: String) -> String {
        let suffix = ".part"
        let room = 255 - suffix.utf8.count - PartFiles.longestSuffix.utf8.count
        guard name.utf8.count > room else { return name + suffix }
        let hash = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        var stem = ""
        for character in name where stem.utf8.count + character.utf8.count <= room - 17 {
            stem.append(character)
        }
        return "\(stem)-\(String(hash, radix: 16))\(suffix)"
    }
}

private func systemClose(_ descriptor: Int32) -> Int32 {
    #if canImport(Darwin)
        Darwin.close(descriptor)
    #else
        Glibc.close(descriptor)
    #endif
}

extension Error {
    /// The `errno` under a Foundation error, EIO when it has none.
    var systemCode: Int32 {
        let error = self as NSError
        if error.domain == NSPOSIXErrorDomain { return Int32(error.code) }
        if let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError { return Int32(cause.code) }
        return error.code == CocoaError.Code.fileWriteOutOfSpace.rawValue ? ENOSPC : EIO
    }
}
