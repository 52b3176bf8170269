import NukiProtocol
import SesameProtocol
import Wire

extension LockFamily {
    /// The settings of a run. Every byte is valid.
    struct Choice {
        let first: UInt8
        let second: UInt8

        init(_ source: inout ByteSource) {
            first = source.byte()
            second = source.byte()
        }

        var isUltra: Bool { first & 4 != 0 }
        /// Whether the motor runs longer than the time for which a lock keeps a link without traffic open.
        var isSlow: Bool { first & 8 != 0 }
        /// Whether the lock has its special behaviour. If the motor runs that long, a Nuki lock immediately ends
        /// actions without effect, and the other locks close by themselves.
        var isSpecial: Bool { first & 16 != 0 }
        var isNew: Bool { first & 32 != 0 }
        var mtu: Int { first & 64 == 0 ? 247 : 23 }
        /// Whether the key is the one that belongs to the vendor's published messages, so that these messages are
        /// valid.
        var isPublished: Bool { first & 128 != 0 }

        /// The key that the key side and the lock share from the start.
        var nukiKey: [UInt8] {
            isPublished
                ? Hex.decode("217fcb0f18caf284e9bdea0b94b83b8d10867ed706bfdedbd2381f4cb3b8f730") ?? []
                : [UInt8](repeating: 0xA7, count: NukiSharedKey.size)
        }

        /// The secret that the key side and the lock share from the start.
        var sesameSecret: [UInt8] {
            isPublished
                ? Hex.decode("53a89c8dfc8adf36ace5bb83e8d1d25c") ?? []
                : [UInt8](repeating: 0xA7, count: SesameDeviceSecret.size)
        }
    }
}
