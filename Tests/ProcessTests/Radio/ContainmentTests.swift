import Foundation
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests a machine on which providers cannot be confined. No provider may access the lock, and everyone is told which
/// part is missing.
@Suite(.serialized, .timeLimit(.minutes(2))) struct ContainmentTests {
    @Test("containment: what is missing is said and the lock is left alone")
    func whatIsMissingIsSaidAndTheLockIsLeftAlone() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let refuse = try Products.file("Tests/ProcessTests/Peers/refuse.py")
        let launcher = try directory.write(
            """
            #!/bin/sh
            [ -e '\(directory.path)/old' ] || exec '\(try Products.executable("seam-provider-run"))' "$@"
            exec /usr/bin/python3 '\(refuse)' EPERM landlock '\(try Products.executable("seam-provider-run"))' "$@"
            """, to: "launcher", mode: 0o755)
        let system = try await TestSystem(configuration: ["launcher": .string(launcher)])
        try await system.bind()
        try await system.signIn()
        let healthy = try await system.seam(["doctor"])
        #expect(healthy.output.contains("part providers: serving"), "\(healthy)")
        try directory.write("", to: "old")

        let arguments = ["--provider", "nuki", "--workspace", TestCloud.workspace, "--entrance", TestCloud.backDoor]
        try system.lockControl(.members(("op", "pairing"), ("lock", .string(TestSystem.backLock)), ("on", true)))
        let bind = try await system.seam(["locks", "bind"] + arguments + ["--device", TestSystem.backAddress])
        #expect(bind.status == 3, "\(bind)")
        #expect(bind.errors.contains("Landlock") && bind.errors.contains("the lock was not changed"), "\(bind)")
        #expect(!bind.errors.contains("reset"), "\(bind)")
        let unlock = try await system.unlock()
        #expect(unlock.status == 3 && unlock.result?.effect == WireError.Effect.none, "\(unlock)")
        #expect(unlock.result?.reason == "provider_not_started", "\(unlock)")
        let doctor = try await system.seam(["doctor"])
        #expect(doctor.status == 70 && doctor.output.contains("no Landlock"), "\(doctor)")
        #expect(try system.openings() == 0)
    }

    @Test("containment: a daemon that has started no provider finds out when doctor asks")
    func doctorTries() async throws {
        let directory = try TestDirectory(mode: 0o755)
        let launcher = try directory.write("#!/bin/sh\nexit 82\n", to: "launcher", mode: 0o755)
        let system = try await TestSystem(configuration: ["launcher": .string(launcher)])
        let doctor = try await system.seam(["doctor"])
        #expect(doctor.status == 70 && doctor.output.contains("not allow a system-call filter"), "\(doctor)")
    }
}
