import Crypto
import CryptoExtras
import LockProtocol

/// The cipher AES-128-CCM (RFC 3610) with the protocol's sizes: a 13-byte nonce, a 4-byte tag after the ciphertext, and
/// one zero byte that is authenticated but not sent.
struct SesameCipher: Sendable {
    /// The number of bytes in a tag.
    static let tagSize = 4
    /// The number of bytes in a nonce.
    static let nonceSize = 13

    private let key: SymmetricKey

    /// Creates a cipher with a key of 16 bytes.
    init(key: SymmetricKey) {
        self.key = key
    }

    /// Returns the ciphertext and the tag. Throws `oversize` for a message that is longer than the protocol's longest
    /// message.
    func seal(_ plain: [UInt8], nonce: [UInt8]) throws(SesameError) -> [UInt8] {
        guard plain.count <= SesameReassembler.limit - Self.tagSize else {
            throw SesameError(.oversize, "a message of \(plain.count) bytes is too long")
        }
        return try stream(over: plain, nonce) + tag(of: plain, nonce)
    }

    /// Returns the sealed content. Throws `truncated` if the bytes are too few for a tag, or `badTag`.
    func open(_ sealed: [UInt8], nonce: [UInt8]) throws(SesameError) -> [UInt8] {
        guard sealed.count >= Self.tagSize else { throw SesameError(.truncated, "the message is too short for a tag") }
        let plain = try stream(over: Array(sealed.dropLast(Self.tagSize)), nonce)
        guard equalInConstantTime(try tag(of: plain, nonce), Array(sealed.suffix(Self.tagSize))) else {
            throw SesameError(.badTag, "the tag is wrong")
        }
        return plain
    }

    /// Returns the bytes combined with the key stream: blocks 1, 2, … of the counter.
    private func stream(over bytes: [UInt8], _ nonce: [UInt8]) throws(SesameError) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for start in stride(from: 0, to: bytes.count, by: 16) {
            let pad = try counterBlock(UInt16(start / 16 + 1), nonce)
            result += zip(bytes[start..<min(start + 16, bytes.count)], pad).map { $0 ^ $1 }
        }
        return result
    }

    /// Returns the CBC-MAC combined with block 0 of the counter, truncated to the tag's size.
    private func tag(of plain: [UInt8], _ nonce: [UInt8]) throws(SesameError) -> [UInt8] {
        // The flags 0x49 mean: there is authenticated data, the tag has 4 bytes, and the length field has 2 bytes, the
        // high byte first.
        var mac = try encrypt([0x49] + nonce + [UInt8(plain.count >> 8), UInt8(truncatingIfNeeded: plain.count)])
        // The authenticated data is one byte. This block contains its length, then the byte itself, then zeros as
        // padding.
        mac = try chain(mac, [0x00, 0x01, 0x00])
        for start in stride(from: 0, to: plain.count, by: 16) {
            mac = try chain(mac, plain[start..<min(start + 16, plain.count)])
        }
        return zip(mac, try counterBlock(0, nonce)).prefix(Self.tagSize).map { $0 ^ $1 }
    }

    private func chain(_ mac: [UInt8], _ block: some Sequence<UInt8>) throws(SesameError) -> [UInt8] {
        var mixed = mac
        for (index, byte) in block.enumerated() { mixed[index] ^= byte }
        return try encrypt(mixed)
    }

    private func counterBlock(_ number: UInt16, _ nonce: [UInt8]) throws(SesameError) -> [UInt8] {
        try encrypt([0x01] + nonce + [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)])
    }

    private func encrypt(_ block: [UInt8]) throws(SesameError) -> [UInt8] {
        var block = block
        do {
            try AES.permute(&block, key: key)
        } catch {
            throw SesameError(.weakKey, "this is not an AES key or block")
        }
        return block
    }
}
