import LockProtocol

/// The lock side of a protocol, and checks that the lock never does anything forbidden.
struct WatchedLock {
    /// The lock's messages, and whether the lock ends the link.
    struct Answer {
        var packets: [LockPacket] = []
        var hangsUp = false
    }

    private(set) var machine: FuzzedLock
    /// The number of opening movements that have begun since the attempt began.
    private(set) var openings = 0
    /// Whether the lock was open at any time during the attempt.
    private(set) var hasBeenOpen = false
    /// Every state that the lock had during the attempt, under the names that the key side uses.
    private(set) var states: Set<String> = []
    /// Every key that the lock knew during the attempt.
    private(set) var keys: [[UInt8]] = []
    /// Whether a person has allowed a pairing.
    private var letsPair: Bool
    private var isLinked = false
    private var mtu = 23
    /// Whether an opening movement has begun and no closing movement has begun after it.
    private var mayBeOpen = false

    init(_ machine: FuzzedLock) {
        self.machine = machine
        letsPair = !machine.family.pairsOnRequest
        beginAttempt()
    }

    var wakeAt: Duration? { machine.wakeAt }

    /// Forgets everything from before this attempt.
    mutating func beginAttempt() {
        openings = 0
        hasBeenOpen = false
        states = []
        keys = []
        look()
    }

    mutating func connected(mtu: Int, at now: Duration) {
        self.mtu = mtu
        isLinked = true
        machine.connected(mtu: mtu, at: now)
    }

    mutating func disconnected() {
        isLinked = false
        machine.disconnected()
    }

    /// Handles the beginning or the end of a subscription.
    mutating func subscribed(
        to characteristic: String, _ isOn: Bool, at now: Duration, using random: inout FuzzRandom
    ) throws -> Answer {
        try take(machine.subscribed(to: characteristic, isOn, at: now, using: &random))
    }

    /// Handles a write. `mayOpen` says whether the write may move the bolt.
    mutating func written(
        _ packet: LockPacket, mayOpen: Bool, at now: Duration, using random: inout FuzzRandom
    ) throws -> Answer {
        let outputs = machine.written(packet.bytes, to: packet.characteristic, at: now, using: &random)
        try expect(isLinked || outputs.isEmpty, "hears a client whose link is gone: \(outputs)")
        return try take(outputs, mayOpen: mayOpen)
    }

    mutating func woke(at now: Duration, using random: inout FuzzRandom) throws -> Answer {
        let answer = try take(machine.woke(at: now, using: &random))
        if let next = machine.wakeAt {
            try expect(next > now, "the lock wants to be woken at \(next) again, at \(now)")
        }
        return answer
    }

    mutating func happens(_ choice: UInt8, at now: Duration) throws -> Answer {
        if machine.family.pairsOnRequest, choice & 7 == 0 { letsPair = true }
        return try take(machine.happens(choice, at: now))
    }

    private mutating func look() {
        if machine.isOpen { hasBeenOpen = true }
        states.insert(machine.state)
        for key in machine.keys where !keys.contains(key) { keys.append(key) }
    }

    private mutating func take(_ outputs: [LockOutput<LockFact>], mayOpen: Bool = false) throws -> Answer {
        // If a Nuki lock is woken late, it reports everything that its motor has done in the meantime. The lock reports
        // three states and then the end, and the three states each come with an event.
        try expect(outputs.count <= 16, "\(outputs.count) outputs at once")
        var answer = Answer()
        for output in outputs {
            try expect(!answer.hangsUp, "\(output) after the link's end")
            switch output {
            case .tell(let characteristic, let pieces, _):
                try expect(isLinked, "speaks without a link")
                let largest = machine.largestPiece(mtu: mtu)
                try expect(pieces.allSatisfy { (1...largest).contains($0.count) }, "pieces of \(pieces.map(\.count))")
                try expect(pieces.reduce(0) { $0 + $1.count } <= 600, "a message of \(pieces.count) pieces")
                answer.packets += pieces.map { LockPacket(characteristic: characteristic, bytes: $0) }
            case .event(.opening):
                try expect(mayOpen, "opens without a command, after \(openings) that it did")
                openings += 1
                mayBeOpen = true
            case .event(.opened):
                try expect(mayBeOpen, "is open without having opened")
                hasBeenOpen = true
            case .event(.paired):
                try expect(letsPair, "pairs though nobody let it")
            case .disconnect:
                answer.hangsUp = true
            case .received, .event(.other), .keysChanged, .advertisementChanged:
                break
            }
        }
        look()
        try expect(keys.count <= 110, "knows \(keys.count) keys")
        return answer
    }
}
