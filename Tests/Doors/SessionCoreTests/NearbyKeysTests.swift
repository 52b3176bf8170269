import CloudModel
import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

/// Tests the items that a watcher of nearby keys receives. The clock is virtual.
@Suite("Keys that are near")
struct NearbyKeysTests {
    private static let second = Duration.seconds(1)

    private static func device(_ number: Int) throws -> DeviceAddress {
        let digits = String(number, radix: 16, uppercase: true)
        let last = String(repeating: "0", count: 4 - digits.count) + digits
        return try #require(
            DeviceAddress(address: "54:D2:72:00:\(last.prefix(2)):\(last.suffix(2))", kind: .public))
    }

    private static func key(_ name: String, _ entrance: String = "door", at number: Int) throws -> NearbyKey {
        NearbyKey(
            id: .init(credentialID: name, entranceID: entrance), name: name, entranceName: entrance,
            device: try device(number))
    }

    private func watched(_ keys: NearbyKey...) -> NearbyKeys {
        var nearby = NearbyKeys(hold: .seconds(10), interval: .seconds(1))
        #expect(nearby.keysChanged(keys, at: .zero) == [])
        return nearby
    }

    private func told(_ changes: [NearbyKeys.Change]) -> [String] {
        changes.map { change in
            switch change {
            case .near(let near): "\(near.key.id.credentialID) \(near.rssiDBm)"
            case .gone(let id): "\(id.credentialID) gone"
            }
        }
    }

    @Test("nearby keys: a lock that is heard brings its key; others bring nothing")
    func heard() throws {
        var nearby = watched(try Self.key("a", at: 1))
        #expect(nearby.heard(try Self.device(2), rssiDBm: -40, at: .zero) == [])
        #expect(told(nearby.heard(try Self.device(1), rssiDBm: -60, at: Self.second)) == ["a -60"])
        #expect(nearby.near.map(\.heardAt) == [Self.second])
        #expect(nearby.heard(try Self.device(1), rssiDBm: -60, at: Self.second * 2) == [], "nothing is new")
        #expect(nearby.near.map(\.heardAt) == [Self.second * 2])
    }

    @Test("nearby keys: one lock is every key's to it, and one key may have several doors")
    func many() throws {
        var nearby = watched(
            try Self.key("a", at: 1), try Self.key("b", at: 1), try Self.key("b", "gate", at: 2))
        #expect(told(nearby.heard(try Self.device(1), rssiDBm: -60, at: .zero)) == ["a -60", "b -60"])
        #expect(told(nearby.heard(try Self.device(2), rssiDBm: -50, at: .zero)) == ["b -50"])
        #expect(nearby.near.map(\.key.id.entranceID) == ["gate", "door", "door"], "the strongest first")
        #expect(nearby.near.map(\.key.id.credentialID) == ["b", "a", "b"], "equals by their ids")
    }

    @Test("nearby keys: what is not heard for the hold is gone, to the moment")
    func hold() throws {
        var nearby = watched(try Self.key("a", at: 1))
        _ = nearby.heard(try Self.device(1), rssiDBm: -60, at: .zero)
        _ = nearby.heard(try Self.device(1), rssiDBm: -60, at: Self.second * 5)
        #expect(nearby.nextDue == Self.second * 15)
        #expect(nearby.passed(Self.second * 15 - .milliseconds(1)) == [])
        #expect(told(nearby.passed(Self.second * 15)) == ["a gone"])
        #expect(nearby.near == [] && nearby.nextDue == nil)
        #expect(told(nearby.heard(try Self.device(1), rssiDBm: -80, at: Self.second * 20)) == ["a -80"], "begun anew")
    }

    @Test("nearby keys: a time that lies before the last one counts as it")
    func backwards() throws {
        var nearby = watched(try Self.key("a", at: 1))
        _ = nearby.heard(try Self.device(1), rssiDBm: -60, at: Self.second * 5)
        #expect(nearby.heard(try Self.device(1), rssiDBm: -20, at: Self.second) == [])
        #expect(nearby.near.map(\.heardAt) == [Self.second * 5])
        #expect(nearby.nextDue == Self.second * 15)
    }

    @Test("nearby keys: a signal that moves is told, at most once in the interval, and at last where it is")
    func moves() throws {
        var nearby = watched(try Self.key("a", at: 1))
        var lines: [(Duration, String)] = []
        _ = nearby.heard(try Self.device(1), rssiDBm: -50, at: .zero)
        for step in 1...40 {
            let now = Duration.milliseconds(500) * step
            lines += told(nearby.heard(try Self.device(1), rssiDBm: -80, at: now)).map { (now, $0) }
            if let due = nearby.nextDue, due <= now { lines += told(nearby.passed(now)).map { (now, $0) } }
        }
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $1.0 - $0.0 >= Self.second }, "\(lines)")
        #expect((2...5).contains(lines.count), "\(lines)")
        let last = try #require(nearby.near.first?.rssiDBm)
        #expect((-80)...(-74) ~= last)
    }

    @Test("nearby keys: what may not be told yet is told when its time has come, though nothing more is heard")
    func pending() throws {
        var nearby = watched(try Self.key("a", at: 1))
        _ = nearby.heard(try Self.device(1), rssiDBm: -90, at: .zero)
        #expect(nearby.heard(try Self.device(1), rssiDBm: -30, at: .milliseconds(500)) == [])
        #expect(nearby.nextDue == Self.second)
        #expect(told(nearby.passed(Self.second)) == ["a -78"])
        #expect(nearby.passed(Self.second) == [])
        #expect(nearby.nextDue == .milliseconds(10_500), "nothing but the end of the hold")
    }

    @Test(
        "nearby keys: noise of 3 dB never changes what was told, nor an order",
        arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
    func noise(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var nearby = watched(try Self.key("a", at: 1), try Self.key("b", at: 2))
        var now = Duration.zero
        func noise(_ now: Int) -> Int {
            // In half of the runs, the noise stays on one side of the signal for a long time.
            seed.isMultiple(of: 2) ? Int.random(in: -3...3, using: &generator) : (now / 20).isMultiple(of: 2) ? -3 : 3
        }
        var changes: [String] = []
        for step in 0..<400 {
            now += .milliseconds(Int.random(in: 100...1500, using: &generator))
            for (number, level) in [(1, -61), (2, -60)] {
                changes += told(nearby.heard(try Self.device(number), rssiDBm: level + noise(step), at: now))
            }
            changes += told(nearby.passed(now))
        }
        #expect(changes.count == 2, "\(changes)")
    }

    @Test("nearby keys: keys come and go with what is heard of their locks remembered")
    func keysChange() throws {
        let (a, b) = (try Self.key("a", at: 1), try Self.key("b", at: 2))
        var nearby = watched(a)
        _ = nearby.heard(a.device, rssiDBm: -60, at: .zero)
        _ = nearby.heard(b.device, rssiDBm: -70, at: .zero)
        #expect(told(nearby.keysChanged([a, b], at: Self.second)) == ["b -70"], "at once")
        #expect(told(nearby.keysChanged([b], at: Self.second)) == ["a gone"])
        #expect(told(nearby.keysChanged([], at: Self.second)) == ["b gone"])
        #expect(nearby.heard(a.device, rssiDBm: -60, at: Self.second * 2) == [])
        #expect(told(nearby.keysChanged([a], at: Self.second * 3)) == ["a -60"])
        #expect(nearby.keysChanged([b], at: Self.second * 30).count == 2, "until time is seen to have passed")
        #expect(told(nearby.passed(Self.second * 30)) == ["b gone"])
    }

    @Test("nearby keys: a door that has another lock is not near by what was heard of the old one")
    func otherLock() throws {
        var nearby = watched(try Self.key("a", at: 1))
        _ = nearby.heard(try Self.device(1), rssiDBm: -60, at: .zero)
        #expect(told(nearby.keysChanged([try Self.key("a", at: 2)], at: Self.second)) == ["a gone"])
        #expect(told(nearby.heard(try Self.device(2), rssiDBm: -70, at: Self.second)) == ["a -70"])
        #expect(told(nearby.passed(Self.second * 10)) == [], "what was heard of the old one ends for nobody")
    }

    @Test("nearby keys: a new name is told in its time")
    func renamed() throws {
        var key = try Self.key("a", at: 1)
        var nearby = watched(key)
        _ = nearby.heard(key.device, rssiDBm: -60, at: .zero)
        key.name = "A"
        #expect(nearby.keysChanged([key], at: .milliseconds(500)) == [])
        #expect(nearby.nextDue == Self.second)
        guard case .near(let near)? = nearby.passed(Self.second).first else {
            Issue.record("the name is not told")
            return
        }
        #expect(near.key.name == "A")
        #expect(nearby.passed(Self.second * 2) == [])
    }

    @Test("nearby keys: without the radio nothing is near, and nothing is remembered")
    func silenced() throws {
        let (a, b) = (try Self.key("a", at: 1), try Self.key("b", at: 2))
        var nearby = watched(a, b)
        _ = nearby.heard(b.device, rssiDBm: -60, at: .zero)
        _ = nearby.heard(a.device, rssiDBm: -60, at: .zero)
        #expect(told(nearby.silenced()) == ["a gone", "b gone"])
        #expect(nearby.silenced() == [] && nearby.nextDue == nil)
        #expect(nearby.keysChanged([a], at: Self.second) == [])
        #expect(told(nearby.heard(a.device, rssiDBm: -40, at: Self.second)) == ["a -40"])
    }

    @Test("nearby keys: no more doors than the limit are near at a time, and the next one comes when one goes")
    func limits() throws {
        let keys = try (0...NearbyKeys.mostNear).map { try Self.key("k\($0)", at: 1) }
        var nearby = NearbyKeys(hold: .seconds(10), interval: .seconds(1))
        _ = nearby.keysChanged(keys, at: .zero)
        #expect(nearby.heard(try Self.device(1), rssiDBm: -60, at: .zero).count == NearbyKeys.mostNear)
        #expect(nearby.near.count == NearbyKeys.mostNear)
        #expect(
            told(nearby.keysChanged(Array(keys.dropFirst()), at: .zero)) == ["k0 gone", "k\(NearbyKeys.mostNear) -60"])
        // Reports devices for which nobody has a key, up to the limit and beyond.
        for number in 2...(NearbyKeys.mostSignals + 10) {
            #expect(nearby.heard(try Self.device(number), rssiDBm: -60, at: .zero) == [])
        }
        let late = try Self.key("late", at: NearbyKeys.mostSignals + 5)
        #expect(nearby.keysChanged([late], at: .zero).count == NearbyKeys.mostNear, "all gone, and none come")
    }

    @Test("nearby keys: whatever happens, what was told is what is near", arguments: 1...20 as ClosedRange<UInt64>)
    func properties(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var nearby = NearbyKeys(hold: .seconds(10), interval: .seconds(1))
        let all = try (0..<6).map { try Self.key("k\($0)", at: $0 / 2) }
        var (keys, heard, now) = (Set<NearbyKey>(), [DeviceAddress: Duration](), Duration.zero)
        var shown: [NearbyDoor.ID: (Int, Duration)] = [:]
        for _ in 0..<500 {
            now += .milliseconds(Int.random(in: 0...4000, using: &generator))
            // If a caller acts at the times in ``nextDue``, it never sees a lock for longer than the lock's hold time.
            var changes = nearby.passed(now)
            heard = heard.filter { now < $0.value + .seconds(10) }
            switch Int.random(in: 0..<10, using: &generator) {
            case 0: (changes, heard) = (changes + nearby.silenced(), [:])
            case 1, 2:
                keys = Set(all.filter { _ in Bool.random(using: &generator) })
                changes += nearby.keysChanged(all.filter(keys.contains), at: now)
            default:
                let device = try Self.device(Int.random(in: 0..<4, using: &generator))
                heard[device] = now
                let level = Int.random(in: -128...20, using: &generator)
                changes += nearby.heard(device, rssiDBm: level, at: now)
            }
            for change in changes {
                switch change {
                case .near(let near):
                    if let (_, at) = shown[near.key.id] { #expect(now - at >= Self.second, "seed \(seed)") }
                    shown[near.key.id] = (near.rssiDBm, now)
                case .gone(let id): #expect(shown.removeValue(forKey: id) != nil, "seed \(seed): gone twice")
                }
            }
            #expect(Set(shown.keys) == Set(keys.filter { heard[$0.device] != nil }.map(\.id)), "seed \(seed)")
            #expect(nearby.near.map(\.rssiDBm) == shown.values.map(\.0).sorted(by: >), "seed \(seed)")
            #expect(nearby.near.allSatisfy { (-128)...20 ~= $0.rssiDBm })
        }
    }
}

