import LockProtocol

/// Tests the key side of a lock protocol. The fuzzer's bytes choose the messages that the lock sends to it. Nothing
/// traps or grows without limit. The key side ends once, and writes its command once. If the protocol has proofs, the
/// key side believes only a lock that has the key side's key. If the first byte is odd, the test uses the real lock
/// side, with an attacker in the middle.
enum LockKeyProperty {
    static func check(_ bytes: [UInt8], _ family: LockFamily) throws {
        var source = ByteSource(bytes)
        guard !source.bool() else { return try LockConversation.check(&source, family, .key) }
        let choice = LockFamily.Choice(&source)
        var random = FuzzRandom(state: 42)
        var now = Duration.zero
        var forger = try LockForger(family, choice, for: .key)
        var key = try family.key(choice, choice.second, credential: nil, at: now)
        var isGenuine = choice.isPublished
        _ = try key.takes(.started, at: now, using: &random)
        for _ in 0..<600 where !source.isEmpty {
            let step = source.byte()
            switch step & 15 {
            case 0:
                now += .milliseconds(Int64(source.byte()) * Int64(source.byte()))
                _ = try key.takes(.woke, at: now, using: &random)
            case 1:
                now = max(now, key.wakeAt ?? now)
                _ = try key.takes(.woke, at: now, using: &random)
            case 2 where step > 200: _ = try key.takes(.cancelled, at: now, using: &random)
            case 3 where step > 200: _ = try key.takes(.failed(reason: "gone"), at: now, using: &random)
            case 4: _ = try key.takes(.answered(step > 100 ? "123456" : "x"), at: now, using: &random)
            case 5: _ = try key.takes(.started, at: now, using: &random)
            default:
                let forgery = try forger.next(&source)
                if forgery.isGenuine { isGenuine = true }
                for packet in forgery.packets {
                    let event = KeyEvent.value(characteristic: packet.characteristic, bytes: packet.bytes)
                    _ = try key.takes(event, at: now, using: &random)
                }
            }
            let hasBelieved = key.commit != nil || key.result?.outcome == .succeeded
            guard family.hasProofs else { continue }
            try expect(isGenuine || !hasBelieved, "believes a lock that has not the key")
        }
        _ = try key.takes(.linkLost, at: now, using: &random)
    }
}

/// Tests the lock side of a lock protocol. The fuzzer's bytes choose the messages that a client sends to it. Nothing
/// traps or grows without limit. The lock opens only for a client that has the lock's key. If the first byte is odd,
/// the test uses the real key side, with an attacker in the middle.
enum LockProperty {
    static func check(_ bytes: [UInt8], _ family: LockFamily) throws {
        var source = ByteSource(bytes)
        guard !source.bool() else { return try LockConversation.check(&source, family, .lock) }
        var run = try HostileClient(LockFamily.Choice(&source), family)
        for _ in 0..<600 where !source.isEmpty { try run.take(&source) }
        try run.conclude()
    }
}

/// A lock, and an attacker's client that sends messages to the lock.
private struct HostileClient {
    let family: LockFamily
    let choice: LockFamily.Choice
    var lock: WatchedLock
    var forger: LockForger
    var random = FuzzRandom(state: 42)
    var now = Duration.zero
    /// Whether a client has proved on this link that it has the right key. Without this proof, a Sesame command has no
    /// effect.
    var hasProvenKey = false

    init(_ choice: LockFamily.Choice, _ family: LockFamily) throws {
        self.family = family
        self.choice = choice
        lock = WatchedLock(try family.lock(choice))
        forger = try LockForger(family, choice, for: .lock)
        try connect()
    }

    mutating func connect() throws {
        hasProvenKey = choice.isPublished
        lock.connected(mtu: choice.mtu, at: now)
        for channel in family.characteristics { try subscribe(channel, true) }
    }

    mutating func subscribe(_ channel: String, _ isOn: Bool) throws {
        learn(try lock.subscribed(to: channel, isOn, at: now, using: &random))
    }

    mutating func take(_ source: inout ByteSource) throws {
        let step = source.byte()
        switch step & 15 {
        case 0:
            now += .milliseconds(Int64(source.byte()) * Int64(source.byte()))
            learn(try lock.woke(at: now, using: &random))
        case 1:
            now = max(now, lock.wakeAt ?? now)
            learn(try lock.woke(at: now, using: &random))
        case 2: learn(try lock.happens(source.byte(), at: now))
        case 3: try connect()
        case 4 where step > 200: lock.disconnected()
        case 5: try subscribe(family.characteristics[Int(step >> 4) % family.characteristics.count], step & 64 == 0)
        default: try write(&source)
        }
    }

    private mutating func write(_ source: inout ByteSource) throws {
        let forgery = try forger.next(&source)
        if forgery.isGenuine { hasProvenKey = true }
        for packet in forgery.packets {
            let isCommand = family.challengesCommands ? lock.openings < forger.challenges : hasProvenKey
            learn(try lock.written(packet, mayOpen: forgery.isGenuine && isCommand, at: now, using: &random))
        }
    }

    private mutating func learn(_ answer: WatchedLock.Answer) {
        for packet in answer.packets { forger.hears(packet) }
        if answer.hangsUp { lock.disconnected() }
    }

    mutating func conclude() throws {
        lock.disconnected()
        let write = LockPacket(characteristic: family.characteristics[0], bytes: [3, 2, 1, 2, 3, 4])
        let answer = try lock.written(write, mayOpen: false, at: now, using: &random)
        try expect(answer.packets.isEmpty, "speaks after the link's end")
    }
}
