import Foundation

/// The daemon `lifesignald`, as the live clients reach it.
public final class BackendService: Sendable {
    /// The daemon of this machine, for all clients of this process.
    public static let shared = BackendService()

    /// The daemon's socket.
    public let socketPath: String

    /// Without a path, the path in `LIFESIGNAL_SOCKET` is used, else the standard one,
    /// `/run/seam/lifesignal.sock`. No connection is made before the first call.
    public init(socketPath: String? = nil) {
        let environment = ProcessInfo.processInfo.environment["LIFESIGNAL_SOCKET"] ?? ""
        self.socketPath = socketPath ?? (environment.isEmpty ? "/run/seam/lifesignal.sock" : environment)
    }
}
