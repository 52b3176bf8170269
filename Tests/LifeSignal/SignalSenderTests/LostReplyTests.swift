import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests a service that accepts a message but disappears before it answers.
@Suite(.timeLimit(.minutes(2))) struct LostReplyTests {
    /// If a reply was lost, the recipient may have received the message, so the next message is marked as a repeat.
    @Test("lost reply: what was not answered is marked") func whatWasNotAnsweredIsMarked() async throws {
        let script = """
            import socket
            server = socket.create_server(("127.0.0.1", 0))
            print(server.getsockname()[1], flush=True)
            while True:
                client = server.accept()[0]
                print(client.recv(65536), flush=True)
                client.close()
            """
        let server = try ChildProcess("/usr/bin/python3", ["-c", script])
        try await server.awaitOutput("\n")
        let port = server.output.split(separator: "\n")[0]
        let bench = try await SenderBench(told: [("push", "a")]) { _ in
            [.members(("name", "push"), ("kind", "http"), ("url", .string("http://127.0.0.1:\(port)/")))]
        }
        try bench.miss()
        let sent = try bench.await { $0.map(\.state) == ["queued"] && $0[0].attempts == 1 }[0]
        #expect(sent.report == "temporary" && sent.isUncertain)
        try await server.awaitOutput("POST / HTTP/1.1")
    }
}
