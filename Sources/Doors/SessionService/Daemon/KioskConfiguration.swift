import DaemonKit
import Glibc
package import LinuxSupport
package import SeamCloud
import Wire

/// The configuration's `kiosk`. It names the operator's desk, the users who may pass codes to the desk, and the watcher
/// that gets the screens' heartbeat.
package struct KioskConfiguration: Sendable {
    /// The desk's address, or nil if visitors only show tokens.
    package let source: CloudAddress?
    /// The address for the heartbeat, or nil for no heartbeat. The heartbeat shows a watcher that the screens serve
    /// people.
    package let heartbeat: CloudAddress?
    /// How often the heartbeat is sent.
    package let heartbeatInterval: Duration
    /// The only users that may exchange codes and report screens. The user root is one of them only if it is listed.
    package let users: Set<UInt32>
    /// A file of mode 0600 with the kiosk's secret, for machines without systemd credentials.
    package let secret: String?

    /// The name of the systemd credential that contains the secret.
    static let credential = "seam-kiosk-secret"
    /// The account that may exchange codes unless the configuration names other users.
    private static let account = "seam-kiosk"
    /// The directories in which systemd looks for a credential if a unit gives only the credential's name.
    private static let stores = ["/etc", "/run", "/usr/lib"].flatMap {
        ["\($0)/credstore.encrypted", "\($0)/credstore"]
    }

    init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        source = try Self.address(&fields, "token_source")
        heartbeat = try Self.address(&fields, "heartbeat_url")
        heartbeatInterval =
            try fields.optionalMilliseconds("heartbeat_interval_ms", in: 1_000...3_600_000) ?? .seconds(60)
        secret = try fields.optionalString("secret", bytes: 1...4096)
        users = try Self.users(&fields, accounts)
        try fields.end()
    }

    /// The users who may report screens if the configuration has no `kiosk`.
    static func usualUsers(_ accounts: AccountLookup) throws -> Set<UInt32> {
        Set(try accounts.user(account).map { [$0] } ?? [])
    }

    private static func address(_ fields: inout JSONFields, _ key: StaticString) throws -> CloudAddress? {
        guard let text = try fields.optionalString(key, bytes: 1...2048) else { return nil }
        do throws(CloudAddress.Fault) {
            return try CloudAddress(text)
        } catch {
            throw fields.fault(key, error.description)
        }
    }

    private static func users(_ fields: inout JSONFields, _ accounts: AccountLookup) throws -> Set<UInt32> {
        let names = try fields.strings("users", count: 0...256, bytes: 1...64)
        guard !names.isEmpty else {
            if let own = try accounts.user(account) { return [own] }
            throw fields.fault("users", "must name at least one user, because there is no user \(account)")
        }
        return Set(
            try names.map { name in
                guard let user = try accounts.user(name) else {
                    throw fields.fault("users", "names a user that does not exist")
                }
                return user
            })
    }

    /// Reads the kiosk's secret from the systemd credential. If there is no such credential, reads it from the file.
    /// Returns nil without a desk. As with the machine key, a file that other users can read is refused.
    ///
    /// `credentialsDirectory` is the value of `CREDENTIALS_DIRECTORY`.
    package func loadSecret(credentialsDirectory: String?) throws(ConfigurationError) -> KioskSecret? {
        guard source != nil else { return nil }
        if let credentialsDirectory {
            let path = "\(credentialsDirectory)/\(Self.credential)"
            let found = try Self.secret(at: path) { () throws(LinuxError) in
                try SecretFile.readCredential(path, limit: Self.limit)
            }
            if let found { return found }
        }
        guard let secret else { throw Self.missing }
        let found = try Self.secret(at: secret) { () throws(LinuxError) in
            try SecretFile.read(secret, limit: Self.limit)
        }
        guard let found else { throw ConfigurationError("kiosk secret \(secret): there is no such file") }
        return found
    }

    /// Throws if the daemon could not start with this configuration because the secret is missing. If a service manager
    /// passes the secret, only the secret's place can be checked.
    package func checkSecret(credentialsDirectory: String?) throws(ConfigurationError) {
        guard source != nil else { return }
        guard credentialsDirectory == nil, secret == nil else {
            _ = try loadSecret(credentialsDirectory: credentialsDirectory)
            return
        }
        for store in Self.stores {
            var status = stat()
            // Only root can look into these directories. For other users, the secret counts as possibly present.
            if unsafe lstat("\(store)/\(Self.credential)", &status) == 0 || errno == EACCES { return }
        }
        throw Self.missing
    }

    private static let limit = KioskSecret.length.upperBound + 1

    private static var missing: ConfigurationError {
        ConfigurationError(
            "there is no kiosk secret: pass \(credential) as a systemd credential, or set kiosk.secret to a file of mode "
                + "0600; if there is no desk, leave out kiosk.token_source")
    }

    /// Reads the secret with `read`, or returns nil if there is no file at the path.
    private static func secret(
        at path: String, _ read: () throws(LinuxError) -> [UInt8]
    ) throws(ConfigurationError) -> KioskSecret? {
        do {
            return try KioskSecret(try read())
        } catch let error as LinuxError {
            guard error.code != .notFound else { return nil }
            let remedy =
                error.code == .unsafeFile ? "; make it readable only by root and the daemon's user" : ""
            throw ConfigurationError("kiosk secret \(path): \(error.message)\(remedy)")
        } catch let fault as KioskSecret.Fault {
            throw ConfigurationError("kiosk secret \(path): \(fault.description)")
        } catch {
            throw ConfigurationError("kiosk secret \(path): cannot be read")
        }
    }
}
