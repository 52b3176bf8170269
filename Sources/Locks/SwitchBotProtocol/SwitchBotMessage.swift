import LockProtocol

/// A message from a client to a lock: the number 57, the number of the key, the first two bytes of the link's vector,
/// and the content. In a message in plaintext, the number and the bytes of the vector are zero.
///
/// The maker documents the number 57 and the results of the replies (SwitchBotAPI-BLE, `devicetypes/bot.md`). The three
/// bytes before the content are in pySwitchbot's `device.py`.
package struct SwitchBotRequest: Sendable, Equatable {
    /// The greatest number of bytes in a request, from the maker's documentation.
    package static let limit = 20
    private static let magic: UInt8 = 0x57

    /// The number of the key with which the content is encrypted, or 0 for plaintext.
    package var keyID: UInt8
    /// The first two bytes of the vector with which the content is encrypted, or zeros.
    package var mark: [UInt8]
    /// The command, encrypted or not.
    package var content: [UInt8]

    /// Creates a request in plaintext.
    package init(plain command: SwitchBotCommand) {
        keyID = 0
        mark = [0, 0]
        content = command.encoded
    }

    /// Creates an encrypted request.
    package init(_ command: SwitchBotCommand, in session: SwitchBotSession) throws(SwitchBotError) {
        keyID = session.keyID
        mark = session.mark
        content = try session.crypt(command.encoded)
    }

    /// Reads a request. Throws `badValue` for another number than 57, `truncated` or `oversize`.
    package init(_ bytes: [UInt8]) throws(SwitchBotError) {
        guard bytes.count <= Self.limit else {
            throw SwitchBotError(.oversize, "a request of \(bytes.count) bytes is too long")
        }
        var reader = ByteReader(bytes)
        guard try reader.uint8() == Self.magic else {
            throw SwitchBotError(.badValue, "this is not the beginning of a request")
        }
        keyID = try reader.uint8()
        mark = try reader.bytes(SwitchBotSession.markSize)
        content = reader.tail()
    }

    /// Whether the request is in plaintext.
    package var isPlain: Bool { keyID == 0 && mark.isAllZero }

    /// The encoded request.
    package var encoded: [UInt8] { [Self.magic, keyID] + mark + content }
}

/// A message from a lock to a client: a result, three bytes without a meaning for clients, and the content. A lock may
/// leave out everything after the result.
///
/// Clients such as pySwitchbot skip the three bytes. In the reply to the request for a session, the second of them is
/// the way of encryption.
package struct SwitchBotReply: Sendable, Equatable {
    /// The greatest number of bytes that this module reads. The maker's documentation allows 20, but a link carries
    /// more.
    package static let limit = 244
    private static let headSize = 3

    /// The result of the request, or ``SwitchBotResult/report``.
    package var result: SwitchBotResult
    /// The three bytes after the result. If the lock sent fewer of them, these are the bytes that it sent.
    package var head: [UInt8]
    /// The content, encrypted or not.
    package var content: [UInt8]

    /// Creates a reply without a content, as for a refusal.
    package init(_ result: SwitchBotResult) {
        self.result = result
        head = []
        content = []
    }

    /// Creates the reply that tells the client the vector of its session.
    package init(vector: [UInt8]) {
        result = .ok
        head = [0, 0, 0]
        content = vector
    }

    /// Creates an encrypted reply. Its three bytes are those of a request.
    package init(
        _ result: SwitchBotResult, _ content: [UInt8], in session: SwitchBotSession
    ) throws(SwitchBotError) {
        self.result = result
        head = [session.keyID] + session.mark
        self.content = try session.crypt(content)
    }

    /// Reads a reply. Throws `truncated` or `oversize`.
    package init(_ bytes: [UInt8]) throws(SwitchBotError) {
        guard bytes.count <= Self.limit else {
            throw SwitchBotError(.oversize, "a reply of \(bytes.count) bytes is too long")
        }
        var reader = ByteReader(bytes)
        result = SwitchBotResult(rawValue: try reader.uint8())
        head = try reader.bytes(min(Self.headSize, reader.remaining))
        content = reader.tail()
    }

    /// The encoded reply.
    package var encoded: [UInt8] { [result.rawValue] + head + content }
}

/// The first byte of a reply. The maker's documentation has these values (SwitchBotAPI-BLE, `devicetypes/bot.md`),
/// except for ``report``, which is in pySwitchbot's `lock.py`. Other values exist.
package struct SwitchBotResult: RawRepresentable, Sendable, Hashable {
    /// The byte.
    package let rawValue: UInt8

    /// Creates a result from its byte. Every byte is valid.
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The lock has carried out the request, or has begun to.
    package static let ok = SwitchBotResult(rawValue: 0x01)
    /// The lock failed to carry out the request.
    package static let failed = SwitchBotResult(rawValue: 0x02)
    /// The lock is busy.
    package static let busy = SwitchBotResult(rawValue: 0x03)
    /// The lock speaks another version of the protocol.
    package static let otherVersion = SwitchBotResult(rawValue: 0x04)
    /// The lock does not know the command. This is also the result for a command that was encrypted with a wrong key.
    package static let unsupported = SwitchBotResult(rawValue: 0x05)
    /// The lock has carried out the request, or has begun to, but its batteries are nearly empty.
    package static let lowBattery = SwitchBotResult(rawValue: 0x06)
    /// The lock accepts only encrypted requests.
    package static let encrypted = SwitchBotResult(rawValue: 0x07)
    /// The lock has no key.
    package static let unencrypted = SwitchBotResult(rawValue: 0x08)
    /// The lock does not know the key.
    package static let badPassword = SwitchBotResult(rawValue: 0x09)
    /// The lock does not encrypt in the requested way.
    package static let otherEncryption = SwitchBotResult(rawValue: 0x0A)
    /// The message is not a reply. The lock reports its state on its own.
    package static let report = SwitchBotResult(rawValue: 0x0F)

    /// Whether the lock has carried out the request, or has begun to.
    package var isSuccess: Bool { self == .ok || self == .lowBattery }

    /// The stable reason for a failure: `switchbot.` and the name of the result, or `result_` and the byte in
    /// hexadecimal digits.
    package var reason: String {
        let names: [SwitchBotResult: String] = [
            .failed: "failed", .busy: "busy", .otherVersion: "other_version", .unsupported: "unsupported",
            .encrypted: "encrypted", .unencrypted: "unencrypted", .badPassword: "bad_password",
            .otherEncryption: "other_encryption",
        ]
        let digits = String(rawValue, radix: 16)
        return "switchbot." + (names[self] ?? "result_\(digits.count == 1 ? "0" : "")\(digits)")
    }
}
