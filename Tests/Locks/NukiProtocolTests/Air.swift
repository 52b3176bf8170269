import LockProtocol
import NukiProtocol
import TestSupport

/// A lock that is connected directly to the state machine of a key side, and a clock that jumps from event to event.
final class Air<Machine: KeyMachine> {
    var lock: NukiLock
    var machine: Machine
    var now = Duration.zero
    var random = ScriptedRandom(seed: 42)
    var events: [NukiLockEvent] = []
    var steps: [LockStep] = []
    var writes: [(bytes: [UInt8], commit: Bool)] = []
    var prompts: [KeyPrompt] = []
    var phases: [KeyPhase] = []
    var result: KeyResult?
    /// The credential that the machine asked to be stored. The machine asks for this before it ends.
    var kept: [UInt8]?
    /// The PIN that a person enters when the machine asks for it, or nil if nobody answers.
    var pinAnswer: String?
    /// The time that the person takes to answer.
    var answersAfter = Duration.zero
    /// The step after which the link breaks.
    var breakAfter: LockStep?
    /// Whether the link breaks as soon as a new credential is stored.
    var breaksWhenKept = false
    private var isLinked = true
    private var pending: [KeyEvent] = []
    private var answerAt: Duration?

    init(_ lock: NukiLock, _ machine: Machine, mtu: Int = 247, at now: Duration = .zero) {
        self.lock = lock
        self.machine = machine
        self.now = now
        self.lock.connected(mtu: mtu, at: now)
    }

    /// Runs until the machine has finished, or until nothing more can happen.
    func run() -> KeyResult? {
        deliver(.started)
        while result == nil {
            if pending.isEmpty {
                guard let next = [lock.wakeAt, machine.wakeAt, answerAt].compactMap({ $0 }).min() else { break }
                now = max(now, next)
                if let time = answerAt, now >= time, let pinAnswer {
                    answerAt = nil
                    pending.append(.answered(pinAnswer))
                }
                carryOut(lock.woke(at: now, using: &random))
                pending.append(.woke)
            }
            deliver(pending.removeFirst())
        }
        return result
    }

    /// Lets time pass until the lock has finished its current action.
    func settle() {
        while let next = lock.wakeAt, next < now + .seconds(5) {
            now = max(now, next)
            carryOut(lock.woke(at: now, using: &random))
        }
    }

    func carryOut(_ outputs: [NukiLockOutput]) {
        for output in outputs {
            switch output {
            case .received(let step): pass(step)
            case .tell(let characteristic, let pieces, let step):
                if isLinked {
                    pending += pieces.map { .value(characteristic: characteristic, bytes: $0) }
                    if let step { pass(step) }
                }
            case .event(let event): events.append(event)
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
            case .subscribe(let characteristic): lock.subscribed(to: characteristic, true, at: now)
            case .write(let characteristic, let bytes, let commit):
                writes.append((bytes, commit))
                guard isLinked else { continue }
                carryOut(lock.written(bytes, to: characteristic, at: now, using: &random))
            case .phase(let phase): phases.append(phase)
            case .prompt(let prompt):
                prompts.append(prompt)
                if prompt == .enterPIN, pinAnswer != nil { answerAt = now + answersAfter }
            case .keep(let credential):
                kept = credential
                pending.append(.kept)
                if breaksWhenKept { pending.append(.linkLost) }
            case .finish(let result): self.result = result
            }
        }
    }
}

/// Locks to test with.
enum Locks {
    static func settings(_ kind: NukiLockKind = .classic) -> NukiLockSettings {
        var settings = NukiLockSettings(
            nukiID: 0x33C3_35C5,
            uuid: hex(Official.lockUUID),
            kind: kind,
            name: "Front Door",
            pin: kind == .ultra ? 123_456 : 0
        )
        settings.clockStart = 1_800_000_000
        return settings
    }

    static func user() throws -> NukiLockUser {
        NukiLockUser(authID: 2, appID: 0, name: "kiosk", key: try Official.shared())
    }

    static func known(_ settings: NukiLockSettings = settings()) throws -> NukiLock {
        NukiLock(settings, users: [try user()])
    }

    static func unlock(_ action: NukiUnlockAction = .unlock, suffix: String? = nil) throws -> NukiUnlock {
        NukiUnlock(
            .init(credential: try Official.credential(), action: action, suffix: suffix, deadline: .seconds(10))
        )
    }
}
