import FoundationEssentials
import Glibc
import Wire

/// seam-bench-json handles a reply of 200 bytes with Foundation, and with our own JSON reader and writer, and prints
/// how many nanoseconds each of them takes. With `--text` it prints the reply, for use with other parsers.
///
/// seam-bench-json is a separate program, so that the server in the benchmark does not link Foundation.
@main
struct Main {
    static func main() throws {
        let reply = Reply.example
        let bytes = Array(reply.jsonText.bytes)
        if CommandLine.arguments.contains("--text") { return print(String(decoding: bytes, as: UTF8.self)) }
        let decoder = JSONDecoder()
        let encoder = JSONEncoder()
        let data = Data(bytes)
        var times: [(String, Double)] = [("bytes", Double(bytes.count))]
        times.append(("foundation_decode", try time(20_000) { keep(try decoder.decode(Reply.self, from: data)) }))
        times.append(("foundation_encode", try time(20_000) { keep(try encoder.encode(reply)) }))
        times.append(("seam_decode", try time(50_000) { keep(try Reply(text: JSONText(bytes[...]))) }))
        times.append(("seam_encode", time(50_000) { keep(reply.jsonText) }))
        times.append(("seam_check", try time(100_000) { keep(try JSONText(bytes[...])) }))
        times.append(("seam_message", try time(100_000) { keep(try ServerMessage.decode(message)) }))
        print("{" + times.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
    }

    /// The example reply as a wire message.
    private static let message = ServerMessage.reply(id: 123_456, .result(Reply.example.result.jsonText)).encoded()

    /// The nanoseconds per call in the fastest of seven batches.
    private static func time(_ batch: Int, _ body: () throws -> Void) rethrows -> Double {
        var best = Double.infinity
        for _ in 0..<7 {
            let began = ContinuousClock.now
            for _ in 0..<batch { try body() }
            best = min(best, (ContinuousClock.now - began) / .nanoseconds(1) / Double(batch))
        }
        return best
    }

    /// Prevents the optimiser from removing the measured code.
    @inline(never)
    private static func keep<Value>(_ value: Value) {
        withExtendedLifetime(value) {}
    }
}
