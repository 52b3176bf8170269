/// Whether the adapter is to discover: while scans want it, and while no link is being made.
///
/// A link that is being made has the air for itself. While the adapter discovers, Linux connects to a device only when
/// it reports it, and it reports each device once per run of discovery, which takes some ten seconds (6.12 with BlueZ
/// 5.66, in the radio lab). For the same reason a scan that begins late in a run begins another one.
package struct DiscoveryPlan: Sendable {
    /// For how long an attempt to make a link holds discovery back: what is there is connected by then. An attempt
    /// that takes longer goes on beside the scans.
    package static let hold = Duration.seconds(5)

    /// Since when discovery runs, as far as it was last told to; nil if it does not.
    private var since: Duration?
    private var isOutdated = false
    private var holds: [Lease.ID: Duration] = [:]

    package init() {}

    /// A link is being made.
    package mutating func connects(_ id: Lease.ID, now: Duration) {
        holds[id] = now + Self.hold
    }

    /// The link is up, or will not be; nothing happens if that is known.
    package mutating func settled(_ id: Lease.ID) {
        holds[id] = nil
    }

    /// An unknown scan has begun: devices that were reported earlier in this run would not be reported again.
    package mutating func scanBegan(now: Duration) {
        if let since, now - since > ScanSharing.freshness { isOutdated = true }
    }

    /// Discovery has ended by itself.
    package mutating func ended() {
        (since, isOutdated) = (nil, false)
    }

    /// Whether discovery is to be switched on or off now; nil: neither.
    package func change(isWanted: Bool, now: Duration) -> Bool? {
        let isHeld = holds.values.contains { $0 > now }
        if since != nil { return !isWanted || isHeld || isOutdated ? false : nil }
        return isWanted && !isHeld ? true : nil
    }

    /// Like ``change(isWanted:now:)``, and counts the change as done.
    package mutating func takeChange(isWanted: Bool, now: Duration) -> Bool? {
        let change = change(isWanted: isWanted, now: now)
        if let change { (since, isOutdated) = (change ? now : nil, false) }
        return change
    }
}
