import Foundation
import RadioModel
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

@Suite("seam audit list, show and export")
struct AuditCommandsTests {
    private static func attempt(_ number: Int) -> Attempt {
        Attempt(
            attemptID: "a-\(number)", uid: 1000, session: "default", userIdentityID: "person-1",
            credentialID: "cred-1", credentialName: "Front \u{1B}[31mDoor", lockAddress: "D4:3B:04:00:00:01",
            authority: .cloud, kind: .unlock, startedAt: Timestamp(millisecondsSince1970: Int64(number)),
            state: .granted, effect: .applied,
            confirmation: .confirmed, evidence: [0, 255], trace: "t-\u{7}1")
    }

    @Test("audit commands: options are sent as they are meant")
    func options() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(AuditList.self, calls) { params in
                #expect(params.session == "kiosk")
                #expect((params.credentialID, params.entranceID) == ("cred-1", "door-1"))
                #expect((params.state, params.effect) == (.timedOut, .unknown))
                #expect(params.until == Timestamp("2026-01-31T08:00:00Z"))
                let ago = Date().timeIntervalSince1970 * 1000 - Double(params.since?.millisecondsSince1970 ?? 0)
                #expect(ago >= 7 * 86_400_000 && ago < 7 * 86_400_000 + 3_600_000)
                return Page([Attempt]())
            }
        } _: { daemon in
            let told = try await daemon.run(
                "audit", "list", "--session", "kiosk", "--key", "cred-1", "--entrance", "door-1", "--state",
                "timed_out",
                "--effect", "unknown", "--since", "7d", "--until", "2026-01-31T08:00:00Z")
            #expect(told.status == 0 && told.output == "no attempts\n", "\(told)")
        }
    }

    @Test("audit commands: a key and an entrance are found by their names")
    func names() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            handlers.answer(AuditList.self, calls) { params in
                #expect((params.credentialID, params.entranceID) == ("cred-home", "ent-front"))
                return Page([Attempt]())
            }
        } _: { daemon in
            let found = try await daemon.run("audit", "--key", "home", "--entrance", "front door")
            #expect(found.status == 0, "\(found)")
            let wrong = [
                ("Frnt Door", "did you mean 'Front Door'?"), ("nonsuch", "no key or door is named 'nonsuch'"),
                ("Pool", "'Pool' is the name of a key and not of a door (use --key)"),
            ]
            for (name, words) in wrong {
                let told = try await daemon.run("audit", "--entrance", name)
                #expect(told.status != 0 && told.errors.contains(words), "\(told)")
            }
            for option in ["--key", "--entrance"] {
                let told = try await daemon.run("audit", "--admin", option, "Front Door")
                #expect(told.status != 0 && told.errors.contains("with --admin, \(option) takes an id"), "\(told)")
            }
        }
    }

    @Test(
        "audit commands: what cannot be meant is told before anything is asked",
        arguments: [
            ["--uid", "7"], ["--admin", "--session", "x"], ["--since", "soon"], ["--state", "open"],
            ["--effect", "some"], ["--limit", "0"],
        ])
    func usage(arguments: [String]) async throws {
        try await ScriptedDaemon.with { _, _ in
        } _: { daemon in
            let told = try await daemon.run([try Products.executable("seam"), "audit", "list"] + arguments)
            #expect(told.status == 64, "\(told)")
        }
    }

    @Test("audit commands: an export is every page, empty ones too, a line for each attempt")
    func export() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(AuditList.self, calls) { params in
                #expect(params.page.limit == 200)
                switch params.page.pageToken {
                case nil: return Page([Self.attempt(3), Self.attempt(2)], nextPageToken: "two")
                case "two": return Page([], nextPageToken: "three")
                default: return Page([Self.attempt(1)])
                }
            }
        } _: { daemon in
            let told = try await daemon.run("audit", "export")
            #expect(told.status == 0, "\(told)")
            let lines = try told.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
            #expect(lines == [3, 2, 1].map { Self.attempt($0).json })
        }
    }

    @Test("audit commands: an export that breaks off says so, and keeps what it wrote")
    func brokenExport() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(AuditList.self, calls) { _ in Page([Self.attempt(3)], nextPageToken: "same") }
        } _: { daemon in
            let told = try await daemon.run("audit", "export")
            #expect(told.status != 0)
            #expect(told.output.split(separator: "\n").count == 1)
            #expect(told.errors.contains("more and more pages"))
        }
    }

    @Test("audit commands: one attempt is told whole, and harmless to a terminal")
    func show() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(AuditList.self, calls) { params in
                Page(params.attemptID == "a-1" ? [Self.attempt(1)] : [])
            }
        } _: { daemon in
            let told = try await daemon.run("audit", "show", "a-1")
            #expect(told.status == 0)
            for words in ["person-1", "D4:3B:04:00:00:01", "00ff", "granted, confirmed", "1970-01-01T00:00:00.001Z"] {
                #expect(told.output.contains(words), "\(words) in \(told.output)")
            }
            #expect(told.output.utf8.allSatisfy { $0 == 0x0A || $0 >= 0x20 })
            #expect(try await daemon.run("audit", "show", "a-2").status == 64)
        }
    }
}
