import DaemonCore
import SealedDatabase
import SeamWords
import SignalAPI
import SignalCore
import SignalStore
import TestSupport
import Testing
import Wire

@testable import SignalService

/// A world with Ada, Ben and Cleo, in a store with several such worlds. The world records all data that Ada's sessions
/// get: replies, errors, streamed items, and every list after each step. Numbers replace random ids, words and
/// telephone numbers. They are given in the order in which these texts first appear.
final class PretenceWorld {
    /// The PIN that comes with a call.
    enum PIN: CaseIterable {
        case none, real, forced, wrong
    }

    let store: SignalStore
    private(set) var ada: SignalPersonID
    let (ben, cleo): (SignalPersonID, SignalPersonID)
    /// Ada's session and number.
    let (session, phone): (SessionID, String)
    /// Whether the steps that use the PIN for force really use it. If not, the step uses the real PIN instead.
    let isForced: Bool
    /// Everything that Ada's sessions were told since the last comparison.
    private(set) var told: [String] = []
    private(set) var now: Timestamp
    private var names: [String: Int] = [:]
    private var known: [SignalContact] = []
    private var sight: PersonSight?
    private var lastID: UInt64 = 0

    nonisolated(unsafe) private static let name =
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|"word":"[A-Z]+"|\+49[0-9… ]*[0-9]/

    /// Signs three people in.
    init(_ store: SignalStore, number: UInt8, isForced: Bool, at now: Timestamp) throws {
        (self.store, self.isForced, self.now) = (store, isForced, now)
        (ada, ben, cleo) = (Self.id(number, 1), Self.id(number, 2), Self.id(number, 3))
        let uids = (0..<3).map { UInt32(number) * 4 + $0 }
        let sessions = try uids.map { try #require(SessionID(uid: $0, name: "default")) }
        let phones = uids.map { "+4915112\(100_000 + $0)" }
        (session, phone) = (sessions[0], phones[0])
        for (place, person) in [ada, ben, cleo].enumerated() {
            try signIn(person, to: sessions[place], phones[place])
            let name = ["Ada", "Ben", "Cleo"][place]
            _ = try store.change(person, at: now) { $0.profile.firstName = name }
        }
        _ = try store.setPINs(real: "1111", forced: "2222", of: ada, with: use(.none, isRequired: true), at: now)
    }

    private func signIn(_ person: SignalPersonID, to session: SessionID, _ phone: String) throws {
        let pending = PendingSignIn(
            phone: phone, code: "123456", expiresAt: now.advanced(by: .seconds(60)), isIssued: true)
        try store.save(pending, of: session, at: now)
        _ = try store.signIn(
            session, pending: nil, code: "123456", isOpen: true, ids: (person, Self.qr(person)), at: now)
    }

    /// Signs in again with Ada's number, as a new person with this id.
    func signIn(again id: SignalPersonID) throws {
        try signIn(id, to: session, phone)
        #expect(try store.person(of: session)?.person.id == id)
        ada = id
    }

    private static func id(_ number: UInt8, _ place: UInt8) -> [UInt8] {
        [number, place] + [UInt8](repeating: 0, count: 14)
    }

    static func qr(_ person: SignalPersonID) -> [UInt8] { person.map { $0 &+ 100 } }

    /// A new id, which is the same in both worlds except for its beginning.
    func newID() -> [UInt8] {
        lastID += 1
        return [ada[0], 9] + (0..<6).map { _ in 0 } + withUnsafeBytes(of: lastID.bigEndian) { [UInt8]($0) }
    }

    func use(_ pin: PIN, isRequired: Bool) -> PINUse {
        PINUse(digits(pin), isRequired: isRequired, alert: newID())
    }

    func digits(_ pin: PIN) -> String? {
        switch pin {
        case .none: nil
        case .real: "1111"
        case .forced: isForced ? "2222" : "1111"
        case .wrong: "9999"
        }
    }

    func move(to now: Timestamp) { self.now = now }

    /// Begins to follow the streams. After that, only changes are recorded.
    func follow() throws {
        sight = try store.person(ada).map { PersonSight($0, isWatched: true) }
        known = try store.contacts(of: ada, at: now).map(SignalContact.init)
        told = []
    }

    // MARK: - What Ada is told

    func reply(_ text: String) { told.append("reply \(numbered(text))") }

    /// Records the streamed items of an event.
    func stream(_ news: SignalNews) throws {
        for note in news.notifications where note.person == ada {
            told.append("notification \(numbered(SignalNotification(note, in: .english).json.text))")
        }
        for ping in news.pings where ping.person == ada {
            told.append("ping \(numbered(SignalPing(ping, at: ping.respondedAt ?? ping.at).json.text))")
        }
        guard news.touched.contains(ada) else { return }
        let contacts = try store.contacts(of: ada, at: now).map(SignalContact.init)
        for gone in known where !contacts.contains(where: { $0.id == gone.id }) {
            told.append("removed \(numbered(gone.id.description))")
        }
        for contact in contacts where !known.contains(contact) {
            told.append("contact \(numbered(contact.json.text))")
        }
        known = contacts
    }

    /// Records the streamed items about a person who has changed.
    func stream(_ change: WatchChange) throws {
        if change.person.id == ada {
            let new = PersonSight(change.person, isWatched: true)
            if new.person != sight?.person { told.append("user \(numbered(new.person.json.text))") }
            if new.alarm != sight?.alarm { told.append("alarm \(numbered(new.alarm.json.text))") }
            sight = new
        }
        try stream(change.news)
    }

    /// Returns everything that was told since the last call. If `isRead` is true, also returns everything that can be
    /// read.
    func take(isRead: Bool) throws -> [String] {
        var lines = told
        told = []
        guard isRead else { return lines }
        let record = try #require(try store.person(ada))
        func list(_ name: String, _ rows: [JSON]) { lines.append("\(name) \(numbered(JSON.array(rows).text))") }
        list("user.get", [SignalPerson(record, isWatched: true, at: now).json, SignalAlarm(record).json])
        list("settings.get", [SignalPreferences(record).json])
        list("alert.list", try store.alerts(of: ada, limit: 100).map { SignalAlert($0).json })
        list("checkin.list", try store.checkIns(of: ada, limit: 100).map { .string("\($0.at) \($0.source)") })
        let notes = try store.notifications(of: ada, limit: 100)
        list("notification.list", notes.map { SignalNotification($0, in: .english).json })
        list("unread", [.integer(Int64(try store.unread(of: ada)))])
        list("contact.list", try store.contacts(of: ada, at: now).map { SignalContact($0).json })
        list(
            "contact.who_sees_me",
            try store.whoSees(ada, at: now).map { sight in
                .string(
                    "\(SignalID(of: sight.contact.id)) \(sight.seen.map(\.rawValue).sorted()) "
                        + "\(sight.inAlarm.map(\.rawValue).sorted())")
            })
        list("ping.list", try store.pings(of: ada, at: now).map { SignalPing($0, at: now).json })
        list("drill.get", [SignalDrill(try store.drill(of: ada, at: now), at: now).json])
        return lines
    }

    /// A text in which numbers replace ids, words and telephone numbers. A value that occurs again gets the same
    /// number.
    private func numbered(_ text: String) -> String {
        text.replacing(Self.name) { match in
            let name = String(match.output)
            let number = names[name] ?? names.count
            names[name] = number
            return "#\(number)"
        }
    }
}
