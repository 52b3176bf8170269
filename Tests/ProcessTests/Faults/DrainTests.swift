import Foundation
import Glibc
import TestSupport
import Testing
import Wire

/// Tests what a daemon still does for its clients after it was told to end.
@Suite(.serialized, .timeLimit(.minutes(2))) struct DrainTests {
    /// More than a megabyte of replies is waiting for a client that reads a little at a time.
    @Test("drain: a slow reader gets every byte that was answered")
    func aSlowReaderGetsEveryByteThatWasAnswered() async throws { try await Self.drain() }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("drain: a slow reader gets every byte that was answered")
        func aSlowReaderGetsEveryByteThatWasAnswered() async throws { try await DrainTests.drain() }
    }

    private static func drain() async throws {
        let daemon = try await LoneDaemon(.session)
        try await daemon.awaitReady()
        let whole = try description(daemon).text.utf8.count
        // The kernel buffers about 200 KiB of the replies, so this part is not queued in the daemon.
        let calls = (1_048_576 + 524_288) / whole + 2
        let client = try UnixConnection(daemon.socket)
        try client.send(#"{"type":"hello","proto":[1],"client":{"name":"test","version":"1"}}"# + "\n")
        let asked = (1...calls).map {
            #"{"type":"call","id":\#($0),"method":"rpc.describe","params":{"service":"session"}}"# + "\n"
        }
        try client.send(asked.joined())
        #expect(try client.line().contains("welcome"))
        var replies: [JSON] = []
        try awaitQueued(1_048_576, daemon)
        daemon.process.signal(SIGTERM)
        var goaway: JSON?
        let stream = client.slowRest()
        #expect(stream.last == UInt8(ascii: "\n"), "the stream ends with a whole line")
        for line in stream.split(separator: UInt8(ascii: "\n")) {
            let message = try JSON(parsing: Array(line))
            if message["type"] == "goaway" { goaway = message } else { replies.append(message) }
        }
        let last = try #require(goaway?["last_id"]?.integerValue)
        #expect(goaway?["reason"] == "rpc.shutdown")
        #expect(replies.compactMap { $0["id"]?.integerValue } == Array(1...max(1, last)), "every call that was taken")
        let bytes = replies.reduce(0) { $0 + $1.text.utf8.count }
        print("drain: \(replies.count) replies of \(bytes) bytes in all arrive whole after SIGTERM, last_id \(last)")
        #expect(bytes > 1_048_576)
        #expect(replies.allSatisfy { $0["result"]?["digest"] != nil })
        #expect(try await daemon.process.awaitExit() == 0)
    }

    /// Waits until the daemon has queued `bytes` bytes for the test's user.
    private static func awaitQueued(_ bytes: Int64, _ daemon: LoneDaemon) throws {
        let client = try TextClient(daemon.socket)
        let deadline = Date(timeIntervalSinceNow: 20)
        while Date() < deadline {
            let quotas = try client.answer(to: try client.send("rpc.whoami")).reply["result"]?["quotas"]?.arrayValue
            let queued = quotas?.first { $0["name"] == "queued_bytes_per_uid" }
            if let used = queued?["used"]?.integerValue, used >= bytes { return }
            poll(nil, 0, 5)
        }
        throw TestFailure("not \(bytes) bytes are queued\n\(daemon.process.errors)")
    }

    private static func description(_ daemon: LoneDaemon) throws -> JSON {
        let client = try TextClient(daemon.socket)
        return try client.answer(to: try client.send("rpc.describe", ["service": "session"])).reply
    }
}
