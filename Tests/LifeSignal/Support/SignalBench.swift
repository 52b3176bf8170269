import Foundation
import Glibc
import LinuxSupport
package import RPC
package import SignalAPI
package import TestSupport
package import Wire

/// Runs `lifesignald` as a process, with a clock that the test moves.
package final class SignalBench {
    /// Ada's telephone number.
    package static let ada = "+4915112345678"
    /// Ben's telephone number.
    package static let ben = "+34600112233"

    /// The directory with all files of the daemon.
    package let directory: TestDirectory
    /// The path of the socket for people.
    package let socket: String
    /// The path of the socket for administrators.
    package let adminSocket: String
    private let launch: Launch
    /// The daemon's current process. If no process is running, this is the last one.
    package private(set) var daemon: ChildProcess

    /// The settings for every start of the daemon.
    private struct Launch {
        var isVirtual: Bool
        var environment: [String: String]
        var outer: [String]
    }

    /// Starts the daemon, and waits until it is ready. `configuration` is merged into the daemon's configuration file,
    /// and `arguments` come before the other arguments. `environment` and `within` apply to every start. The command
    /// `within` runs the daemon. `place` may contain an earlier store with its key. If `directory` is nil, a new
    /// directory is used.
    package init(
        configuration: JSON = [:], isVirtual: Bool = true, arguments: [String] = [], uid: UInt32? = nil,
        environment: [String: String] = [:], within outer: [String] = [], in place: TestDirectory? = nil
    ) async throws {
        directory = try place ?? TestDirectory(mode: 0o755)
        try directory.directory("run", mode: 0o755, owner: uid)
        let isFilled = FileManager.default.fileExists(atPath: directory.file("store/key"))
        if !isFilled { try directory.directory("store", owner: uid) }
        socket = directory.file("run/lifesignal.sock")
        adminSocket = directory.file("run/admin.sock")
        launch = Launch(isVirtual: isVirtual, environment: environment, outer: outer)
        let key = directory.file("store/key")
        if !isFilled {
            let maker = try ChildProcess(try Products.executable("lifesignald"), ["--new-machine-key", key], uid: uid)
            guard try await maker.awaitExit() == 0 else { throw TestFailure(maker.errors) }
        }
        var object = JSONObject()
        object["socket"] = .string(socket)
        object["admin_socket"] = .string(adminSocket)
        object["store"] = .string(directory.file("store/lifesignal.db"))
        object["machine_key"] = .string(key)
        for member in configuration.objectValue?.members ?? [] { object[member.key] = member.value }
        try directory.write(JSON.object(object).text, to: "lifesignal.json")
        daemon = try Self.start(directory, launch, arguments, uid)
        try await daemon.awaitErrors(" ready")
    }

    private static func start(
        _ directory: TestDirectory, _ launch: Launch, _ arguments: [String] = [], _ uid: UInt32? = nil
    ) throws -> ChildProcess {
        let clock = launch.isVirtual ? ["--virtual-clock", directory.file("run/clock")] : []
        return try ChildProcess(
            try Products.executable("lifesignald"),
            clock + arguments + ["--config", directory.file("lifesignal.json")], environment: launch.environment,
            uid: uid, within: launch.outer)
    }

    /// Ends the daemon with a signal, and starts it again.
    package func restart(after signal: Int32 = SIGKILL, arguments: [String] = []) async throws {
        daemon.signal(signal)
        _ = try await daemon.awaitExit()
        daemon = try Self.start(directory, launch, arguments)
        try await daemon.awaitErrors(" ready")
    }

    /// Starts a daemon that ends by itself, and returns its exit status.
    package func run(arguments: [String]) async throws -> Int32 {
        try await Self.start(directory, launch, arguments).awaitExit()
    }

    /// Advances both clocks. Then waits until the daemon has handled everything that has fallen due through this.
    package func advance(_ duration: Duration) throws {
        try Self.advance(duration, at: directory.file("run/clock"))
    }

    /// Advances the clocks of the daemon whose clock listens at `socket`. Then waits until the daemon has handled
    /// everything that has fallen due through this.
    package static func advance(_ duration: Duration, at socket: String) throws {
        try move(.members(("advance_ms", .integer(duration.milliseconds))), at: socket)
    }

    /// Moves the clocks according to `order`, which it sends to the clocks' socket. Returns the daemon's time after it
    /// has handled everything that is due.
    @discardableResult
    package func move(_ order: JSON) throws -> Timestamp { try Self.move(order, at: directory.file("run/clock")) }

    @discardableResult
    private static func move(_ order: JSON, at socket: String) throws -> Timestamp {
        let clock = try UnixConnection(socket)
        try clock.send(order.text + "\n")
        guard let time = try JSON(parsing: try clock.line().utf8)["time"]?.stringValue.flatMap(Timestamp.init) else {
            throw TestFailure("the clock did not answer")
        }
        return time
    }

    /// The disk space that the store takes without its copies, in bytes.
    package func storeSize() throws -> Int {
        let store = directory.file("store")
        let names = try FileManager.default.contentsOfDirectory(atPath: store).filter { !$0.contains("-copy") }
        return try names.reduce(0) { sum, name in
            let size = try FileManager.default.attributesOfItem(atPath: "\(store)/\(name)")[.size] as? Int
            return sum + (size ?? 0)
        }
    }

    /// Connects a client to the socket for people.
    package func client() throws -> BlockingClient { try Self.client(socket) }

    /// Connects a client to the socket for administrators.
    package func administrator() throws -> BlockingClient { try Self.client(adminSocket) }

    private static func client(_ socket: String) throws(WireError) -> BlockingClient {
        try BlockingClient.connect(to: socket, hello: Hello(clientName: "test", clientVersion: "1"))
    }

    /// The code that a session is waiting for. The test finds the code in the same way as an administrator.
    package func code(_ phone: String, session: String = "default") throws -> String {
        let codes = try administrator().call(CodeIssue.self, .init(phone: phone)).codes
        guard let code = codes.first(where: { $0.session == session }) else { throw TestFailure("no code") }
        return code.code
    }

    /// Signs a person in.
    @discardableResult
    package func signIn(_ phone: String, session: String? = nil) throws -> SignalPerson {
        let client = try client()
        _ = try client.call(AuthSignIn.self, .init(session: session, phone: phone))
        let code = try code(phone, session: session ?? "default")
        return try client.call(AuthVerify.self, .init(session: session, code: code))
    }
}

/// The reason of the error that `body` throws, or nil if it throws no error.
package func reason(_ body: () throws -> Void) -> String? {
    do {
        try body()
        return nil
    } catch {
        return (error as? WireError)?.reason ?? "\(error)"
    }
}
