import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// A daemon that runs alone. It is either a session daemon that has no broker, no cloud and no providers, or a broker
/// that has no locks.
final class LoneDaemon: Sendable {
    enum Kind: String { case session, radio }

    let process: ChildProcess
    let directory: TestDirectory
    let socket: String
    /// The session daemon's admin socket.
    let adminSocket: String
    /// The path of the session daemon's store, if the configuration names no other store.
    let store: String

    /// Starts the daemon. The daemon runs as user `uid` if this is not nil. `command` comes before the daemon's own
    /// command, which it must run with `exec`. `configuration` is merged into the daemon's configuration file.
    ///
    /// The daemon may still be starting when the initialiser returns. See ``awaitReady()``.
    init(
        _ kind: Kind, uid: UInt32? = nil, users: [UInt32] = [], configuration: JSON = [:],
        environment: [String: String] = [:], in place: TestDirectory? = nil,
        command: (TestDirectory) throws -> [String] = { _ in [] }
    ) async throws {
        directory = try place ?? TestDirectory(mode: 0o755)
        try directory.directory("run", mode: 0o755, owner: uid)
        try directory.directory("store", owner: uid)
        socket = directory.file("run/\(kind.rawValue).sock")
        adminSocket = directory.file("run/admin.sock")
        store = directory.file("store/session.db")
        var object = JSONObject()
        object["socket"] = .string(socket)
        let admitted = JSON.strings((users + [geteuid()]).map { "\($0)" })
        object["allow"] = [kind.rawValue: ["users": admitted]]
        var arguments = ["--config", directory.file("daemon.json")]
        switch kind {
        case .session:
            let key = directory.file("store/machine-key")
            if access(key, F_OK) != 0 {
                let maker = try ChildProcess(
                    try Products.executable("seam-sessiond"), ["--new-machine-key", key], uid: uid)
                guard try await maker.awaitExit() == 0 else { throw TestFailure(maker.errors) }
            }
            object["admin_socket"] = .string(adminSocket)
            object["radio_socket"] = .string(directory.file("run/nobody.sock"))
            object["store"] = .string(store)
            object["machine_key"] = .string(key)
            object["cloud_url"] = "http://127.0.0.1:1"
            object["providers"] = .string(try directory.directory("providers", mode: 0o755))
            object["launcher"] = .string(try Products.executable("seam-provider-run"))
            if geteuid() != 0 { object["own_programs"] = true }
        case .radio:
            arguments += ["--virtual-radio", directory.file("run/air.sock")]
        }
        for member in configuration.objectValue?.members ?? [] { object[member.key] = member.value }
        try directory.write(JSON.object(object).text, to: "daemon.json")
        let whole = try command(directory) + [try Products.executable("seam-\(kind.rawValue)d")]
        process = try ChildProcess(whole[0], whole.dropFirst() + arguments, environment: environment, uid: uid)
    }

    /// Waits until the daemon accepts connections and handles signals.
    func awaitReady() async throws { try await process.awaitErrors(" ready") }

    /// Ends the daemon with SIGTERM, and returns its exit status.
    func stop() async throws -> Int32 {
        process.signal(SIGTERM)
        return try await process.awaitExit()
    }
}
