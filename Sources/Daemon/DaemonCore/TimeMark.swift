package import Wire

/// A trusted time, with the value of the machine's boot clock at that moment. A wall clock that shows an earlier time
/// than the mark allows is not trusted.
package struct TimeMark: Sendable, Equatable {
    /// The trusted time.
    package var trusted: Timestamp
    /// The boot clock at the moment of the trusted time. The boot clock also counts while the machine sleeps. The store
    /// keeps its value in milliseconds.
    package var bootClock: Duration
    /// The kernel's id of the boot during which the clock was read.
    package var bootID: String

    /// Creates a mark.
    package init(trusted: Timestamp, bootClock: Duration, bootID: String) {
        self.trusted = trusted
        self.bootClock = bootClock
        self.bootID = bootID
    }
}