/// Tests that one set of rules decides both questions: whether a key counts as near, and whether it may unlock nearby.
@Suite("Doors that a key opens nearby")
struct NearbyDoorsTests {
    private func nearby(_ world: World, local: [DerivedCredential] = []) -> [NearbyKey] {
        PersonKeys(KeyList(world.derivation, KeyOrder(world.snapshot), at: World.now), local).nearbyKeys
    }

    @Test("nearby doors: are those with a lock here")
    func doors() throws {
        let found = nearby(try World())
        #expect(found.map(\.id) == [.init(credentialID: "c-1", entranceID: "e-1")])
        #expect(found.first?.name == "Front Door" && found.first?.entranceName == "Main")
        #expect(found.first?.device.address == "54:D2:72:00:00:01")
    }

    @Test("nearby doors: are those of smart locks that are bound, and of this machine's own keys")
    func others() throws {
        var world = try World()
        world.locks = [
            CloudLock(
                id: "d-1", deviceType: "nuki_lock", workspaceID: "ws-1", displayName: "Shed", canRemotelyUnlock: true)
        ]
        #expect(nearby(world).count == 1)
        world.bindings.append(try World.binding("b-2", .device("d-1")))
        #expect(nearby(world).map(\.name) == ["Front Door", "Shed"])
        let grant = LocalGrant(
            bindingID: "b-2", subject: .user(7), grantedAt: World.now, grantedByUID: 0)
        let derivation = LocalKeyDerivation(
            grants: [grant], bindings: world.bindings, providers: world.derivation.providers, radio: .ready,
            policy: .nearbyOnly, isClockSuspect: false)
        let local = derivation.credentials(uid: 7, groups: [], at: World.now)
        #expect(nearby(world, local: local).map(\.id.credentialID).sorted() == ["c-1", "d-1", "local:b-2"])
    }

