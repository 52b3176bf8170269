import Foundation
import Glibc
package import Wire

/// The whole system. Its executables are spawned and use a private directory. The executables are the development
/// cloud, the broker with a virtual radio, two locks and the session daemon. If we are root, the daemons run as
/// separate users.
///
/// In the radio lab (`Tests/RadioLab`), the broker uses the lab's adapter, and the locks use the lab's simulated radio.
/// The same tests then run with a real bluetoothd.
package final class TestSystem: @unchecked Sendable {
    // Only the test that restarts the processes replaces them, and it makes one call at a time.
    package private(set) var radiod: ChildProcess
    package private(set) var locks: ChildProcess
    package private(set) var sessiond: ChildProcess
    package let cloud: TestCloud
    package let directory: TestDirectory
    package let radioUID: UInt32?
    package let sessionUID: UInt32?
    /// The secret that the machine sends to the desk so that the desk recognizes it. Nil if there is no desk.
    package let kioskSecret: String?
    /// The reserved users. They stay reserved as long as the system exists.
    private let users: ReservedUsers?

    package static let frontLock = "front"
    package static let backLock = "back"
    package static let frontAddress = "54:D2:72:00:00:01"
    package static let backAddress = "54:D2:72:00:00:02"
    /// The toy lock. For each unlock, a person must enter a code on a page of the cloud.
    package static let (toyLock, toyAddress) = ("toy", "54:D2:72:00:00:07")

    package var sessionSocket: String { directory.file("run-session/session.sock") }
    package var adminSocket: String { directory.file("run-session/admin.sock") }
    package var radioSocket: String { directory.file("run-radio/radio.sock") }
    package var lockEventsFile: String { directory.file("lock/events.jsonl") }
    package var storeFile: String { directory.file("session/session.db") }

    /// Whether the broker drives a real bluetoothd.
    package static var isInLab: Bool { labAir != nil }

    /// In the lab, the socket on which the lab accepts locks. Nil outside the lab.
    private static let labAir = ProcessInfo.processInfo.environment["RADIOLAB_LOCKS"]

    private let movement: Duration?
    /// The arguments for the locks that exist in addition to the front lock and the back lock.
    private let moreLocks: [String]
    private let lockAir: String
    private let environment: [String: String]
    private let accounts: TestAccounts?

    /// Starts the system. Besides root, `users` may connect to the session socket. `configuration` is merged into the
    /// session daemon's configuration. `environment` is set only for this daemon. `movement` is how long a lock's motor
    /// runs. If it is nil, the virtual lock's default applies. `moreLocks` are the locks in addition to the front lock
    /// and the back lock. They have the form that the option `--lock` expects. `providers` are the providers to
    /// install. `tap` records the messages between the locks and the broker. `accounts` are the users that the session
    /// daemon sees. It does not see the machine's own list. `cloud` may be a cloud that was started earlier and uses
    /// another directory. `kioskUsers` may exchange codes at the cloud's desk. If it is nil, the daemon has no desk. If
    /// `oneTimeCodes` is true, the system also contains ``toyLock`` and this lock's provider.
    package init(
        users: [UInt32] = [], configuration: JSON = [:], movement: Duration? = nil, cloud: TestCloud? = nil,
        moreLocks: [String] = [], providers: [String] = ["nuki", "sesame"], environment: [String: String] = [:],
        tap: AirTap? = nil, accounts: TestAccounts? = nil, kioskUsers: [UInt32]? = nil, oneTimeCodes: Bool = false
    ) async throws {
        self.accounts = accounts
        self.movement = movement
        self.environment = environment
        directory = try TestDirectory()
        self.users = geteuid() == 0 ? try ReservedUsers() : nil
        // In the lab, the simulated radio belongs to root, and the bus admits no user except root.
        radioUID = Self.labAir == nil ? self.users?.first : nil
        sessionUID = self.users?.second
        for name in ["radio", "lock"] { try directory.directory(name, owner: radioUID) }
        try directory.directory("run-radio", mode: 0o755, owner: radioUID)
        try directory.directory("session", owner: sessionUID)
        try directory.directory("run-session", mode: 0o755, owner: sessionUID)
        try Self.install(providers, in: directory)
        kioskSecret = kioskUsers.map { _ in "kiosk-\(UInt64.random(in: .min ... .max))" }
        let control = oneTimeCodes ? directory.file("lock/control.sock") : nil
        let own =
            if let cloud { cloud } else {
                try await TestCloud(in: directory, kioskSecret: kioskSecret, lockControl: control)
            }
        self.cloud = own
        let toy = oneTimeCodes ? try Self.installToy(in: directory, cloud: own.url) : []
        self.moreLocks = moreLocks.flatMap { ["--lock", $0] } + toy
        radiod = try Self.startRadiod(directory, uid: radioUID, client: sessionUID ?? geteuid())
        try await Self.awaitSocket(directory.file("run-radio/radio.sock"), of: radiod)
        if let tap {
            try directory.directory("tap", mode: 0o755)
            try tap.start(at: directory.file("tap/air.sock"), to: directory.file("radio/air.sock"))
        }
        let air = tap == nil ? directory.file("radio/air.sock") : directory.file("tap/air.sock")
        lockAir = Self.labAir ?? air
        locks = try Self.startLocks(directory, uid: radioUID, air: lockAir, movement: movement, more: self.moreLocks)
        try await locks.awaitOutput("ready")
        let keyFile = directory.file("session/machine-key")
        let maker = try ChildProcess(
            try Products.executable("seam-sessiond"), ["--new-machine-key", keyFile], uid: sessionUID)
        guard try await maker.awaitExit() == 0 else { throw TestFailure(maker.errors) }
        let desk = try Self.desk(directory, own.url, kioskSecret, users: kioskUsers ?? [], owner: sessionUID)
        try Self.writeConfiguration(directory, cloud: self.cloud.url, users: users, desk: desk, more: configuration)
        sessiond = try Self.startSessiond(directory, uid: sessionUID, environment, accounts)
        for socket in ["session", "admin"] {
            try await Self.awaitSocket(directory.file("run-session/\(socket).sock"), of: sessiond)
        }
    }

    // MARK: - the parts

    private static func install(_ providers: [String], in directory: TestDirectory) throws {
        let folder = try directory.directory("providers", mode: 0o755)
        for name in providers {
            let manifest = "\(folder)/\(name).json"
            let shipped = "\(Products.package)deploy/providers/\(name).json"
            try FileManager.default.copyItem(atPath: shipped, toPath: manifest)
            let program = "seam-provider-\(name)"
            let executable = "\(folder)/\(program)"
            // Makes a link to the program, and does not copy it, because the program has about thirty megabytes and no
            // test changes it.
            if link(try Products.executable(program), executable) != 0 {
                try FileManager.default.copyItem(atPath: try Products.executable(program), toPath: executable)
            }
            chmod(executable, 0o755)
            chmod(manifest, 0o644)
        }
    }

    /// Installs the example provider from the protocol's documentation. Returns the arguments with which the provider's
    /// lock is added.
    private static func installToy(in directory: TestDirectory, cloud: String) throws -> [String] {
        for (name, mode) in [("toy.json", 0o644), ("provider.py", 0o755)] as [(String, mode_t)] {
            let text = try String(contentsOfFile: "\(Products.package)Protocol/examples/\(name)", encoding: .utf8)
            try directory.write(text, to: "providers/\(name)", mode: mode)
        }
        let page = cloud.replacing("http://", with: "https://") + "/otp/\(toyLock)"
        let lock = JSON.members(
            ("name", .string(toyLock)), ("address", .string(toyAddress)), ("kind", "toy"), ("otp_url", .string(page)))
        let configuration = JSON.members(("locks", [lock])).text
        return ["--config", try directory.write(configuration, to: "toy-lock.json", mode: 0o644)]
    }

    private static func startRadiod(_ directory: TestDirectory, uid: UInt32?, client: UInt32) throws -> ChildProcess {
        let configuration = JSON.members(
            ("socket", .string(directory.file("run-radio/radio.sock"))),
            ("allow", ["radio": ["users": [.string("\(client)"), .string("\(geteuid())")]]]))
        let file = try directory.write(configuration.text, to: "radio.json")
        let air = labAir == nil ? ["--virtual-radio", directory.file("radio/air.sock")] : []
        return try ChildProcess(try Products.executable("seam-radiod"), ["--config", file] + air, uid: uid)
    }

    private static func startLocks(
        _ directory: TestDirectory, uid: UInt32?, air: String, movement: Duration?, more: [String]
    ) throws -> ChildProcess {
        let motor = movement.map { ["--movement-ms", "\($0.components.attoseconds / 1_000_000_000_000_000)"] }
        return try ChildProcess(
            try Products.executable("seam-virtual-lock"),
            [
                "--virtual-radio", air, "--control", directory.file("lock/control.sock"), "--events",
                directory.file("lock/events.jsonl"), "--state", directory.file("lock/state.json"),
                "--lock", "\(frontLock):\(frontAddress)", "--lock", "\(backLock):\(backAddress)",
            ] + more + (motor ?? []), uid: uid)
    }

    /// The part of the configuration that makes the daemon use the cloud's desk.
    private static func desk(
        _ directory: TestDirectory, _ cloud: String, _ secret: String?, users: [UInt32], owner uid: UInt32?
    ) throws -> JSON? {
        guard let secret else { return nil }
        let file = try directory.write(secret, to: "session/kiosk-secret", mode: 0o600, owner: uid)
        return .members(
            ("token_source", .string("\(cloud)/kiosk/code")), ("users", .strings(users.map { "\($0)" })),
            ("secret", .string(file)))
    }

    private static func writeConfiguration(
        _ directory: TestDirectory, cloud: String, users: [UInt32], desk: JSON?, more: JSON
    ) throws {
        var object = JSONObject()
        object["socket"] = .string(directory.file("run-session/session.sock"))
        object["admin_socket"] = .string(directory.file("run-session/admin.sock"))
        object["radio_socket"] = .string(directory.file("run-radio/radio.sock"))
        object["store"] = .string(directory.file("session/session.db"))
        object["machine_key"] = .string(directory.file("session/machine-key"))
        object["cloud_url"] = .string(cloud)
        // The pause between two requests is short, because tests make more requests than people make.
        object["cloud_interval_ms"] = 10
        object["providers"] = .string(directory.file("providers"))
        object["launcher"] = .string(try Products.executable("seam-provider-run"))
        if geteuid() != 0 { object["own_programs"] = true }
        let admitted = JSON.strings((users + [geteuid()]).map { "\($0)" })
        object["allow"] = ["session": ["users": admitted], "admin": ["users": [.string("\(geteuid())")]]]
        object["kiosk"] = desk
        for member in more.objectValue?.members ?? [] { object[member.key] = member.value }
        try directory.write(JSON.object(object).text, to: "session.json")
    }

    private static func startSessiond(
        _ directory: TestDirectory, uid: UInt32?, _ environment: [String: String], _ accounts: TestAccounts?
    ) throws -> ChildProcess {
        try ChildProcess(
            try Products.executable("seam-sessiond"), ["--config", directory.file("session.json")],
            environment: environment, uid: uid, within: accounts?.command ?? [])
    }

    /// Waits until `process` accepts connections at `path`. A killed process may have started a child that has not
    /// executed its program yet, and this child may still have the listening socket. A client that connects there is
    /// cut off.
    package static func awaitSocket(_ path: String, of process: ChildProcess) async throws {
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline, process.isRunning {
            if UnixConnection.listener(at: path) == process.pid { return }
            poll(nil, 0, 20)
        }
        throw TestFailure("\(process.name) does not listen at \(path)\n\(process.output)\n\(process.errors)")
    }

    // MARK: - restarts

    package func killSessiond() async throws {
        sessiond.signal(SIGKILL)
        try await sessiond.awaitExit()
    }

    /// Starts the session daemon with additional environment variables. Does not wait until the daemon is ready.
    package func beginSessiond(environment more: [String: String] = [:]) throws {
        sessiond = try Self.startSessiond(
            directory, uid: sessionUID, environment.merging(more) { _, new in new }, accounts)
    }

    package func startSessiond(environment more: [String: String] = [:]) async throws {
        try beginSessiond(environment: more)
        for socket in [sessionSocket, adminSocket] { try await Self.awaitSocket(socket, of: sessiond) }
    }

    package func killRadiod() async throws {
        radiod.signal(SIGKILL)
        try await radiod.awaitExit()
    }

    package func startRadiod() async throws {
        radiod = try Self.startRadiod(directory, uid: radioUID, client: sessionUID ?? geteuid())
        try await Self.awaitSocket(radioSocket, of: radiod)
    }

    package func killLocks() async throws {
        locks.signal(SIGKILL)
        try await locks.awaitExit()
    }

    package func startLocks() async throws {
        locks = try Self.startLocks(directory, uid: radioUID, air: lockAir, movement: movement, more: moreLocks)
        try await locks.awaitOutput("ready")
    }

    /// Ends all processes with SIGTERM. Returns the exit status of the session daemon, of each lock and of the broker.
    package func stop() async throws -> [Int32] {
        var statuses: [Int32] = []
        for process in [sessiond, locks, radiod, cloud.process] {
            process.signal(SIGTERM)
            statuses.append(try await process.awaitExit())
        }
        return statuses
    }

    // MARK: - people

    /// Runs `seam`, and waits until it has finished.
    package func seam(
        _ arguments: [String], input: String = "", uid: UInt32? = nil, limit: Duration = .seconds(60)
    ) async throws -> (status: Int32, output: String, errors: String) {
        let process = try startSeam(arguments, input: input, uid: uid)
        let status = try await process.awaitExit(limit: limit)
        return (status, process.output, process.errors)
    }

    /// Starts `seam` and leaves it running.
    package func startSeam(_ arguments: [String], input: String = "", uid: UInt32? = nil) throws -> ChildProcess {
        try ChildProcess(
            try Products.executable("seam"), arguments,
            environment: ["SEAM_SOCKET": sessionSocket, "SEAM_ADMIN_SOCKET": adminSocket, "NO_COLOR": "1"], uid: uid,
            input: input)
    }

    /// Pairs and binds a lock to a door.
    package func bind(
        lock: String = TestSystem.frontLock, address: String = TestSystem.frontAddress,
        entrance: String = TestCloud.frontDoor, provider: String = "nuki"
    ) async throws {
        try lockControl(.members(("op", "pairing"), ("lock", .string(lock)), ("on", true)))
        let arguments = ["--provider", provider, "--workspace", TestCloud.workspace, "--entrance", entrance]
        let bound = try await seam(["locks", "bind"] + arguments + ["--device", address])
        guard bound.status == 0 else { throw TestFailure("bind: \(bound)\n\(sessiond.errors)\n\(radiod.errors)") }
    }

    /// Binds ``toyLock`` to the back door.
    package func bindToy() async throws {
        try await bind(
            lock: Self.toyLock, address: Self.toyAddress, entrance: TestCloud.backDoor, provider: "toy")
    }

    /// Initializes and activates a session of the user `uid`, with a new token of `person`.
    package func signIn(_ person: String = TestCloud.ada, uid: UInt32? = nil) async throws {
        let started = try await seam(["init"], input: try cloud.token(for: person) + "\n", uid: uid)
        guard started.status == 0 else { throw TestFailure("init: \(started)\n\(sessiond.errors)") }
        let active = try await seam(["activate"], uid: uid)
        guard active.status == 0 else { throw TestFailure("activate: \(active)\n\(sessiond.errors)") }
    }

    /// All logs that may help to understand a failure.
    package var logs: String {
        "--- sessiond\n\(sessiond.errors)\n--- radiod\n\(radiod.errors)\n--- locks\n\(locks.errors)"
    }

    // MARK: - the lock's side

    /// Sends one command to the locks' control socket.
    @discardableResult
    package func lockControl(_ command: JSON) throws -> JSON {
        let connection = try UnixConnection(directory.file("lock/control.sock"))
        try connection.send(command.text + "\n")
        let answer = try JSON(parsing: try connection.line().utf8)
        guard answer["ok"] == true else { throw TestFailure("lock control: \(command.text) → \(answer.text)") }
        return answer
    }

    /// Switches on a fault of the front lock.
    package func fault(_ kind: String, step: Int? = nil, milliseconds: Int? = nil, code: UInt8? = nil) throws {
        try lockControl(
            .members(
                ("op", "fault"), ("lock", .string(Self.frontLock)), ("kind", .string(kind)),
                ("step", step.map { .integer(Int64($0)) }), ("ms", milliseconds.map { .integer(Int64($0)) }),
                ("code", code.map { .integer(Int64($0)) })))
    }

    package func clearFaults() throws {
        try lockControl(.members(("op", "clear"), ("lock", .string(Self.frontLock))))
    }

    /// Starts a process that prints each line that is added to the lock's event file.
    package func followLock() throws -> ChildProcess {
        let next = try lockEvents().count + 1
        return try ChildProcess("/usr/bin/tail", ["-n", "+\(next)", "-F", lockEventsFile])
    }

    /// All events that the locks have recorded.
    package func lockEvents(_ lock: String? = nil) throws -> [JSON] {
        let text = (try? String(contentsOfFile: lockEventsFile, encoding: .utf8)) ?? ""
        return try text.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
            .filter { lock == nil || $0["lock"]?.stringValue == lock }
    }

    /// Waits until a lock has recorded an event. `unlocking` means that the lock has received the command to open,
    /// whatever happens after that.
    package func awaitLockEvent(_ event: String, limit: Duration = .seconds(20)) async throws {
        let follower = try ChildProcess("/usr/bin/tail", ["-n", "+1", "-F", lockEventsFile])
        try await follower.awaitOutput("\"event\":\"\(event)\"", limit: limit)
    }

    /// The number of times that a lock has opened.
    package func openings(_ lock: String = TestSystem.frontLock) throws -> Int {
        try lockEvents(lock).filter { $0["event"] == "unlocked" }.count
    }
}
