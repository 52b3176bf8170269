import Foundation
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import TestSupport
import Testing
import Wire

@testable import SignalService

/// Compares random days that use the PIN for force with the same days that use the real PIN. Until a responder reports
/// that all is well, the person's sessions must get exactly the same data on both days.
@Suite struct PretenceTests {
    @Test("pretence: both PI ns show the same", .timeLimit(.minutes(2)), arguments: (0..<(15 as UInt64)).sampled)
    func bothPINsShowTheSame(_ seed: UInt64) throws {
        try Self.run(seed)
    }

    @Suite(.lane(.signal)) struct SignalLane {
        @Test("pretence: a thousand days", .timeLimit(.minutes(20))) func aThousandDays() throws {
            for seed in 1_000..<(1_100 as UInt64) { try PretenceTests.run(seed) }
        }
    }

    /// Runs ten days at a time, and these days share a clock.
    private static func run(_ seed: UInt64) throws {
        var random = SplitMix(seed: seed)
        var now = Timestamp(millisecondsSince1970: 1_767_225_600_000)
        // The store is in memory, so that no step waits for a disk.
        let place = "/dev/shm/seam-pretence-\(UUID())"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: place) }
        let store = try SignalStore(
            path: "\(place)/store.db", machineKey: MachineKey(bytes: Array(0..<32)), now: now)
        var days = try (0..<(10 as UInt8)).map { place in
            try PretenceDay(
                try PretenceWorld(store, number: place * 2, isForced: false, at: now),
                try PretenceWorld(store, number: place * 2 + 1, isForced: true, at: now),
                seed: seed * 10 + UInt64(place))
        }
        for _ in 0..<14 {
            let seconds: [Int64] = [0, 1, 5, 61, 300, 1_900, 7_200, 82_800, 90_000]
            now = now.advanced(by: .seconds(seconds.randomElement(using: &random) ?? 0))
            for day in days { day.move(to: now) }
            var look = try store.lookAtDue(at: now, jump: .zero)
            while true {
                #expect(look.failed == [] && look.failure == nil)
                for change in look.changes { try days[Int(change.person.id[0] / 2)].stream(change) }
                guard look.isPartial else { break }
                look = try store.lookAtDue(at: now, jump: .zero)
            }
            for place in days.indices { try days[place].step() }
        }
        // At the end, everyone leaves, and comes back with the same number.
        for place in days.indices { try days[place].leave() }
        try store.close()
    }
}

/// One day that happens in both worlds.
private struct PretenceDay {
    private let worlds: [PretenceWorld]
    private let seed: UInt64
    private var random: SplitMix
    private var done: [String] = []
    /// Whether the person was forced. After that, a responder's answer differs by design.
    private var isForced = false
    private var isOver = false

    init(_ real: PretenceWorld, _ forced: PretenceWorld, seed: UInt64) throws {
        (worlds, self.seed, random) = ([real, forced], seed, SplitMix(seed: seed))
        let roles = [ContactRoles(isResponder: true), ContactRoles(isResponder: true, isDependent: true)]
        let (ben, cleo) = (any(roles), any(roles + [ContactRoles(isDependent: true), nil]))
        let (isArmed, tier) = (any([true, true, false]), any([1, 2]))
        for world in worlds {
            try world.agree(world.ben, ben, tier: tier)
            if let cleo { try world.agree(world.cleo, cleo, tier: 2) }
            if isArmed { try world.event(.checkedIn(.manual), .none) }
            try world.follow()
        }
    }

    func move(to now: Timestamp) { for world in worlds { world.move(to: now) } }

    func stream(_ change: WatchChange) throws {
        try worlds[Int(change.person.id[0] % 2)].stream(change)
    }

    /// Performs the next action in both worlds, and compares the data that the person's sessions get in each of them.
    mutating func step() throws {
        guard !isOver else { return }
        let (name, act) = next()
        done.append(name)
        for world in worlds { try act(world) }
        // The test compares streamed items after every step, but compares the values that can be read only after some
        // steps.
        let isRead = any([true, false, false, false])
        let (real, forced) = (try worlds[0].take(isRead: isRead), try worlds[1].take(isRead: isRead))
        guard real != forced else { return }
        isOver = true
        let lines = zip(real, forced).first { $0 != $1 }.map { "\n\($0)\n\($1)" } ?? "\n\(real)\n\(forced)"
        Issue.record("seed \(seed), after \(done.joined(separator: ", ")):\(lines)")
    }

    /// Leaves in both worlds, and compares everything that Ada and others can find of her then.
    mutating func leave() throws {
        guard !isOver else { return }
        done.append("leave")
        for world in worlds { try world.leave() }
        let (real, forced) = (try worlds[0].take(isRead: true), try worlds[1].take(isRead: true))
        guard real != forced else { return }
        let lines = zip(real, forced).first { $0 != $1 }.map { "\n\($0)\n\($1)" } ?? "\n\(real)\n\(forced)"
        Issue.record("seed \(seed), after \(done.joined(separator: ", ")):\(lines)")
    }

