import LockProtocol

/// A conversation between a key and a lock. The clock jumps, and the fuzzer's bytes decide what an attacker in the
/// middle does. The key side's report about the door must agree exactly with the lock side's actions in the same
/// attempt.
struct LockConversation {
    enum Step {
        case toLock, toKey, flow, fire, wait
        case flip, cut, grow, again, swap, drop, insert, replay, reflect, mend
        case lose, fail, cancel, answer, happen, attempt

        static let table: [Step] = {
            let often: [Step] = [
                .toLock, .toKey, .toLock, .toKey, .flow, .fire, .fire, .wait, .flip, .cut, .grow, .again, .swap, .drop,
                .insert, .replay, .reflect, .mend, .happen, .answer, .attempt,
            ]
            return Array(repeating: often, count: 12).flatMap { $0 } + [.lose, .fail, .cancel]
        }()

        static func code(_ step: Step) -> UInt8 { UInt8(table.firstIndex(of: step) ?? 0) }
    }

    /// The side with which the fuzzer's bytes interfere more often.
    enum Side {
        case key, lock
    }

    let family: LockFamily
    let side: Side
    let choice: LockFamily.Choice
    var key: WatchedKey
    var lock: WatchedLock
    var now = Duration.zero
    var random = FuzzRandom(state: 42)
    var upward: [LockPacket] = []
    var downward: [LockPacket] = []
    /// Earlier packets from all attempts, which the attacker keeps. At most `mostKept` packets are kept.
    var kept: [LockPacket] = []
    var attempt = 0
    private var isLinked = false
    /// Whether the key side has received packets of an earlier attempt. In some protocols, such packets look like
    /// current packets.
    private var hasHeardOldWords = false
    /// Whether either side has received a packet for which `isForgery` is true.
    private var hasMetForgery = false
    private var credential: [UInt8]?

    private static let mostKept = 96

    static func check(_ source: inout ByteSource, _ family: LockFamily, _ side: Side) throws {
        var talk = try LockConversation(family, side, &source)
        var steps = 0
        while !source.isEmpty, steps < 600 {
            try talk.take(Step.table[Int(source.byte()) % Step.table.count], &source)
            steps += 1
        }
        try talk.conclude()
    }

    private init(_ family: LockFamily, _ side: Side, _ source: inout ByteSource) throws {
        self.family = family
        self.side = side
        choice = LockFamily.Choice(&source)
        lock = WatchedLock(try family.lock(choice))
        key = try family.key(choice, choice.second, credential: nil, at: now)
        if family.pairsOnRequest, key.wish == .bind { _ = try lock.happens(0, at: now) }
        try begin()
    }

    private mutating func take(_ step: Step, _ source: inout ByteSource) throws {
        switch step {
        case .toLock: try deliverUp()
        case .toKey: try deliverDown()
        case .flow: try flow()
        case .fire: try fire()
        case .wait: now += .milliseconds(Int64(source.byte()) * Int64(source.byte() & 31))
        case .flip, .cut, .grow, .again, .swap, .drop, .insert, .replay, .reflect, .mend: try interfere(step, &source)
        case .lose: try lose()
        case .fail: try tell(.failed(reason: "the write failed"))
        case .cancel: try tell(.cancelled)
        case .answer: try tell(.answered(["123456", "", "1", "1234567", "12a"][source.number(below: 5)]))
        case .happen:
            let choice = source.byte()
            try carry(lock.happens(choice, at: now))
        case .attempt:
            let variant = source.byte()
            try lose()
            key = try family.key(choice, variant, credential: credential, at: now)
            try begin()
        }
    }

    private mutating func begin() throws {
        attempt += 1
        hasHeardOldWords = false
        hasMetForgery = false
        lock.beginAttempt()
        isLinked = true
        lock.connected(mtu: choice.mtu, at: now)
        try tell(.started)
    }

    /// Delivers the key's next packet to the lock.
    mutating func deliverUp() throws {
        guard isLinked, !upward.isEmpty else { return }
        let packet = upward.removeFirst()
        guard !packet.subscribes else {
            return try carry(lock.subscribed(to: packet.characteristic, true, at: now, using: &random))
        }
        if isForgery(packet) { hasMetForgery = true }
        // Only the command of the current attempt may move the bolt, and only once. If the protocol has no proofs, an
        // attacker may repeat the command, or change another message into the command.
        let isOwn = packet.bytes == key.commit && (lock.openings == 0 || !family.hasProofs)
        let mayOpen = isOwn || (!family.hasProofs && packet.attempt == 0)
        try carry(lock.written(packet, mayOpen: mayOpen, at: now, using: &random))
    }

