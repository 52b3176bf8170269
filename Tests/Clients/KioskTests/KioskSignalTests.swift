import LifeSignal
import LinuxSupport
import SeamWords
import SignalAPI
import SignalScreens
import TermCore
import TermUI
import TestSupport
import Testing
import Wire

@testable import Kiosk

/// LifeSignal beside a visitor's doors.
@Suite @MainActor struct KioskSignalTests {
    /// LifeSignal's daemon, at which Ada is signed in.
    private final class Daemon: SignalReporting {
        private struct State {
            var calls: [String] = []
            var pins: [JSON?] = []
        }

        private let state = Locked(State())
        private let person: SignalPerson
        private let contacts: [SignalContact]

        init(_ person: SignalPerson, contacts: [SignalContact] = []) {
            (self.person, self.contacts) = (person, contacts)
        }

        var calls: [String] { state.withLock { $0.calls } }
        var pins: [JSON?] { state.withLock { $0.pins } }

        func follow(_ receive: @escaping @Sendable (SignalNews, SignalID?) async -> Void) async {
            await receive(.person(person), person.id)
            await receive(.contacts(contacts), person.id)
        }

        func answer<Method: TypedMethod>(
            _ method: Method.Type, _ params: Method.Params
        ) async throws(WireError) -> Method.Result {
            state.withLock { state in
                state.calls.append(Method.name)
                state.pins.append(params.json["pin"])
            }
            let alert = SignalAlert(
                id: person.id, at: Timestamp(millisecondsSince1970: 0), kind: "manual", status: "active", word: "AAAAAA"
            )
            do throws(FieldFault) {
                let json =
                    switch Method.name {
                    case "alert.activate": alert.json
                    case "alert.ack", "alert.resolve": contacts.first?.json ?? [:]
                    case "alert.deactivate": [:] as JSON
                    default: person.json
                    }
                return try Method.Result(json: json, at: "/result")
            } catch {
                throw .invalidParameter(error)
            }
        }
    }

    private static func ada(hasPIN: Bool = false) throws -> SignalPerson {
        let id = try #require(SignalID(bytes: Array(repeating: 1, count: 16)))
        var ada = SignalPerson(
            id: id, firstName: "Ada", lastName: "Moreno", phone: "+4915112345678", emergencyNote: "",
            checkInInterval: .seconds(86_400), reminderInterval: .seconds(7200), grace: .seconds(300), status: "active",
            qrCodeID: id, isArmed: true, isWatched: true, hasPIN: hasPIN, isLate: false)
        // Thursday at 20:00, six hours after the screen's present time.
        ada.nextDue = Timestamp("2026-11-26T20:00:00Z")
        return ada
    }

    private static func stage(_ daemon: Daemon) async throws -> KioskStage {
        let stage = try KioskStage()
        stage.desk.signal = daemon
        stage.press(.enter, .enter)
        stage.type("4711")
        stage.press(.enter)
        await stage.answer(Visitor("Front Door"))
        _ = await stage.wait { stage.pilot.shows("I am all right") }
        return stage
    }

    @Test("kiosk signal: the button is beside the doors, and * checks in") func checkIn() async throws {
        let daemon = Daemon(try Self.ada())
        let stage = try await Self.stage(daemon)
        #expect(stage.pilot.shows("Check in by tonight, 8 o'clock."), "\(stage.pilot.text)")
        #expect(stage.pilot.shows("*  I am all right") && stage.pilot.shows("Front Door"))
        stage.press(.character("*"))
        #expect(await stage.wait { daemon.calls.contains("checkin.record") })
        #expect(await stage.wait { stage.pilot.shows("Thank you. You have checked in.") })
        #expect(stage.read == "Thank you. You have checked in.", "it is read aloud")
    }

    @Test("kiosk signal: help is called by the second press") func help() async throws {
        let daemon = Daemon(try Self.ada())
        let stage = try await Self.stage(daemon)
        stage.press(.character("."))
        #expect(stage.pilot.shows("Press . once more"))
        stage.pass(.seconds(1))
        #expect(!daemon.calls.contains("alert.activate"))
        stage.press(.character("."))
        #expect(await stage.wait { daemon.calls.contains("alert.activate") })
        #expect(await stage.wait { stage.pilot.shows("Help is being called.") })
    }

