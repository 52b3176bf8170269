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
    /// The socket at which `lifesignal-web` reads and answers alarms.
    var webSocket: String
    /// The URL under which people reach `lifesignal-web`, without a slash at its end. If it is nil, messages have no
    /// links.
    var linkBase: String?
    /// The local emergency number, which messages about an alarm contain. If it is nil, they say only "the emergency
    /// services".
    var emergencyNumber: String?
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
    /// The users who may use the links of responders. Nobody else is allowed, not even root.
    var allowWeb: RPCAllowList

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
    package var sockets: [String: String] {
        ["session": socket, "admin": adminSocket, "sender": senderSocket, "web": webSocket]
    }

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
        senderSocket =
            try fields.optionalString("sender_socket", bytes: 1...107)
            ?? Self.place("lifesignal-sender.sock", beside: socket)
        webSocket =
            try fields.optionalString("web_socket", bytes: 1...107) ?? Self.place("lifesignal-web.sock", beside: socket)
        guard senderSocket.utf8.count <= 107, webSocket.utf8.count <= 107 else {
            throw fields.fault("socket", "is so long that sender_socket and web_socket must be set as well")
        }
        linkBase = try fields.optionalFields("web").map(Self.url)
        emergencyNumber = try Self.emergencyNumber(&fields)
        operatorAddresses = try fields.values("operator", OperatorAddress.self, count: 0...8).map(\.address)
        language = try Self.language(&fields)
        store = try Self.store(&fields)
        machineKey = try fields.optionalString("machine_key", bytes: 1...4096)
        let registration: Registration? = try fields.optionalEnumeration("registration")
        isOpen = registration == .open
        desk = try fields.optionalFields("desk").map(Desk.init)
        if linkBase != nil {
            (quotas.streamsPerUser, quotas.callsPerUser) = (Self.openPages, Self.openPages * 2)
            quotas.connectionsPerUser = Self.visitors
        }
        try quotas.raise(try fields.optionalFields("limits"))
        var allow = try fields.optionalFields("allow")
        allowSession = try .people(try allow?.optionalFields("session"), orGroup: "seam", accounts: accounts)
        allowAdmin = try .people(try allow?.optionalFields("admin"), orGroup: "seam-admin", accounts: accounts)
        allowSender = try Self.program("lifesignal-sender", try allow?.optionalFields("sender"), accounts)
        allowWeb = try Self.program("lifesignal-web", try allow?.optionalFields("web"), accounts)
        try allow?.end()
    }

    /// The largest number of pages that show an alarm live. The user of `lifesignal-web` has a stream for each of them.
    private static let openPages = 1_024
    /// The largest number of connections of `lifesignal-web`. Each visitor with a device has one during a request.
    private static let visitors = 512

    /// The default path, in the directory of the other socket.
    private static func place(_ name: String, beside socket: String) -> String {
        let directory = socket.lastIndex(of: "/").map { socket[...$0] } ?? ""
        return "\(directory)\(name)"
    }

    /// The URL in the member `web`, without a slash at its end.
    private static func url(_ fields: JSONFields) throws -> String {
        var fields = fields
        let url = try fields.string("url", bytes: 1...200)
        let host = ["https://", "http://"].first { url.hasPrefix($0) }.map { url.dropFirst($0.count) } ?? ""
        let isPlain = url.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"?#@\\\"<>".utf8.contains($0) }
        guard isPlain, !host.isEmpty, !host.dropLast(host.hasSuffix("/") ? 1 : 0).contains("/") else {
            throw fields.fault("url", "must be https:// or http:// with a host, and without a path")
        }
        try fields.end()
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }

    private static func emergencyNumber(_ fields: inout JSONFields) throws -> String? {
        guard let number = try fields.optionalString("emergency_number", bytes: 2...20) else { return nil }
        guard number.utf8.allSatisfy({ (0x30...0x39).contains($0) || "+ -".utf8.contains($0) }),
            number.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { throw fields.fault("emergency_number", "must be digits, spaces, hyphens and +, such as 112") }
        return number
    }

    /// The people in `allow`. Without `allow`, this is the group of the program's own user, if the installation has
    /// created that group.
    private static func program(
        _ group: String, _ fields: JSONFields?, _ accounts: AccountLookup
    ) throws -> RPCAllowList {
        if var fields { return try RPCAllowList(&fields, accounts: accounts) }
        return RPCAllowList(groups: Set([try accounts.group(group)].compactMap { $0 }))
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
