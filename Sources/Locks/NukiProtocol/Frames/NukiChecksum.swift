import LockProtocol

/// The checksum CRC-16/CCITT-FALSE. Every Nuki message carries this checksum, either in plaintext or inside its box.
package enum NukiChecksum {
    /// Returns the checksum of `bytes`: polynomial 0x1021, start 0xFFFF, most significant bit first, no final XOR.
    package static func crc16(_ bytes: some Sequence<UInt8>) -> UInt16 {
        var crc: UInt16 = 0xFFFF
        for byte in bytes {
            crc ^= UInt16(byte) << 8
            for _ in 0..<8 {
                crc = crc & 0x8000 != 0 ? crc << 1 ^ 0x1021 : crc << 1
            }
        }
        return crc
    }

    /// Returns `bytes` followed by their checksum, the lowest byte first.
    static func appended(to bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        result.append(littleEndian: crc16(bytes))
        return result
    }

    /// Returns `bytes` without the checksum at their end. Throws if the checksum is missing or wrong.
    static func checked(_ bytes: [UInt8]) throws(NukiError) -> [UInt8] {
        guard bytes.count >= 2 else { throw NukiError(.truncated, "the message is too short for a checksum") }
        let body = Array(bytes.dropLast(2))
        let sent = UInt16(bytes[bytes.count - 2]) | UInt16(bytes[bytes.count - 1]) << 8
        guard sent == crc16(body) else { throw NukiError(.badChecksum, "the checksum is wrong") }
        return body
    }
}
