import Foundation
import Glibc
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Searches the daemon's memory for traces of a person who has signed out or left. The test needs root to read that
/// memory.
@Suite(.serialized, .timeLimit(.minutes(3)), .enabled(if: canBeOtherUsers, "looks into memory: run it as root"))
struct SignalTracesTests {
    /// Texts that do not occur by chance.
    private struct Canary {
        let name = "Ada-" + Self.word(16)
        let last = "Mo-" + Self.word(20)
        let note = "Insulin " + Self.word(24)
        let label = "Ben-" + Self.word(16)

        var forms: [SecretForms] {
            [("name", name), ("last name", last), ("note", note), ("label", label)].map {
                SecretForms($0.0, Array($0.1.dropFirst(4).utf8))
            }
        }

        private static func word(_ count: Int) -> String {
            (0..<count).map { _ in String("abcdefghijkmnpqrstuvwxyz".randomElement() ?? "x") }.joined()
        }
    }

    private static func digits(except others: Set<String> = []) -> String {
        let code = (0..<6).map { _ in "\(Int.random(in: 0...9))" }.joined()
        return Set(code).count < 5 || others.contains(code) ? digits(except: others) : code
    }

    private static func found(_ forms: [SecretForms], in process: ChildProcess) throws -> [String] {
        try SecretPlace.memory(of: process.pid).flatMap { region in forms.flatMap { $0.found(in: region) } }
    }

    @Test("signal traces: leaves nothing in memory") func leavesNothingInMemory() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ben, session: "ben")
        for leaves in [false, true, false] {
            let (canary, pin) = (Canary(), Self.digits())
            let forced = Self.digits(except: [pin])
            let code = try Self.visit(canary, pin, forced, bench, leaves: leaves)
            let deadline = ContinuousClock.now + .seconds(5)
            while try !Self.found(canary.forms, in: bench.daemon).isEmpty, ContinuousClock.now < deadline {
                await Task.yield()
            }
            #expect(try Self.found(canary.forms, in: bench.daemon) == [])
            let digits = [("PIN", pin), ("forced PIN", forced), ("code", code)].map {
                SecretForms($0.0, Array($0.1.utf8))
            }
            // The test searches only for the raw form, because other forms of six digits may occur by chance.
            #expect(try Self.found(digits, in: bench.daemon).filter { $0.hasSuffix("raw") } == [])
        }
    }

    /// Signs a person in, sets a profile and PINs, checks in, undoes all of this and signs out, or leaves. Returns the
    /// code of the sign-in.
    private static func visit(
        _ canary: Canary, _ pin: String, _ forced: String, _ bench: SignalBench, leaves: Bool
    ) throws -> String {
        let client = try bench.client()
        _ = try client.call(AuthSignIn.self, .init(phone: SignalBench.ada))
        let code = try bench.code(SignalBench.ada)
        _ = try client.call(AuthVerify.self, .init(code: code))
        _ = try client.call(
            UserUpdate.self, .init(firstName: canary.name, lastName: canary.last, emergencyNote: canary.note))
        let own = try client.call(UserGet.self, .init(session: "ben")).qrCodeID
        let info = try client.call(ContactInfoGet.self, .init(session: nil, qrCodeID: own))
        let wish = ContactWish(
            firstName: canary.label, lastName: "", phone: "", isResponder: true, isDependent: false, tier: nil)
        _ = try client.call(ContactAdd.self, .init(session: nil, ticket: info.ticket, wish: wish))
        let contact = try client.call(ContactList.self, .init()).contacts[0]
        _ = try client.call(PINSet.self, .init(new: pin, forced: forced))
        _ = try client.call(CheckInRecord.self, .init(pin: pin))
        let screen = try bench.client()
        let call = try screen.start(OutgoingCall(stream: UserWatch.name, params: SignalSessionParams().jsonText))
        _ = screen.next(of: call)
        #expect(try !found(canary.forms, in: bench.daemon).isEmpty, "a control: a screen has it")
        if leaves {
            _ = try client.call(PersonLeave.self, .init(pin: pin))
            return code
        }
        _ = try client.call(ContactRemove.self, .init(contact: contact.id, pin: pin))
        _ = try client.call(PINSet.self, .init(new: nil, pin: pin))
        _ = try client.call(AuthSignOut.self, .init())
        return code
    }
}
