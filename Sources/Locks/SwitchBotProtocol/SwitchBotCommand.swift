import LockProtocol

/// A client's command for a SwitchBot Lock or a Lock Lite. The bytes are in pySwitchbot's `lock.py` and `device.py`.
/// Locks of other kinds, such as the Lock Pro, have other bytes for the same commands.
package enum SwitchBotCommand: Sendable, Equatable {
    /// Choose a vector for this link, and say it. This command is sent in plaintext, with the number of the key.
    case session(keyID: UInt8)
    /// Report the battery and the firmware.
    case basicInfo
    /// Report the state of the bolt.
    case lockInfo
    /// Report the state of the bolt on its own whenever it changes, or stop this.
    case reports(isOn: Bool)
    /// Extend the bolt.
    case lock
    /// Retract the bolt. A lock whose owner has set this up in the maker's app then also pulls the latch.
    case unlock
    /// Retract the bolt, and leave the latch alone.
    case unlockOnly

    private static let sessionStart: [UInt8] = [0x0F, 0x21, 0x03]
    private static let constant: [(command: SwitchBotCommand, bytes: [UInt8])] = [
        (.basicInfo, [0x02]),
        (.lockInfo, [0x0F, 0x4F, 0x81, 0x01]),
        (.reports(isOn: true), [0x0E, 0x01, 0x00, 0x1E, 0x00, 0x00, 0x81, 0x01]),
        (.reports(isOn: false), [0x0E, 0x00]),
        (.lock, [0x0F, 0x4E, 0x01, 0x01, 0x10, 0x00]),
        (.unlock, [0x0F, 0x4E, 0x01, 0x01, 0x10, 0x80]),
        (.unlockOnly, [0x0F, 0x4E, 0x01, 0x01, 0x10, 0xA0]),
    ]

    /// Reads a command. Throws `badValue` if the bytes are not a command that this kind of lock has.
    package init(_ bytes: [UInt8]) throws(SwitchBotError) {
        if bytes.count == Self.sessionStart.count + 1, bytes.starts(with: Self.sessionStart), let id = bytes.last {
            self = .session(keyID: id)
        } else if let found = Self.constant.first(where: { $0.bytes == bytes }) {
            self = found.command
        } else {
            throw SwitchBotError(.badValue, "this is not a command")
        }
    }

    /// The bytes of the command.
    package var encoded: [UInt8] {
        if case .session(let id) = self { return Self.sessionStart + [id] }
        return Self.constant.first { $0.command == self }?.bytes ?? []
    }
}