    private mutating func any<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: 0..<values.count, using: &random)]
    }

    private mutating func next() -> (String, (PretenceWorld) throws -> Void) {
        let pin = any([.forced, .forced, .forced, .none, .real, .wrong] as [PretenceWorld.PIN])
        let (place, flag, tier) = (any([0, 1]), any([true, false]), any([1, 2, 3]))
        let other = any([\PretenceWorld.ben, \.cleo])
        let choice = Int.random(in: 0..<32, using: &random)
        if choice < 9 || choice >= 30, pin == .forced { isForced = true }
        let roles = ContactRoles(isResponder: flag, isDependent: any([true, false]) || !flag)
        switch choice {
        case 0, 1: return ("cancel \(pin)", { try $0.event(.cancelled, pin, isRequired: true) })
        case 2: return ("check in \(pin)", { try $0.event(.checkedIn(.manual), pin) })
        case 3:
            let longer = SignalIntervals(interval: .seconds(604_800))
            return ("longer \(pin)", { try $0.event(.changed(longer, arms: true), pin, isRequired: true) })
        case 4: return ("pause \(pin)", { try $0.event(.paused(for: .seconds(200_000)), pin, isRequired: true) })
        case 5, 6: return ("remove \(place) \(pin)", { try $0.remove(place, isQuietly: flag, pin) })
        case 7: return ("change \(place) \(roles) \(tier) \(pin)", { try $0.change(place, roles, tier: tier, pin) })
        case 8: return ("set PINs \(pin)", { try $0.setPINs(pin) })
        case 9, 10: return ("call", { try $0.event(.called($0.newID()), .none) })
        case 11: return ("check in", { try $0.event(.checkedIn(.manual), .none) })
        case 12:
            let shorter = SignalIntervals(interval: .seconds(3_600), reminder: .seconds(600))
            return ("shorter", { try $0.event(.changed(shorter, arms: true), .none) })
        case 13: return ("no pause", { try $0.event(.paused(for: nil), .none) })
        case 14, 15: return ("scan \(other)", { try $0.add($0[keyPath: other], by: $0.ada, roles, tier: tier) })
        case 16: return ("accept \(place)", { try $0.answer(place) { $0.accept() } })
        case 17: return ("decline \(place)", { try $0.answer(place) { $0.decline() } })
        case 18: return ("drill", { try $0.drill() })
        case 19: return ("ping \(place)", { try $0.ping(place) })
        case 20: return ("is scanned by \(other)", { try $0.add($0.ada, by: $0[keyPath: other], roles, tier: tier) })
        case 21: return ("\(other) pings", { try $0.isPinged(by: $0[keyPath: other]) })
        case 22: return ("\(other) is silent \(flag)", { try $0.silence($0[keyPath: other], flag) })
        case 23: return ("\(other) wants \(roles)", { try $0.isWanted(by: $0[keyPath: other]) { $0.want(roles) } })
        case 24: return ("\(other) accepts", { try $0.isWanted(by: $0[keyPath: other]) { $0.accept() } })
        case 30: return ("doors \(flag) \(pin)", { try $0.doors(flag, pin) })
        case 31: return ("a door \(pin)", { try $0.request(.door, pin) })
        case 25: return ("\(other) ends it", { try $0.isLeft(by: $0[keyPath: other], isQuietly: flag) })
        default:
            let event = { (id: SignalPersonID) in flag ? SignalEvent.acknowledged(by: .person(id)) : .resolved(by: id) }
            let isHeard = !isForced
            return ("\(other) answers", { if isHeard { try $0.isAnswered(by: $0[keyPath: other], event) } })
        }
    }
}

/// The events that can happen to Ada.
extension PretenceWorld {
    func event(_ event: SignalEvent, _ pin: PIN, isRequired: Bool = false) throws {
        switch try store.apply(event, to: ada, with: use(pin, isRequired: isRequired), at: now) {
        case .done(let change):
            try stream(change)
            reply("done")
        case .refused(let why, let news):
            try stream(news)
            reply("\(why)")
        case .unfit(let why): reply("\(why)")
        }
    }

    func doors(_ count: Bool, _ pin: PIN) throws {
        try request(.settings(IntervalWish(interval: nil, reminder: nil, grace: nil), doors: count), pin)
    }

    func request(_ request: SignalRequest, _ pin: PIN) throws {
        switch try store.apply(request, to: ada, with: use(pin, isRequired: false), at: now) {
        case .done(let change):
            try stream(change)
            reply(change.refusal.map { "\($0)" } ?? "done")
        case .refused(let why, let news):
            try stream(news)
            reply("\(why)")
        case .unfit(let why): reply("\(why)")
        }
    }

    func setPINs(_ pin: PIN) throws {
        let use = use(pin, isRequired: true)
        switch try store.setPINs(real: "1111", forced: "2222", of: ada, with: use, at: now) {
        case .done(let change):
            try stream(change)
            reply("done")
        case .refused(let why, let news):
            try stream(news)
            reply("\(why)")
        case .unfit(let why): reply("\(why)")
        }
    }

