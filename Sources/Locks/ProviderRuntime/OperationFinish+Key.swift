import LockProtocol
import ProviderAPI
import RadioModel

extension OperationFinish {
    /// Translates the machine's result into the names used on the wire, without any decision of its own.
    ///
    /// The closure `identity` returns the name that the lock of a new credential has for itself.
    init(_ result: KeyResult, of operation: OperationStart.Operation, identity: ([UInt8]) -> String?) {
        guard result.outcome == .succeeded else {
            self.init(outcome: result.outcome == .refused ? .refused : .failed, reason: Self.reason(result))
            confirmation = result.confirmation.map(Confirmation.init)
            evidence = result.evidence
            status = result.reading.map(LockReport.init)
            return
        }
        switch operation {
        case .unlock:
            self.init(outcome: .granted)
            confirmation = result.confirmation.map(Confirmation.init)
        case .bind, .rotate:
            self.init(outcome: .bound, reason: result.reason.map { _ in Self.reason(result) })
            credential = result.credential
            self.identity = result.credential.flatMap(identity)
        case .status:
            self.init(outcome: .reported)
            detail = result.state
            isInWantedState = result.isInWantedState
        }
        evidence = result.evidence
        status = result.reading.map(LockReport.init)
    }

    /// Returns the machine's reason, truncated to 64 bytes. Every byte other than a to z and 0 to 9 becomes an
    /// underscore.
    private static func reason(_ result: KeyResult) -> String {
        let text = result.reason ?? result.outcome.rawValue
        let letters = text.utf8.prefix(64).map { byte -> UInt8 in
            switch byte {
            case 0x61...0x7A, 0x30...0x39: byte
            default: 0x5F
            }
        }
        return letters.isEmpty ? "failed" : String(decoding: letters, as: UTF8.self)
    }
}

extension OperationPhase.Phase {
    /// Translates the machine's phase.
    init(_ phase: KeyPhase) {
        switch phase {
        case .authenticating: self = .authenticating
        case .operating: self = .operating
        case .acting: self = .acting
        }
    }
}

extension Confirmation {
    fileprivate init(_ confirmation: KeyConfirmation) {
        switch confirmation {
        case .commanded: self = .commanded
        case .communicated: self = .communicated
        case .confirmed: self = .confirmed
        }
    }
}

extension LockReport {
    /// Translates the machine's reading. The parts of a firmware version that the wire does not allow are left out.
    init(_ reading: LockReading) {
        self.init(State(reading.state))
        door = reading.door.map(Door.init)
        batteryPercent = reading.batteryPercent.map { min(max($0, 0), 100) }
        isBatteryCritical = reading.isBatteryCritical
        let version = (reading.firmware ?? "").utf8.filter(Self.firmwareCharacters.contains)
        firmware = version.isEmpty ? nil : String(decoding: version.prefix(Self.firmwareLimit), as: UTF8.self)
    }
}

extension LockReport.State {
    fileprivate init(_ state: LockReading.State) {
        switch state {
        case .locked: self = .locked
        case .unlocked: self = .unlocked
        case .unlatched: self = .unlatched
        case .moving: self = .moving
        case .jammed: self = .jammed
        case .unknown: self = .unknown
        }
    }
}

extension LockReport.Door {
    fileprivate init(_ door: LockReading.Door) {
        switch door {
        case .open: self = .open
        case .closed: self = .closed
        case .unknown: self = .unknown
        }
    }
}
