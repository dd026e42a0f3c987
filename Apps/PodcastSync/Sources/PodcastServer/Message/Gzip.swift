/// A gzip writer that stores instead of compressing: enough to test a reader, without zlib.
enum Gzip {
    static func encode(_ bytes: [UInt8]) -> [UInt8] {
        var out: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]
        var start = 0
        repeat {
            let end = min(start + 65_535, bytes.count)
            out.append(end == bytes.count ? 1 : 0)
            let length = UInt16(end - start)
            append(length, to: &out)
            append(~length, to: &out)
            out += bytes[start..<end]
            start = end
        } while start < bytes.count
        append(checksum(bytes), to: &out)
        append(UInt32(truncatingIfNeeded: bytes.count), to: &out)
        return out
    }

    private static func append(_ value: some FixedWidthInteger, to out: inout [UInt8]) {
        withUnsafeBytes(of: value.littleEndian) { out += $0 }
    }

    /// What each byte does to the checksum of RFC 1952.
    private static let steps: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { crc, _ in (crc >> 1) ^ (0xedb8_8320 & (0 &- (crc & 1))) }
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xffff_ffff
        steps.withUnsafeBufferPointer { steps in
            for byte in bytes { crc = (crc >> 8) ^ steps[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
        }
        return ~crc
    }
}
