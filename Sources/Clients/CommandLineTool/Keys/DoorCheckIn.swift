import LinuxSupport
import RPC
import SignalAPI
import TermCore
import Wire

/// Says to LifeSignal that a door has opened for the person who is signed in to the session of the same name. The door
/// counts as a check-in if the person wants that.
///
/// The door is open whatever LifeSignal answers. So this never fails, and takes at most ``patience``.
enum DoorCheckIn {
    /// The time for everything, from connecting to the answer.
    static let patience = Duration.milliseconds(300)

    /// Returns the person after the check-in, or nil if the door did not count. If the time is over, the door may have
    /// counted anyway.
    static func report(session: String?, _ environment: Environment) -> SignalPerson? {
        // A session daemon at another place, such as the demo's, has doors of another place.
        let isElsewhere = !environment[Link.Socket.session.variable].isEmpty
        guard !isElsewhere || !environment[Link.Socket.signal.variable].isEmpty else { return nil }
        let end = SystemClock.monotonic() + patience
        do throws(WireError) {
            let client = try BlockingClient.connect(
                to: Link.Socket.signal.path(in: environment), hello: Link.hello, within: patience)
            defer { client.close() }
            let params = try CheckInRecord.Params(session: session, isDoor: true).checkedParams()
            let id = try client.start(OutgoingCall(unary: CheckInRecord.name, params: params, timeout: patience))
            while case let left = end - SystemClock.monotonic(), left > .zero {
                guard case .ended(let outcome) = client.next(of: id, within: left) else { continue }
                guard case .result(let result) = outcome else { return nil }
                return try CheckInRecord.result(result)
            }
        } catch {
            // Most people have no LifeSignal, or do not count doors. The door is open in any case.
        }
        return nil
    }

    /// The line for the person, such as `counted as a check-in: the next is due by 18:00`.
    static func line(_ person: SignalPerson) -> TerminalSafe {
        guard let due = person.nextDue else { return "counted as a check-in" }
        return "counted as a check-in: the next is due by \(LocalTime.text(due))"
    }
}
