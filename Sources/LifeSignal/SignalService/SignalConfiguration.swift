import DaemonKit
import Glibc
package import LinuxSupport
package import RPC
import SeamWords
import SignalCore
package import Wire

/// The contents of `/etc/seam/lifesignal.json`, read once at startup. The file may be absent.
package struct SignalConfiguration: DaemonConfiguration {
    var socket: String
    var adminSocket: String
    /// The socket at which the sender takes deliveries.
    var senderSocket: String
    /// The operator's addresses.
    var operatorAddresses: [ReachAddress]
    /// The language for the operator, and for everyone who has not chosen one.
    var language: SeamLanguage
    /// The path of the store. The store's directory must exist.
    var store: String
    /// A file of mode 0600 with the machine key, for machines without systemd credentials.
    var machineKey: String?
    /// Whether anyone may register with a code. Otherwise, a person can register only with a code from an
    /// administrator.
    var isOpen: Bool
    /// The operator's desk, whose passes sign people in. It is nil if there is no desk.
    var desk: Desk?
    /// Limits on clients' numbers and rates. The member `limits` raises them.
    package var quotas = RPCQuotas(exemptUsers: [0, ProcessUser.effective])
    var allowSession: RPCAllowList
    var allowAdmin: RPCAllowList
    /// The users who may send messages. Nobody else is allowed, not even root, because the messages are not addressed
    /// to root.
    var allowSender: RPCAllowList

    /// Where the secret is with which the operator's desk signs passes.
    struct Desk: Sendable, Hashable {
        /// A file of mode 0600, for machines without systemd credentials.
        var secret: String?

        init(_ fields: JSONFields) throws {
            var fields = fields
            secret = try fields.optionalString("secret", bytes: 1...4096)
            try fields.end()
        }

        /// Reads the secret: see ``DeskSecret/load(_:credentialsDirectory:)``.
        func load(credentialsDirectory: String?) throws(ConfigurationError) -> DeskSecret {
            try DeskSecret.load(secret, credentialsDirectory: credentialsDirectory)
        }
    }

    package static let place = "/etc/seam/lifesignal.json"
    package static let mayBeAbsent = true
    package var sockets: [String: String] { ["session": socket, "admin": adminSocket, "sender": senderSocket] }

    /// Reads only the store's path from the file at `path`. Other members of the file may be wrong. Scripts that remove
    /// or copy the store use this function. Throws as ``read(_:)`` does.
    static func store(in path: String) throws(ConfigurationError) -> String {
        try part(of: path) { fields in try store(&fields) }
    }

    private static func store(_ fields: inout JSONFields) throws -> String {
        try fields.optionalString("store", bytes: 1...4096) ?? "/var/lib/lifesignal/lifesignal.db"
    }

    /// Who may register.
    private enum Registration: String, CaseIterable {
        case invite
        case open
    }

    /// The configured language, or else the environment's, or else English.
    private static func language(_ fields: inout JSONFields) throws -> SeamLanguage {
        guard let code = try fields.optionalString("language", bytes: 1...64) else {
            let language = SeamLanguage { name in unsafe getenv(name).map { unsafe String(cString: $0) } }
            return language == .pseudo ? .english : language ?? .english
        }
        guard let language = SeamLanguage(spoken: code) else {
            throw fields.fault("language", "must be en, es or de")
        }
        return language
    }

    package init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        socket = try fields.optionalString("socket", bytes: 1...107) ?? "/run/seam/lifesignal.sock"
        adminSocket = try fields.optionalString("admin_socket", bytes: 1...107) ?? "/run/seam/lifesignal-admin.sock"
        senderSocket = try fields.optionalString("sender_socket", bytes: 1...107) ?? Self.senderSocket(beside: socket)
        guard senderSocket.utf8.count <= 107 else {
            throw fields.fault("socket", "is so long that sender_socket must be set as well")
        }
        operatorAddresses = try fields.values("operator", OperatorAddress.self, count: 0...8).map(\.address)
        language = try Self.language(&fields)
        store = try Self.store(&fields)
        machineKey = try fields.optionalString("machine_key", bytes: 1...4096)
        let registration: Registration? = try fields.optionalEnumeration("registration")
        isOpen = registration == .open
        desk = try fields.optionalFields("desk").map(Desk.init)
        try quotas.raise(try fields.optionalFields("limits"))
        var allow = try fields.optionalFields("allow")
        allowSession = try .people(try allow?.optionalFields("session"), orGroup: "seam", accounts: accounts)
        allowAdmin = try .people(try allow?.optionalFields("admin"), orGroup: "seam-admin", accounts: accounts)
        allowSender = try Self.sender(try allow?.optionalFields("sender"), accounts)
        try allow?.end()
    }

    /// The default path, in the directory of the other socket.
    private static func senderSocket(beside socket: String) -> String {
        let directory = socket.lastIndex(of: "/").map { socket[...$0] } ?? ""
        return "\(directory)lifesignal-sender.sock"
    }

    /// The people in `allow`. Without `allow`, this is the group of the sender's own user, if the installation has
    /// created that group.
    private static func sender(_ fields: JSONFields?, _ accounts: AccountLookup) throws -> RPCAllowList {
        if var fields { return try RPCAllowList(&fields, accounts: accounts) }
        return RPCAllowList(groups: Set([try accounts.group("lifesignal-sender")].compactMap { $0 }))
    }
}

/// An address of the operator. Only the sender knows its channel's kind.
private struct OperatorAddress: JSONRecord {
    let address: ReachAddress

    init(fields: inout JSONFields) throws(FieldFault) {
        let channel = try fields.string("channel", bytes: 1...32)
        guard ReachAddress.isChannel(channel) else {
            throw fields.fault("channel", "must contain only a-z, 0-9 and hyphens")
        }
        address = try ReachAddress(
            channel: channel, address: try fields.string("address", bytes: 1...ReachAddress.longest), kind: nil)
        try fields.end()
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("channel", address.channel)
        writer.member("address", address.address)
    }
}
