import Glibc
import RadioModel
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

@Suite("Where a token comes from", .serialized)
struct TokenInputTests {
    private static func withDaemon(_ body: @Sendable (ScriptedDaemon) async throws -> Void) async throws {
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(SessionInitialize.self, calls) { _ in
                SessionStatus(
                    name: "default", isInitialized: true, isActive: false, maskedToken: "seam_cst…cret",
                    sync: SyncStatus(), radio: .unknown)
            }
        } _: { daemon in
            try await body(daemon)
        }
    }

    /// Runs a line in bash. The variable `$seam` contains the path of the program `seam`.
    private static func bash(_ line: String, _ daemon: ScriptedDaemon) async throws -> FinishedProgram {
        let seam = try Products.executable("seam")
        return try await daemon.run(["/bin/bash", "-c", "seam='\(seam)'; cd '\(daemon.directory.path)'; \(line)"])
    }

    @Test(
        "token input: a pipe that was handed over is read, by whichever name",
        arguments: [
            "\"$seam\" init --token-file <(printf 'seam_cst_piped\\n')",
            "printf 'seam_cst_piped\\n' | \"$seam\" init --token-file /dev/stdin",
            "printf seam_cst_piped | \"$seam\" init --token-file /dev/fd/0",
            "printf 'seam_cst_piped\\r\\n' | \"$seam\" init --token-file /proc/self/fd/0",
            "\"$seam\" init --token-file /dev/fd/7 7< <(printf 'seam_cst_piped\\n')",
            "\"$seam\" init --token-file /dev/stdin <<< seam_cst_piped",
            "umask 077; echo seam_cst_piped > own; \"$seam\" init --token-file /dev/stdin < own",
            "printf '\\n\\n  \\r\\nseam_cst_piped\\nanother\\n' | \"$seam\" init",
            "printf '\\xef\\xbb\\xbf\\n\\tseam_cst_piped' | \"$seam\" init",
            "umask 077; printf '\\xef\\xbb\\xbf\\r\\n\\r\\nseam_cst_piped\\r\\n' > own; \"$seam\" init --token-file own",
            "{ printf seam_cst_; sleep 0.2; printf 'piped\\n'; } | \"$seam\" init --token-file /dev/stdin",
        ])
    func handedOver(line: String) async throws {
        try await Self.withDaemon { daemon in
            let run = try await Self.bash(line, daemon)
            #expect(run.status == 0, "\(run.errors)")
            #expect(daemon.calls.params(of: "session.initialize") == ["token": "seam_cst_piped"])
            #expect(!(run.output + run.errors).contains("piped"))
        }
    }

    @Test(
        "token input: what cannot be read is told with what helps against that",
        arguments: [
            ("/nonexistent/token", "is the path right?"), ("open", "chmod 600 the file"),
            ("link", "name the file that the link points to"), ("fifo", "pass the token on standard input"),
            (".", "pass the token on standard input"), ("/dev/fd/3", "pass the token on standard input"),
            ("/dev/fd/99", "pass the token on standard input"),
            ("/dev/stdin < open", "chmod 600 the file"), ("/dev/stdin < /dev/zero", "without --token-file"),
            ("long", "is it the right file?"), ("/dev/fd/x", "is the path right?"),
        ])
    func refused(file: String, hint: String) async throws {
        try await Self.withDaemon { daemon in
            let prepare = """
                umask 077; echo seam_cst_x > own; ln -s own link; mkfifo fifo; head -c 5000 /dev/zero > long
                umask 022; echo seam_cst_x > open
                """
            let run = try await Self.bash("\(prepare)\nexec 3>&- 99>&-; \"$seam\" init --token-file \(file)", daemon)
            #expect(run.status == 64 && run.errors.contains(hint), "\(run.errors)")
            #expect(hint.contains("chmod") == run.errors.contains("chmod"), "\(run.errors)")
            #expect(!run.errors.contains("symbolic links"), "\(run.errors)")
            #expect(daemon.calls.methods.isEmpty)
        }
    }
}
