import CommandLineTool
import Foundation
import Glibc
import LinuxSupport
import RPC
import RadioModel
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

@Suite("The doctor's bundle", .serialized) struct BundleTests {
    private static let redaction = Redaction(salt: [1, 2, 3])

    @Test("bundle: the same text has the same mark within a bundle, and another in the next")
    func marks() {
        let other = Redaction(salt: [1, 2, 4])
        #expect(Self.redaction.mark("Ada") == Self.redaction.mark("Ada"))
        #expect(Self.redaction.mark("Ada") != Self.redaction.mark("Adb"))
        #expect(Self.redaction.mark("Ada") != other.mark("Ada"))
        #expect(Self.redaction.mark("Ada").count == 13 && Self.redaction.mark("Ada").hasPrefix("~"))
    }

    @Test("bundle: words and numbers stay under members that are known, and nothing else does")
    func values() {
        let value: JSON = [
            "state": "granted", "count": 7, "name": "Ada", "number": 471147, "started_at": "2026-01-31T08:15:30.000Z",
            "flag": true, "inner": ["state": "Ada's door", "count": .number(1.5), "list": ["x", 5]], "Ada Lovelace": 1,
        ]
        let kept: Set<String> = ["state", "count", "started_at"]
        let redacted = Self.redaction.json(value, keeping: kept)
        #expect(redacted["state"] == "granted" && redacted["count"] == 7 && redacted["flag"] == true)
        #expect(redacted["started_at"] == "2026-01-31T08:15:30.000Z")
        #expect(redacted["inner"]?["count"] == .number(1.5))
        #expect(redacted["name"]?.stringValue == Self.redaction.mark("Ada"))
        #expect(redacted["number"] == nil)
        let text = redacted.text
        for gone in ["Ada", "471147", "door", "\"x\"", "5]"] { #expect(!text.contains(gone), "\(gone) in \(text)") }
    }

    @Test(
        "bundle: what is no plain word of a program's is marked",
        arguments: [
            "482913", "0004761553", "seam_cst1abc_def0123456789", "Front Door", "/home/ada/x", "ada@example.org",
            "54:D2:72:00:00:01", "", "ÄÖ", "a\u{1b}b", String(repeating: "a", count: 65),
        ])
    func words(text: String) {
        #expect(Self.redaction.word(text).stringValue == Self.redaction.mark(text))
        #expect(text.isEmpty || !Self.redaction.sentence(text).contains(text) || text == "Front Door")
    }

    /// Secrets that must not be in a bundle, although the daemon's answers contain all of them.
    private static let canaries = [
        "Canaria", "canaria", "cred-home", "ent-front", "482913", "471147", "••••", "c0ffee", "/home/", "abcdefgh",
    ]

    private static func leaky(_ handlers: inout RPCHandlers, _ calls: CallLog) {
        handlers.answer(SessionGet.self, calls) { _ in
            var status = SessionStatus(
                name: "canaria", isInitialized: true, isActive: true, sync: SyncStatus(), radio: .unknown)
            status.maskedToken = "seam_cst…c0ffee"
            status.workspaceID = "ws_canaria"
            status.userIdentityID = "person_canaria"
            return status
        }
        handlers.answer(CredentialsList.self, calls) { _ in
            var key = Script.home
            key.name = "Canaria's home"
            key.location = "Canaria Street 471147"
            key.code = "482913"
            return Page([key, Script.pool])
        }
        handlers.answer(ProvidersList.self, calls) { _ in
            Page([ProviderDescription(name: "nuki", seamModule: "-", state: .installed, remedy: "call Canaria")])
        }
        handlers.answer(AuditList.self, calls) { _ in
            var attempt = Attempt(
                attemptID: "att-471147", uid: 471147, session: "canaria", credentialID: "cred-home",
                authority: .cloud, kind: .unlock, startedAt: Timestamp(millisecondsSince1970: 1_800_000_000_000),
                state: .granted,
                effect: .applied)
            attempt.credentialName = "Canaria's home"
            attempt.entranceID = "ent-front"
            attempt.entranceName = "Canaria"
            attempt.userIdentityID = "person_canaria"
            attempt.lockAddress = "54:D2:72:47:11:47"
            attempt.reason = "Canaria's reason"
            attempt.debugDescription = "key 482913 of Canaria"
            attempt.evidence = [0xC0, 0xFF, 0xEE]
            attempt.trace = "00-c0ffee"
            return Page([attempt])
        }
    }

    @Test("bundle: a daemon that tells all it knows leaves none of it in the bundle, which has what helps")
    func canaries() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Self.leaky(&handlers, calls)
        } _: { daemon in
            let path = daemon.directory.file("bundle.json")
            let run = try await daemon.run("doctor", "--bundle", path, "--session", "canaria")
            #expect(run.status == 0 && run.output.hasPrefix("wrote "), "\(run)")
            let text = try String(contentsOfFile: path, encoding: .utf8)
            for canary in Self.canaries { #expect(!text.contains(canary), "\(canary)") }
            let bundle = try JSON(parsing: Array(text.utf8))
            #expect(bundle["program"]?["version"]?.stringValue == Release.version)
            #expect(bundle["checks"]?.arrayValue?.contains { $0["check"] == "daemon" && $0["verdict"] == "ok" } == true)
            #expect(bundle["daemon"]?["session"]?["is_active"] == true)
            #expect(bundle["daemon"]?["keys"]?["count"] == 2)
            #expect(bundle["daemon"]?["contracts"]?.arrayValue?.count == 2)
            let digest = bundle["daemon"]?["contracts"]?.arrayValue?.first?["digest"]?.stringValue
            #expect(digest?.hasPrefix("sha256:") == true)
            let attempt = bundle["daemon"]?["attempts"]?.arrayValue?.first
            #expect(attempt?["state"] == "granted" && attempt?["effect"] == "applied")
            #expect(attempt?["credential_id"]?.stringValue?.hasPrefix("~") == true)
            #expect(bundle["administration"]?["stats"]?["connections"]?.integerValue != nil)
            #expect((bundle["administration"]?["metrics"]?.arrayValue?.count ?? 0) > 5)
            #expect(bundle["system"]?["kernel"]?.stringValue?.isEmpty == false)
            #expect(bundle["configuration"]?["session"] != nil)
        }
    }

