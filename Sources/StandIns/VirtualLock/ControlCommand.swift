import NukiProtocol
import SesameProtocol
import VirtualRadio
package import Wire

/// One line on the control socket (`Protocol/virtual-lock.md`).
package struct ControlCommand: Sendable, Equatable {
    /// What to do.
    package enum Operation: Sendable, Equatable {
        /// Switch a fault on.
        case fault(LockFault)
        /// Switch one fault off, or all.
        case clear(LockFault.Kind?)
        /// Switch pairing mode.
        case pairing(isOn: Bool)
        /// Be heard at this strength, in dBm, from now on.
        case signal(rssiDBm: Int)
        /// Report the lock's state.
        case state
    }

    private enum Name: String, CaseIterable {
        case fault
        case clear
        case pairing
        case signal
        case state
    }

    /// Which lock.
    package var lock: String
    /// What to do.
    package var operation: Operation

    /// Reads a line; throws `badCommand`.
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
            case .state: operation = .state
            }
            try fields.end()
        } catch {
            throw VirtualLockError(.badCommand, "\(error)")
        }
    }
}

extension PlayedLock {
    /// The answer to `state`; nothing in it is secret.
    package func stateAnswer(at now: Duration) -> JSON {
        let common = JSON.members(
            ("ok", true),
            ("lock", .string(specification.name)),
            ("address", .string(specification.address.description)),
            ("kind", .string(specification.kind.rawValue)),
            ("linked", .bool(isLinked)),
            ("faults", .strings(faults.keys.map(\.rawValue).sorted()))
        )
        let own: JSON
        switch lock {
        case .nuki(let nuki): own = nuki.state
        case .sesame(let sesame): own = sesame.state
        }
        return .object(JSONObject([common, own].flatMap { $0.objectValue?.members ?? [] }))
    }
}

extension NukiLock {
    /// The members of `state` that only Nuki locks have, or that have a form of their own there.
    fileprivate var state: JSON {
        let users = users.map { user in
            JSON.members(
                ("auth_id", .integer(Int64(user.authID))),
                ("app_id", .integer(Int64(user.appID))),
                ("name", .string(user.name))
            )
        }
        return .members(
            ("nuki_id", .integer(Int64(settings.nukiID))),
            ("state", .string(lockState.description)),
            ("pairing", .bool(pairingUntil != nil)),
            ("battery_percent", .int(battery.percent)),
            ("battery_critical", .bool(battery.isCritical)),
            ("users", .array(users))
        )
    }
}

extension SesameLock {
    /// The members of `state` that have a form of their own in Sesame locks.
    fileprivate var state: JSON {
        .members(
            ("state", .string(status.state.rawValue)),
            ("pairing", .bool(secret == nil)),
            ("battery_percent", .int(status.batteryPercent)),
            ("battery_critical", .bool(status.isBatteryLow))
        )
    }
}