    /// Leaves, checks that nothing of Ada is found, and signs in again with her number.
    func leave() throws {
        let (code, use) = (Self.qr(ada), use(.forced, isRequired: true))
        switch try store.leave(ada, with: use, at: now) {
        case .done(let left):
            try stream(left.news)
            reply("left \(left.sessions.count)")
        case .refused(let why, let news):
            try stream(news)
            return reply("\(why)")
        case .unfit(let why): return reply("\(why)")
        }
        reply("\(try store.person(of: session) == nil) \(try store.contacts(of: ada, at: now))")
        reply("\(try store.lookUp(qr: code, by: ben, ticket: newID(), at: now))")
        reply("\(try store.people(after: 0, limit: 1_000).filter { $0.id == ada }.count)")
        reply("\(try store.checkIns(of: ada, limit: 9).count)")
        try signIn(again: newID())
    }

    private func told(_ outcome: Guarded<ContactOutcome>) throws {
        switch outcome {
        case .done(.changed(let contact, let news)):
            try stream(news)
            reply(contact.map { SignalContact($0).json.text } ?? "gone")
        case .done(let other): reply("\(other)")
        case .refused(let why, let news):
            try stream(news)
            reply("\(why)")
        case .unfit(let why): reply("\(why)")
        }
    }

    private func contact(_ place: Int) throws -> [UInt8] {
        let contacts = try store.contacts(of: ada, at: now)
        return contacts.isEmpty ? newID() : contacts[place % contacts.count].id
    }

    func remove(_ place: Int, isQuietly: Bool, _ pin: PIN) throws {
        try told(
            try store.removeContact(
                try contact(place), of: ada, isQuietly: isQuietly, pin: digits(pin), alert: newID(), at: now))
    }

    func change(_ place: Int, _ roles: ContactRoles, tier: Int, _ pin: PIN) throws {
        try told(
            try store.changeContact(
                try contact(place), of: ada, labels: ContactLabels(firstName: "L\(tier)"), tier: tier, pin: digits(pin),
                alert: newID(), at: now
            ) { $0.want(roles) })
    }

    func answer(_ place: Int, _ body: (inout ContactBond) -> Void) throws {
        try told(try store.changeContact(try contact(place), of: ada, alert: newID(), at: now, body))
    }

    func add(_ other: SignalPersonID, by person: SignalPersonID, _ roles: ContactRoles, tier: Int) throws {
        let (ticket, ids) = (newID(), (own: newID(), other: newID()))
        let found = try store.lookUp(qr: Self.qr(other), by: person, ticket: ticket, at: now)
        guard case .found(let ticket, let name, _) = found else { return reply("\(found)") }
        let added = try store.addContact(
            ticket: ticket, by: person, ContactLabels(), roles, tier: tier, ids: ids, at: now)
        if person == ada {
            reply(name)
            try told(.done(added))
        } else if case .changed(_, let news) = added {
            try stream(news)
        }
    }

    func agree(_ other: SignalPersonID, _ roles: ContactRoles, tier: Int) throws {
        try add(other, by: ada, roles, tier: tier)
        try isWanted(by: other) { $0.accept() }
    }

    func drill() throws {
        switch try store.beginDrill(of: ada, id: newID(), at: now) {
        case .begun(let drill, let news):
            try stream(news)
            reply(SignalDrill(drill, at: now).json.text)
        case let other: reply("\(other)")
        }
    }

    func ping(_ place: Int) throws {
        switch try store.ping(try contact(place), by: ada, id: newID(), at: now) {
        case .sent(let ping, let news):
            try stream(news)
            reply(SignalPing(ping, at: now).json.text)
        case let other: reply("\(other)")
        }
    }

    // MARK: - What others do

    private func row(of other: SignalPersonID) throws -> [UInt8] {
        try store.contacts(of: other, at: now).last?.id ?? newID()
    }

    func isPinged(by other: SignalPersonID) throws {
        let id = newID()
        if case .sent(_, let news) = try store.ping(try row(of: other), by: other, id: id, at: now) { try stream(news) }
    }

    func silence(_ other: SignalPersonID, _ isSilent: Bool) throws {
        try stream(try store.set(isSilent ? ["alerts"] : [], nil, of: other, at: now).1)
    }

    func isWanted(by other: SignalPersonID, _ body: (inout ContactBond) -> Void) throws {
        let done = try store.changeContact(try row(of: other), of: other, alert: newID(), at: now, body)
        if case .done(.changed(_, let news)) = done { try stream(news) }
    }

    func isLeft(by other: SignalPersonID, isQuietly: Bool) throws {
        let done = try store.removeContact(
            try row(of: other), of: other, isQuietly: isQuietly, pin: nil, alert: newID(), at: now)
        if case .done(.changed(_, let news)) = done { try stream(news) }
    }

    func isAnswered(by other: SignalPersonID, _ event: (SignalPersonID) -> SignalEvent) throws {
        let alert = try store.person(ada)?.watch.alert?.id
        let answered = try store.answer(alert: alert, word: nil, by: other, at: now, event)
        if let answered { try stream(answered.change) }
    }
}
