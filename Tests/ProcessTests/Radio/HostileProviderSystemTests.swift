import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a hostile provider in a whole system. The provider's own unlock fails with a reason, and this has no effect
/// for anybody else.
@Suite(.serialized, .timeLimit(.minutes(5))) struct HostileProviderSystemTests {
    private static let address = "FF:7C:46:FE:77:D8"

    /// A hostile action of a provider, and the expected report.
    struct Attack: Sendable, CustomTestStringConvertible {
        let name: String
        let script: String
        let reason: String
        var isQuarantined = true

        var testDescription: String { name }
    }

    private static let attacks = [
        Attack(
            name: "files, sockets, processes", script: "escape(); os._exit(3)", reason: "provider_exited",
            isQuarantined: false),
        Attack(name: "junk", script: "write(b'\\xff' * 65536 + b'\\n'); rest()", reason: "provider_broken"),
        Attack(
            name: "another characteristic",
            script: "call('gatt.write', service=SERVICE, characteristic=OTHER, value='AAAA'); rest()",
            reason: "provider_not_allowed"),
        Attack(
            name: "a claim", script: "call('operation.finish', outcome='granted', confirmation='confirmed'); rest()",
            reason: "provider_false_claim"),
        Attack(
            name: "a flood", script: "while True: call('operation.phase', phase='operating')",
            reason: "provider_excessive"),
        Attack(name: "an exit", script: "os._exit(0)", reason: "provider_exited", isQuarantined: false),
        Attack(
            name: "a flood that nobody asked for", script: "while True: write(b'{\"type\":\"ping\"}\\n' * 1000)",
            reason: "provider_"),
        Attack(name: "a crash", script: "os.abort()", reason: "provider_exited", isQuarantined: false),
    ]

    private static let preamble = """
        #!/usr/bin/python3 -I
        import json, os, socket, sys, time
        SERVICE = "0000fd81-0000-1000-8000-00805f9b34fb"
        OTHER = "00002a00-0000-1000-8000-00805f9b34fb"
        last = 0
        def write(data):
            while data: data = data[os.write(1, data):]
        def call(method, **params):
            global last
            last += 1
            write(json.dumps({"type": "call", "id": last, "method": method, "params": params}).encode() + b"\\n")
        def rest():
            while os.read(0, 65536): pass
            time.sleep(600)
        def escape():
            for attempt in (lambda: open("/tmp/seam-hostile", "w"), lambda: open("/etc/passwd").read(), socket.socket, os.fork,
                            lambda: os.execv("/bin/sh", ["sh", "-c", "touch /tmp/seam-hostile"]), lambda: os.kill(os.getppid(), 9)):
                try: attempt()
                except OSError: continue
                os._exit(0)
        write(json.dumps({"type": "hello", "proto": [1], "client": {"name": "x", "version": "1"}}).encode() + b"\\n")
        call("operation.run")
        while b'"start"' not in os.read(0, 65536): pass

        """

    @Test("hostile provider system: nobody else notices", arguments: attacks.sampled)
    func nobodyElseNotices(attack: Attack) async throws {
        let system = try await TestSystem(moreLocks: ["side:\(Self.address):sesame_5"])
        try await system.bind()
        try await system.signIn()
        let bound = try await system.answer(
            "locks", "bind", "--provider", "sesame", "--workspace", TestCloud.workspace, "--entrance",
            "entrance_studio", "--device", Self.address, "--address-type", "random")
        #expect(bound.status == 0, "\(bound)\n\(system.logs)")
        let program = system.directory.file("providers/seam-provider-sesame")
        try Data((Self.preamble + attack.script + "\n").utf8).write(to: URL(filePath: program), options: .atomic)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)

        let pid = system.sessiond.pid
        let attacked = try system.startSeam(["unlock", "Studio", "--json", "--timeout", "10s"])
        // Meanwhile, somebody else unlocks a door.
        let (before, other) = (try system.openings(), try await system.unlock())
        #expect(other.status == 0, "\(other)\n\(system.logs)")
        #expect(try system.openings() == before + 1)
        let told = try await system.told(attacked)
        #expect(told.terminals == ["connectionFailed"] && told.result?.effect == WireError.Effect.none, "\(told)")
        #expect(told.result?.reason?.hasPrefix(attack.reason) == true, "\(told)\n\(system.logs)")
        let kinds = try system.lockEvents("side").compactMap { $0["event"]?.stringValue }
        #expect(!kinds.contains("unlocking"), "\(kinds)")
        #expect(!FileManager.default.fileExists(atPath: "/tmp/seam-hostile"))

        let again = try await system.told(try system.startSeam(["unlock", "Studio", "--json", "--timeout", "10s"]))
        #expect((again.result?.reason == "provider_quarantined") == attack.isQuarantined, "\(again)")
        #expect(try await system.unlock().status == 0)
        #expect(system.sessiond.isRunning && system.sessiond.pid == pid)
    }
}
