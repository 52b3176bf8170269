import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests doors that count as check-ins: the setting, the check-in, and what a PIN does to both.
@Suite(.timeLimit(.minutes(2))) struct DoorTests {
    /// The titles of Ben's notices about Ada's doors, oldest first.
    private static func told(_ bench: SignalBench) throws -> [String] {
        try ContactTests.inbox(bench, "ben").map(\.title).filter { $0.contains("oors") }.reversed()
    }

    private static let door = CheckInRecord.Params(isDoor: true)

    @Test("door: it counts only if the person wants it, and responders are informed of both")
    func itCountsOnlyIfThePersonWantsIt() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        let before = try client.call(UserGet.self, .init())
        #expect(!before.countsDoors)
        #expect(reason { _ = try client.call(CheckInRecord.self, Self.door) } == "signal.door_does_not_count")
        #expect(try client.call(UserGet.self, .init()) == before, "nothing has changed")
        #expect(try client.call(CheckInList.self, .init()).checkIns.isEmpty)

        let on = try client.call(CheckInSet.self, .init(countsDoors: true))
        #expect(on.countsDoors && !on.isArmed, "the setting starts no deadline")
        #expect(try client.call(CheckInSet.self, .init(countsDoors: true)).countsDoors, "again")
        #expect(try Self.told(bench) == ["Doors count as check-ins"], "told once")
        let counted = try client.call(CheckInRecord.self, Self.door)
        #expect(counted.isArmed && counted.lastCheckIn != nil && counted.countsDoors)
        try bench.advance(.seconds(61))
        _ = try client.call(CheckInRecord.self, .init())
        #expect(try client.call(CheckInList.self, .init()).checkIns.map(\.source) == ["manual", "automatic"])
        try await bench.restart()

        let again = try bench.client()
        #expect(try again.call(UserGet.self, .init()).countsDoors, "after a restart")
        #expect(try !again.call(CheckInSet.self, .init(countsDoors: false)).countsDoors)
        #expect(reason { _ = try again.call(CheckInRecord.self, Self.door) } == "signal.door_does_not_count")
        #expect(try Self.told(bench) == ["Doors count as check-ins", "Doors no longer count as check-ins"])
        #expect(
            reason { _ = try again.call(CheckInRecord.self, .init(session: "nobody", isDoor: true)) }
                == "signal.not_signed_in")
    }

    @Test("door: it ends an alarm for a missed check-in, answers pings, and ends no call for help")
    func itEndsAnAlarmForAMissedCheckIn() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        _ = try client.call(CheckInSet.self, .init(interval: .seconds(3_600), countsDoors: true))
        let ada = try #require(try ContactTests.contacts(bench, "ben").first)
        _ = try client.call(PingSend.self, .init(session: "ben", contact: ada.id))
        try bench.advance(.seconds(3_901))
        #expect(try client.call(AlertGet.self, .init()).alert?.kind == "overdue")
        let person = try client.call(CheckInRecord.self, Self.door)
        #expect(person.status == "active" && !person.isLate)
        #expect(try client.call(AlertGet.self, .init()).alert == nil)
        #expect(try client.call(AlertList.self, .init()).alerts.map(\.resolution) == ["lateCheckIn"])
        #expect(try client.call(PingList.self, .init(session: "ben")).pings.map(\.status) == ["responded"])

        _ = try client.call(AlertActivate.self, .init())
        try bench.advance(.seconds(61))
        #expect(try client.call(CheckInRecord.self, Self.door).status == "alertActive")
        #expect(try client.call(AlertGet.self, .init()).alert?.kind == "manual")
    }

    @Test("door: it never counts against a PIN, and a new PIN turns it off") func itNeverCountsAgainstAPIN()
        async throws
    {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        _ = try client.call(CheckInSet.self, .init(countsDoors: true))
        _ = try client.call(PINSet.self, .init(new: "246810", forced: "135791"))
        let person = try client.call(UserGet.self, .init())
        #expect(person.hasPIN && !person.countsDoors)
        #expect(try Self.told(bench) == ["Doors count as check-ins", "Doors no longer count as check-ins"])
        let doors = CheckInSet.Params(interval: .seconds(3_600), countsDoors: true)
        #expect(reason { _ = try client.call(CheckInSet.self, doors) } == "signal.doors_with_pin")
        #expect(try client.call(UserGet.self, .init()) == person, "nothing has changed")
        #expect(reason { _ = try client.call(CheckInRecord.self, Self.door) } == "signal.door_does_not_count")
        // Turning it off is nothing, and takes no PIN.
        #expect(try !client.call(CheckInSet.self, .init(countsDoors: false)).countsDoors)
        // The setting does not come back when the PIN goes.
        _ = try client.call(PINSet.self, .init(pin: "246810"))
        #expect(try !client.call(UserGet.self, .init()).countsDoors)
        #expect(try client.call(CheckInSet.self, .init(countsDoors: true)).countsDoors)
    }

    @Test("door: a PIN that comes with it is checked, and the PIN for force calls for help unseen")
    func aPINThatComesWithItIsChecked() async throws {
        let bench = try await ContactTests.agreed()
        let client = try bench.client()
        _ = try client.call(PINSet.self, .init(new: "246810", forced: "135791"))
        let calls: [(String) throws -> Void] = [
            { _ = try client.call(CheckInSet.self, .init(countsDoors: true, pin: $0)) },
            { _ = try client.call(CheckInRecord.self, .init(pin: $0, isDoor: true)) },
        ]
        for (call, expected) in zip(calls, ["signal.doors_with_pin", "signal.door_does_not_count"]) {
            #expect(reason { try call("000000") } == "signal.pin_wrong")
            #expect(reason { try call("246810") } == expected)
            #expect(reason { try call("135791") } == expected)
            #expect(try client.call(AlertGet.self, .init()).alert == nil)
        }
        let alarm = try #require(try ContactTests.contacts(bench, "ben").first?.alert)
        #expect(alarm.isConcealed)
    }

    @Test("door: what the person and the responders read of it") func whatIsReadOfIt() async throws {
        let bench = try await ContactTests.agreed()
        let say = Saying(bench: bench)
        let doors = "a door that you open counts as a check-in"
        #expect(try await say("set", "--doors", "on").dropFirst().first == doors)
        for command in ["status", "me", "set"] { #expect(try await say(command).contains(doors), "\(command)") }
        #expect(
            try await say.news(of: "ben").first
                == "Doors count as check-ins: From now on, a door that opens with a key of Ada Moreno counts as their "
                + "check-in.")
        #expect(try await !say("set", "--doors", "off").contains(doors))
        #expect(
            try await say.news(of: "ben") == [
                "Doors no longer count as check-ins: A door that opens with a key of Ada Moreno no longer counts as "
                    + "their check-in."
            ])
        _ = try bench.client().call(PINSet.self, .init(new: "246810"))
        #expect(
            try await say("set", "--doors", "on") == [
                "seam: while the person has a PIN, doors cannot count as check-ins (a key can open a door without you: "
                    + "remove the PIN first, with 'seam signal pin')"
            ])
    }
}
