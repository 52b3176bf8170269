import Glibc
import RPC
import RadioModel
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

/// An unlock during which the lock waits until the person does something.
@Suite("seam unlock, asked for something", .serialized) struct PromptedUnlockTests {
    @Test("prompted unlock: what the lock waits for is told, with its page; with --json as it came")
    func prompted() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            handlers.follow(UnlockStart.self, calls) { params, sink throws(WireError) in
                try sink.send(
                    .prompt(
                        UnlockPrompt(
                            attemptID: "att-1", credentialID: params.credentialID, kind: .completeOTP,
                            text: "Enter\u{1b}[2J 4711.",
                            otpURL: "https://otp.example/8F2K", expires: .seconds(60))))
                try sink.send(
                    .progress(
                        UnlockItem(
                            attemptID: "att-1", credentialID: params.credentialID, content: .event(.grantedAccess))))
                return Script.result(.granted, .applied, confirmation: .confirmed)
            }
        } _: { daemon in
            let run = try await daemon.run("unlock", "front door")
            #expect(
                run.status == 0 && run.output.contains("the lock waits up to 1 min for you: Enter"), "\(run.output)")
            #expect(run.output.contains("  open https://otp.example/8F2K\n") && !run.output.contains("\u{1b}[2J"))
            let machine = try await daemon.run("unlock", "front door", "--json")
            #expect(machine.output.contains(#""kind":"complete_otp""#), "\(machine.output)")
        }
    }
}
