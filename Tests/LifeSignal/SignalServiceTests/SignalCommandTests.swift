import Foundation
import Glibc
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests `seam signal` as people and scripts use it.
@Suite(.timeLimit(.minutes(2))) struct SignalCommandTests {
    /// A command's output and status.
    struct Run {
        var status: Int32
        var output: String
        var errors: String
    }

    static func seam(_ bench: SignalBench, _ arguments: [String], input: String = "") async throws -> Run {
        let process = try ChildProcess(
            try Products.executable("seam"), ["signal"] + arguments,
            environment: ["LIFESIGNAL_SOCKET": bench.socket, "LIFESIGNAL_ADMIN_SOCKET": bench.adminSocket],
            input: input)
        let status = try await process.awaitExit()
        return Run(status: status, output: process.output, errors: process.errors)
    }

    @Test("signal command: somebody signs in by telephone and says who they are")
    func somebodySignsInByTelephoneAndSaysWhoTheyAre() async throws {
        let bench = try await SignalBench()
        let nobody = try await Self.seam(bench, ["me"])
        #expect(nobody.status == 4 && nobody.errors.contains("sign in: 'seam signal sign-in'"))
        #expect(try await Self.seam(bench, ["sign-in", "+49", "151", "1234-5678"]).status == 0, "as people write it")
        let wrong = try await Self.seam(bench, ["verify"], input: "000000\n")
        #expect(wrong.status == 4 && wrong.errors == "seam: the code is wrong\n")
        let issued = try await Self.seam(bench, ["code", "--json", SignalBench.ada])
        let code = try JSON(parsing: issued.output.utf8)["codes"]?.arrayValue?.first?["code"]?.stringValue
        #expect(try await Self.seam(bench, ["code", SignalBench.ada]).output.contains(code ?? "none"))
        let verified = try await Self.seam(bench, ["verify"], input: "\(code ?? "")\n")
        #expect(verified.status == 0 && verified.output.hasPrefix("signed in\n"), "\(verified)")
        #expect(try await Self.seam(bench, ["me", "--first-name", "Ada", "--last-name", "Moreno"]).status == 0)
        let noted = try await Self.seam(bench, ["me", "--note"], input: "insulin\n")
        #expect(noted.output.hasPrefix("Ada Moreno\n") && noted.output.contains("note: insulin"), "\(noted)")
        let settings = try await Self.seam(bench, ["settings", "--pings", "off"])
        #expect(settings.output == "alerts: on\npings: off\ncheck-ins: on\ncontacts: on\nlanguage: this machine's\n")
        #expect(try await Self.seam(bench, ["people"]).output.contains("+49 … 5678"))
        #expect(try await Self.seam(bench, ["sign-out"]).output == "signed out\n")
        #expect(try await Self.seam(bench, ["me"]).status == 4)
    }

    @Test("signal command: what cannot be right is not sent") func whatCannotBeRightIsNotSent() async throws {
        let bench = try await SignalBench()
        for number in ["0151", "+0151", "+49abc", ""] {
            let run = try await Self.seam(bench, ["sign-in", number])
            #expect(run.status == 64 && run.errors.contains("country code"), "\(run)")
        }
        try bench.signIn(SignalBench.ada)
        let half = try await Self.seam(bench, ["me", "--first-name", "Ada"])
        #expect(half.status == 64 && half.errors.contains("both names"), "\(half)")
        let set = try await Self.seam(bench, ["set", "--every", "90m"])
        let words = "every 1 h 30 min, first reminder 45 min before, others are alerted 5 min later\n"
        #expect(set.output.hasPrefix(words), "\(set)")
        let later = try await Self.seam(bench, ["set", "--every", "2d", "--grace", "90s"])
        let wanted = "every 2 d, first reminder 45 min before, others are alerted 1 min 30 s later\n"
        #expect(later.output.hasPrefix(wanted), "\(later)")
        #expect(later.output.contains("applies from your next check-in on; until then: every 1 h 30 min"), "\(later)")
        _ = try await Self.seam(bench, ["pause", "36h"])
        let all = try await Self.seam(bench, ["set"])
        #expect(all.status == 0 && all.output.hasPrefix(wanted) && all.output.contains(String(words.dropLast())))
        #expect(all.output.contains("no deadline for 1 d 12 h\n") && all.output.contains("is due by"), "\(all)")
        #expect(try await Self.seam(bench, ["pause", "off"]).output.hasPrefix("there is no pause\n"))
        #expect(try await Self.seam(bench, ["remind", "90m"]).output == "you will be reminded in 1 h 30 min\n")
        let code = try await Self.seam(bench, ["verify"], input: "12345\n")
        #expect(code.status == 64 && !code.errors.contains("12345"), "\(code)")
        let both = try await Self.seam(bench, ["me", "--watch", "--new-code"])
        #expect(both.status == 64)
    }

    @Test("signal command: without a daemon it says so") func withoutADaemonItSaysSo() async throws {
        let bench = try await SignalBench()
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
        let run = try await Self.seam(bench, ["me"])
        #expect(run.status == 69 && run.errors.contains("is the daemon running?"), "\(run)")
    }

    @Test("signal command: the last line of a watch is the sign out")
    func theLastLineOfAWatchIsTheSignOut() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        let watch = try ChildProcess(
            try Products.executable("seam"), ["signal", "me", "--watch"],
            environment: ["LIFESIGNAL_SOCKET": bench.socket])
        try await watch.awaitOutput("number: \(SignalBench.ada)")
        let params = UserUpdate.Params(firstName: "Ada", lastName: "Moreno", emergencyNote: "")
        _ = try bench.client().call(UserUpdate.self, params)
        try await watch.awaitOutput("Ada Moreno")
        _ = try bench.client().call(AuthSignOut.self, .init())
        #expect(try await watch.awaitExit() == 0)
        #expect(watch.output.hasSuffix("signed out\n"), "\(watch.output)")
    }

    /// Two people use only `seam`. One person scans the other person's code, both people agree, and an alarm is
    /// answered.
    @Test("signal command: two people agree and one is on the way") func twoPeopleAgreeAndOneIsOnTheWay() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        try bench.signIn(SignalBench.ben, session: "ben")
        _ = try await Self.seam(bench, ["me", "--first-name", "Ada", "--last-name", "Moreno"])
        _ = try await Self.seam(bench, ["me", "--first-name", "Ben", "--last-name", "Quux", "--session", "ben"])
        let qr = try await Self.seam(bench, ["qr", "--session", "ben"])
        #expect(qr.output.hasPrefix("LS1:") && qr.output.utf8.count == 33, "\(qr)")
        let wrong = try await Self.seam(bench, ["add", "--responder"], input: "LS1:0\n")
        #expect(wrong.status == 64 && wrong.errors.contains("not complete"), "\(wrong)")
        let added = try await Self.seam(bench, ["add", "--responder"], input: qr.output.lowercased())
        #expect(added.output.hasPrefix("Ben has been asked\n"), "\(added)")
        let alone = try await Self.seam(bench, ["doctor"])
        #expect(alone.output.contains("warn  responders: nobody has agreed"), "\(alone)")
        #expect(alone.output.contains("waiting: have not agreed yet: Ben"))
        let accepted = try await Self.seam(bench, ["accept", "Ada", "--session", "ben"])
        #expect(accepted.output.contains("you are told of their alarms"), "\(accepted)")
        #expect(accepted.output.contains("you are told of the alarms of Ada Moreno, but only when you look"))
        let drill = try await Self.seam(bench, ["drill"])
        #expect(drill.output.contains("Ben Quux  has not answered yet"), "\(drill)")
        func word() async throws -> String {
            let inbox = try await Self.seam(bench, ["inbox", "--json", "--unread", "--session", "ben"])
            let first = try JSON(parsing: inbox.output.split(separator: "\n").first.map { Array($0.utf8) } ?? [])
            return first["word"]?.stringValue ?? ""
        }
        let answered = try await Self.seam(bench, ["ack", try await word(), "--session", "ben"])
        #expect(answered.output == "you have answered the drill of Ada Moreno\n", "\(answered)")
        #expect(try await Self.seam(bench, ["sos"]).status == 0)
        let ack = try await Self.seam(bench, ["ack", try await word(), "--session", "ben"])
        #expect(ack.output.hasPrefix("you are on the way to Ada Moreno\n"), "\(ack)")
        #expect(try await Self.seam(bench, ["status"]).output.contains("the responder is Ben Quux, \(SignalBench.ben)"))
        let resolved = try await Self.seam(bench, ["resolve", try await word(), "--session", "ben"])
        #expect(resolved.output == "the alarm of Ada Moreno is over\n", "\(resolved)")
        // Makes the daemon look immediately, so that its last look is recent, even on a busy machine.
        try bench.advance(.zero)
        let doctor = try await Self.seam(bench, ["doctor"])
        #expect(doctor.status == 0 && doctor.output.contains("drill: all 1 have answered"), "\(doctor)")
        let sees = try await Self.seam(bench, ["who-sees-me"])
        #expect(sees.output.hasPrefix("Ben Quux\n  now: first name, last name, phone, picture, status"), "\(sees)")
        let ping = try await Self.seam(bench, ["ping", "ada", "--session", "ben"])
        #expect(ping.output == "Ada Moreno has been asked\n", "\(ping)")
        #expect(try await Self.seam(bench, ["answer"]).output == "answered: 1\n")
        let nobody = try await Self.seam(bench, ["ping", "Eve", "--session", "ben"])
        #expect(nobody.status == 64 && nobody.errors.contains("no contact is called Eve"), "\(nobody)")
        let gone = try await Self.seam(bench, ["remove", "Ben"])
        #expect(gone.output.hasPrefix("Ben Quux is no longer a contact\n"), "\(gone)")
        #expect(
            gone.output.contains("nobody has agreed to be alerted: only the operator of this machine is alerted"),
            "\(gone)")
        #expect(try await Self.seam(bench, ["contacts"]).output.hasPrefix("no contacts:"))
    }

    /// Tests the texts that a person reads in two cases: after a deadline has passed, and during the person's own call
    /// for help.
    @Test("signal command: the state is said as it is") func theStateIsSaidAsItIs() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        _ = try await Self.seam(bench, ["set", "--every", "1h", "--grace", "10m"])
        #expect(try await Self.seam(bench, ["status"]).output.hasPrefix("the next check-in is due by"))
        try bench.advance(.seconds(3_660))
        let late = try await Self.seam(bench, ["status"])
        #expect(late.output.hasPrefix("you have not checked in: your check-in was due by"), "\(late)")
        #expect(late.output.contains("others are alerted from ") && late.output.contains("seam signal check-in"))
        try bench.advance(.seconds(600))
        let missed = try await Self.seam(bench, ["status"])
        #expect(missed.output.hasPrefix("a check-in was missed; the alarm began at "), "\(missed)")
        #expect(
            missed.output.contains("the check-in was due by") && missed.output.contains("alerted repeatedly"),
            "\(missed)")
        let back = try await Self.seam(bench, ["check-in"])
        #expect(back.output.hasPrefix("the next check-in is due by") && !back.output.contains("call"), "\(back)")
        _ = try await Self.seam(bench, ["sos"])
        for command in ["check-in", "answer"] {
            let run = try await Self.seam(bench, [command])
            #expect(run.output.contains("your call for help is still active"), "\(run)")
            #expect(run.output.contains("'seam signal cancel' ends your call"), "\(run)")
        }
        #expect(try await Self.seam(bench, ["history"]).output.contains("  you checked in\n"))
    }

    /// A number that was typed with the zero for calls within the country counts everywhere as the same number.
    @Test("signal command: a number is one person however it is written")
    func aNumberIsOnePersonHoweverItIsWritten() async throws {
        let bench = try await SignalBench()
        let ada = try bench.signIn(SignalBench.ada)
        for (session, number) in [("a", "+49 0151 12345678"), ("b", "\u{202D}+49 (0)151\u{A0}12345678\u{202C}")] {
            #expect(try await Self.seam(bench, ["sign-in", number, "--session", session]).status == 0)
            let issued = try await Self.seam(bench, ["code", "--json", "+49 (0) 151/1234-5678"])
            let code = try JSON(parsing: issued.output.utf8)["codes"]?.arrayValue?.first?["code"]?.stringValue ?? ""
            let typed = "\u{2066}\(code.prefix(3))\u{2011}\(code.suffix(3))\u{2069}\n"
            #expect(try await Self.seam(bench, ["verify", "--session", session], input: typed).status == 0)
            #expect(try bench.client().call(UserGet.self, .init(session: session)).id == ada.id)
        }
        let unclear = try await Self.seam(bench, ["sign-in", "+34 0600 112233"])
        #expect(unclear.status == 64 && unclear.errors.contains("as it is dialled from abroad"), "\(unclear)")
        #expect(!unclear.errors.contains("600"))
    }

    /// Ctrl-C and SIGTERM end every command that follows a stream, including a command that also makes calls.
    @Test("signal command: a watch ends by signals", arguments: ["me", "inbox", "outbox"])
    func aWatchEndsBySignals(what: String) async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        for signal in [SIGINT, SIGTERM] {
            let watch = try ChildProcess(
                try Products.executable("seam"), ["signal", what, "--watch", "--json"],
                environment: ["LIFESIGNAL_SOCKET": bench.socket, "LIFESIGNAL_ADMIN_SOCKET": bench.adminSocket])
            // The command's output shows that it is following the stream.
            if what == "inbox" || what == "outbox" {
                for _ in 0..<40 where watch.output.isEmpty {
                    _ = try bench.client().call(AlertActivate.self, .init())
                    try? await watch.awaitOutput("{", limit: .milliseconds(300))
                    _ = try bench.client().call(AlertDeactivate.self, .init())
                }
            } else {
                try await watch.awaitOutput("{")
            }
            watch.signal(signal)
            #expect(try await watch.awaitExit() == (signal == SIGTERM ? 143 : 130))
        }
    }

    /// The commands for answering report the names of the people who are asking, or that nobody is asking.
    @Test("signal command: who waits is named") func whoWaitsIsNamed() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        try bench.signIn(SignalBench.ben, session: "ben")
        _ = try await Self.seam(bench, ["me", "--first-name", "Ada", "--last-name", "Moreno"])
        _ = try await Self.seam(bench, ["me", "--first-name", "Ben", "--last-name", "Quux", "--session", "ben"])
        #expect(
            try await Self.seam(bench, ["accept", "--session", "ben"]).output == "nobody is waiting for your answer\n")
        let qr = try await Self.seam(bench, ["qr", "--session", "ben"])
        #expect(try await Self.seam(bench, ["add", "--responder"], input: qr.output).status == 0)
        let listed = try await Self.seam(bench, ["accept", "--session", "ben"])
        #expect(listed.output.hasPrefix("Ada  +49 … 5678\n"), "\(listed)")
        let wrong = try await Self.seam(bench, ["accept", "Eve", "--session", "ben"])
        #expect(
            wrong.status == 64 && wrong.errors.contains("these people are waiting for your answer: Ada"), "\(wrong)")
        let whole = try await Self.seam(bench, ["accept", "Ada  +49 … 5678", "--session", "ben"])
        #expect(whole.status == 0 && whole.output.contains("you are told of their alarms"), "\(whole)")
        let nothing = try await Self.seam(bench, ["decline", "Ada", "--session", "ben"])
        #expect(nothing.output == "Ada Moreno asks for nothing: there was nothing to decline\n", "\(nothing)")
        let doctor = try await Self.seam(bench, ["doctor", "--session", "ben"])
        #expect(doctor.output.contains("relies on you: you are told of the alarms of Ada Moreno"), "\(doctor)")
        #expect(
            doctor.output.contains("no sender is connected") && !doctor.output.contains("sender: serving"), "\(doctor)")
    }

    /// If messages come while the daemon is absent, a follower of the inbox or the outbox receives each of them exactly
    /// once.
    @Test("signal command: a watch misses nothing while the daemon is away")
    func aWatchMissesNothingWhileTheDaemonIsAway() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        _ = try bench.client().call(CheckInRecord.self, .init())
        func watch(_ what: String) throws -> ChildProcess {
            try ChildProcess(
                try Products.executable("seam"), ["signal", what, "--watch", "--json"],
                environment: ["LIFESIGNAL_SOCKET": bench.socket, "LIFESIGNAL_ADMIN_SOCKET": bench.adminSocket])
        }
        let (inbox, outbox) = (try watch("inbox"), try watch("outbox"))
        // The two commands do not print earlier messages, so the test raises an alarm to see that both follow their
        // streams.
        for _ in 0..<20 where !inbox.output.contains("own") || !outbox.output.contains("calls for help") {
            _ = try bench.client().call(AlertActivate.self, .init())
            try? await inbox.awaitOutput("own", limit: .milliseconds(300))
            _ = try bench.client().call(AlertDeactivate.self, .init())
        }
        bench.daemon.signal(SIGKILL)
        _ = try await bench.daemon.awaitExit()
        // The deadline passes while no daemon is running. The daemon's first look reports the missed deadline at a
        // moment when no client can follow the stream yet.
        try await bench.restart(arguments: ["--virtual-clock-start", "90000000"])
        try await inbox.awaitOutput("You have missed a check-in.")
        try await outbox.awaitOutput("has not checked in since")
        for (watch, text) in [(inbox, "You have missed a check-in."), (outbox, "has not checked in since")] {
            let lines = watch.output.split(separator: "\n").filter { $0.contains(text) }
            #expect(lines.count == 1, "\(watch.output)")
            #expect(try lines.allSatisfy { try JSON(parsing: $0.utf8)["kind"] != nil })
        }
    }

    /// Setting a PIN takes three lines of input. Fewer lines have no effect.
    @Test("signal command: a PIN takes three lines") func aPINTakesThreeLines() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        #expect(try await Self.seam(bench, ["pin"], input: "\n1234\n4321\n").output == "you have a PIN\n")
        for input in ["1234\n", "1234\n\n", "1234\n\n4321\n", "12345678901\n\n\n"] {
            let run = try await Self.seam(bench, ["pin"], input: input)
            #expect(run.status == 64 && !run.errors.contains("1234"), "\(run)")
        }
        let missing = try await Self.seam(bench, ["pin"], input: "\n5678\n\n")
        #expect(missing.status == 64 && missing.errors.contains("first line"), "\(missing)")
        #expect(try await Self.seam(bench, ["pause", "7d"]).status == 4)
        let paused = try await Self.seam(bench, ["pause", "7d", "--pin"], input: "1234\n")
        #expect(paused.output.hasPrefix("after your next check-in there is no deadline for 7 d\n"), "\(paused)")
        #expect(try await Self.seam(bench, ["pin"], input: "1234\n\n\n").output == "you have no PIN\n")
    }
}
