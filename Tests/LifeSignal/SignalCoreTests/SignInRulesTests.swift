import SignalCore
import Testing
import Wire

/// Tests the rules for requesting a code and for trying a code.
@Suite struct SignInRulesTests {
    private static let start = Timestamp(millisecondsSince1970: 1_767_225_600_000)

    private static func at(_ seconds: Int64) -> Timestamp { start.advanced(by: .seconds(seconds)) }

    private static func pending(tries: Int = 0, isIssued: Bool = false) -> PendingSignIn {
        PendingSignIn(phone: "+4915112345678", code: "012345", expiresAt: at(600), tries: tries, isIssued: isIssued)
    }

    @Test("sign in rules: three requests an hour and ten a day") func threeRequestsAnHourAndTenADay() {
        #expect(SignInRules.wait(after: [Self.at(0), Self.at(1)], at: Self.at(2)) == nil)
        #expect(SignInRules.wait(after: [Self.at(0), Self.at(1), Self.at(2)], at: Self.at(3)) == .seconds(3_597))
        let spread = (0..<10).map { Self.at($0 * 3_600) }
        #expect(SignInRules.wait(after: spread, at: Self.at(36_000)) == .seconds(50_400))
        #expect(SignInRules.wait(after: spread, at: Self.at(86_400)) == nil)
    }

    @Test("sign in rules: codes have six digits") func codesHaveSixDigits() {
        #expect(SignInRules.code(from: 0) == "000000" && SignInRules.code(from: 1_000_007) == "000007")
        #expect(SignInRules.code(from: .max).utf8.count == 6)
    }

    @Test("sign in rules: a code is right once and for five tries and ten minutes")
    func aCodeIsRightOnceAndForFiveTriesAndTenMinutes() {
        let now = Self.at(10)
        func attempt(_ code: String, _ pending: PendingSignIn?, at moment: Timestamp = now) -> CodeTry {
            CodeTry(code, of: pending, after: nil, isWelcome: true, at: moment)
        }
        #expect(attempt("012345", Self.pending()) == .right)
        #expect(attempt("012345", Self.pending(tries: 4)) == .right)
        #expect(attempt("012345", Self.pending(tries: 5)) == .over)
        #expect(attempt("012345", Self.pending(), at: Self.at(600)) == .over)
        #expect(attempt("012345", nil) == .over)
        #expect(
            attempt("012346", Self.pending())
                == .wrong(Self.pending(tries: 1), WrongTries(count: 1, since: now, last: now)))
    }

    /// Nobody can find out whether a number is known or may register, because every answer is that the code is wrong.
    @Test("sign in rules: who may not register finds every code wrong") func whoMayNotRegisterFindsEveryCodeWrong() {
        let closed = CodeTry("012345", of: Self.pending(), after: nil, isWelcome: false, at: Self.at(10))
        let wrong = CodeTry("543210", of: Self.pending(), after: nil, isWelcome: true, at: Self.at(10))
        #expect(closed == wrong)
        let invited = CodeTry("012345", of: Self.pending(isIssued: true), after: nil, isWelcome: false, at: Self.at(10))
        #expect(invited == .right)
    }

    @Test("sign in rules: after fifteen wrong tries each must wait twice as long")
    func afterFifteenWrongTriesEachMustWaitTwiceAsLong() {
        var tries = WrongTries(count: 1, since: Self.at(0), last: Self.at(0))
        for _ in 1..<15 { tries = tries.failed(at: Self.at(1)) }
        var (now, waits) = (Self.at(1), [Duration]())
        for _ in 0..<9 {
            let wait = tries.wait(at: now) ?? .zero
            waits.append(wait)
            now = now.advanced(by: wait)
            #expect(tries.wait(at: now) == nil)
            tries = tries.failed(at: now)
        }
        #expect(waits == [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600].map { Duration.seconds($0) })
        #expect(tries.wait(at: Self.at(86_400)) == nil, "a day later they begin anew")
        // If somebody floods a number, people to whom an administrator gave a code are not locked out.
        let flooded = WrongTries(count: 40, since: now, last: now)
        #expect(CodeTry("012345", of: Self.pending(isIssued: true), after: flooded, isWelcome: true, at: now) == .over)
        let open = PendingSignIn(
            phone: "+4915112345678", code: "012345", expiresAt: now.advanced(by: .seconds(9)), isIssued: true)
        #expect(CodeTry("012345", of: open, after: flooded, isWelcome: true, at: now) == .right)
        // Somebody who guesses such a code has only one try.
        var tried = open
        tried.tries = 1
        guard case .limited = CodeTry("012345", of: tried, after: flooded, isWelcome: true, at: now) else {
            Issue.record("the second try does not wait")
            return
        }
    }

    @Test("sign in rules: names and notes are texts of people") func namesAndNotesAreTextsOfPeople() throws {
        #expect(try ProfileText.name("  Zoe ", "/first_name") == "Zoe")
        #expect(try ProfileText.name("\u{202a}Zoe\u{202e}\u{a0}Quux", "/first_name") == "Zoe Quux", "as it was copied")
        #expect(try ProfileText.note("insulin,\nin the fridge", "/emergency_note") == "insulin,\nin the fridge")
        #expect(try ProfileText.name(String(repeating: "é", count: 64), "/n").count == 64)
        for bad in ["", "  ", "a\u{1b}[31m", "a\nb", "\u{202e}", String(repeating: "x", count: 65), "a\u{0}"] {
            let fault = #expect(throws: FieldFault.self, "\(bad.debugDescription)") {
                try ProfileText.name(bad, "/first_name")
            }
            #expect(fault?.field == "/first_name")
        }
        #expect(throws: FieldFault.self) { try ProfileText.name("a" + String(repeating: "\u{301}", count: 900), "/n") }
        #expect(throws: FieldFault.self) { try ProfileText.note(String(repeating: "x", count: 2_001), "/n") }
        #expect(ProfileText.hint("+4915112345678") == "+49 … 5678" && ProfileText.hint("+1234567") == "+12 … 67")
    }
}
