import LockProtocol

/// The state machine of a key side, and checks that the machine never does anything forbidden.
struct WatchedKey {
    /// The purpose of the operation.
    enum Wish: CaseIterable {
        case unlock, status, bind
    }

    let wish: Wish
    /// The write that can move the bolt, or nil if the machine has not requested this write yet.
    private(set) var commit: [UInt8]?
    /// The result of the operation, or nil while the operation is running.
    private(set) var result: KeyResult?
    private var machine: any KeyMachine
    private var prompts = 0

    init(_ machine: any KeyMachine, wish: Wish) {
        self.machine = machine
        self.wish = wish
    }

    var wakeAt: Duration? { machine.wakeAt }

    /// Passes `event` to the machine, and returns the packets that the machine wants to send.
    mutating func takes(
        _ event: KeyEvent, at now: Duration, using random: inout FuzzRandom
    ) throws -> [LockPacket] {
        let wasOver = result != nil
        let actions = machine.handle(event, at: now, using: &random)
        try expect(!wasOver || actions.isEmpty, "\(actions) after the end, for \(event)")
        try expect(actions.count <= 8, "\(actions.count) actions for \(event)")
        let packets = try actions.compactMap { try performs($0) }
        try expect((machine.wakeAt == nil) == (result != nil), "wakes at \(String(describing: machine.wakeAt))")
        if event == .woke, let next = machine.wakeAt {
            try expect(next > now, "wants to be woken at \(next) again, at \(now)")
        }
        if event == .linkLost { try expect(result != nil, "goes on without a link") }
        return packets
    }

    private mutating func performs(_ action: KeyAction) throws -> LockPacket? {
        try expect(result == nil, "\(action) behind the end")
        switch action {
        case .subscribe(let characteristic):
            return LockPacket(characteristic: characteristic, bytes: [], subscribes: true)
        case .write(let characteristic, let bytes, let isCommit):
            try expect((1...600).contains(bytes.count), "a write of \(bytes.count) bytes")
            if isCommit {
                try expect(wish == .unlock, "a commit of \(wish)")
                try expect(commit == nil, "a second commit")
                commit = bytes
            }
            return LockPacket(characteristic: characteristic, bytes: bytes)
        case .prompt:
            prompts += 1
            try expect(prompts <= 2, "asks again and again")
            return nil
        case .phase, .keep:
            return nil
        case .finish(let end):
            result = end
            try check(end)
            return nil
        }
    }

    private func check(_ end: KeyResult) throws {
        try expect((end.confirmation == nil) == (commit == nil), "\(end), and the commit was \(commit ?? [])")
        try expect(end.outcome != .cancelled || commit == nil, "cancelled after the commit")
        let isBound = wish == .bind && end.outcome == .succeeded
        try expect((end.credential != nil) == isBound, "\(wish) ended \(end.outcome) with a credential, or without")
        guard end.outcome == .succeeded else { return }
        switch wish {
        case .unlock: try expect(end.confirmation == .confirmed, "granted, and only \(String(describing: end))")
        case .status: try expect(end.state != nil, "a status without a state")
        case .bind: break
        }
    }
}
