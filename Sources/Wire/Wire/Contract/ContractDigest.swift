extension Contract {
    /// The name of a contract's file in ``Welcome/contracts``. It is `sha256:` followed by the digest of the file's
    /// bytes in hexadecimal digits.
    package static func digest(of bytes: some Sequence<UInt8>) -> String {
        "sha256:" + Hex.encode(WireSHA256.hash(bytes))
    }
}

/// SHA-256 (FIPS 180-4), for naming contracts. It must not be used for secrets, because its timing may depend on the
/// data.
package enum WireSHA256 {
    /// For each of the first 64 primes, the first 32 bits of the fractional part of its cube root.
    private static let constants: [UInt32] = [
        0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1, 0x923F_82A4, 0xAB1C_5ED5,
        0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3, 0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174,
        0xE49B_69C1, 0xEFBE_4786, 0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
        0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147, 0x06CA_6351, 0x1429_2967,
        0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13, 0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85,
        0xA2BF_E8A1, 0xA81A_664B, 0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
        0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A, 0x5B9C_CA4F, 0x682E_6FF3,
        0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208, 0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
    ]

    /// Returns the 32 bytes of the digest of `bytes`.
    package static func hash(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var message = Array(bytes)
        let bits = UInt64(message.count) &* 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        message.append(contentsOf: (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) })

        var state: [UInt32] = [
            0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C, 0x1F83_D9AB, 0x5BE0_CD19,
        ]
        var words = [UInt32](repeating: 0, count: 64)
        unsafe message.withUnsafeBufferPointer { message in
            unsafe words.withUnsafeMutableBufferPointer { words in
                unsafe constants.withUnsafeBufferPointer { constants in
                    var start = 0
                    while start < message.count {
                        unsafe expand(message, from: start, into: words)
                        unsafe compress(words, constants, into: &state)
                        start &+= 64
                    }
                }
            }
        }
        return state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * $0)) } }
    }

    // Every daemon hashes its contracts at startup. The loops are simple and the buffers are raw, because arrays and
    // ranges are slow in a debug build. This takes a millisecond even there.

    private static func rotate(_ value: UInt32, _ count: UInt32) -> UInt32 {
        value &>> count | value &<< (32 &- count)
    }

    private static func expand(
        _ message: UnsafeBufferPointer<UInt8>, from start: Int, into words: UnsafeMutableBufferPointer<UInt32>
    ) {
        var index = 0
        while index < 16 {
            let place = start &+ index &* 4
            let high = unsafe UInt32(message[place]) &<< 24 | UInt32(message[place &+ 1]) &<< 16
            unsafe words[index] = high | UInt32(message[place &+ 2]) &<< 8 | UInt32(message[place &+ 3])
            index &+= 1
        }
        while index < 64 {
            let (early, late) = unsafe (words[index &- 15], words[index &- 2])
            let first = rotate(early, 7) ^ rotate(early, 18) ^ early &>> 3
            let second = rotate(late, 17) ^ rotate(late, 19) ^ late &>> 10
            unsafe words[index] = words[index &- 16] &+ first &+ words[index &- 7] &+ second
            index &+= 1
        }
    }

    private static func compress(
        _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>,
        into state: inout [UInt32]
    ) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        var index = 0
        while index < 64 {
            let choice = e & f ^ ~e & g
            let majority = a & b ^ a & c ^ b & c
            let upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let added = unsafe h &+ upper &+ choice &+ constants[index] &+ words[index]
            (h, g, f, e) = (g, f, e, d &+ added)
            (d, c, b, a) = (c, b, a, added &+ lower &+ majority)
            index &+= 1
        }
        for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    }
}
