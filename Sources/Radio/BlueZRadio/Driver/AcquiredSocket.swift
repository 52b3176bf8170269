import Glibc
import LinuxSupport

/// A socket that transports a characteristic's values without the bus. `AcquireNotify` and `AcquireWrite` provide it.
/// Each packet is one value.
struct AcquiredSocket {
    /// The result of reading the socket.
    enum Arrival: Equatable {
        case value([UInt8])
        /// There is no value now.
        case nothing
        /// The link or bluetoothd has ended.
        case ended
    }

    /// The largest attribute value, in bytes. This is ATT's own limit.
    private static let room = 512

    private let descriptor: BusDescriptor

    init(_ descriptor: BusDescriptor) throws(LinuxError) {
        try descriptor.owned.setNonblocking()
        self.descriptor = descriptor
    }

    /// The descriptor's number for polling. It is valid as long as the socket is kept.
    var number: CInt { descriptor.owned.withDescriptor { $0 } }

    /// Takes the next value, without waiting.
    func receive() -> Arrival {
        var got = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Self.room) { room, filled in
            got = descriptor.owned.withDescriptor { unsafe recv($0, room.baseAddress, Self.room, Int32(MSG_DONTWAIT)) }
            filled = max(0, got)
        }
        if got > 0 { return .value(bytes) }
        if got < 0, errno == EAGAIN || errno == EINTR { return .nothing }
        return .ended
    }

    /// Sends a value, without waiting. Returns whether it was sent. If the socket has ended, returns nil.
    func send(_ value: [UInt8]) -> Bool? {
        let sent = descriptor.owned.withDescriptor { descriptor in
            unsafe value.withUnsafeBytes {
                unsafe Glibc.send(
                    descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL))
            }
        }
        if sent == value.count { return true }
        return sent < 0 && (errno == EAGAIN || errno == EINTR) ? false : nil
    }
}
