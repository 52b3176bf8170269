import DaemonKit
package import LinuxSupport
package import RPC
import SeamCloud
package import SessionCore
package import Wire

/// The contents of `/etc/seam/session.json`, read once at startup.
package struct SessionConfiguration: DaemonConfiguration {
    package var socket: String
    package var adminSocket: String
    package var radioSocket: String
    /// The path of the store's file, whose directory must exist.
    package var store: String
    /// A file of mode 0600 with the machine key, for machines without systemd credentials.
    package var machineKey: String?
    package var cloudURL: String
    /// Authorities that may sign the cloud's certificate, in addition to the system's authorities.
    var cloudAuthorities: CloudAuthorities?
    /// The time limit for one request to the cloud, from name lookup to the last byte of the answer.
    package var cloudTimeout: Duration
    /// How fast all sessions together may send requests to the cloud, and the number of requests that may wait.
    var cloudPace: CloudPace.Limits
    /// The number of a user's tokens that the cloud may refuse in a row. After that, the daemon asks about one token
    /// every half minute.
    var refusedTokens: Int
    /// The number of named sessions that a user may begin in a burst. After that, the user may begin two per second.
    var sessionChanges: Int
    /// The directory with the providers' executables and manifests.
    package var providers: String
    /// The program that confines providers.
    package var launcher: String
    /// Whether the providers and the launcher may also belong to the daemon's own user. This is for development.
    /// Installed programs belong to root, so that somebody who takes over the daemon cannot replace them.
    package var ownPrograms: Bool
    /// How long credentials may be used without contact with the cloud.
    package var offlineGrace: Duration
    /// The way that is preferred for keys that open in several ways.
    package var policy: ProximityPolicy
    /// How often the cloud is asked for events while a session is in use.
    package var syncInterval: Duration
    /// How long a lock counts as near after it was last heard.
    package var nearbyHold: Duration
    /// The limits of the journal.
    package var journal: JournalLimits
    /// Limits for clients' counts and rates; `limits` raises them.
    package var quotas = RPCQuotas(exemptUsers: [0, ProcessUser.effective])
    /// The configuration's part about public screens, or nil if it is missing.
    package var kiosk: KioskConfiguration?
    /// The users who may report on public screens.
    package var kioskUsers: Set<UInt32>
    package var allowSession: RPCAllowList
    package var allowAdmin: RPCAllowList

    package static let place = "/etc/seam/session.json"
    package static let mayBeAbsent = false
    package var sockets: [String: String] { ["session": socket, "admin": adminSocket] }

    /// The places at which providers and their launcher are installed.
    static let (installed, installedLauncher) = ("/usr/lib/seam/providers", "/usr/lib/seam/seam-provider-run")

    /// Reads only the store's path from the file at `path`. Other members of the file may be wrong. Scripts that remove
    /// or copy the store use this function. Throws as ``read(_:)`` does.
    package static func store(in path: String) throws(ConfigurationError) -> String {
        try part(of: path) { fields in try store(&fields) }
    }

    private static func store(_ fields: inout JSONFields) throws -> String {
        try fields.optionalString("store", bytes: 1...4096) ?? "/var/lib/seam/session.db"
    }

    package init(_ fields: inout JSONFields, accounts: AccountLookup) throws {
        socket = try fields.optionalString("socket", bytes: 1...107) ?? "/run/seam/session.sock"
        adminSocket = try fields.optionalString("admin_socket", bytes: 1...107) ?? "/run/seam/admin.sock"
        radioSocket = try fields.optionalString("radio_socket", bytes: 1...107) ?? "/run/seam/radio.sock"
        store = try Self.store(&fields)
        machineKey = try fields.optionalString("machine_key", bytes: 1...4096)
        cloudURL = try fields.optionalString("cloud_url", bytes: 1...2048) ?? "https://connect.getseam.com"
        do throws(CloudAddress.Fault) {
            _ = try CloudAddress(cloudURL)
        } catch {
            throw fields.fault("cloud_url", error.description)
        }
        cloudAuthorities = try Self.authorities(&fields)
        cloudTimeout = try fields.optionalMilliseconds("cloud_timeout_ms", in: 1_000...60_000) ?? .seconds(15)
        cloudPace = CloudPace.Limits(
            rate: .init(
                burst: Int(try fields.optionalInteger("cloud_burst", in: 1...1_000) ?? 60),
                every: try fields.optionalMilliseconds("cloud_interval_ms", in: 10...60_000) ?? .milliseconds(50)),
            waiting: Int(try fields.optionalInteger("cloud_waiting", in: 1...4_096) ?? 256))
        refusedTokens = Int(try fields.optionalInteger("refused_tokens", in: 1...10_000) ?? 5)
        sessionChanges = Int(try fields.optionalInteger("session_changes", in: 1...1_000_000) ?? 120)
        providers = try fields.optionalString("providers", bytes: 1...4096) ?? Self.installed
        launcher = try fields.optionalString("launcher", bytes: 1...4096) ?? Self.installedLauncher
        ownPrograms = try fields.optionalBool("own_programs") ?? false
        let hour: Int64 = 3_600_000
        offlineGrace = try fields.optionalMilliseconds("offline_grace_ms", in: 0...720 * hour) ?? .seconds(72 * 3600)
        syncInterval = try fields.optionalMilliseconds("sync_interval_ms", in: 1000...hour) ?? .seconds(60)
        policy = try fields.optionalEnumeration("proximity_policy") ?? .nearbyOnly
        nearbyHold = try fields.optionalMilliseconds("nearby_hold_ms", in: 1000...300_000) ?? .seconds(30)
        let day: Duration = .seconds(24 * 3600)
        journal = JournalLimits(
            age: day * Int(try fields.optionalInteger("journal_days", in: 1...3_650) ?? 365),
            rows: Int(try fields.optionalInteger("journal_rows", in: 1_000...10_000_000) ?? 200_000))
        try quotas.raise(try fields.optionalFields("limits"))
        if var members = try fields.optionalFields("kiosk") {
            kiosk = try KioskConfiguration(&members, accounts: accounts)
        }
        kioskUsers = try kiosk?.users ?? KioskConfiguration.usualUsers(accounts)
        var allow = try fields.optionalFields("allow")
        allowSession = try .people(try allow?.optionalFields("session"), orGroup: "seam", accounts: accounts)
        allowAdmin = try .people(try allow?.optionalFields("admin"), orGroup: "seam-admin", accounts: accounts)
        try allow?.end()
    }

    /// The certificates in the file that `cloud_ca` names. Only root and the daemon's user may write to that file.
    private static func authorities(_ fields: inout JSONFields) throws -> CloudAuthorities? {
        guard let path = try fields.optionalString("cloud_ca", bytes: 1...4096) else { return nil }
        do {
            let owners: Set<UInt32> = [0, ProcessUser.effective]
            return try CloudAuthorities(pem: try TrustedPath.read(path, limit: fileLimit, owners: owners))
        } catch let fault as CloudAuthorities.Fault {
            throw fields.fault("cloud_ca", fault.description)
        } catch let error as LinuxError {
            switch error.code {
            case .notFound: throw fields.fault("cloud_ca", "names a file that does not exist")
            case .unsafeFile: throw fields.fault("cloud_ca", "must name a regular file that other users cannot write")
            case .tooLarge: throw fields.fault("cloud_ca", "names a file that is too large")
            case .addressInUse, .addressTaken, .pathTooLong, .invalidPath, .lookupFailed, .refused, .permissionDenied,
                .timedOut, .closed, .unsafeDirectory, .notUnixSocket, .unknownPeer, .partialUserMap,
                .serviceEnvironment, .system:
                throw fields.fault("cloud_ca", "names a file that cannot be read")
            }
        }
    }
}
