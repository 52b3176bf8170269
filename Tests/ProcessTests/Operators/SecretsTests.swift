import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Tests that client session tokens, lock keys and door codes do not leak to other places.
@Suite(.serialized)
struct SecretsTests {
    @Test("secrets: none is in a log, argument, environment, answer, error, file or the broker's memory")
    func secretsStay() async throws {
        let system = try await TestSystem()
        let token = try system.cloud.token()
        let transcript = SecretTranscript(system)
        try await system.bind()
        let early = try Self.secrets(token: token, of: system)

        // Examines the process that reads the token. At this moment, the process has received only half of its input.
        let initialize = try system.startSeamReading(["init"])
        try initialize.write(token)
        try await transcript.lookAtProcesses(untilOneHas: "init", early)
        try initialize.write("\n")
        try initialize.closeInput()
        #expect(try await initialize.awaitExit() == 0)
        transcript.add("init", initialize.output + initialize.errors)

        for arguments in Self.commands { try await transcript.run(arguments) }
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(TestSystem.backLock)), ("on", true)))
        let bind = ["locks", "bind", "--provider", "nuki", "--workspace", TestCloud.workspace]
        try await transcript.run(
            bind + ["--entrance", TestCloud.backDoor, "--device", TestSystem.backAddress], status: 0)
        let secrets = try Self.secrets(token: token, of: system)
        try await transcript.run(["rpc", "session.initialize", "-"], input: #"{"token":"\#(token)"}"#)
        // If a person requests a secret by name, the secret is shown, but only to that person.
        let code = try await system.seam(["keys", "reveal", "credential_ada_letter_room"])
        #expect(code.output.contains("482913"), "\(code)")
        let card = try await system.seam(["keys", "reveal", "credential_ada_garage"])
        #expect(card.output.contains("0004761553"), "\(card)")

        // Examines the system in the middle of an unlock, while the provider's process is running.
        let watch = try system.startSeam(["watch", "--json"])
        try system.fault("slow", step: 4, milliseconds: 1500)
        let lock = try system.followLock()
        let unlock = try system.startUnlock()
        try await lock.awaitOutput("\"unlocking\"")
        // The process is stopped, so that it does not end during the examination.
        unlock.signal(SIGSTOP)
        #expect(system.providerProcess() != nil)
        transcript.lookAtProcesses(secrets)
        if canBeOtherUsers { try Self.lookAtMemory(system, unlock, secrets) }
        unlock.signal(SIGCONT)
        let told = try await system.told(unlock)
        #expect(told.status == 0, "\(told)")
        try await watch.awaitOutput("grantedAccess")
        transcript.add("unlock", unlock.output + unlock.errors)
        transcript.add("watch", watch.output + watch.errors)
        try await transcript.run(["audit", "--json"], status: 0)
        try await transcript.run(["deactivate"], status: 0)
        // If the cloud does not know a token, this token is as secret as a token that the cloud knows.
        let stranger = "seam_cst1nobodyknows_" + String(UInt64.random(in: .min ... .max), radix: 36)
        try await transcript.run(["init"], input: stranger + "\n")
        try await transcript.run(["activate"])

        let all = secrets + [SecretForms("stranger", Array(stranger.utf8))]
        try transcript.lookAtText(all)
        try transcript.lookAtFiles(all)
    }

    /// Commands that print something about keys, locks and sessions. Some commands succeed, and others fail.
    private static let commands = [
        ["log-level", "debug"],
        ["activate"], ["refresh"], ["status", "--json"], ["keys", "--json"], ["keys"], ["locks", "list", "--json"],
        ["providers", "--json"], ["doctor"], ["doctor", "--bundle", "-"], ["metrics"], ["metrics", "--json"], ["init"],
        ["rpc", "credentials.list"],
        ["unlock", "credential_ada_pool", "--json"],
    ]

    /// Searches memory. As a control, checks that the search finds the token in the daemon's memory. The daemon needs
    /// the token there.
    private static func lookAtMemory(_ system: TestSystem, _ unlock: ChildProcess, _ secrets: [SecretForms]) throws {
        let daemon = try SecretPlace.memory(of: system.sessiond.pid)
        let token = try #require(secrets.first { $0.name == "token" })
        #expect(daemon.contains { token.found(in: $0).contains("token, raw") }, "a control: the daemon needs the token")
        let locks = try SecretPlace.memory(of: system.locks.pid)
        let key = try #require(secrets.first { $0.name.hasPrefix("key") })
        #expect(locks.contains { key.found(in: $0).contains("\(key.name), raw") }, "a control: the lock needs its key")
        for (name, pid) in [("seam-radiod", system.radiod.pid), ("seam unlock", unlock.pid)] {
            let memory = try SecretPlace.memory(of: pid)
            #expect(!memory.isEmpty)
            let found = secrets.flatMap { secret in memory.flatMap { secret.found(in: $0) } }
            #expect(found.isEmpty, "in the memory of \(name)")
        }
    }

    /// The token, the key of every user whom the locks know, and the codes of the seed.
    private static func secrets(token: String, of system: TestSystem) throws -> [SecretForms] {
        let state = try String(contentsOfFile: system.directory.file("lock/state.json"), encoding: .utf8)
        let keys = state.matches(of: /"key":\s*"([0-9a-f]{64})"/).map { String($0.1) }
        try #require(!keys.isEmpty, "\(state.count) bytes of state")
        let machineKey = try Data(contentsOf: URL(filePath: system.directory.file("session/machine-key")))
        return [
            SecretForms("token", Array(token.utf8)), SecretForms("code", Array("482913".utf8)),
            SecretForms("card", Array("0004761553".utf8)), SecretForms("machine key", Array(machineKey)),
        ] + keys.enumerated().map { SecretForms("key \($0.offset)", Hex.decode($0.element) ?? []) }
    }

    @Test("a control: every form that is planted is found")
    func controls() async throws {
        let secret = (0..<32).map { UInt8(truncatingIfNeeded: $0 &* 37 &+ 0xF1) }
        let forms = SecretForms("planted", secret)
        #expect(forms.found(in: Data("nothing of the kind".utf8)).isEmpty)
        let directory = try TestDirectory()
        let hex = secret.map { String(format: "%02x", $0) }.joined()
        let percent = secret.map { String(format: "%%%02X", $0) }.joined()
        var plants = [
            "raw": secret, "hex": Array(hex.utf8), "HEX": Array(hex.uppercased().utf8), "percent": Array(percent.utf8),
            "Percent": Array(percent.lowercased().utf8),
            "query": Array(Self.query(secret).utf8),
        ]
        for before in 0..<3 {
            let text = Data(Array("{\":".utf8.prefix(before)) + secret + Array("\"}".utf8)).base64EncodedString()
            plants["base64 \(before)"] = Array(text.utf8)
            plants["base64url \(before)"] = Array(
                text.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_").utf8)
        }
        for (name, plant) in plants {
            let content = Data(Array("before ".utf8) + plant + Array(" after".utf8))
            #expect(!forms.found(in: content).isEmpty, "\(name) in a buffer")
            try content.write(to: URL(filePath: directory.file(name)))
        }
        for file in try SecretPlace.files(below: directory.path) {
            #expect(!forms.found(in: file.content).isEmpty, "\(file.path)")
        }
        try await Self.controlProcess(forms, hex: hex)
    }

    /// As a control, starts a process with the secret among its arguments and in its environment, and checks that the
    /// search finds the secret.
    private static func controlProcess(_ forms: SecretForms, hex: String) async throws {
        let system = try await TestSystem()
        let holder = try ChildProcess(
            "/usr/bin/tail", ["-n", "0", "-F", system.directory.file("run-session"), "/\(hex)"],
            environment: ["PLANTED": hex.uppercased()])
        try await holder.awaitErrors("tail")
        let found = SecretPlace.processes(of: system).filter { !forms.found(in: $0.content).isEmpty }.map(\.name)
        #expect(found.contains { $0.hasPrefix("cmdline of \(holder.pid)") })
        #expect(found.contains { $0.hasPrefix("environ of \(holder.pid)") })
    }

    private static func query(_ secret: [UInt8]) -> String {
        secret.map { byte in
            let scalar = Character(UnicodeScalar(byte))
            let isPlain = scalar.isASCII && (scalar.isLetter || scalar.isNumber || "-._~".contains(scalar))
            return isPlain ? String(scalar) : String(format: "%%%02X", byte)
        }.joined()
    }
}

