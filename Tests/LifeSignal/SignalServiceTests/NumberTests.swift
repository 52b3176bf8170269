import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests people who change their number, with the real daemon.
@Suite(.timeLimit(.minutes(2))) struct NumberTests {
    private static let new = "+4915187654321"

    private static func change(_ bench: SignalBench, to phone: String = new, pin: String? = nil) throws -> SignalPerson
    {
        let client = try bench.client()
        _ = try client.call(UserSetPhone.self, .init(phone: phone, pin: pin))
        let number = try client.call(UserVerifyPhone.self, .init(code: try bench.code(phone))).phone
        let person = try client.call(UserGet.self, .init())
        #expect(person.phone == number)
        return person
    }

    @Test("number: it is changed while an alarm runs, and the alarm names the new one")
    func itIsChangedWhileAnAlarmRuns() async throws {
        let bench = try await ContactTests.agreed(configuration: PlayedSender.configuration)
        let client = try bench.client()
        let (sender, claims) = try LeavingTests.sender(bench)
        let before = try client.call(CheckInRecord.self, .init())
        let alert = try client.call(AlertActivate.self, .init())
        let first = try sender.next(of: claims)
        #expect(first.details?.contains(SignalBench.ada) == true)
        try sender.report(first)
        #expect(try ContactTests.contacts(bench, "ben").first?.phone == SignalBench.ada)
        let changed = try Self.change(bench)
        #expect(changed.phone == Self.new && changed.id == before.id && changed.nextDue == before.nextDue)
        #expect(try client.call(AlertGet.self, .init()).alert == alert, "the alarm goes on")
        let told = try #require(try ContactTests.inbox(bench, "ben").first)
        #expect(told.title == "A new number")
        #expect(told.message == "The telephone number of Ada Moreno is now \(Self.new).")
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        #expect(ada.phone == Self.new && ada.alert?.id == alert.id)
        #expect(try sender.next(of: claims).text == told.message, "he may have to call")
        _ = try client.call(AlertActivate.self, .init())
        try bench.advance(.seconds(61))
        var next = try sender.next(of: claims)
        while next.address != "ben-1" { next = try sender.next(of: claims) }
        #expect(next.kind == "alert" && next.details?.contains(Self.new) == true, "\(next)")
        #expect(next.details?.contains(SignalBench.ada) == false)
        let way = try client.call(AlertAck.self, .init(session: "ben", alert: alert.id))
        #expect(way.phone == Self.new)
        try await bench.restart()
        #expect(try bench.client().call(UserGet.self, .init()).phone == Self.new)
        // The old number is free, and the new number is this person's.
        #expect(try bench.signIn(SignalBench.ada, session: "old").id != before.id)
        #expect(try bench.signIn(Self.new, session: "two").id == before.id)
    }

    @Test("number: the number of another person is refused only after the right code")
    func theNumberOfAnotherIsRefused() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        let unknown = try client.call(UserSetPhone.self, .init(phone: Self.new))
        #expect(reason { _ = try client.call(UserVerifyPhone.self, .init(code: "000000")) } == "signal.code_wrong")
        let known = try client.call(UserSetPhone.self, .init(phone: SignalBench.ben))
        #expect(known == unknown, "the answer shows nothing")
        #expect(reason { _ = try client.call(UserVerifyPhone.self, .init(code: "000000")) } == "signal.code_wrong")
        let code = try bench.code(SignalBench.ben)
        #expect(reason { _ = try client.call(UserVerifyPhone.self, .init(code: code)) } == "signal.number_taken")
        #expect(reason { _ = try client.call(UserVerifyPhone.self, .init(code: code)) } == "signal.code_expired")
        #expect(try client.call(UserGet.self, .init()).phone == SignalBench.ada, "nothing has changed")
        #expect(try client.call(UserGet.self, .init(session: "ben")).phone == SignalBench.ben)
        // Once that person has left, the number is free.
        _ = try client.call(PersonLeave.self, .init(session: "ben"))
        #expect(try Self.change(bench, to: SignalBench.ben).phone == SignalBench.ben)
    }

    @Test("number: a code is for what it was asked for, and limits are as at sign-in")
    func aCodeIsForWhatItWasAskedFor() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        #expect(
            reason { _ = try client.call(UserSetPhone.self, .init(session: "x", phone: Self.new)) }
                == "signal.not_signed_in")
        #expect(reason { _ = try client.call(UserSetPhone.self, .init(phone: "12")) } == "signal.invalid_number")
        let first = try client.call(UserSetPhone.self, .init(phone: Self.new))
        let code = try bench.code(Self.new)
        try bench.advance(.seconds(60))
        #expect(try client.call(UserSetPhone.self, .init(phone: Self.new)) == first, "the code stays the same")
        #expect(reason { _ = try client.call(AuthVerify.self, .init(code: code)) } == "signal.code_expired")
        // A request to sign in replaces the other one, and its code changes no number.
        _ = try client.call(AuthSignIn.self, .init(phone: Self.new))
        let other = try bench.code(Self.new)
        #expect(reason { _ = try client.call(UserVerifyPhone.self, .init(code: other)) } == "signal.code_expired")
        #expect(try client.call(UserGet.self, .init()).phone == SignalBench.ada)
        // Five wrong tries end the code.
        _ = try client.call(UserSetPhone.self, .init(phone: Self.new))
        for _ in 0..<5 {
            #expect(reason { _ = try client.call(UserVerifyPhone.self, .init(code: "000000")) } == "signal.code_wrong")
        }
        #expect(reason { _ = try client.call(UserVerifyPhone.self, .init(code: "000000")) } == "signal.code_expired")
        for _ in 0..<2 {
            _ = try client.call(UserSetPhone.self, .init(phone: "+4915100000001"))
            _ = try client.call(UserSetPhone.self, .init(phone: "+4915100000002"))
        }
        _ = try client.call(UserSetPhone.self, .init(phone: "+4915100000001"))
        _ = try client.call(UserSetPhone.self, .init(phone: "+4915100000002"))
        #expect(
            reason { _ = try client.call(UserSetPhone.self, .init(phone: "+4915100000001")) } == "signal.limited",
            "three an hour")
    }

    @Test("number: the PIN is needed, the forced one calls for help, and an ephemeral session may do it")
    func thePINIsNeeded() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        _ = try client.call(PINSet.self, .init(new: "246810", forced: "135791"))
        #expect(
            reason { _ = try client.call(UserSetPhone.self, .init(phone: Self.new)) } == "signal.pin_required")
        #expect(try Self.change(bench, pin: "135791").phone == Self.new)
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        #expect(try ContactTests.contacts(bench, "ben").first?.alert?.isConcealed == true)
        let kiosk = try bench.client()
        let session = try kiosk.call(AuthSignIn.self, .init(phone: Self.new, isEphemeral: true)).session
        _ = try kiosk.call(AuthVerify.self, .init(code: try bench.code(Self.new, session: session)))
        _ = try kiosk.call(UserSetPhone.self, .init(phone: SignalBench.ada, pin: "246810"))
        #expect(reason { _ = try kiosk.call(UserVerifyPhone.self, .init(code: "000000")) } == "signal.code_wrong")
        let code = try bench.code(SignalBench.ada, session: session)
        #expect(try kiosk.call(UserVerifyPhone.self, .init(code: code)).phone == SignalBench.ada)
        #expect(reason { _ = try kiosk.call(UserVerifyPhone.self, .init(code: code)) } == "signal.code_expired")
        _ = try kiosk.call(PersonLeave.self, .init(pin: "246810"))
        #expect(reason { _ = try kiosk.call(UserGet.self, .init()) } == "signal.not_signed_in")
        #expect(reason { _ = try client.call(UserGet.self, .init()) } == "signal.not_signed_in", "every session")
    }
}
