/// The limits of the virtual radio's socket (`Protocol/virtual-radio.md`).
package enum VirtualRadioLimits {
    /// One line in bytes, without its LF.
    package static let line = 65_536
    /// An attribute's value in bytes: ATT's own limit.
    package static let value = 512
    /// Advertising data and a scan response, in bytes.
    package static let advertising = 31
    /// A name in UTF-8 bytes: what fits into a scan response with its header.
    package static let name = 29
    /// How many locks one connection may play.
    package static let locksPerConnection = 64
    package static let locks = 256
    package static let connections = 16
    /// How many bytes written to a connection its peer may leave unread.
    package static let unreadOutput = 262_144
    /// The MTUs that a lock may specify; the upper end is the adapter's own.
    package static let mtu: ClosedRange<Int> = 23...517
    /// Advertising intervals.
    package static let interval: ClosedRange<Duration> = .milliseconds(20) ... .milliseconds(10_240)
    package static let rssi: ClosedRange<Int> = -127...20
}
