import Glibc

/// Places at which a test ends the daemon, as a crash would: `--failpoint NAME`, which is in no unit.
package enum Failpoint: String, CaseIterable, Sendable {
    /// A pass is about to begin.
    case passBegins = "pass-begins"
    /// A request for a code is stored; its reply is not sent.
    case signInStored = "sign-in-stored"
    /// A session is signed in; its reply is not sent.
    case verifyStored = "verify-stored"
    /// A check-in or an alarm is stored; neither the reply nor the news is sent.
    case eventStored = "event-stored"
    /// A look has stored what was due; the news is not sent.
    case alarmStored = "alarm-stored"
    /// A claim is stored; its sender was not told.
    case claimStored = "claim-stored"
    /// A channel's answer is stored; the reply is not sent.
    case reportStored = "report-stored"
    /// A profile or settings are stored; neither the reply nor the news is sent.
    case changeStored = "change-stored"
}

/// The failpoints that end this process.
package struct Failpoints: Sendable {
    private let set: Set<Failpoint>

    /// Those of the arguments.
    init(_ set: Set<Failpoint> = []) {
        self.set = set
    }

    /// Ends the process at once, without another word, if the point is set.
    func reach(_ point: Failpoint) {
        if set.contains(point) { kill(getpid(), SIGKILL) }
    }
}
