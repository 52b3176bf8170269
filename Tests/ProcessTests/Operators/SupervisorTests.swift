import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Tests two things: what the daemons report to a service manager, and the sockets that this manager passes to them.
@Suite(.serialized, .timeLimit(.minutes(2))) struct SupervisorTests {
    @Test(
        "supervisor: reports when it is ready lives and stops",
        arguments: [(LoneDaemon.Kind.session, "serving session and admin"), (.radio, "adapter ready")])
    func reportsWhenItIsReadyLivesAndStops(kind: LoneDaemon.Kind, status: String) async throws {
        let name = kind == .session ? "@seam-test-\(getpid())" : nil
        let directory = try TestDirectory(mode: 0o755)
        let manager = try NotifySocket(name ?? directory.file("notify"))
        let environment = ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "100000"]
        let daemon = try await LoneDaemon(kind, environment: environment, in: directory)
        #expect(manager.next(beginning: "READY=1") == "READY=1\nSTATUS=\(status)", "\(daemon.process.errors)")
        #expect(UnixConnection.canConnect(daemon.socket), "ready means that clients can connect")
        for _ in 0..<3 { #expect(manager.next(within: .seconds(20)) == "WATCHDOG=1") }
        try daemon.process.suspend()
        manager.drain()
        #expect(manager.next(within: .milliseconds(500)) == nil)
        daemon.process.signal(SIGCONT)
        #expect(manager.next(within: .seconds(20)) == "WATCHDOG=1")
        daemon.process.signal(SIGTERM)
        #expect(manager.next(beginning: "STOPPING=1") == "STOPPING=1\nSTATUS=finishing what runs")
        #expect(try await daemon.process.awaitExit() == 0)
    }

    @Test("supervisor: nobody is told who does not ask") func nobodyIsToldWhoDoesNotAsk() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let manager = try NotifySocket(directory.file("notify"))
        let environment = ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": "20000", "WATCHDOG_PID": "1"]
        let daemon = try await LoneDaemon(.radio, environment: environment, in: directory)
        #expect(manager.next()?.hasPrefix("READY=1") == true)
        #expect(manager.next(within: .milliseconds(500)) == nil, "the watchdog is another process's")
        #expect(try await daemon.stop() == 0)
    }

    @Test("supervisor: serves the sockets that it is passed") func servesTheSocketsThatItIsPassed() async throws {
        let daemon = try await LoneDaemon(.session, users: []) { directory in
            try Self.activation(
                directory, ["--names", "session:admin"],
                ["stream=\(directory.file("run/session.sock"))", "stream=\(directory.file("run/admin.sock"))"])
        }
        try await daemon.awaitReady()
        for (socket, status) in [(daemon.socket, "permission_denied"), (daemon.adminSocket, "result")] {
            let client = try TextClient(socket)
            let (_, reply) = try client.answer(to: try client.send("locks.list"))
            #expect(reply.text.contains(status), "\(reply.text)")
        }
        #expect(try await daemon.stop() == 0, "\(daemon.process.errors)")
        #expect(access(daemon.socket, F_OK) == 0, "the path is the service manager's")
        #expect(access(daemon.adminSocket, F_OK) == 0)
    }

    /// Even if the socket was passed by a service manager, the daemon identifies each caller by the user that the
    /// kernel reports.
    @Test("supervisor: who is not admitted is not admitted by a passed socket")
    func whoIsNotAdmittedIsNotAdmittedByAPassedSocket() async throws {
        try #require(geteuid() == 0, "takes on other users: run it as root")
        let daemon = try await LoneDaemon(.radio) { directory in
            try Self.activation(directory, ["--names", "radio"], ["stream=\(directory.file("run/radio.sock"))"])
        }
        try await daemon.awaitReady()
        let probe = try ChildProcess(
            "/usr/bin/python3",
            [
                "-c", "import socket,sys; s=socket.socket(1); s.connect(sys.argv[1]); print(s.recv(4096))",
                daemon.socket,
            ],
            uid: 63_030)
        try await probe.awaitOutput("rpc.peer_refused")
        let client = try TextClient(daemon.socket)
        let (_, reply) = try client.answer(to: try client.send("rpc.whoami"))
        #expect(reply["result"] != nil)
        #expect(try await daemon.stop() == 0)
    }

    @Test("supervisor: a socket of another process means nothing")
    func aSocketOfAnotherProcessMeansNothing() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let daemon = try await LoneDaemon(.radio, in: directory) { directory in
            try Self.activation(
                directory, ["--names", "frob", "--pid", "1"], ["stream=\(directory.file("other.sock"))"])
        }
        try await daemon.awaitReady()
        #expect(try await daemon.stop() == 0)
        #expect(access(daemon.socket, F_OK) != 0, "its own path, made and removed by itself")
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let names: String?
        let sockets: [String]
        let says: String

        var testDescription: String { says }
    }

    @Test(
        "supervisor: refuses to start with anything else",
        arguments: [
            Refusal(
                names: "radio:frob", sockets: ["stream=run/radio.sock", "stream=x"],
                says: "descriptor 4, passed as “frob”, is no"),
            Refusal(
                names: nil, sockets: ["stream=run/radio.sock"],
                says: "passed as “unknown”, is not a socket of this program"
            ),
            Refusal(
                names: "radio:radio", sockets: ["stream=run/radio.sock", "stream=x"],
                says: "is the second socket of that name"
            ),
            Refusal(names: "radio", sockets: ["stream=run/radio.sock", "stream=x"], says: "2 descriptors were passed"),
            Refusal(names: "radio", sockets: ["stream=x"], says: "/x”, but the configuration says"),
            Refusal(names: "radio", sockets: ["bound=run/radio.sock"], says: "is not listening"),
            Refusal(names: "radio", sockets: ["datagram=run/radio.sock"], says: "is not a Unix stream socket"),
            Refusal(names: "radio", sockets: ["unnamed=x"], says: "is not listening"),
            Refusal(names: "radio", sockets: ["file=x"], says: "is not a socket"),
        ])
    func refusesToStartWithAnythingElse(_ refusal: Refusal) async throws {
        let daemon = try await LoneDaemon(.radio) { directory in
            try Self.activation(
                directory, refusal.names.map { ["--names", $0] } ?? [],
                refusal.sockets.map { $0.replacing("=", with: "=\(directory.path)/") })
        }
        #expect(try await daemon.process.awaitExit() == EX_CONFIG, "\(daemon.process.errors)")
        #expect(daemon.process.errors.hasPrefix("seam-radiod: "))
        #expect(
            daemon.process.errors.replacing(",", with: "").contains(refusal.says.replacing(",", with: "")),
            "\(daemon.process.errors)")
    }

    private static func activation(
        _ directory: TestDirectory, _ options: [String], _ sockets: [String]
    ) throws -> [String] {
        ["/usr/bin/python3", "\(Products.package)Tests/ProcessTests/Peers/activate.py"] + options + sockets + ["--"]
    }
}
