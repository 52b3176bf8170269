package import Wire

/// A time that was once trusted, and the value of the machine's boot clock at that time. A wall clock that was set
/// back below it is not believed.
package struct TimeMark: Sendable, Equatable {
    /// The trusted time.
    package var trusted: Timestamp
    /// The boot clock (which counts through sleep) at that moment. The store keeps its milliseconds.
    package var bootClock: Duration
    /// The boot that the clock belongs to, as the kernel names it.
    package var bootID: String

    /// A mark.
    package init(trusted: Timestamp, bootClock: Duration, bootID: String) {
        self.trusted = trusted
        self.bootClock = bootClock
        self.bootID = bootID
    }
}
