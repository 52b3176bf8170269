import SeamModel
import TermCore
import Testing
import Wire

@testable import CommandLineTool

/// The text that a person gets about an attempt that did not open a door.
@Suite struct UnlockProgressTests {
    @Test(
        "unlock: a failure names its cause, in words if nobody knows what it did",
        arguments: [
            ("nuki_motor_blocked", .connectionFailed, .unknown, ": the lock reported a fault [nuki_motor_blocked]"),
            ("link_lost", .connectionFailed, .unknown, ": the connection to the lock broke [link_lost]"),
            (
                "provider_exited", .connectionFailed, .applied,
                ": this machine could not follow the attempt to its end [provider_exited]"
            ),
            (nil, .timedOut, .unknown, ": the lock did not answer in time"),
            (nil, .timedOut, .none, ""),
            ("connect_failed", .connectionFailed, .none, " [connect_failed]"),
        ] as [(String?, UnlockResult.Outcome, WireError.Effect, String)])
    func cause(_ reason: String?, _ outcome: UnlockResult.Outcome, _ effect: WireError.Effect, _ expected: String) {
        let result = UnlockResult(
            attemptID: "a", outcome: outcome, effect: effect, proximity: .nearby, reason: reason)
        #expect(UnlockProgress.cause(result).description == expected)
    }
}
