import RadioCore
import RadioModel
import Testing

@Suite struct LeaseTableTests {
    static let path = CharacteristicPath(service: BluetoothUUID(short: 1), characteristic: BluetoothUUID(short: 2))
    static let other = CharacteristicPath(service: BluetoothUUID(short: 1), characteristic: BluetoothUUID(short: 3))
    static let link = LinkDescription(
        mtu: 185,
        services: [
            GATTService(
                uuid: BluetoothUUID(short: 1),
                characteristics: [GATTCharacteristic(uuid: BluetoothUUID(short: 2), properties: [.write])])
        ])
    let owner = Lease.Owner(connection: 1)

    static func device(_ number: Int) throws -> DeviceAddress {
        try #require(DeviceAddress(address: "54:D2:72:00:00:0\(number)", kind: .random))
    }

    func table(slots: Int = 2) -> LeaseTable {
        var table = LeaseTable(slots: slots)
        _ = table.adapterChanged(.ready)
        return table
    }

    func open(
        _ table: inout LeaseTable, _ name: String = "a", _ number: Int = 1, until deadline: Duration = .seconds(10)
    ) throws -> LeaseTable.Refusal? {
        table.open(
            Lease.ID(name), try Self.device(number), owner: owner, allow: [Self.path], deadline: deadline, now: .zero)
    }

    func caller(
        _ connection: UInt64 = 1, until deadline: Duration = .seconds(20), isCancelled: Bool = false
    ) -> LeaseTable.Caller {
        LeaseTable.Caller(
            owner: Lease.Owner(connection: connection), deadline: deadline, isCancelled: isCancelled)
    }

    @Test("lease table: refuses what cannot be leased") func refusesWhatCannotBeLeased() throws {
        var table = LeaseTable(slots: 2)
        #expect(try open(&table) == .notReady(.absent))
        _ = table.adapterChanged(.ready)
        #expect(try open(&table, until: .zero) == .deadlinePassed)
        #expect(try open(&table) == nil)
        #expect(try open(&table, "b") == .lockBusy)
        #expect(try open(&table, "b", 2) == nil)
        #expect(try open(&table, "c", 3) == .noSlot)
        #expect(table.used == 2)
    }

    @Test("lease table: keeps device and slot until the driver let go")
    func keepsDeviceAndSlotUntilTheDriverLetGo() throws {
        var table = table(slots: 1)
        #expect(try open(&table) == nil)
        table.forget(Lease.ID("a"))
        #expect(table.used == 1, "a lease that lives cannot be forgotten")
        #expect(table.end(Lease.ID("a"), .cancelled) == .disconnect(try Self.device(1)))
        #expect(table.end(Lease.ID("a"), .deadlinePassed) == .none)
        #expect(try open(&table, "b") == .lockBusy)
        table.forget(Lease.ID("a"))
        #expect(try open(&table, "b") == nil)
    }

    @Test("lease table: gate admits only what may leave") func gateAdmitsOnlyWhatMayLeave() throws {
        var table = table()
        let id = Lease.ID("a")
        _ = try open(&table)
        func refusal(_ path: CharacteristicPath, _ caller: LeaseTable.Caller, at now: Duration) -> LeaseTable
            .AccessRefusal?
        {
            do throws(LeaseTable.AccessRefusal) {
                _ = try table.admitWrite(to: path, commit: false, on: id, by: caller, now: now)
                return nil
            } catch {
                return error
            }
        }
        #expect(refusal(Self.path, caller(), at: .zero) == .closed)
        #expect(table.connected(id, Self.link) == .announce(Self.link))
        #expect(refusal(Self.path, caller(2), at: .zero) == .unknown)
        #expect(refusal(Self.other, caller(), at: .zero) == .notAllowed)
        #expect(refusal(Self.path, caller(isCancelled: true), at: .zero) == .cancelled)
        #expect(refusal(Self.path, caller(), at: .seconds(10)) == .deadlinePassed)
        #expect(refusal(Self.path, caller(until: .seconds(1)), at: .seconds(1)) == .deadlinePassed)
        #expect(refusal(Self.path, caller(), at: .seconds(9)) == nil)
        #expect(refusal(Self.path, caller(), at: .seconds(9)) == .writeInFlight)
        table.writeEnded(id)
        _ = table.end(id, .cancelled)
        #expect(refusal(Self.path, caller(), at: .zero) == .cancelled)
        #expect(table.effect(of: id) == .none)
    }

    @Test("lease table: tells of a device only what is allowed") func tellsOfADeviceOnlyWhatIsAllowed() throws {
        var table = table()
        _ = try open(&table)
        let allowed = GATTCharacteristic(uuid: Self.path.characteristic, properties: [.write])
        let more = GATTCharacteristic(uuid: Self.other.characteristic, properties: [.read])
        let everything = LinkDescription(
            mtu: 185,
            services: [
                GATTService(uuid: BluetoothUUID(short: 9), characteristics: [allowed, more]),
                GATTService(uuid: Self.path.service, characteristics: [more, allowed]),
            ])
        #expect(table.connected(Lease.ID("a"), everything) == .announce(Self.link))
    }

