import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests what `seam signal` says and asks when people leave, sign out, change their number or end a role.
@Suite(.timeLimit(.minutes(2))) struct SignalLeaveTests {
    @Test("signal leave: a script confirms it, and a terminal asks") func aScriptConfirmsIt() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        let client = try bench.client()
        let refused = try await say("leave")
        #expect(refused == ["seam: leaving cannot be undone, so a script must confirm it (--yes)"])
        let no = try await SignalTerminalTests.seam(bench, ["leave"], typing: ["n"])
        let question = "Your deadlines and alarms end, 1 person is told, and your data is erased. Leave LifeSignal?"
        #expect(no.status != 0 && no.screen.contains(question), "\(no)")
        #expect(try client.call(UserGet.self, .init()).firstName == "Ada")
        // Ben is asked the same, and hears whom he leaves behind. The PIN is asked for after the question.
        let bens = try await SignalTerminalTests.seam(bench, ["leave", "--session", "ben"], typing: ["no"])
        #expect(bens.screen.contains("without you, only the operator of this machine is told"), "\(bens)")
        _ = try client.call(PINSet.self, .init(new: "246810", forced: "135791"))
        let yes = try await SignalTerminalTests.seam(bench, ["leave"], typing: ["y", "246810"])
        let left = "you have left: you are no longer watched here, and your contacts are told"
        #expect(yes.status == 0 && yes.screen.contains(left), "\(yes)")
        #expect(try await say.news(of: "ben").first == "Somebody has left: \(Self.gone)")
        let again = try await say("leave", "--yes")
        #expect(again == ["seam: nobody is signed in to this session (sign in: 'seam signal sign-in')"])
        #expect(try await say("leave", "--yes", by: "ben") == [left])
    }

    private static let gone = "Ada Moreno has left LifeSignal: nobody watches them now."

    @Test("signal leave: somebody with many contacts hears how many are told") func manyAreTold() async throws {
        let bench = try await LeavingTests.crowd(withPINs: false)
        let no = try await SignalTerminalTests.seam(bench, ["leave"], typing: ["n"])
        #expect(no.screen.contains("2 people are told"), "\(no)")
    }

    @Test("signal leave: signing out with a deadline or a call asks first") func signingOutAsksFirst() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        _ = try client.call(CheckInRecord.self, .init())
        _ = try client.call(AlertActivate.self, .init())
        let no = try await SignalTerminalTests.seam(bench, ["sign-out"], typing: ["n"])
        #expect(no.status != 0 && no.screen.contains("Sign out anyway? [y/N]"), "\(no)")
        #expect(no.screen.contains("your deadline still runs") && no.screen.contains("your call for help is still"))
        #expect(try client.call(UserGet.self, .init()).isArmed, "nothing was changed")
        let yes = try await SignalTerminalTests.seam(bench, ["sign-out"], typing: ["y"])
        #expect(yes.status == 0 && yes.screen.contains("signed out"), "\(yes)")
        #expect(reason { _ = try client.call(UserGet.self, .init()) } == "signal.not_signed_in")
        // Without a deadline, nothing is asked.
        let quiet = try await SignalTerminalTests.seam(bench, ["sign-out", "--session", "ben"])
        #expect(quiet.status == 0 && !quiet.screen.contains("anyway"), "\(quiet)")
    }

    @Test("signal leave: the last responder is not dropped without a word") func theLastResponderIsNotDropped()
        async throws
    {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        let without = "without Ben Quux, nobody but the operator of this machine is alerted if you need help"
        let no = try await SignalTerminalTests.seam(bench, ["remove", "Ben"], typing: ["n"])
        #expect(no.status != 0 && no.screen.contains("\(without). Go on? [y/N]"), "\(no)")
        let role = try await SignalTerminalTests.seam(
            bench, ["role", "Ben", "--responder", "off", "--dependent", "on"], typing: ["n"])
        #expect(role.status != 0 && role.screen.contains(without), "\(role)")
        #expect(try ContactTests.contacts(bench, nil).first?.isResponder == true)
        // With another responder, nothing is asked.
        try say.responder("cleo", "Cleo", "+33612345678")
        #expect(try await say("remove", "Cleo") == ["Cleo Quux is no longer a contact"])
        let removed = try await say("remove", "Ben")
        #expect(removed.contains("seam: \(without)"), "\(removed)")
    }

    @Test("signal leave: a number is changed with a code, in a script and on a terminal")
    func aNumberIsChanged() async throws {
        let bench = try await ContactTests.two()
        let say = Saying(bench: bench)
        let asked = try await say("number", "+49", "151", "87654321")
        #expect(asked.first?.hasPrefix("an administrator has your code until {time}: seam signal code ") == true)
        #expect(asked.last == "next: seam signal number verify, with the code on standard input")
        let code = try bench.code("+4915187654321")
        let changed = try await say("number", "verify", input: "\(code)\n")
        #expect(changed == ["your number is now +4915187654321, and your contacts are told"])
        #expect(try await say("number", SignalBench.ben) == asked)
        let bens = try bench.code(SignalBench.ben)
        let taken = "another person here has this number: they have to leave LifeSignal before you can use it"
        #expect(
            try await say("number", "verify", input: "\(bens)\n") == [
                "seam: \(taken) (sign in with that number, and leave with 'seam signal leave'; then it is free)"
            ])
        _ = try bench.client().call(PersonLeave.self, .init(session: "ben"))
        _ = try bench.client().call(UserSetPhone.self, .init(phone: SignalBench.ben))
        let new = try bench.code(SignalBench.ben)
        let wrong = new == "000000" ? "000001" : "000000"
        let typed = try await SignalTerminalTests.seam(bench, ["number", SignalBench.ben], typing: [wrong, new])
        #expect(typed.screen.contains("the code is wrong; 4 more tries"), "\(typed)")
        #expect(typed.status == 0 && typed.screen.contains("your number is now \(SignalBench.ben)"), "\(typed)")
    }
}
