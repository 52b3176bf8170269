import LinuxSupport
import LockProtocol
import VirtualRadio
import Wire

/// The command line of `seam-virtual-lock`.
package struct LockArguments: Sendable {
    /// The text for `--help`.
    package static let usage = """
        usage: seam-virtual-lock --virtual-radio PATH (--lock NAME:ADDRESS[:KIND])... [options]

        Simulates locks on the virtual radio of seam-radiod, for development and tests.

          --virtual-radio PATH  the broker's socket
          --lock NAME:ADDRESS[:KIND]
                                a lock; repeat for more. KIND (default: classic) is one of
                                \(LockSpecification.Kind.list)
          --config FILE         locks with all their properties, as JSON (Protocol/virtual-lock.md)
          --control PATH        create a socket (0600) that accepts commands, one JSON object per line
          --events FILE         append what the locks did, one JSON object per line
          --state FILE          keep paired users across restarts (0600, because the file contains keys)
          --movement-ms N       how long a movement of the motor takes (default 100)
          --help                this text

        example: seam-virtual-lock --virtual-radio /tmp/air.sock --lock front:54:D2:72:00:00:01
        """

    /// The path of the broker's socket.
    package var radioPath = ""
    /// The locks in the given order. The locks of the file come last.
    package var locks: [LockSpecification] = []
    /// The path of the control socket.
    package var controlPath: String?
    /// The path of the file for events.
    package var eventsPath: String?
    /// The path of the file for users.
    package var statePath: String?
    /// Whether only the usage text is requested.
    package var wantsHelp = false

    /// Reads the arguments, without the program's name, and the file that `--config` names. Throws `usage` or `file`.
    package init(_ arguments: [String]) throws(VirtualLockError) {
        var rest = arguments[...]
        var movement: Duration?
        while let option = rest.popFirst() {
            if option == "--help" {
                wantsHelp = true
                return
            }
            guard let value = rest.popFirst() else { throw VirtualLockError(.usage, "\(option) needs a value") }
            switch option {
            case "--virtual-radio": radioPath = value
            case "--lock": locks.append(try LockSpecification(argument: value))
            case "--config": locks += try Self.locks(file: value)
            case "--control": controlPath = value
            case "--events": eventsPath = value
            case "--state": statePath = value
            case "--movement-ms": movement = try Self.milliseconds(value)
            default: throw VirtualLockError(.usage, "unknown option \(option)")
            }
        }
        guard !radioPath.isEmpty else { throw VirtualLockError(.usage, "--virtual-radio is missing") }
        guard !locks.isEmpty else { throw VirtualLockError(.usage, "no lock: give --lock or --config") }
        let limit = VirtualRadioLimits.locksPerConnection
        guard locks.count <= limit else {
            throw VirtualLockError(.usage, "one process can simulate at most \(limit) locks")
        }
        guard Set(locks.map(\.name)).count == locks.count, Set(locks.map(\.address.description)).count == locks.count
        else { throw VirtualLockError(.usage, "two locks have the same name or the same address") }
        if let movement {
            for index in locks.indices { locks[index].movement = movement }
        }
    }

    private static func milliseconds(_ text: String) throws(VirtualLockError) -> Duration {
        guard let number = Int64(text), (0...60_000).contains(number) else {
            throw VirtualLockError(.usage, "--movement-ms takes a number from 0 to 60000")
        }
        return .milliseconds(number)
    }

    /// Reads the locks of a configuration file: `{"locks": [{"name", "address", …}]}`. Unknown members are refused.
    static func locks(file: String) throws(VirtualLockError) -> [LockSpecification] {
        let bytes: [UInt8]
        do {
            bytes = try SystemFile.read(file, limit: 1 << 20)
        } catch {
            throw VirtualLockError(.file, "\(file): \(error)")
        }
        return try locks(json: bytes, of: file)
    }

    /// Reads the locks from a configuration's text. Messages use `name` as the name of the file.
    package static func locks(json bytes: [UInt8], of name: String) throws(VirtualLockError) -> [LockSpecification] {
        let elements: [JSON]
        do {
            var fields = try JSONFields(try JSON(parsing: bytes))
            guard case .array(let array) = try fields.json("locks") else {
                throw fields.fault("locks", "must be an array")
            }
            elements = array
            try fields.end()
        } catch {
            throw VirtualLockError(.usage, "\(name): \(error)")
        }
        var locks: [LockSpecification] = []
        for (index, element) in elements.enumerated() {
            locks.append(try LockSpecification(json: element, at: "/locks/\(index)"))
        }
        return locks
    }
}
