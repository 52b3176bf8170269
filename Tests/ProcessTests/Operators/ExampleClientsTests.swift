import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Tests the examples in the protocol's documentation, which must do what the documentation says.
@Suite(.serialized) struct ExampleClientsTests {
    private static let examples = "\(Products.package)Protocol/examples"

    @Test("example clients: opens the door", arguments: ["unlock.py", "unlock.sh"])
    func opensTheDoor(_ example: String) async throws {
        let system = try await TestSystem()
        try await system.bind()
        try await system.signIn()
        // The failure is tested first, while the lock is still locked. A lock that is already open reports "open",
        // whatever its motor does.
        try system.lockControl(.members(("op", "fault"), ("lock", "front"), ("kind", "motor")))
        let failed = try await run(example, "Front Door", system.sessionSocket)
        #expect(failed.status == 5, "\(failed)")
        #expect(!failed.output.contains("grantedAccess"))
        #expect(try system.openings() == 0)
        try system.lockControl(.members(("op", "clear"), ("lock", "front")))

        let opened = try await run(example, "front door", system.sessionSocket)
        #expect(opened.status == 0, "\(opened)\n\(system.logs)")
        #expect(opened.output.contains("launched"))
        #expect(opened.output.contains("grantedAccess"))
        #expect(try system.openings() == 1)
        #expect(try await run(example, "No Such Door", system.sessionSocket).status == 2)
        #expect(try await run(example, "Front Door", system.directory.file("nobody.sock")).status == 69)
    }

    @Test("example clients: a visitor's code opens the door") func aVisitorsCodeOpensTheDoor() async throws {
        let kiosk = try await Kiosk()
        try await kiosk.system.bind()
        let socket = kiosk.system.sessionSocket
        let opened = try await run("visit.py", "front door", socket, input: "\n  ADA-2207\r\n")
        #expect(opened.status == 0 && opened.output == "\"granted\"\n", "\(opened)\n\(kiosk.system.logs)")
        #expect(try kiosk.system.openings() == 1)
        #expect(try await run("visit.py", "No Such Door", socket, input: "ADA-2207\n").status == 2)
        let refused = try await run("visit.py", "Front Door", socket, input: "NOBODYS\n")
        #expect(refused.status == 4 && refused.errors == "visit.py: the code is unknown\n", "\(refused)")
        let nowhere = kiosk.system.directory.file("nobody.sock")
        #expect(try await run("visit.py", "Front Door", nowhere, input: "ADA-2207\n").status == 69)
    }

    @Test("example clients: a door that opens is a check-in to LifeSignal") func aDoorIsACheckIn() async throws {
        let system = try await TestSystem.withFrontKey()
        // A script replaces `seam signal`, and records the call that would go to LifeSignal.
        let written = system.directory.file("check-ins")
        try FileManager.default.createDirectory(
            atPath: system.directory.file("bin"), withIntermediateDirectories: true)
        try system.directory.write(
            """
            #!/bin/sh
            [ "$1 $2" = "signal me" ] && exit 0
            [ "$1" = signal ] && { echo "$@" >>'\(written)'; exit 0; }
            exec '\(try Products.executable("seam"))' "$@"
            """, to: "bin/seam")
        chmod(system.directory.file("bin/seam"), 0o700)
        let example = try ChildProcess(
            "/bin/sh", ["\(Self.examples)/check_in.sh", "home"],
            environment: [
                "PATH": "\(system.directory.file("bin")):/usr/bin:/bin", "SEAM_SOCKET": system.sessionSocket,
            ])
        defer { example.signal(SIGKILL) }
        // The example sees an opening only if its watch has already begun, so the first opening may come too early.
        for _ in 0..<20 where !FileManager.default.fileExists(atPath: written) {
            #expect(try await system.answer("unlock", Keys.front).status == 0)
        }
        let lines = try String(contentsOfFile: written, encoding: .utf8).split(separator: "\n")
        #expect(lines.first == "signal check-in --quiet --session home", "\(lines) \(example.errors)")
    }

    @Test("example clients: the check-in example ends with the status of the watch") func aWatchThatCannotBe()
        async throws
    {
        let directory = try TestDirectory()
        let bin = try Products.executable("seam").dropLast("/seam".count)
        let example = try ChildProcess(
            "/bin/sh", ["\(Self.examples)/check_in.sh"],
            environment: ["PATH": "\(bin):/usr/bin:/bin", "SEAM_SOCKET": directory.file("nobody.sock")])
        #expect(try await example.awaitExit() == 69, "\(example.errors)")
    }

    private func run(
        _ example: String, _ door: String, _ socket: String, input: String = ""
    ) async throws -> (status: Int32, output: String, errors: String) {
        let interpreter = example.hasSuffix(".py") ? "/usr/bin/python3" : "/bin/sh"
        let process = try ChildProcess(
            interpreter, ["\(Self.examples)/\(example)", door], environment: ["SEAM_SOCKET": socket],
            input: input)
        return (try await process.awaitExit(), process.output, process.errors)
    }
}