    @Test("kiosk signal: / ends the visitor's own call") func cancel() async throws {
        let daemon = Daemon(try Self.ada())
        let stage = try await Self.stage(daemon)
        stage.press(.character("/"))
        #expect(!daemon.calls.contains("alert.deactivate"), "no call runs yet")
        stage.press(.character("."))
        stage.pass(.seconds(1))
        stage.press(.character("."))
        #expect(await stage.wait { stage.pilot.shows("/  Cancel my call for help") }, "\(stage.pilot.text)")
        stage.press(.character("/"))
        #expect(await stage.wait { daemon.calls.contains("alert.deactivate") })
    }

    @Test("kiosk signal: / answers an alarm, and ends it only after a second press") func answer() async throws {
        let id = try #require(SignalID(bytes: Array(repeating: 5, count: 16)))
        let now = Timestamp(millisecondsSince1970: 1_795_615_200_000)
        func barbara(answered: Timestamp?) -> SignalContact {
            var contact = SignalContact(id: id, firstName: "Barbara", lastName: "Liskov", phone: "", addedAt: now)
            (contact.isDependent, contact.consent) = (true, "active")
            var alert = SignalAlert(id: id, at: now, kind: "overdue", status: "active", word: "BQRTNA")
            alert.acknowledgedAt = answered
            contact.alert = alert
            return contact
        }
        let ada = try Self.ada()
        let daemon = Daemon(ada, contacts: [barbara(answered: nil)])
        let stage = try await Self.stage(daemon)
        #expect(await stage.wait { stage.pilot.shows("/  I am on my way") }, "\(stage.pilot.text)")
        stage.press(.character("/"))
        #expect(await stage.wait { daemon.calls.contains("alert.ack") })
        stage.model.signal?.take(.contact(barbara(answered: now)), of: ada.id)
        #expect(await stage.wait { stage.pilot.shows("/  End the alarm of Barbara Liskov") }, "\(stage.pilot.text)")
        stage.press(.character("/"))
        #expect(stage.pilot.shows("Yes, I have spoken to Barbara Liskov: end the alarm"))
        #expect(!daemon.calls.contains("alert.resolve"))
        #expect(stage.read == "/, Yes, I have spoken to Barbara Liskov: end the alarm")
        stage.pass(.seconds(21))
        #expect(stage.pilot.shows("/  End the alarm of Barbara Liskov"), "an old question is forgotten")
        stage.press(.character("/"), .character("/"))
        #expect(await stage.wait { daemon.calls.contains("alert.resolve") })
    }

    @Test("kiosk signal: the PIN is asked for, and its digits open no door") func pin() async throws {
        let daemon = Daemon(try Self.ada(hasPIN: true))
        let stage = try await Self.stage(daemon)
        stage.press(.character("*"))
        #expect(await stage.wait { stage.pilot.shows("your PIN") })
        stage.type("1357")
        #expect(!stage.pilot.shows("1357"))
        stage.press(.enter)
        #expect(await stage.wait { daemon.pins.contains(.string("1357")) })
        #expect(stage.model.place == .keys)
    }

    @Test("kiosk signal: a visitor without LifeSignal sees doors alone") func without() async throws {
        let stage = try KioskStage()
        stage.press(.enter, .enter)
        stage.type("4711")
        stage.press(.enter)
        await stage.answer(Visitor("Front Door"))
        #expect(stage.pilot.shows("Front Door") && !stage.pilot.shows("I am all right"))
        stage.press(.character("*"))
        #expect(stage.model.place == .keys)
    }

    @Test("kiosk signal: nothing of a visitor's check-ins is left after the visit") func end() async throws {
        let daemon = Daemon(try Self.ada())
        let stage = try await Self.stage(daemon)
        stage.press(.character("0"))
        #expect(stage.model.signal == nil)
        #expect(!stage.pilot.shows("I am all right"))
    }
}
