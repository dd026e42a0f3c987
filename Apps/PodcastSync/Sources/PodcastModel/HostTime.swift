public import Foundation

/// What the clock here is held to: the time that a feed's host says.
///
/// A machine may begin in 1970 until it hears the time, or be set years ahead. Neither may make every
/// episode old, since what goes for its age does not come back.
public enum HostTime {
    /// How far the clock may be behind a host and be believed.
    static let tolerance: TimeInterval = 86_400

    /// When something was seen that a host shows: now, but where the clock is more than a day behind the
    /// host its time. A cached answer says an earlier time than now, and is no reason to doubt the clock.
    public static func seen(_ hostTime: Date?, now: Date) -> Date {
        guard let hostTime, hostTime.timeIntervalSince(now) > tolerance else { return now }
        return hostTime
    }

    /// The time that an age is counted to where a file would go for it: the earlier of the clock's and the
    /// host's; nil, and nothing goes, where the host said none.
    public static func forAges(_ hostTime: Date?, now: Date) -> Date? {
        hostTime.map { min($0, now) }
    }
}
