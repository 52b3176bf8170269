import LockProtocol
import TestSupport

@testable import SesameProtocol

/// A lock that is connected directly to the state machine of a key side, and a clock that jumps from event to event.
final class SesameAir<Machine: KeyMachine> {
    var lock: SesameLock
    var machine: Machine
    var now = Duration.zero
    var random = ScriptedRandom(seed: 42)
    var events: [SesameLockEvent] = []
    var steps: [LockStep] = []
    var writes: [(bytes: [UInt8], commit: Bool)] = []
    var phases: [KeyPhase] = []
    var result: KeyResult?
    /// The step after which the link breaks.
    var breakAfter: LockStep?
    /// The state that the lock publishes after the command has arrived, and before the lock answers.
    var published: SesameMechStatus?
    /// The states that the lock publishes after its answer to the command, when its bolt has begun to move.
    var reports: [SesameMechStatus] = []
    private var isLinked = true
    private var pending: [KeyEvent] = []

    init(_ lock: SesameLock, _ machine: Machine) {
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

    private func carryOut(_ outputs: [SesameLockOutput]) {
        for output in outputs {
            switch output {
            case .received(let step): pass(step)
            case .tell(let characteristic, let pieces, let step):
                if isLinked {
                    pending += pieces.map { .value(characteristic: characteristic.uppercased(), bytes: $0) }
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
            case .subscribe(let characteristic):
                carryOut(lock.subscribed(to: characteristic, true, at: now, using: &random))
            case .write(let characteristic, let bytes, let commit):
                writes.append((bytes, commit))
                guard isLinked else { continue }
                if commit, let published {
                    carryOut(lock.tellSealed(.publish(.mechStatus, published.payload), step: nil))
                }
                carryOut(lock.written(bytes, to: characteristic, at: now, using: &random))
                for report in commit ? reports : [] {
                    carryOut(lock.tellSealed(.publish(.mechStatus, report.payload), step: nil))
                }
            case .phase(let phase): phases.append(phase)
            case .prompt, .keep: break
            case .finish(let result): self.result = result
            }
        }
    }
}

/// Locks to test with.
enum SesameLocks {
    static func settings() -> SesameLockSettings {
        var settings = SesameLockSettings(uuid: hex("0102030405060708090a0b0c0d0e0f10"))
        settings.clockStart = 1_800_000_000
        return settings
    }

    static func known() throws -> SesameLock { SesameLock(settings(), secret: try SesameVectorsTests.secret()) }

    static func unlock(_ label: String = "ada") throws -> SesameUnlock {
        let credential = SesameCredential(secret: try SesameVectorsTests.secret())
        return SesameUnlock(.init(credential: credential, label: label, deadline: .seconds(10)))
    }

    static func status(clockStart: Int64 = 1_800_000_000) throws -> SesameStatusRead {
        let credential = SesameCredential(secret: try SesameVectorsTests.secret())
        return SesameStatusRead(credential: credential, clockStart: clockStart, deadline: .seconds(10))
    }
}
