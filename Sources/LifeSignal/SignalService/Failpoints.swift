import Glibc

/// Points at which a test kills the daemon, as a crash would. The option is `--failpoint NAME`, which no systemd unit
/// uses.
package enum Failpoint: String, CaseIterable, Sendable {
    /// A check of everything that is due (a pass) is about to begin.
    case passBegins = "pass-begins"
    /// A request for a code is stored, but the reply has not been sent.
    case signInStored = "sign-in-stored"
    /// A session is signed in, but the reply has not been sent.
    case verifyStored = "verify-stored"
    /// A check-in or an alarm is stored, but neither the reply nor the news has been sent.
    case eventStored = "event-stored"
    /// A pass has stored everything that was due, but the news has not been sent.
    case alarmStored = "alarm-stored"
    /// A claim is stored, but the sender has not been informed.
    case claimStored = "claim-stored"
    /// A channel's answer is stored, but the reply has not been sent.
    case reportStored = "report-stored"
    /// A profile or settings are stored, but neither the reply nor the news has been sent.
    case changeStored = "change-stored"
}

/// The failpoints at which this process dies.
package struct Failpoints: Sendable {
    private let set: Set<Failpoint>

    /// The failpoints from the arguments.
    init(_ set: Set<Failpoint> = []) {
        self.set = set
    }

    /// Kills the process immediately and silently if the point is set.
    func reach(_ point: Failpoint) {
        if set.contains(point) { kill(getpid(), SIGKILL) }
    }
}
