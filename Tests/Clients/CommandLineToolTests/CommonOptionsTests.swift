import LinuxSupport
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

/// The options that every command has.
@Suite(.serialized) struct CommonOptionsTests {
    @Test(
        "common options: SEAM_SESSION names the session where no option does, and nothing of it goes to administrators")
    func sessionOfTheEnvironment() async throws {
        let asked = Locked<[String?]>([])
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(CredentialsList.self, calls) { params in
                asked.withLock { $0.append(params.session) }
                return Page([Script.home])
            }
        } _: { daemon in
            let kiosk = ["SEAM_SESSION": "kiosk"]
            #expect(try await daemon.run("keys", adding: kiosk).status == 0)
            #expect(try await daemon.run("keys", "--session", "mine", adding: kiosk).status == 0)
            #expect(asked.withLock { $0 } == ["kiosk", "mine"])
            let wrong = try await daemon.run("keys", adding: ["SEAM_SESSION": "no name"])
            #expect(wrong.status == 64 && wrong.errors.contains("the session in SEAM_SESSION must be"), "\(wrong)")
        }
    }

    @Test("common options: with --quiet only errors are written, and the exit code is the result")
    func quiet() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            Script.unlock(&handlers, calls, Script.result(.granted, .applied), .grantedAccess)
        } _: { daemon in
            let opened = try await daemon.run("unlock", "Home", "--quiet")
            #expect(opened.status == 0 && opened.output.isEmpty && opened.errors.isEmpty, "\(opened)")
            let unknown = try await daemon.run("unlock", "Nowhere", "-q")
            #expect(unknown.status == 2 && unknown.output.isEmpty && unknown.errors.hasPrefix("seam: "), "\(unknown)")
        }
    }

    @Test("common options: 'seam keys' exits 4 without keys if no one is signed in", arguments: [true, false])
    func keys(isActive: Bool) async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls, [])
            var status = Script.initialized
            status.isActive = isActive
            handlers.answer(SessionGet.self, calls) { [status] _ in status }
        } _: { daemon in
            for form in [[], ["--json"]] {
                let listed = try await daemon.run([try Products.executable("seam"), "keys"] + form)
                #expect(listed.status == (isActive ? 0 : 4), "\(listed)")
            }
        }
    }

    @Test("common options: 'seam status --check' exits 4 if no one is signed in", arguments: [true, false])
    func check(isActive: Bool) async throws {
        try await ScriptedDaemon.with { handlers, calls in
            var status = Script.initialized
            (status.isInitialized, status.isActive) = (isActive, isActive)
            handlers.answer(SessionGet.self, calls) { [status] _ in status }
        } _: { daemon in
            let checked = try await daemon.run("status", "--check", "--quiet")
            #expect(checked.status == (isActive ? 0 : 4) && checked.output.isEmpty, "\(checked)")
            #expect(try await daemon.run("status", "--quiet").status == 0)
        }
    }
}
