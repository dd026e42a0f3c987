import Foundation

// What a background session needs to go on with a download that was ended.

extension PartFiles {
    static let resumeSuffix = ".resume"

    private static func resumeFile(of destination: URL) -> URL {
        destination.deletingLastPathComponent()
            .appendingPathComponent(PartFile.partName(of: destination.lastPathComponent) + resumeSuffix)
    }

    /// Keeps it in place of what was kept before; where it cannot be written, the download begins anew.
    static func keep(resumeData: Data, of destination: URL) {
        try? resumeData.write(to: resumeFile(of: destination))
    }

    static func resumeData(of destination: URL) -> Data? {
        let data = try? Data(contentsOf: resumeFile(of: destination))
        return data?.isEmpty == false ? data : nil
    }

    static func dropResumeData(of destination: URL) {
        _ = unlink(resumeFile(of: destination).path)
    }

    /// Whether another engine left a part that can be gone on with.
    static func isBegun(_ destination: URL) -> Bool {
        var status = stat()
        return stat(PartFile.part(of: destination).path, &status) == 0 && status.st_size > 0
    }
}