    @Test("nearby doors: are just those for which an unlock would be admitted", arguments: 0..<17)
    func asPreflight(number: Int) throws {
        let changes: [(inout World) throws -> Void] = [
            { _ in }, { $0.radio = .off }, { $0.radio = .unknown }, { $0.accessMethod = .code },
            { $0.accessMethod = .cloudKey }, { $0.endsAt = World.now }, { $0.reach = .graceExpired },
            { $0.policy = .remoteOnly }, { $0.policy = .remoteFirst }, { $0.isSuspended = true },
            { $0.isNukiInstalled = false }, { $0.bindings = [] }, { $0.invalidated = ["c-1"] },
            { $0.pendingAuthorizations = ["c-1": "https://otp"] },
            { $0.bindings = [try World.binding("b", .entrance("e-1"), workspace: "ws-2")] },
            { $0.bindings.append(try World.binding("b-2", .entrance("e-2"))) },
            { world in
                world.endsAt = World.now.advanced(by: .seconds(9))
                world.isClockSuspect = true
            },
        ]
        var world = try World()
        try changes[number](&world)
        var session = SessionLifecycle(offlineGrace: .seconds(3_600))
        let token = try ClientSessionToken("seam_cst_0123456789abcdef".utf8)
        _ = session.initialize(token)
        for case .validate(_, let question) in session.activate() {
            let proof = ProvenSession(
                clientSessionID: "cs", workspaceID: "ws-1", identityID: "anna",
                expiresAt: World.now.advanced(by: .seconds(3_600)))
            _ = session.answered(question, .valid(proof), at: World.now, named: World.now)
        }
        let plan = try? Preflight.plan(
            UnlockRequest(credentialID: "c-1", proximity: .nearby), session: session,
            credentials: world.derivation.credentials(at: World.now), at: World.now)
        #expect(nearby(world).map(\.id.entranceID) == (plan?.doors ?? []).map(\.entrance.id))
        #expect([0, 8, 15].contains(number) == (plan != nil), "the table tells what it means to")
    }
}
