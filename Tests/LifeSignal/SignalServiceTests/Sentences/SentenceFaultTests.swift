import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the texts that people read when the store cannot be used, and checks that these texts are true.
@Suite(.timeLimit(.minutes(2))) struct SentenceFaultTests {
    private static let call = "your call for help was sent; the alarm began at {time}"
    private static let nobody = "nobody has agreed to be alerted: only the operator of this machine is alerted"

    /// The disk accepts no writes. A call is sent from memory, and the person can end the call once the disk accepts
    /// writes again.
    @Test("sentence fault: a disk that takes no write") func aDiskThatTakesNoWrite() async throws {
        let place = try TestDirectory(mode: 0o755)
        let shim = try await FaultShim(in: place, for: "lifesignald")
        let bench = try await SignalBench(environment: shim.environment, in: place)
        let say = Saying(bench: bench)
        try bench.signIn(SignalBench.ada)
        try shim.shut(EIO)
        let later = ", as soon as the disk accepts writes again"
        #expect(
            try await say("sos") == [
                Self.call,
                "the call is lost if this machine stops, because its disk accepts no writes. Phone your people",
                Self.nobody,
                "no emergency service is called; 'seam signal cancel' ends your call\(later)",
            ])
        #expect(try await say("status").prefix(2) == [Self.call, "'seam signal cancel' ends your call\(later)"])
        for command in ["cancel", "check-in"] {
            let refused = try await say(command).last ?? ""
            #expect(refused.hasSuffix("(the store cannot be written: is the disk full?)"), "\(refused)")
        }
        _ = try shim.disarm()
        try bench.advance(.seconds(1))
        #expect(try say.operatorNews().count == 1)
        #expect(try await say("status").prefix(2) == [Self.call, "'seam signal cancel' ends your call"])
        // The daemon first reserves room for alarms. This takes at most ten seconds.
        var ended: [String] = []
        for _ in 0..<8 where ended != ["the alarm is over"] {
            ended = try await say("cancel")
            try bench.advance(.seconds(300))
        }
        #expect(ended == ["the alarm is over"])
    }

    /// The store is missing. The command changes nothing, and its text says what the operator must do next.
    @Test("sentence fault: a store that is missing") func aStoreThatIsMissing() async throws {
        let bench = try await SignalBench()
        let say = Saying(bench: bench)
        try bench.signIn(SignalBench.ada)
        bench.daemon.signal(SIGKILL)
        _ = try await bench.daemon.awaitExit()
        let store = bench.directory.file("store/lifesignal.db")
        for part in ["", "-wal", "-shm", "-reserve"] { rename(store + part, "\(store).aside\(part)") }
        try await bench.restart()
        let help = "(the operator can see what to do in 'journalctl -u lifesignald')"
        let call = try await say("sos")
        #expect(call.first == "seam: nobody was told" && call.last?.hasSuffix(help) == true, "\(call)")
        #expect(bench.daemon.errors.contains("-first-start"), "and it does")
        #expect(try await say("clock").last == "nobody is watched at present")
        let doctor = try await say("doctor")
        #expect(doctor.contains("fail  watch: nobody is watched at present"), "\(doctor)")
        let look = "      see 'journalctl -u lifesignald': is the disk full, or is the store missing or unreadable?"
        #expect(doctor.contains(look), "\(doctor)")
    }
}
