import DaemonCore
import SealedDatabase
import SignalCore
import SignalStore
import TestSupport
import Testing
import Wire

/// Tests the store's deliveries with events that no client can cause yet.
@Suite struct DeliveryStoreTests {
    private let directory: TestDirectory
    private let store: SignalStore
    private let ada: SignalPersonID = Array(repeating: 1, count: 16)
    private let alarm: SignalAlertID = Array(repeating: 2, count: 16)
    private static let room = [ChannelRoom(name: "box", kind: .program, slots: 4)]

    init() throws {
        directory = try TestDirectory()
        let place = ReachAddress(known: "box", "siren")
        store = try SignalStore(
            path: directory.file("store.db"), machineKey: MachineKey(bytes: Array(0..<32)), operator: [place],
            now: Self.at(0))
        let session = try #require(SessionID(uid: 1, name: "default"))
        let code = PendingSignIn(
            phone: "+4915112345678", code: "123456", expiresAt: Self.at(60), isIssued: true)
        try store.save(code, of: session, at: Self.at(0))
        _ = try store.signIn(
            session, pending: nil, code: "123456", isOpen: true, ids: (ada, Array(repeating: 3, count: 16)),
            at: Self.at(0))
        try apply(.called(alarm), 1)
    }

    private static func at(_ seconds: Int64) -> Timestamp { Timestamp(millisecondsSince1970: seconds * 1_000) }

    private func apply(_ event: SignalEvent, _ seconds: Int64) throws {
        let use = PINUse(nil, isRequired: false, alert: alarm)
        _ = try store.apply(event, to: ada, with: use, at: Self.at(seconds))
    }

    private func claim(_ seconds: Int64) throws -> [ClaimedDelivery] {
        try store.claim(Self.room, slots: 16, at: Self.at(seconds))
    }

    private func report(_ claim: ClaimedDelivery, _ outcome: DeliveryOutcome, _ seconds: Int64) throws {
        let news = try store.report(
            StoredReport(number: claim.number, fence: claim.fence, outcome: outcome), at: Self.at(seconds))
        #expect(news != nil)
    }

    /// A channel can answer only for the recipients of its message.
    @Test("delivery store: the operators channel answers for the operator")
    func theOperatorsChannelAnswersForTheOperator() throws {
        let claim = try #require(try claim(2).first)
        #expect(try store.acknowledge(delivery: claim.number + 1, at: Self.at(3)) == nil)
        #expect(try store.person(ada)?.watch.alert?.acknowledgedAt == nil)
        #expect(try store.acknowledge(delivery: claim.number, at: Self.at(3)) != nil)
        #expect(try store.person(ada)?.watch.alert?.acknowledgedBy == .operator)
    }

    /// An alarm is sent before everything else that is waiting, and other messages leave half of a channel's slots free
    /// for alarms.
    @Test("delivery store: alarms come before all else") func alarmsComeBeforeAllElse() throws {
        let people = try StoredPeople()
        for person in [StoredPeople.ben, StoredPeople.cleo] { try people.agree(person) }
        for person in [StoredPeople.ada, StoredPeople.ben, StoredPeople.cleo] {
            for number in 0..<3 { try people.reach(person, "box", "\(person[0])-\(number)") }
        }
        // Each person is reminded at three addresses before Ada calls for help.
        for person in [StoredPeople.ada, StoredPeople.ben, StoredPeople.cleo] {
            try people.apply(.reminder(at: StoredPeople.at(90)), to: person, 80)
            try people.apply(.time(jump: .zero, StoredPeople.id(51)), to: person, 90)
        }
        let room = ChannelRoom(name: "box", kind: .program, slots: 8)
        func claim(_ room: ChannelRoom, _ second: Int64) throws -> [ClaimedDelivery] {
            try people.store.claim([room], slots: 32, at: StoredPeople.at(second))
        }
        let reminders = try claim(room, 90)
        #expect(reminders.count == 4 && reminders.allSatisfy { $0.kind == .reminder })
        #expect(Dictionary(grouping: reminders, by: \.recipient).values.allSatisfy { $0.count <= 2 })
        try people.apply(.called(StoredPeople.id(50)), 91)
        var left = room
        for reminder in reminders { left.take(for: reminder.recipient, isAlarm: false) }
        let alarms = try claim(left, 91)
        #expect(!alarms.isEmpty && alarms.allSatisfy { $0.kind == .alert })
        // A person whose addresses hang occupies only their own share of the slots.
        var full = room
        for _ in 0..<2 { full.take(for: SignalRecipient.person(StoredPeople.ben).kept, isAlarm: true) }
        #expect(try claim(full, 200).allSatisfy { $0.recipient != SignalRecipient.person(StoredPeople.ben).kept })
    }