    @Test("lease table: lets the commit leave only before its own deadline")
    func letsTheCommitLeaveOnlyBeforeItsOwnDeadline() throws {
        var table = table()
        let id = Lease.ID("a")
        _ = table.open(
            id, try Self.device(1), owner: owner, allow: [Self.path], deadline: .seconds(10),
            commitDeadline: .seconds(3), now: .zero)
        _ = table.connected(id, Self.link)
        #expect(throws: LeaseTable.AccessRefusal.deadlinePassed) {
            try table.admitWrite(to: Self.path, commit: true, on: id, by: caller(), now: .seconds(3))
        }
        #expect(table.effect(of: id) == .none)
        _ = try table.admitWrite(to: Self.path, commit: false, on: id, by: caller(), now: .seconds(9))
        table.writeEnded(id)
        _ = try table.admitWrite(to: Self.path, commit: true, on: id, by: caller(), now: .milliseconds(2999))
    }

    /// Only the holder of the lease can move the commit's deadline, in either direction, and only while the link is up.
    /// The end of the lease stays the same.
    @Test("lease table: moves the commit's deadline") func movesTheCommitsDeadline() throws {
        var table = table()
        let id = Lease.ID("a")
        _ = table.open(
            id, try Self.device(1), owner: owner, allow: [Self.path], deadline: .seconds(10),
            commitDeadline: .seconds(3), now: .zero)
        #expect(throws: LeaseTable.AccessRefusal.closed) {
            try table.limitCommit(to: .seconds(6), on: id, by: caller(), now: .seconds(1))
        }
        _ = table.connected(id, Self.link)
        let stranger = LeaseTable.Caller(
            owner: Lease.Owner(connection: owner.connection + 1), deadline: .seconds(100), isCancelled: false)
        #expect(throws: LeaseTable.AccessRefusal.unknown) {
            try table.limitCommit(to: .seconds(6), on: id, by: stranger, now: .seconds(1))
        }
        try table.limitCommit(to: .seconds(60), on: id, by: caller(), now: .seconds(1))
        try table.limitCommit(to: .seconds(6), on: id, by: caller(), now: .seconds(1))
        #expect(throws: LeaseTable.AccessRefusal.deadlinePassed) {
            try table.admitWrite(to: Self.path, commit: true, on: id, by: caller(), now: .seconds(6))
        }
        try table.limitCommit(to: .seconds(60), on: id, by: caller(), now: .seconds(6))
        #expect(throws: LeaseTable.AccessRefusal.deadlinePassed) {
            try table.admitWrite(to: Self.path, commit: true, on: id, by: caller(), now: .seconds(10))
        }
        _ = try table.admitWrite(to: Self.path, commit: true, on: id, by: caller(), now: .seconds(9))
    }

    @Test("lease table: loses lease with link or adapter") func losesLeaseWithLinkOrAdapter() throws {
        var table = table()
        _ = try open(&table)
        _ = table.connected(Lease.ID("a"), Self.link)
        #expect(table.recipient(of: try Self.device(1), Self.path) == Lease.ID("a"))
        #expect(table.recipient(of: try Self.device(1), Self.other) == nil)
        #expect(table.lost(try Self.device(1), .supervision) == Lease.ID("a"))
        #expect(table.recipient(of: try Self.device(1), Self.path) == nil)
        #expect(table.adapterChanged(.off).isEmpty)
        table.forget(Lease.ID("a"))
        _ = table.adapterChanged(.ready)
        _ = try open(&table, "b")
        #expect(table.adapterChanged(.blocked) == [Lease.ID("b")])
        #expect(table.connected(Lease.ID("b"), Self.link) == .none)
    }

    /// For all sequences of events, each lease has at most one commit. After the commit nothing is written, and nothing
    /// is written on a lease that has ended.
    @Test("lease table: holds its rules", arguments: 0..<50) func holdsItsRules(seed: UInt64) throws {
        var random = Generator(state: seed &+ 1)
        var table = table(slots: 3)
        var now = Duration.zero
        var live: [String: Duration] = [:]
        var committed: Set<String> = []
        var names = 0
        for _ in 0..<400 {
            now += .milliseconds(Int.random(in: 0...200, using: &random))
            let name = "l\(Int.random(in: max(0, names - 4)...names, using: &random))"
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                names += 1
                let deadline = now + .seconds(Int.random(in: 1...8, using: &random))
                let device = try Self.device(Int.random(in: 1...4, using: &random))
                let refusal = table.open(
                    Lease.ID("l\(names)"), device, owner: owner, allow: [Self.path], deadline: deadline, now: now)
                if refusal == nil { live["l\(names)"] = deadline }
            case 1: _ = table.connected(Lease.ID(name), Self.link)
            case 2:
                _ = table.end(Lease.ID(name), .cancelled)
                live[name] = nil
            case 3: table.forget(Lease.ID(name))
            case 4: table.writeEnded(Lease.ID(name))
            default:
                let commit = Bool.random(using: &random)
                guard
                    (try? table.admitWrite(
                        to: Self.path, commit: commit, on: Lease.ID(name), by: caller(until: .seconds(100_000)),
                        now: now)) != nil
                else { continue }
                let deadline = try #require(live[name])
                #expect(now < deadline)
                #expect(!committed.contains(name))
                if commit { committed.insert(name) }
                #expect(table.effect(of: Lease.ID(name)) == (commit ? .unknown : .none))
            }
            #expect(table.used <= 3)
        }
    }
}

/// A generator of random numbers. The numbers are the same in each run.
struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    }
}
