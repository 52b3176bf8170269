import Foundation
import LifeSignal
import SeamComponents
import SeamWords
import SignalAPI
import TermCore
import TermUI
import TestSupport
import Wire

@testable import SignalScreens

/// Stands in for LifeSignal's daemon. The test decides what the daemon answers, and sees every call.
final class Backstage: SignalReporting, @unchecked Sendable {
    /// A call that a screen made.
    struct Made: Equatable {
        var method: String
        var params: JSON
    }

    private let lock = NSLock()
    private var made: [Made] = []
    private var replies: [String: JSON] = [:]
    private var refusals: [String: WireError] = [:]

    var calls: [Made] { lock.withLock { made } }

    /// The calls of one method.
    func calls(of method: String) -> [Made] { calls.filter { $0.method == method } }

    func reply(to method: String, _ json: JSON) { lock.withLock { replies[method] = json } }

    func refuse(_ method: String, _ error: WireError?) { lock.withLock { refusals[method] = error } }

    func follow(_ receive: @escaping @Sendable (SignalNews, SignalID?) async -> Void) async {}

    func answer<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params
    ) async throws(WireError) -> Method.Result {
        let (reply, refusal) = lock.withLock {
            made.append(Made(method: Method.name, params: params.json))
            return (replies[Method.name], refusals[Method.name])
        }
        if let refusal { throw refusal }
        do throws(FieldFault) {
            return try Method.Result(json: reply ?? Self.usual[Method.name] ?? [:], at: "/result")
        } catch {
            throw .invalidParameter(error)
        }
    }

    /// The answers of a daemon at which all is well.
    private static let usual: [String: JSON] = [
        "checkin.record": Person.ada { $0.lastCheckIn = Person.now }.json,
        "alert.activate": Person.alert("manual").json,
        "alert.ack": Person.ben.json, "alert.resolve": Person.ben.json, "alert.mute": Person.ben.json,
        "contact.accept": Person.ben.json, "contact.update": Person.ben.json, "contact.add": Person.ben.json,
        "contact.info": SignalContactInfo(
            ticket: Person.id(70), firstName: "Cleo", phoneHint: "+49 … 77", expiresAt: Person.now
        ).json,
        "ping.send": SignalPing(
            id: Person.id(80), contact: Person.id(2), isMine: true, at: Person.now, status: "pending"
        ).json,
        "drill.get": SignalDrill(
            at: Person.now, age: .zero,
            responders: [
                .init(contact: Person.id(2), firstName: "Ben", lastName: "Quist", answeredAt: Person.now)
            ]
        ).json,
        "drill.start": SignalDrill(at: Person.now, age: .zero, responders: []).json,
        "drill.answer": Person.ben.json,
        "settings.get": SignalPreferences().json, "settings.set": SignalPreferences().json,
        "reach.list": .members(("addresses", .array([])), ("channels", .array([]))),
        "contact.who_sees_me": .members(("sights", .array([]))),
        "user.update": Person.ada().json, "user.refresh_qr": Person.ada().json, "checkin.set": Person.ada().json,
        "checkin.pause": Person.ada().json, "auth.verify": Person.ada().json,
        "auth.sign_in": AuthSignIn.Result(
            session: "default", expiresAt: Person.now.advanced(by: .seconds(600)), source: "administrator"
        ).json,
    ]
}

