package import Wire

/// A trusted time, with the value of the machine's boot clock at that moment. A wall clock set back below it is not
/// believed.
package struct TimeMark: Sendable, Equatable {
    /// The trusted time.
    package var trusted: Timestamp
    /// The boot clock (which counts through sleep) at that moment. The store keeps it in milliseconds.
    package var bootClock: Duration
    /// The boot that the clock belongs to, as named by the kernel.
    package var bootID: String

    /// Creates a mark.
    package init(trusted: Timestamp, bootClock: Duration, bootID: String) {
        self.trusted = trusted
        self.bootClock = bootClock
        self.bootID = bootID
    }
}
