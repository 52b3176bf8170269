import Foundation
import TestSupport

/// Lets a client connect to the daemons in such a way that they take it for another user. The client connects to a
/// socket of the gate, and the daemons see the gate's user. The gate needs root.
final class Gate: Sendable {
    private let process: ChildProcess
    private let directory: TestDirectory

    /// For each socket in `sockets`, opens a socket of the gate with the same name. `groups` are the user's
    /// supplementary groups.
    init(uid: UInt32, groups: [UInt32] = [], to sockets: [String: String]) async throws {
        directory = try TestDirectory()
        let place = try directory.directory("gate", owner: uid)
        let script = try Products.file("Tests/ProcessTests/Peers/gate.py")
        let identity = ["--reuid", "\(uid)", "--regid", "\(uid)"]
        let others = groups.isEmpty ? ["--clear-groups"] : ["--groups", groups.map(String.init).joined(separator: ",")]
        process = try ChildProcess(
            "/usr/bin/setpriv",
            identity + others + ["/usr/bin/python3", script]
                + sockets.map { "\(place)/\($0.key).sock=\($0.value)" }, input: nil)
        try await process.awaitOutput("ready")
    }

    /// The path at which the user reaches the socket called `name`.
    func socket(_ name: String) -> String { directory.file("gate/\(name).sock") }
}
