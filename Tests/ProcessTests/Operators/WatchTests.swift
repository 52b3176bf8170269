import Glibc
import TestSupport
import Testing
import Wire

/// Tests what `seam watch` prints about attempts, for people and for scripts.
@Suite(.serialized, .timeLimit(.minutes(2))) struct WatchTests {
    @Test("watch: attempts are shown by the names of their keys, and SIGTERM ends it with 143")
    func names() async throws {
        let system = try await TestSystem.withFrontKey()
        let watch = try await Self.watching(system, ["watch"], until: "granted, confirmed")
        watch.signal(SIGTERM)
        #expect(try await watch.awaitExit() == 143, "\(watch.errors)")
        let lines = watch.output.split(separator: "\n")
        #expect(lines.contains { $0.contains("Front Door  opening") }, "\(lines)")
        #expect(lines.contains { $0.contains("Front Door    operating") }, "\(lines)")
        #expect(lines.contains { $0.contains("Front Door  granted, confirmed  attempt_") }, "\(lines)")
        // The watch may have begun while an attempt was already running. The watch does not know the key of this
        // attempt.
        let whole = lines.drop { !$0.contains("opening") }
        #expect(!whole.contains { $0.contains(Keys.front) }, "no ids of keys: \(lines)")
    }

    @Test("watch: a cursor goes on where an earlier watch ended, and nothing is missed or comes twice")
    func cursor() async throws {
        let system = try await TestSystem.withFrontKey()
        let first = try await Self.watching(system, ["watch", "--results", "--json"], until: #""kind":"result""#)
        first.signal(SIGINT)
        #expect(try await first.awaitExit() == 130)
        let seen = try Self.results(first)
        let cursor = try #require(seen.last?["cursor"]?.stringValue)
        // Unlocks the door while nobody is watching.
        #expect(try await system.unlock().status == 0)
        let second = try system.startSeam(["watch", "--results", "--json", "--from", cursor])
        try await second.awaitOutput(#""kind":"result""#)
        second.signal(SIGINT)
        _ = try await second.awaitExit()
        let ids = try (seen + Self.results(second)).compactMap { $0["data"]?["attempt_id"]?.stringValue }
        #expect(ids.count >= 2 && Set(ids).count == ids.count, "\(ids)")
        let wrong = try system.startSeam(["watch", "--from", "yesterday"])
        #expect(try await wrong.awaitExit() == 64)
    }

    /// Starts a watch, and opens doors until the watch has shown `text`. Nothing else shows that the watch has begun.
    private static func watching(
        _ system: TestSystem, _ command: [String], until text: String
    ) async throws -> ChildProcess {
        let watch = try system.startSeam(command)
        for _ in 0..<20 where !watch.output.contains(text) { #expect(try await system.unlock().status == 0) }
        return watch
    }

    private static func results(_ watch: ChildProcess) throws -> [JSON] {
        try watch.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }.filter { $0["kind"] == "result" }
    }
}
