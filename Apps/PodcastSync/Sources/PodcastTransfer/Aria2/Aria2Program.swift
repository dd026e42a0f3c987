import Foundation

/// The program that the engine needs.
public enum Aria2Program {
    public static let name = "aria2c"

    /// Its path in the folders of a `PATH`; nil where it is not installed.
    public static func find(in path: String?) -> String? {
        (path ?? "").split(separator: ":").map { "\($0)/\(name)" }.first { file in
            var status = stat()
            return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(file, X_OK) == 0
        }
    }
}