    /// Delivers the lock's next packet to the key.
    mutating func deliverDown() throws {
        guard isLinked, !downward.isEmpty else { return }
        let packet = downward.removeFirst()
        if isForgery(packet) { hasMetForgery = true }
        if packet.attempt != attempt, packet.attempt != 0 || choice.isPublished { hasHeardOldWords = true }
        try tell(.value(characteristic: packet.characteristic.uppercased(), bytes: packet.bytes))
    }

    private func isForgery(_ packet: LockPacket) -> Bool {
        packet.attempt != attempt && family.isUnprovenInPairing(packet.bytes)
    }

    private mutating func flow() throws {
        for _ in 0..<64 {
            guard isLinked, !upward.isEmpty || !downward.isEmpty else { return }
            try deliverUp()
            try deliverDown()
        }
    }

    /// Moves the clock forward to the next time that either side waits for.
    private mutating func fire() throws {
        now = max(now, [key.wakeAt, lock.wakeAt].compactMap { $0 }.min() ?? now)
        try carry(lock.woke(at: now, using: &random))
        try tell(.woke)
    }

    private mutating func tell(_ event: KeyEvent) throws {
        let wasOver = key.result != nil
        let packets = try key.takes(event, at: now, using: &random)
        if isLinked { upward += keep(packets) }
        try expect(upward.count <= 200, "the key has \(upward.count) packets on their way")
        if !wasOver, let result = key.result { try believe(result) }
    }

    private mutating func carry(_ answer: WatchedLock.Answer) throws {
        if isLinked { downward += keep(answer.packets) }
        try expect(downward.count <= 400, "the lock has \(downward.count) packets on their way")
        if answer.hangsUp { try lose() }
    }

    private mutating func keep(_ packets: [LockPacket]) -> [LockPacket] {
        let packets = packets.map { packet in
            var packet = packet
            packet.attempt = attempt
            return packet
        }
        kept = Array((kept + packets.filter { !$0.subscribes }).suffix(Self.mostKept))
        return packets
    }

    private mutating func lose() throws {
        upward = []
        downward = []
        isLinked = false
        lock.disconnected()
        try tell(.linkLost)
    }

    /// Checks that the key side's result is true.
    private mutating func believe(_ result: KeyResult) throws {
        guard result.outcome == .succeeded, family.hasProofs || !hasMetForgery else { return }
        switch key.wish {
        case .unlock:
            guard !hasHeardOldWords else { return }
            try expect(lock.hasBeenOpen, "granted by a lock that has not been open")
            // Some locks may skip an action that would have no effect, and report it as done.
            guard lock.openings == 0 else { return }
            try expect(family.skipsIdleActions && choice.isSpecial, "granted by a lock that did nothing")
        case .status:
            guard !hasHeardOldWords else { return }
            try expect(lock.states.contains(result.state ?? ""), "\(result.state ?? "") of \(lock.states)")
        case .bind:
            let made = result.credential.flatMap { lock.machine.key(ofCredential: $0) }
            try expect(made != nil, "a credential that is none")
            guard let made, !hasMetForgery else { return }
            try expect(lock.keys.contains(made), "bound, and the lock does not know the key")
            credential = result.credential
        }
    }

    /// Checks that both sides end, and are idle afterwards, whatever events come.
    private mutating func conclude() throws {
        for _ in 0..<64 where key.result == nil {
            now = max(now, key.wakeAt ?? now)
            try tell(.woke)
        }
        try expect(key.result != nil, "\(key.wish) never ends")
        try lose()
        let channel = family.characteristics[0]
        let events: [KeyEvent] = [
            .started, .value(characteristic: channel, bytes: [3, 8, 14, 1, 2, 3, 4]), .failed(reason: ""), .woke,
            .answered("123456"), .cancelled, .linkLost,
        ]
        for event in events { try tell(event) }
        for packet in kept.suffix(8) {
            let answer = try lock.written(packet, mayOpen: false, at: now, using: &random)
            try expect(answer.packets.isEmpty, "speaks after the link's end")
        }
        for _ in 0..<16 {
            guard let next = lock.wakeAt else { return }
            now = max(now, next)
            try carry(lock.woke(at: now, using: &random))
        }
        try expect(lock.wakeAt == nil, "the lock never rests")
    }
}
