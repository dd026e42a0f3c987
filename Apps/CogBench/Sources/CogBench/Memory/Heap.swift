#if os(Linux)
    import CMalloc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Bytes that the allocator has given out, its own share of each block included.
enum Heap {
    static var bytesInUse: Int {
        #if os(Linux)
            let info = mallinfo2()
            return Int(info.uordblks) + Int(info.hblkhd)
        #elseif canImport(Darwin)
            var statistics = malloc_statistics_t()
            malloc_zone_statistics(nil, &statistics)
            return Int(statistics.size_in_use)
        #else
            return 0
        #endif
    }
}