    /// A message in transit stays claimed until somebody answers, even if other messages come after it.
    @Test("delivery store: a slow message outlasts the next one") func aSlowMessageOutlastsTheNextOne() throws {
        let first = try claim(1)[0]
        try apply(.called(alarm), 5)
        #expect(try store.extend(first.number, fence: first.fence, at: Self.at(6)))
        #expect(try !claim(20).contains { $0.number == first.number }, "it is not given to another")
        try apply(.acknowledged(by: .person(Array(repeating: 9, count: 16))), 20)
        #expect(try !store.extend(first.number, fence: first.fence, at: Self.at(20)))
    }

    /// The all-clear for an alarm never comes after the message about the next alarm.
    @Test("delivery store: no all clear comes after the next alarm") func noAllClearComesAfterTheNextAlarm() throws {
        try report(try claim(1)[0], .accepted, 2)
        try apply(.cancelled, 3)
        let clear = try claim(3)[0]
        #expect(clear.kind == .allClear)
        try report(clear, .temporary, 4)
        let second: SignalAlertID = Array(repeating: 4, count: 16)
        try apply(.called(second), 5)
        let later = try claim(60)
        #expect(later.map(\.kind) == [.alert])
        #expect(try states == [.handed, .dropped, .claimed])
    }

    private var states: [DeliveryState] {
        get throws { try store.deliveries(before: .max, limit: 100).reversed().map(\.state) }
    }

    @Test("delivery store: nothing is sent of an alarm that somebody takes")
    func nothingIsSentOfAnAlarmThatSomebodyTakes() throws {
        let first = try claim(1)[0]
        #expect(first.text.contains("calls for help") && first.kind == .alert && first.fence == 1)
        #expect(try claim(2).isEmpty, "it is claimed once")
        try report(first, .temporary, 2)
        #expect(try claim(6).isEmpty && store.hasDue(["box"], at: Self.at(7)))
        try apply(.acknowledged(by: .person(Array(repeating: 9, count: 16))), 6)
        #expect(try claim(7).isEmpty && states == [.dropped])
    }

    @Test("delivery store: what is in hand when somebody takes it is not tried again")
    func whatIsInHandWhenSomebodyTakesItIsNotTriedAgain() throws {
        let first = try claim(1)[0]
        try apply(.acknowledged(by: .person(Array(repeating: 9, count: 16))), 2)
        try report(first, .temporary, 3)
        #expect(try states == [.dropped] && claim(100).isEmpty)
        // Nobody heard of the alarm, so nobody is told that the alarm is over.
        try apply(.resolved(by: Array(repeating: 9, count: 16)), 101)
        #expect(try claim(102).isEmpty)
    }

    @Test("delivery store: a claim whose sender is gone ends with the alarm")
    func aClaimWhoseSenderIsGoneEndsWithTheAlarm() throws {
        _ = try claim(1)
        try apply(.resolved(by: Array(repeating: 9, count: 16)), 2)
        // Somebody may have heard of the alarm, so the all-clear is sent, and the alarm is not sent a second time.
        let last = try claim(40)
        #expect(last.map(\.kind) == [.allClear] && !last[0].isRepeat)
        #expect(try states == [.dropped, .claimed])
    }

    /// If the next message comes while the sender still has a message, the earlier message is not retried, because the
    /// next message says the same and more.
    @Test("delivery store: a newer message takes the place of the older")
    func aNewerMessageTakesThePlaceOfTheOlder() throws {
        try apply(.called(alarm), 1)
        let first = try claim(1)[0]
        try apply(.called(alarm), 90)
        try report(first, .temporary, 91)
        let second = try claim(100)
        #expect(second.count == 1 && second[0].number != first.number && !second[0].isRepeat)
        #expect(try states.count { $0 == .dropped } == states.count - 1)
    }

    /// A channel that hung may have sent the message. The next try says that it is a repeat. People who may have heard
    /// of the alarm are told when it is over.
    @Test("delivery store: what may have arrived is marked") func whatMayHaveArrivedIsMarked() throws {
        let first = try claim(1)[0]
        let report = StoredReport(
            number: first.number, fence: first.fence, outcome: .temporary, asked: .seconds(40), isUncertain: true)
        #expect(try store.report(report, at: Self.at(2)) != nil && store.report(report, at: Self.at(3)) == nil)
        #expect(try claim(41).isEmpty)
        let second = try claim(42)[0]
        #expect(second.isRepeat && second.fence == 2 && second.number == first.number)
        try self.report(second, .temporary, 43)
        try apply(.cancelled, 44)
        #expect(try claim(44).map(\.kind) == [.allClear])
    }

