import LockProtocol
import VirtualRadio
package import Wire

/// A command in one line on the control socket (`Protocol/virtual-lock.md`).
package struct ControlCommand: Sendable, Equatable {
    /// The operation of a command.
    package enum Operation: Sendable, Equatable {
        /// Switch a fault on.
        case fault(LockFault)
        /// Switch one fault off, or all faults.
        case clear(LockFault.Kind?)
        /// Switch pairing mode on or off.
        case pairing(isOn: Bool)
        /// Use this signal strength, in dBm, from now on.
        case signal(rssiDBm: Int)
        /// Record that the person whom the lock sent to a page has authorized.
        case authorize
        /// Report the code that the lock's owner uses to share its key.
        case share
        /// Report the lock's state.
        case state
    }

    private enum Name: String, CaseIterable {
        case fault
        case clear
        case pairing
        case signal
        case authorize
        case share
        case state
    }

    /// The name of the lock.
    package var lock: String
    /// The operation of the command.
    package var operation: Operation

    /// Reads a line. Throws `badCommand`.
    package init(line: [UInt8]) throws(VirtualLockError) {
        let json: JSON
        do {
            json = try JSON(parsing: line)
        } catch {
            throw VirtualLockError(.badCommand, "\(error)")
        }
        do {
            var fields = try JSONFields(json)
            lock = try fields.string("lock", bytes: 1...32)
            switch try fields.enumeration("op", Name.self) {
            case .fault: operation = .fault(try LockFault(in: &fields))
            case .clear: operation = .clear(try fields.optionalEnumeration("kind"))
            case .pairing: operation = .pairing(isOn: try fields.bool("on"))
            case .signal:
                let range = Int64(VirtualRadioLimits.rssi.lowerBound)...Int64(VirtualRadioLimits.rssi.upperBound)
                operation = .signal(rssiDBm: Int(try fields.integer("rssi_dbm", in: range)))
            case .authorize: operation = .authorize
            case .share: operation = .share
            case .state: operation = .state
            }
            try fields.end()
        } catch {
            throw VirtualLockError(.badCommand, "\(error)")
        }
    }
}

extension PlayedLock {
    /// Returns the answer to `state`, which contains no secret.
    package func stateAnswer(at now: Duration) -> JSON {
        let common = JSON.members(
            ("ok", true),
            ("lock", .string(specification.name)),
            ("address", .string(specification.address.description)),
            ("kind", .string(specification.kind.rawValue)),
            ("linked", .bool(isLinked)),
            ("faults", .strings(faults.keys.map(\.rawValue).sorted()))
        )
        return .object(JSONObject([common, lock.state].flatMap { $0.objectValue?.members ?? [] }))
    }
}
