import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the texts in which commands report failures, and the texts of the commands' lists.
@Suite(.timeLimit(.minutes(2))) struct SentenceWordsTests {
    /// A command, its input, and some of the lines that it prints.
    private struct Case {
        var arguments: [String]
        var input = ""
        var says: [String]

        init(_ arguments: String, input: String = "", _ says: String...) {
            self.arguments = arguments.split(separator: " ").map(String.init)
            (self.input, self.says) = (input, says)
        }
    }

    private static func check(_ bench: SignalBench, _ cases: [Case]) async throws {
        for one in cases {
            try bench.advance(.zero)
            let run = try await SignalCommandTests.seam(bench, one.arguments, input: one.input)
            let said = Saying.lines(run.output + run.errors).joined(separator: "\n")
            for line in one.says { #expect(said.contains(line), "\(one.arguments): \(said)") }
        }
    }

    /// A command refuses an impossible value before it sends anything, and names the possible values.
    @Test("sentence words: what cannot be meant is said") func whatCannotBeMeantIsSaid() async throws {
        let bench = try await ContactTests.agreed()
        try Saying(bench: bench).responder("cleo", "Ben", "+33612345678")
        let forms = "(such as 30s, 10m, 1h30m, 2d)"
        try await Self.check(
            bench,
            [
                Case("set --every 9d", "seam: this is not a duration of at most 7d: 9d \(forms)"),
                Case("remind 31d", "seam: this is not a duration of at most 30d: 31d \(forms)"),
                Case("pause 15d", "seam: this is not a duration of at most 14d: 15d \(forms)"),
                Case("history --limit 0", "--limit must be 1 to 1000"),
                Case("inbox --watch --read", "--watch cannot be used with --read or --delete"),
                Case("add", "give --responder, --dependent or both"),
                Case("add --responder --tier 4", "--tier must be 1, 2 or 3"),
                Case("role Ben", "give --responder, --dependent or --tier"),
                Case("role Ben --tier 4", "--tier must be 1, 2 or 3"),
                Case("me --watch --new-code", "--watch changes nothing"),
                Case("ack ABC", "seam: an alarm's word must have six letters (it is in each message about the alarm)"),
                Case("verify", input: "12345\n", "seam: a code must have six digits (on standard input)"),
                Case("pin", input: "\n12\n", "seam: a PIN must have four to eight digits (on standard input)"),
                Case("pin", "seam: standard input ended before a PIN was read (an empty line means no PIN)"),
                Case("pin", input: "\n\n4321\n", "seam: a second PIN needs a first PIN"),
                Case("pin", input: "\n1234\n1234\n", "seam: the two PINs must not be the same"),
                Case("reach remove x", "seam: this is not an id: x (see 'seam signal reach list')"),
                Case(
                    "ping Ben",
                    "seam: 2 contacts are called Ben (give the beginning of an id: see 'seam signal contacts --json')"),
                Case("add --responder", input: "x\n", "this is not a LifeSignal code (a code begins with LS1:"),
            ])
    }

    /// The daemon's refusals come with their remedies.
    @Test("sentence words: what is refused is said with what helps")
    func whatIsRefusedIsSaidWithWhatHelps() async throws {
        let bench = try await ContactTests.agreed()
        let code = try #require(try await Saying(bench: bench)("qr", by: "ben").last)
        let own = try #require(try await Saying(bench: bench)("qr").last)
        try await Self.check(
            bench,
            [
                Case(
                    "code +4915199999999",
                    "seam: no session is signing in with this number now (the person starts with"),
                Case("people remove +4915199999999", "seam: nobody has signed in here with this number"),
                Case("clock set", "seam: deadlines already follow the machine's clock: there is nothing to set"),
                Case(
                    "add --responder", input: code,
                    "seam: this person is already a contact ('seam signal role' changes what"),
                Case("add --responder", input: own, "seam: this is the person's own code (somebody else's code"),
                Case("ping Ben", "seam: this contact has not agreed to be a dependent (ask them first: "),
                Case(
                    "set --every 1m",
                    "seam: the interval must be 5 minutes to 7 days, and the grace period at most an hour"),
                Case("set --remind 5d", "seam: the reminder must be less than the interval (the first reminder must"),
                Case("ack QQQQQQ", "seam: no dependent of this person has such an alarm"),
                Case("pin", input: "\n1234\n\n", "you have a PIN"),
                Case("pause 1d", "seam: this needs the person's PIN (give --pin, and the PIN on standard input)"),
                Case("pause 1d --pin", input: "9999\n", "seam: the PIN is wrong"),
                Case("pin", input: "\n5678\n\n", "seam: you already have a PIN (give it in the first line)"),
                Case("pin", input: "1234\n\n\n", "you have no PIN"),
            ])
    }

    /// Checks that lists show the real state.
    @Test("sentence words: what is listed is so") func whatIsListedIsSo() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        try await Self.check(
            bench,
            [
                Case(
                    "sign-in +4915112345678 --session x", "an administrator has your code until {time}",
                    "next: seam signal verify"),
                Case("code +4915112345678", "ASKED BY", "uid 0, session x"),
                Case("verify --session x", input: "000000\n", "seam: the code is wrong"),
                Case("reach list", "you have no address", "no channel is available at present"),
                Case("deliveries", "nothing has been sent yet"),
                Case("drill --result", "there has been no drill yet"),
                Case("drill", "drill of {time}", "  Ben Quux  has not answered yet"),
                Case("drill", "seam: there was a drill within the last hour"),
                Case("clock", "the time that deadlines follow is {time}", "all deadlines are watched"),
                Case("ping Ada --session ben", "Ada Moreno has been asked"),
                Case("ping Ada --session ben", "seam: this contact was already asked a moment ago, or 20 times today"),
                Case("ping --session ben", "{time}  you asked Ada Moreno: not answered yet"),
                Case("ping", "{time}  Ben Quux asks you: not answered yet"),
                Case("inbox", "Are you well?: Ben Quux asks whether you are well."),
                Case("contacts --session ben", "  was asked, and has not answered yet"),
                Case("answer", "answered: 1"),
                Case("history", "you answered a ping"),
                Case("inbox --session ben", "An answer: Ada Moreno is well."),
                Case("contacts --session ben", "  well, as far as is known, last check-in {time}"),
                Case("answer", "nobody has asked; you have checked in"),
                Case("who-sees-me", "Ben Quux", "in an alarm also: alarm, emergency note"),
                Case("promises", "It is not an emergency service.", "    by: "),
                Case(
                    "people remove \(SignalBench.ben)", "removed: they are no longer watched here, and their contacts"),
            ])
        let gone = "Somebody was removed: Ben Quux was removed from this machine by its operator. "
        #expect(
            try await say.news().contains(gone + "Their check-ins are no longer watched here."), "and they are told")
        #expect(
            try await say("contacts") == [
                "no contacts: 'seam signal qr' shows your code, 'seam signal add' reads theirs"
            ])
        let out = "seam: nobody is signed in to this session (sign in: 'seam signal sign-in')"
        #expect(try await say("status", by: "ben") == [out])
    }

    /// `seam signal doctor` names everything that keeps an alarm from reaching somebody, and gives the remedy for each.
    @Test("sentence words: the doctor names what is missing") func theDoctorNamesWhatIsMissing() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        try await Self.check(
            bench,
            [
                Case(
                    "doctor", "messages show parts of your number instead of your name",
                    "run 'seam signal me --first-name NAME --last-name NAME'",
                    "run 'seam signal check-in' to start one",
                    "no deadline is running: nobody is alerted if you do not check in",
                    "deadlines follow a clock that is right",
                    "nobody has agreed to be alerted: only the operator of this machine is alerted",
                    "run 'seam signal add --responder' with somebody's code"),
                Case("me --first-name Ada", "give both names the first time (--first-name NAME --last-name NAME)"),
                Case("me --first-name Ada --last-name Moreno", "Ada Moreno"),
            ])
        try Saying(bench: bench).responder("ben", "Ben", SignalBench.ben)
        try await Self.check(
            bench,
            [
                Case(
                    "doctor", "learn of alarms only when they look at this machine: Ben Quux",
                    "ask them to add an address with 'seam signal reach add'",
                    "only Ben Quux: if they miss an alarm, only the operator is left",
                    "no drill for 30 days: nobody knows whether alarms arrive"),
                Case("doctor --session ben", "you are told of the alarms of Ada Moreno, but only when you look"),
                Case("drill", "drill of {time}"),
                Case(
                    "doctor", "have not answered the last drill: Ben Quux",
                    "ask them what they have received; run 'seam signal drill' to start another drill"),
            ])
        let now = try bench.administrator().call(ClockGet.self, .init()).time
        try bench.move(["wall_at_ms": .integer(now.millisecondsSince1970 - 7_200_000)])
        try bench.advance(.seconds(1))
        try await Self.check(
            bench,
            [
                Case(
                    "doctor", "the machine's clock was set back; deadlines do not follow it",
                    "check the clock with timedatectl; when it is right, run 'sudo seam signal clock set'")
            ])
    }

    /// Only responders are shown a secret call. The person's own commands print the same texts as they do without the
    /// call.
    @Test("sentence words: a call in secret is said to others alone")
    func aCallInSecretIsSaidToOthersAlone() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        #expect(try await say("pin", input: "\n1234\n4321\n") == ["you have a PIN"])
        _ = try await say("check-in", "--pin", input: "1234\n")
        try bench.advance(.seconds(61))
        for session in [nil, "ben"] { _ = try await say.news(of: session) }
        let calm = try await say("check-in", "--pin", input: "1234\n")
        let status = try await say("status")
        try bench.advance(.seconds(61))
        #expect(try await say.news(of: "ben") == [])
        #expect(try await say("check-in", "--pin", input: "4321\n") == calm)
        #expect(try await say("status") == status)
        #expect(try await say.news() == [])
        let secret = "Ada Moreno calls for help in secret, {time}: do not phone. Answer: seam signal ack {word}"
        #expect(try await say.news(of: "ben") == ["Alarm: \(secret)"])
        #expect(
            try await say("contacts", by: "ben").suffix(3) == [
                "  alarm {word}, nobody has answered", "  in secret: do not phone, somebody else may be listening",
                "  note: Ada's note",
            ])
        #expect(try await say("cancel", "--pin", input: "1234\n") == ["there is no alarm"])
        #expect(try await say("sign-out").last == "your deadline still runs: check in by {time}, or others are alerted")
    }

    /// A sign-in greets the person by name. If the daemon cannot be reached, the greeting is left out.
    @Test("sentence words: who is there and who is not") func whoIsThereAndWhoIsNot() async throws {
        let bench = try await ContactTests.two()
        let say = Saying(bench: bench)
        func verify(_ number: String, _ session: String) async throws -> [String] {
            _ = try await say("sign-in", number, by: session)
            return try await say("verify", by: session, input: "\(bench.code(number, session: session))\n")
        }
        #expect(try await verify(SignalBench.ada, "x") == ["signed in as Ada"])
        #expect(
            try await verify("+33612345678", "y") == [
                "signed in", "next: seam signal me --first-name NAME --last-name NAME",
            ])
        _ = try ContactTests.add(bench, "ben", by: nil, isResponder: true)
        #expect(try await say("who-sees-me", by: "ben") == ["Ada", "  now: first name, parts of your number"])
        let code = try #require(try await say("qr").last)
        #expect(try await say("add", "--dependent", by: "ben", input: "\(code)\n") == ["Ada Moreno is your contact"])
        #expect(try await say.news() == ["A contact has agreed: Ben Quux: told of your alarms."])
        #expect(try await say("accept", "Ada", by: "ben").first == "Ada Moreno asks for nothing more")
        _ = try await say("sos")
        #expect(try await say("history", "--alarms") == ["{time}  call for help  still running"])
        _ = try await say.news(of: "ben")
        _ = try await say("cancel")
        #expect(try await say.news(of: "ben") == ["All is well: Ada Moreno has ended the alarm. {word}"])
        try say.responder("cleo", "Cleo", "+33612345679")
        #expect(try await say.news(of: "ben") == ["One more responder: Ada Moreno has one more responder."])
        bench.daemon.signal(SIGTERM)
        _ = try await bench.daemon.awaitExit()
        let away = try await say("sos")
        #expect(away.first == "seam: nobody was told", "\(away)")
    }
}