    @Test("delivery store: an all clear is tried for an hour") func anAllClearIsTriedForAnHour() throws {
        try report(try claim(1)[0], .accepted, 2)
        try apply(.cancelled, 10)
        try report(try claim(10)[0], .temporary, 10)
        #expect(try claim(3_610).isEmpty && states == [.handed, .dropped])
    }

    @Test("delivery store: addresses are eight at most") func addressesAreEightAtMost() throws {
        for number in 0..<8 {
            let to = ReachAddress(known: "box", "a\(number)")
            let id = Array(repeating: UInt8(number + 10), count: 16)
            // The test asks for the codes at times that are far apart, because only five codes may be asked for in an
            // hour.
            let now = Self.at(100 + Int64(number) * 900)
            guard case .added(let reach) = try store.addReach(to, of: ada, id: id, code: "12345\(number)", at: now)
            else { throw TestFailure("not added") }
            #expect(try store.verifyReach("12345\(number)", of: ada, at: now) == .verified(verified(reach)))
        }
        let more = try store.addReach(
            ReachAddress(known: "box", "more"), of: ada, id: Array(repeating: 99, count: 16), code: "123456",
            at: Self.at(90_000))
        #expect(more == .full)
        #expect("\(try store.reach(of: ada))".contains("a0") == false)
    }

    @Test("delivery store: an address of a phone ends with the phone, and nothing more is sent there")
    func addressesOfPhones() throws {
        let (phone, to) = (Array(repeating: UInt8(77), count: 16), ReachAddress(known: "box", "phone"))
        func add(_ device: [UInt8]?, at seconds: Int64) throws -> ReachAddition {
            try store.addReach(
                to, of: ada, id: Array(repeating: 78, count: 16), code: "123456", device: device, at: Self.at(seconds))
        }
        #expect(try add(phone, at: 1) == .deviceGone)
        let device = StoredDevice(id: phone, person: ada, name: "phone", pairedAt: Self.at(1), usedAt: Self.at(1))
        guard case .added = try store.addDevice(device, token: [1], at: Self.at(1)),
            case .added(let reach) = try add(phone, at: 1)
        else { throw TestFailure("not added") }
        #expect(try store.verifyReach("123456", of: ada, at: Self.at(1)) == .verified(verified(reach)))
        // Nothing unties the address from its phone.
        #expect(try add(nil, at: 2) == .added(verified(reach)) && add(phone, at: 2) == .added(verified(reach)))
        #expect(try store.removeDevices(phone, of: ada) == [phone] && store.reach(of: ada).isEmpty)
        // A phone that was not used for half a year is removed. Its address stays, because it still gets alarms.
        guard case .added = try store.addDevice(device, token: [1], at: Self.at(3)),
            case .added(let again) = try add(phone, at: 3)
        else { throw TestFailure("not added") }
        #expect(try store.verifyReach("123456", of: ada, at: Self.at(3)) == .verified(verified(again)))
        let later = StoredDevice(
            id: Array(repeating: 79, count: 16), person: ada, name: "other", pairedAt: Self.at(17_000_000),
            usedAt: Self.at(17_000_000))
        guard case .added = try store.addDevice(later, token: [2], at: Self.at(17_000_000)) else {
            throw TestFailure("not added")
        }
        #expect(try store.devices(of: ada, at: Self.at(17_000_000)).map(\.name) == ["other"])
        #expect(try store.reach(of: ada).map(\.to) == [to])
    }

    private func verified(_ reach: StoredReach) -> StoredReach {
        var verified = reach
        verified.expiresAt = nil
        return verified
    }
}

extension SignalStore {
    /// Applies an event for a person without a PIN, and returns the change.
    @discardableResult
    fileprivate func apply(_ event: SignalEvent, to id: SignalPersonID, at now: Timestamp) throws -> WatchChange {
        let use = PINUse(nil, isRequired: false, alert: [UInt8](repeating: 0xA1, count: 16))
        guard case .done(let change) = try apply(event, to: id, with: use, at: now) else {
            throw TestFailure("somebody without a PIN was asked for one")
        }
        return change
    }
}
