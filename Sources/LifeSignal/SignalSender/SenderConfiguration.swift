import DaemonKit
import LinuxSupport
import RPC
import SignalCore
import Wire

/// The contents of `/etc/seam/lifesignal-sender.json`, read once at startup. Without the file, there are no channels.
struct SenderConfiguration: DaemonConfiguration {
    /// The socket at which `lifesignald` gives out deliveries.
    var lifesignal: String
    var channels: [ChannelEntry]
    /// The directory that contains the operator's programs.
    var programs: String
    /// Whether programs may also belong to the sender's own user. This is for development.
    var ownPrograms: Bool
    /// Two settings: the URL of a watcher outside this machine, and how often the sender reports to it that deadlines
    /// are being watched. The value is nil if there is no watcher.
    var heartbeat: (url: String, period: Duration)?
    /// The sender's limits for clients. The sender has no clients.
    var quotas = RPCQuotas(exemptUsers: [])

    static let place = "/etc/seam/lifesignal-sender.json"
    static let mayBeAbsent = true
    var sockets: [String: String] { [:] }

    /// The users who may own a channel's program.
    var owners: Set<UInt32> { ownPrograms ? [0, ProcessUser.effective] : [0] }

    init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        lifesignal = try fields.optionalString("lifesignal", bytes: 1...107) ?? "/run/seam/lifesignal-sender.sock"
        programs = try fields.optionalString("programs", bytes: 1...4096) ?? "/etc/lifesignal/senders.d"
        ownPrograms = try fields.optionalBool("own_programs") ?? false
        if var beat = try fields.optionalFields("heartbeat") {
            let url = try beat.string("url", bytes: 1...2048)
            guard ChannelEntry.isURL(url) else {
                throw beat.fault("url", "must be http:// or https:// with a host, without a user or a fragment")
            }
            let period = try beat.optionalMilliseconds("every_ms", in: 1_000...3_600_000) ?? .seconds(60)
            try beat.end()
            heartbeat = (url, period)
        }
        channels = try fields.values("channels", ChannelEntry.self, count: 0...16)
        guard Set(channels.map(\.name)).count == channels.count else {
            throw fields.fault("channels", "must have different names")
        }
        for index in channels.indices {
            guard case .program(let path) = channels[index].way else { continue }
            channels[index].way = .program(try Self.program(path, in: programs, fields))
        }
    }

    /// Throws if a channel cannot work. Even then the sender starts, because the other channels still work.
    func check(_ channel: ChannelEntry) throws(ConfigurationError) {
        switch channel.way {
        case .mail: break
        case .http(_, _, let token): _ = try token?.read()
        case .push(let settings): _ = try settings.signer()
        case .program(let path):
            do throws(LinuxError) {
                // A user with write access to the directory could put another program there.
                _ = try TrustedPath.names(in: programs, limit: 4_096, owners: owners)
                try TrustedPath.checkProgram(path, owners: owners)
            } catch {
                throw ConfigurationError("channel \(channel.name): \(error.message)")
            }
        }
    }

    /// The full path of a program, which must be directly in the directory of programs.
    private static func program(
        _ named: String, in directory: String, _ fields: JSONFields
    ) throws -> String {
        let prefix = directory.hasSuffix("/") ? directory : directory + "/"
        let path = named.hasPrefix("/") ? named : prefix + named
        let name = path.hasPrefix(prefix) ? path.dropFirst(prefix.count) : ""
        guard prefix.hasPrefix("/"), !name.isEmpty, !name.contains("/"), name != ".", name != ".." else {
            throw fields.fault("channels", "must name programs in \(directory)")
        }
        return path
    }
}

/// A channel as the configuration describes it.
struct ChannelEntry: Sendable, Hashable {
    /// How messages leave the machine.
    enum Way: Sendable, Hashable {
        case mail(from: String, sendmail: String)
        case http(url: String, HTTPTemplate, token: TokenPlace?)
        /// The program's path, or its name in the directory of programs.
        case program(String)
        case push(PushSettings)
    }

    let name: String
    var way: Way

    var kind: ChannelKind {
        switch way {
        case .mail: .mail
        case .http: .http
        case .program: .program
        case .push: .push
        }
    }
}

extension ChannelEntry: JSONRecord {
    init(fields: inout JSONFields) throws(FieldFault) {
        name = try fields.string("name", bytes: 1...32)
        guard ReachAddress.isChannel(name) else { throw fields.fault("name", "must contain only a-z, 0-9 and hyphens") }
        let kind: ChannelKind = try fields.enumeration("kind")
        switch kind {
        case .mail:
            let from = try fields.string("from", bytes: 1...ReachAddress.longest)
            _ = try ReachAddress(channel: name, address: from, kind: .mail, "/from")
            let sendmail = try fields.optionalString("sendmail", bytes: 1...4096) ?? "/usr/sbin/sendmail"
            guard sendmail.hasPrefix("/") else { throw fields.fault("sendmail", "must begin with /") }
            way = .mail(from: from, sendmail: sendmail)
        case .http:
            let url = try fields.string("url", bytes: 1...2048)
            guard Self.isURL(url) else {
                throw fields.fault("url", "must be http:// or https:// with a host, without a user or a fragment")
            }
            way = .http(
                url: url, try fields.optionalEnumeration("template") ?? .json,
                token: try Self.secret("token_file", "token_credential", &fields))
        case .program: way = .program(try fields.string("program", bytes: 1...4096))
        case .push: way = .push(try Self.push(&fields, name))
        }
        try fields.end()
    }

    private static func push(_ fields: inout JSONFields, _ name: String) throws(FieldFault) -> PushSettings {
        guard let key = try secret("key_file", "key_credential", &fields) else {
            throw fields.fault("key_file", "is missing")
        }
        let contact = try fields.string("contact", bytes: 1...ReachAddress.longest)
        let isPage = contact.hasPrefix("https://") && isURL(contact)
        if !isPage { _ = try ReachAddress(channel: name, address: contact, kind: .mail, "/contact") }
        let own = try fields.strings("services", count: 0...32, bytes: 1...256)
        let services = (own.isEmpty ? PushSettings.known : own).compactMap(PushSettings.Service.init)
        guard own.isEmpty || services.count == own.count else {
            throw fields.fault("services", "must be https:// with a host, which may begin with *.")
        }
        return PushSettings(services: services, key: key, contact: isPage ? contact : "mailto:\(contact)")
    }

    /// The place of a secret: a file, or a credential.
    private static func secret(
        _ inFile: StaticString, _ inCredential: StaticString, _ fields: inout JSONFields
    ) throws(FieldFault) -> TokenPlace? {
        let file = try fields.optionalString(inFile, bytes: 1...4096)
        guard let credential = try fields.optionalString(inCredential, bytes: 1...128) else {
            return file.map { .file($0) }
        }
        guard file == nil else { throw fields.fault(inCredential, "excludes \(inFile)") }
        guard !credential.contains("/"), !credential.hasPrefix(".") else {
            throw fields.fault(inCredential, "must be the name of a credential")
        }
        return .credential(credential)
    }

    /// Whether a text is a web service's URL.
    static func isURL(_ text: String) -> Bool {
        let rest = ["https://", "http://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
        guard let rest, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !text.contains("#") else { return false }
        let host = rest.prefix { $0 != "/" && $0 != "?" }
        return !host.isEmpty && !host.contains("@")
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.member("name", name)
        writer.member("kind", kind.rawValue)
    }
}
