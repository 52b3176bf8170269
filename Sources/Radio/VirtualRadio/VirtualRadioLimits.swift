/// The limits of the virtual radio's socket (`Protocol/virtual-radio.md`).
package enum VirtualRadioLimits {
    /// The largest size of a line in bytes, without its LF.
    package static let line = 65_536
    /// The largest size of an attribute's value in bytes. It is ATT's own limit.
    package static let value = 512
    /// The largest size of advertising data, and of a scan response, in bytes.
    package static let advertising = 31
    /// The largest size of a name in UTF-8 bytes. Such a name fits into a scan response with its header.
    package static let name = 29
    /// The largest number of locks that one connection may play.
    package static let locksPerConnection = 64
    package static let locks = 256
    package static let connections = 16
    /// The largest number of written bytes that the peer of a connection may leave unread.
    package static let unreadOutput = 262_144
    /// The MTUs that a lock may specify. The upper end is the adapter's own MTU.
    package static let mtu: ClosedRange<Int> = 23...517
    /// The advertising intervals that a lock may specify.
    package static let interval: ClosedRange<Duration> = .milliseconds(20) ... .milliseconds(10_240)
    package static let rssi: ClosedRange<Int> = -127...20
}