/// People for the tests, at a Wednesday at 14:00.
enum Person {
    static let date = Date(timeIntervalSince1970: 1_795_615_200)
    static let now = Timestamp(millisecondsSince1970: 1_795_615_200_000)
    static let calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .current
        return calendar
    }()

    static func id(_ number: UInt8) -> SignalID {
        guard let id = SignalID(bytes: Array(repeating: number, count: 16)) else { preconditionFailure("16 bytes") }
        return id
    }

    /// Ada, whose check-in is due after `due`, or who has no deadline.
    static func ada(due: Duration? = .seconds(6 * 3600), _ change: (inout SignalPerson) -> Void = { _ in })
        -> SignalPerson
    {
        var person = SignalPerson(
            id: id(1), firstName: "Ada", lastName: "Moreno", phone: "+4915112345678", emergencyNote: "",
            checkInInterval: .seconds(86_400), reminderInterval: .seconds(7200), grace: .seconds(300), status: "active",
            qrCodeID: id(9), isArmed: due != nil, isWatched: true, hasPIN: false, isLate: false)
        person.nextDue = due.map { now.advanced(by: $0) }
        person.lastCheckIn = due == nil ? nil : now.advanced(by: .seconds(-3600))
        change(&person)
        return person
    }

    static func contact(
        _ number: UInt8, _ first: String, _ last: String, isResponder: Bool = false, isDependent: Bool = false,
        _ change: (inout SignalContact) -> Void = { _ in }
    ) -> SignalContact {
        var contact = SignalContact(
            id: id(number), firstName: first, lastName: last, phone: "+34600112233", addedAt: now)
        (contact.isResponder, contact.isDependent, contact.consent) = (isResponder, isDependent, "active")
        change(&contact)
        return contact
    }

    static let ben = contact(2, "Ben", "Quist", isResponder: true)
    static let grace = contact(3, "Grace", "Hopper", isResponder: true) {
        $0.tier = 2
        $0.isUnheard = true
    }
    static let edsger = contact(4, "Edsger", "Dijkstra", isDependent: true) {
        ($0.status, $0.lastCheckIn) = ("active", now.advanced(by: .seconds(-7200)))
    }

    static func alert(_ kind: String, _ change: (inout SignalAlert) -> Void = { _ in }) -> SignalAlert {
        var alert = SignalAlert(
            id: id(60), at: now.advanced(by: .seconds(-240)), kind: kind, status: "active", word: "BQRTNA")
        change(&alert)
        return alert
    }

    static func barbara(_ kind: String = "overdue", _ change: (inout SignalAlert) -> Void = { _ in }) -> SignalContact {
        let alert = alert(kind, change)
        return contact(5, "Barbara", "Liskov", isDependent: true) {
            ($0.status, $0.alert, $0.isLast) = ("nonResponsive", alert, true)
            $0.emergencyNote = "The key is at number 12."
        }
    }
}

/// A screen of LifeSignal without a daemon.
@MainActor final class SignalStage {
    let source = Backstage()
    let model: SignalModel
    let pilot: Pilot

    /// Shows a screen at which Ada is signed in, with these contacts.
    init(
        _ person: SignalPerson? = Person.ada(), contacts: [SignalContact] = [Person.ben, Person.grace, Person.edsger],
        columns: Int = 80, rows: Int = 24, isDesk: Bool = false, language: SeamLanguage = .english,
        _ change: (inout EnvironmentValues) -> Void = { _ in }
    ) {
        model = SignalModel(source, follows: false)
        var environment = EnvironmentValues()
        environment.seamDates = SeamDateText(now: Person.date, calendar: Person.calendar)
        environment.seamLanguage = language
        change(&environment)
        let screen = isDesk ? AnyView(SignalDeskScreen(model)) : AnyView(SignalScreen(model))
        pilot = Pilot(screen, columns: columns, rows: rows, environment: environment)
        guard let person else { return }
        tell(.person(person), .contacts(contacts), .alert(nil), .pings([]), .inbox([], unread: 0))
        // By then, a key that showed the screen would have been let go.
        pilot.advance(by: .seconds(1))
    }

    /// Reports news about Ada.
    func tell(_ news: SignalNews...) {
        for item in news { model.take(item, of: Person.id(1)) }
        pilot.advance(by: .milliseconds(20))
    }

    /// Waits until the screen shows a text.
    func shows(_ text: String) async -> Bool { await pilot.wait { self.pilot.shows(text) } }

    /// Waits until a method was called, and until its answer was taken.
    func called(_ method: String, times: Int = 1) async -> Bool {
        await pilot.wait { self.source.calls(of: method).count >= times && !self.model.isBusy }
    }
}

extension Pilot {
    /// Gives other tasks their turns until a condition holds.
    @MainActor func wait(until isWanted: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + .seconds(10)
        var turns = 0
        while !isWanted() {
            guard ContinuousClock.now < end || turns < 1000 else { return false }
            turns += 1
            await Task.yield()
            advance(by: .zero)
        }
        return true
    }
}
