/// Decides when the adapter discovers devices. It does so while scans need discovery and no link is being made.
///
/// While a link is being made, the adapter does not discover. During discovery, Linux connects to a device only when it
/// reports the device, and it reports each device once per run of discovery. A run takes about ten seconds (Linux 6.12
/// with BlueZ 5.66, in the radio lab). For the same reason, a scan that begins late in a run starts a new run.
package struct DiscoveryPlan: Sendable {
    /// How long an attempt to make a link delays discovery. A device within reach is connected by then. An attempt that
    /// takes longer continues at the same time as the scans.
    package static let hold = Duration.seconds(5)

    /// When discovery was last told to start, or nil if it is not running.
    private var since: Duration?
    private var isOutdated = false
    private var holds: [Lease.ID: Duration] = [:]

    package init() {}

    /// Notes that a link is being made.
    package mutating func connects(_ id: Lease.ID, now: Duration) {
        holds[id] = now + Self.hold
    }

    /// Notes that the link is up, or could not be made. This has no effect if it is already known.
    package mutating func settled(_ id: Lease.ID) {
        holds[id] = nil
    }

    /// Notes that a new scan has begun. Devices that were reported earlier in this run would not be reported again.
    package mutating func scanBegan(now: Duration) {
        if let since, now - since > ScanSharing.freshness { isOutdated = true }
    }

    /// Notes that discovery has ended by itself.
    package mutating func ended() {
        (since, isOutdated) = (nil, false)
    }

    /// Whether discovery must be switched on or off now. If neither is needed, this is nil.
    package func change(isWanted: Bool, now: Duration) -> Bool? {
        let isHeld = holds.values.contains { $0 > now }
        if since != nil { return !isWanted || isHeld || isOutdated ? false : nil }
        return isWanted && !isHeld ? true : nil
    }

    /// Like ``change(isWanted:now:)``, but also counts the change as done.
    package mutating func takeChange(isWanted: Bool, now: Duration) -> Bool? {
        let change = change(isWanted: isWanted, now: now)
        if let change { (since, isOutdated) = (change ? now : nil, false) }
        return change
    }
}
