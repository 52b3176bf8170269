/// A generator that is random enough to spread requests to the cloud (SplitMix64, seeded by the system). Unlike the
/// system's generator, it has state, because the thread sanitizer faults on an empty value that is passed by reference.
struct Jitter: RandomNumberGenerator {
    private var state = UInt64.random(in: .min ... .max)

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