/// Collects the output of a system, and searches this output and other places for secrets.
private final class SecretTranscript {
    private let system: TestSystem
    private var texts: [(name: String, content: Data)] = []

    init(_ system: TestSystem) {
        self.system = system
    }

    func add(_ name: String, _ text: String) { texts.append((name: name, content: Data(text.utf8))) }

    /// Runs `seam`, and expects the exit status `status` if this is not nil.
    func run(_ arguments: [String], input: String = "", status: Int32? = nil) async throws {
        let ended = try await system.seam(arguments, input: input)
        #expect(status == nil || status == ended.status, "\(arguments): \(ended)")
        add("seam \(arguments.joined(separator: " "))", ended.output + ended.errors)
    }

    func lookAtProcesses(_ secrets: [SecretForms]) {
        let places = SecretPlace.processes(of: system)
        #expect(places.count >= 8, "broker, locks, session daemon and cloud, two files of each")
        expectNothing(of: secrets, in: places)
    }

    /// Waits until a process has the given argument, and then searches all processes.
    func lookAtProcesses(untilOneHas argument: String, _ secrets: [SecretForms]) async throws {
        let deadline = ContinuousClock.now + .seconds(10)
        while !SecretPlace.processes(of: system).contains(where: { $0.name.hasSuffix("seam \(argument) ") }) {
            guard ContinuousClock.now < deadline else { throw TestFailure("no process has \(argument)") }
            await Task.yield()
        }
        lookAtProcesses(secrets)
    }

