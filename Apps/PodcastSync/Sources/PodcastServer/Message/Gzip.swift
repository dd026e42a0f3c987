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

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xffff_ffff
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = (crc >> 1) ^ (0xedb8_8320 & (0 &- (crc & 1))) }
        }
        return ~crc
    }
}
