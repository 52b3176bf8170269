import LockProtocol
import SwitchBotProtocol
import TestSupport

/// A lock that is connected directly to the state machine of a key side, and a clock that jumps from event to event.
final class SwitchBotAir<Machine: KeyMachine> {
    var lock: SwitchBotLock
    var machine: Machine
    var now = Duration.zero
    var random = ScriptedRandom(seed: 42)
    var events: [SwitchBotLockEvent.Kind] = []
    var steps: [LockStep] = []
    var writes: [(bytes: [UInt8], commit: Bool)] = []
    var phases: [KeyPhase] = []
    var result: KeyResult?
    /// The step after which the link breaks.
    var breakAfter: LockStep?
    /// Changes each message of the lock on its way.
    var change: ([UInt8]) -> [UInt8] = { $0 }
    private var isLinked = true
    private var pending: [KeyEvent] = []

    init(_ lock: SwitchBotLock, _ machine: Machine) {
        self.lock = lock
        self.machine = machine
        self.lock.connected()
    }

    /// Runs until the machine has finished, or until nothing more can happen.
    func run() -> KeyResult? {
        deliver(.started)
        while result == nil {
            if pending.isEmpty {
                guard let next = [lock.wakeAt, machine.wakeAt].compactMap({ $0 }).min() else { break }
                now = max(now, next)
                carryOut(lock.woke(at: now))
                pending.append(.woke)
            }
            deliver(pending.removeFirst())
        }
        return result
    }

    /// Lets time pass until the lock has finished its current action.
    func settle(_ time: Duration = .seconds(5)) {
        let end = now + time
        while let next = lock.wakeAt, next <= end {
            now = max(now, next)
            carryOut(lock.woke(at: now))
        }
    }

    private func carryOut(_ outputs: [SwitchBotLockOutput]) {
        for output in outputs {
            switch output {
            case .received(let step): pass(step)
            case .tell(let characteristic, let pieces, let step):
                if isLinked {
                    pending += pieces.map { .value(characteristic: characteristic.uppercased(), bytes: change($0)) }
                    if let step { pass(step) }
                }
            case .event(let event): events.append(event.kind)
            case .disconnect: breakLink()
            case .keysChanged, .advertisementChanged: break
            }
        }
    }

    private func pass(_ step: LockStep) {
        steps.append(step)
        if step == breakAfter { breakLink() }
    }

    private func breakLink() {
        guard isLinked else { return }
        isLinked = false
        lock.disconnected()
        pending.append(.linkLost)
    }

    private func deliver(_ event: KeyEvent) {
        for action in machine.handle(event, at: now, using: &random) {
            switch action {
            case .subscribe(let characteristic): lock.subscribed(to: characteristic, true)
            case .write(let characteristic, let bytes, let commit):
                writes.append((bytes, commit))
                guard isLinked else { continue }
                carryOut(lock.written(bytes, to: characteristic, at: now, using: &random))
            case .phase(let phase): phases.append(phase)
            case .prompt, .keep: break
            case .finish(let result): self.result = result
            }
        }
    }
}

/// Locks, keys and messages to test with. The encrypted bytes come from `openssl enc -aes-128-ctr`.
enum SwitchBotLocks {
    static let vector = "f0e1d2c3b4a5968778695a4b3c2d1e0f"
    static let secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f0"

    static func key() throws -> SwitchBotKey { try SwitchBotKey(id: 0x5A, hex(secret)) }

    static func session() throws -> SwitchBotSession { try key().session(vector: hex(vector)) }

    static func settings() -> SwitchBotLockSettings { SwitchBotLockSettings(address: hex("f1099f451a5d")) }

    static func known(_ settings: SwitchBotLockSettings = settings()) throws -> SwitchBotLock {
        SwitchBotLock(settings, key: try key())
    }

    static func unlock() throws -> SwitchBotUnlock {
        SwitchBotUnlock(.init(credential: SwitchBotCredential(key: try key()), deadline: .seconds(10)))
    }

    static func status(asksForUnlocked: Bool = false) throws -> SwitchBotStatusRead {
        SwitchBotStatusRead(
            credential: SwitchBotCredential(key: try key()), asksForUnlocked: asksForUnlocked, deadline: .seconds(10))
    }

    /// The result that the last of these actions contains, or nil if they do not end the operation.
    static func result(_ actions: [KeyAction]) -> KeyResult? {
        if case .finish(let result)? = actions.last { result } else { nil }
    }
}
