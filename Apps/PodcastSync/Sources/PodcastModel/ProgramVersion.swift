/// Which program this is, as it tells people and hosts; CHANGELOG has the same number.
public enum ProgramVersion {
    public static let name = "podcast-sync"
    public static let number = "0.1.0"

    /// As hosts are told it.
    public static let userAgent = "\(name)/\(number)"
}
