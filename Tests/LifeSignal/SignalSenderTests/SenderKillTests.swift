import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Kills the sender or the daemon at random moments while an alarm is sent to four addresses. Each address must get the
/// alarm, and repeats must be marked (promise P11 of LifeSignal, outside the machine).
@Suite struct SenderKillTests {
    @Test("sender kill: everybody hears it and a repeat says so", .timeLimit(.minutes(2)))
    func everybodyHearsItAndARepeatSaysSo() async throws {
        try await Self.run(kills: 6, seed: UInt64(getpid()))
    }

    /// The lane that kills forty times.
    @Suite(.lane(.signal)) struct SignalLane {
        @Test("sender kill: forty kills", .timeLimit(.minutes(30))) func fortyKills() async throws {
            try await SenderKillTests.run(kills: 40, seed: UInt64(getpid()))
        }
    }

    private static func run(kills: Int, seed: UInt64) async throws {
        var box: PostBox?
        let bench = try await SenderBench(told: (0..<4).map { ("box", "a\($0)") }) { directory in
            box = try PostBox("box", in: directory)
            return [JSON.members(("name", "box"), ("kind", "program"), ("program", "box"))]
        }
        let posts = try #require(box)
        try bench.bench.signIn(SignalBench.ada)
        var (random, passed) = (SplitMix(seed: seed), Duration.zero)
        var heard: [String: [Bool]] = [:]
        for _ in 0..<kills {
            _ = try bench.bench.client().call(AlertActivate.self, .init())
            // Waits for a random time. No event marks the moment of the kill.
            poll(nil, 0, Int32.random(in: 0...40, using: &random))
            if Bool.random(using: &random) {
                try await bench.endSender()
                try await bench.startSender()
            } else {
                try await bench.bench.restart(arguments: ["--virtual-clock-start", "\(passed.milliseconds)"])
            }
            // Forty seconds are longer than a claim lasts, but shorter than the time until everyone is told again.
            try bench.bench.advance(.seconds(40))
            passed += .seconds(40)
            try bench.await { sent in sent.allSatisfy { $0.state != "queued" && $0.state != "claimed" } }
            _ = try bench.bench.client().call(AlertDeactivate.self, .init())
            try bench.await { sent in sent.allSatisfy { $0.state != "queued" && $0.state != "claimed" } }
            // Reads the messages that have arrived, because a full pipe blocks the program.
            _ = posts.isEmpty
            try bench.bench.advance(.seconds(61))
            passed += .seconds(61)
        }
        while !posts.isEmpty {
            // If a sender is killed while it hands a message over, only a part of the message arrives. A part does not
            // count.
            guard let message = try? posts.message() else { continue }
            let id = "\(message["id"]?.stringValue ?? "") \(message["address"]?.stringValue ?? "")"
            heard[id, default: []].append(message["repeat"]?.boolValue ?? false)
        }
        #expect(try bench.deliveries().allSatisfy { $0.state == "handed" })
        #expect(heard.count == kills * 8, "an alarm and its end, at four addresses")
        for (id, marks) in heard {
            #expect(marks.count <= 2, "\(id): more than one repeat of one kill")
            #expect(marks.count { !$0 } <= 1, "\(id): a repeat that does not say so")
        }
        let repeats = heard.values.reduce(0) { $0 + $1.count - 1 }
        print("signal: P11 outside: \(kills) kills, \(heard.count) messages, \(repeats) marked repeats, 0 unmarked")
    }
}
