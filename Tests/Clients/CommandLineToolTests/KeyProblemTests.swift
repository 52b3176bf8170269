import CommandLineTool
import Foundation
import LinuxSupport
import RPC
import RadioModel
import SeamModel
import SessionAPI
import TermCore
import TestSupport
import Testing
import Wire

@Suite("What is wrong with a key, in words", .serialized)
struct KeyProblemTests {
    private static let later = Timestamp(millisecondsSince1970: 1_800_000_000_000)
    private static let errors: [CredentialError] = [
        .expired, .unsupportedDevice, .contactSeamSupport, .userInteractionRequired(.appRestartRequired),
        .userInteractionRequired(.grantBluetoothPermission), .userInteractionRequired(.enableBluetooth),
        .userInteractionRequired(.completeOtpAuthorization(otpURL: "https://otp.example/1")),
        .userInteractionRequired(.enableInternet), .awaitingLocalCredential(availableAt: nil),
        .awaitingLocalCredential(availableAt: later), .unknown,
    ]

    @Test("key problem: each error has words and a remedy of its own")
    func words() {
        let problems = Self.errors.map { KeyProblem($0) }
        #expect(Set(problems.map(\.text.description)).count == Self.errors.count)
        #expect(Set(problems.map(\.remedy.description)).count == Self.errors.count)
        #expect(problems.allSatisfy { !$0.text.description.isEmpty && !$0.remedy.description.isEmpty })
        #expect(problems.contains { $0.remedy.description.contains("https://otp.example/1") })
    }

    @Test("key problem: 'seam keys' says each of them, most urgent first, and each warning")
    func list() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            var keys = Self.errors.enumerated().map { number, error in
                Credential(
                    id: "k\(number)", isManaged: true, name: "Key \(number)", location: "House",
                    accessMethod: .mobileKey,
                    errors: [error])
            }
            keys.append(
                Credential(
                    id: "all", isManaged: true, name: "All", location: "House", accessMethod: .mobileKey,
                    errors: Self.errors,
                    warnings: [
                        CredentialWarning(
                            kind: "privacy_mode", message: "Main: the door is in privacy mode", isBlocking: false),
                        CredentialWarning(kind: "wordless", message: "", isBlocking: false),
                    ]))
            Script.keys(&handlers, calls, keys)
        } _: { daemon in
            let run = try await daemon.run("keys")
            #expect(run.status == 0)
            for (number, error) in Self.errors.enumerated() {
                let problem = KeyProblem(error)
                #expect(run.output.contains("Key \(number): \(problem.text): \(problem.remedy)"), "\(error)")
            }
            let row = run.output.split(separator: "\n").first { $0.hasPrefix("All") }
            #expect(row?.contains(KeyProblem(Self.errors[0]).text.description) == true)
            #expect(run.output.contains("All: Main: the door is in privacy mode"))
            #expect(run.output.contains("All: wordless"))
        }
    }

    @Test("key problem: 'seam unlock' tells of a door in privacy mode, and tries")
    func privacy() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            var key = Script.home
            key.warnings = [
                CredentialWarning(
                    kind: "privacy_mode", message: "Front Door: the door is in privacy mode", isBlocking: false),
                CredentialWarning(kind: "schedule_modified", message: "its times were changed", isBlocking: false),
            ]
            Script.keys(&handlers, calls, [key])
            Script.unlock(&handlers, calls, Script.result(.granted, .applied), .grantedAccess)
        } _: { daemon in
            let run = try await daemon.run("unlock", "Home")
            #expect(run.status == 0)
            #expect(run.errors == "seam: note: Front Door: the door is in privacy mode\n")
        }
    }

    @Test("problem: 'seam unlock' asks about a door in privacy mode at a terminal, and about no other door of the key")
    func privacyAtATerminal() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            var key = Script.home
            key.entrances = [
                Entrance(id: "main", name: "Main", isBound: true),
                Entrance(id: "garage", name: "Garage", isBound: true),
            ]
            key.warnings = [
                CredentialWarning(
                    kind: CredentialWarning.privacyMode, message: "Main: the door is in privacy mode",
                    isBlocking: false,
                    entranceID: "main")
            ]
            Script.keys(&handlers, calls, [key])
            Script.unlock(&handlers, calls, Script.result(.granted, .applied), .grantedAccess)
        } _: { daemon in
            let folder = URL(filePath: try Products.executable("seam")).deletingLastPathComponent()
            let terminal = try await TmuxTerminal(
                columns: 80, rows: 40, path: folder.path(percentEncoded: false))
            func awaits(_ text: String, times: Int) async throws {
                try await terminal.awaitScreen("\(text), \(times) times") {
                    $0.components(separatedBy: text).count == times + 1
                }
            }
            try await terminal.type("export SEAM_SOCKET='\(daemon.environment["SEAM_SOCKET"] ?? "")'")
            try await terminal.type("seam unlock Main")
            try await awaits("[y/N]", times: 1)
            try await terminal.type("n")
            try await awaits("nothing was opened", times: 1)
            // Ctrl-D, which ends the input without an answer, means no. So does Ctrl-C.
            for (number, key) in ["C-d", "C-c"].enumerated() {
                try await terminal.type("seam unlock Main")
                try await awaits("[y/N]", times: number + 2)
                try await terminal.press(key)
                try await awaits("nothing was opened", times: number + 2)
            }
            #expect(!daemon.calls.methods.contains("unlock.start"))
            try await terminal.type("seam unlock Main")
            try await awaits("[y/N]", times: 4)
            try await terminal.type("y")
            try await awaits("granted: ", times: 1)
            try await terminal.type("seam unlock Main --yes")
            try await awaits("granted: ", times: 2)
            try await terminal.type("seam unlock Garage")
            try await awaits("granted: ", times: 3)
            try await awaits("[y/N]", times: 4)
            #expect(daemon.calls.methods.filter { $0 == "unlock.start" }.count == 3)
        }
    }

    @Test("key problem: 'seam status' has words for each state of the radio, and says why the keys are not current")
    func status() async throws {
        let words = Locked<Set<String>>([])
        for radio in RadioState.allCases {
            try await ScriptedDaemon.with { handlers, calls in
                var status = SessionStatus(
                    name: "default", isInitialized: true, isActive: true, sync: SyncStatus(), radio: radio)
                status.sync = SyncStatus(lastOK: Self.later, staleSince: Self.later, reason: "the cloud is away")
                handlers.answer(SessionGet.self, calls) { [status] _ in status }
            } _: { daemon in
                let run = try await daemon.run("status")
                #expect(run.status == 0)
                #expect(run.output.contains("the cloud is away"))
                let line = try #require(run.output.split(separator: "\n").first { $0.hasPrefix("radio") })
                #expect(line.count > "radio      ".count)
                words.withLock { _ = $0.insert(String(line)) }
            }
        }
        #expect(words.withLock { $0.count } == RadioState.allCases.count)
    }
}
