package import LinuxSupport
package import RPC
import Wire

/// What `/etc/seam/radio.json` says, read once at start.
package struct RadioConfiguration: Sendable, Equatable {
    package var socket = "/run/seam/radio.sock"
    /// The group that may write to the socket; nil: anybody may connect, and the broker refuses by identity whoever
    /// is not allowed.
    package var socketGroup: UInt32?
    /// Users and groups that are admitted. Nobody else is, root included.
    package var users: Set<UInt32> = []
    package var groups: Set<UInt32> = []
    /// Links that the adapter holds at once: 1 to 64.
    package var maxLinks = 8
    /// Where the check of the bus leaves its report.
    package var busCheck = BusCheckPlace()
    /// The limits of clients, as counts and rates; `limits` raises them.
    package var quotas = RPCQuotas(exemptUsers: [0, ProcessUser.effective])

    package init() {}

    /// Reads the file at `path`; nil is the default place, which need not exist.
    package static func read(_ path: String?) throws(ConfigurationError) -> RadioConfiguration {
        let place = path ?? "/etc/seam/radio.json"
        let bytes: [UInt8]
        do throws(LinuxError) {
            bytes = try SystemFile.read(place, limit: 262_144)
        } catch {
            guard path == nil, error.code == .notFound else {
                throw ConfigurationError("\(place): \(error.message)")
            }
            return try parse(Array("{}".utf8), name: place)
        }
        return try parse(bytes, name: place)
    }

    /// Reads configuration from `bytes`; `name` stands in errors, with line and column.
    package static func parse(
        _ bytes: [UInt8], name: String, accounts: AccountLookup = .machine
    ) throws(ConfigurationError) -> RadioConfiguration {
        let json: JSON
        do throws(JSONFault) {
            json = try JSON(parsing: bytes)
        } catch {
            let (line, column) = error.position(in: bytes)
            throw ConfigurationError("\(name):\(line):\(column): \(error.rule.rawValue.replacing("_", with: " "))")
        }
        do {
            return try RadioConfiguration(json: json, accounts: accounts)
        } catch let fault as FieldFault {
            let (line, column) = fault.position(in: bytes)
            throw ConfigurationError("\(name):\(line):\(column): \(fault.description)")
        } catch let error as LinuxError {
            throw ConfigurationError("\(name): \(error.message)", mayPass: error.code == .lookupFailed)
        } catch {
            throw ConfigurationError("\(name): cannot be read")
        }
    }

    private init(json: JSON, accounts: AccountLookup) throws {
        var fields = try JSONFields(json)
        socket = try fields.optionalString("socket", bytes: 1...107) ?? socket
        maxLinks = Int(try fields.optionalInteger("max_links", in: 1...64) ?? Int64(maxLinks))
        if let name = try fields.optionalString("socket_group", bytes: 1...64) {
            guard let group = try accounts.group(name) else {
                throw fields.fault("socket_group", "names a group that does not exist")
            }
            socketGroup = group
        }
        try quotas.raise(try fields.optionalFields("limits"))
        busCheck = try BusCheckPlace(try fields.optionalFields("bus_check"), accounts: accounts)
        var allow = try fields.optionalFields("allow")
        if var radio = try allow?.optionalFields("radio") {
            for name in try radio.strings("users", count: 0...256, bytes: 1...64) {
                guard let user = try accounts.user(name) else {
                    throw radio.fault("users", "names a user that does not exist")
                }
                users.insert(user)
            }
            for name in try radio.strings("groups", count: 0...256, bytes: 1...64) {
                guard let group = try accounts.group(name) else {
                    throw radio.fault("groups", "names a group that does not exist")
                }
                groups.insert(group)
            }
            try radio.end()
        } else {
            // The user that the installation makes; if there is none, the daemon's own, for development.
            users = [try accounts.user("seam-session") ?? ProcessUser.effective]
        }
        try allow?.end()
        try fields.end()
    }
}

/// Where the check of the bus leaves its report (`deploy/dbus/README.md`), and who may have written it.
package struct BusCheckPlace: Sendable, Equatable {
    package var file = "/run/seam-bus-check/report"
    /// The owners whose file is believed: root and the check's own user.
    package var owners: Set<UInt32> = [0]

    package init() {}

    /// - Throws: For a user that does not exist, and a look-up that fails. The user that the installation makes need
    ///   not exist.
    init(_ fields: JSONFields?, accounts: AccountLookup) throws {
        var fields = fields
        if let path = try fields?.optionalString("file", bytes: 1...4096) {
            guard path.hasPrefix("/") else { throw fields?.fault("file", "must begin with /") ?? FieldFault("", "") }
            file = path
        }
        let name = try fields?.optionalString("user", bytes: 1...64)
        if let user = try accounts.user(name ?? "seam-bus-check") {
            owners.insert(user)
        } else if name != nil {
            throw fields?.fault("user", "names a user that does not exist") ?? FieldFault("", "")
        }
        try fields?.end()
    }
}