    /// Searches the logs of the daemons and everything that commands have written.
    func lookAtText(_ secrets: [SecretForms]) throws {
        let daemons = [system.radiod, system.sessiond, system.locks, system.cloud.process].map {
            (name: "the log of \($0.name)", content: Data(($0.output + $0.errors).utf8))
        }
        #expect(daemons.allSatisfy { !$0.content.isEmpty }, "every daemon says something")
        expectNothing(of: secrets, in: daemons + texts)
    }

    /// Searches every file except the two files that are meant to contain a key. Only their owner can read these two
    /// files.
    func lookAtFiles(_ secrets: [SecretForms]) throws {
        let state = system.directory.file("lock/state.json")
        let machineKey = system.directory.file("session/machine-key")
        for path in [state, machineKey] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect(mode == 0o600, "\(path)")
        }
        let files = try SecretPlace.files(below: system.directory.path)
        #expect(files.contains { $0.path == system.storeFile })
        #expect(files.contains { $0.path == system.lockEventsFile })
        expectNothing(
            of: secrets.filter { $0.name != "machine key" },
            in: files.filter { $0.path != state }.map { (name: $0.path, content: $0.content) })
        expectNothing(
            of: secrets.filter { $0.name == "machine key" },
            in: files.filter { $0.path != machineKey }.map { (name: $0.path, content: $0.content) })
    }

    private func expectNothing(of secrets: [SecretForms], in places: [(name: String, content: Data)]) {
        for place in places {
            let found = secrets.flatMap { $0.found(in: place.content) }
            #expect(found.isEmpty, "\(place.name)")
        }
    }
}

extension TestSystem {
    /// Starts `seam` with a standard input that stays open.
    fileprivate func startSeamReading(_ arguments: [String]) throws -> ChildProcess {
        try ChildProcess(
            try Products.executable("seam"), arguments,
            environment: ["SEAM_SOCKET": sessionSocket, "SEAM_ADMIN_SOCKET": adminSocket, "NO_COLOR": "1"], input: nil)
    }
}