    @Test("bundle: the file is its owner's alone; nothing is overwritten; what cannot be written is an error")
    func file() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Self.leaky(&handlers, calls)
        } _: { daemon in
            let path = daemon.directory.file("bundle.json")
            #expect(try await daemon.run("doctor", "--bundle", path).status == 0)
            var status = stat()
            try #require(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == 0o600)
            let first = try String(contentsOfFile: path, encoding: .utf8)
            let again = try await daemon.run("doctor", "--bundle", path, "--json")
            #expect(again.status == 64 && again.errors.contains("exists already"), "\(again)")
            #expect(again.output.contains("\"cli.usage\""), "\(again)")
            #expect(try String(contentsOfFile: path, encoding: .utf8) == first)
            symlink(path, daemon.directory.file("link"))
            #expect(try await daemon.run("doctor", "--bundle", daemon.directory.file("link")).status == 64)
            let nowhere = try await daemon.run("doctor", "--bundle", daemon.directory.file("none/b.json"))
            #expect(nowhere.status == 70 && nowhere.errors.contains("cannot write"), "\(nowhere)")
            let piped = try await daemon.run("doctor", "--bundle", "-")
            #expect(piped.status == 0)
            #expect(try JSON(parsing: Array(piped.output.utf8))["bundle"] == 1)
        }
    }

    @Test("bundle: without a daemon there is a bundle all the same, which says so")
    func unreachable() async throws {
        let directory = try TestDirectory()
        let environment = [
            "SEAM_SOCKET": directory.file("none.sock"), "SEAM_ADMIN_SOCKET": directory.file("none.sock"),
        ]
        let run = try await FinishedProgram.run(
            [try Products.executable("seam"), "doctor", "--bundle", "-"], environment: environment, input: "",
            directory: directory)
        #expect(run.status == 0, "\(run)")
        let bundle = try JSON(parsing: Array(run.output.utf8))
        #expect(bundle["daemon"]?["error"]?["reason"] == "rpc.unreachable")
        #expect(bundle["checks"]?.arrayValue?.contains { $0["check"] == "socket" && $0["verdict"] == "fail" } == true)
        #expect(!run.output.contains(directory.path))
    }
}
