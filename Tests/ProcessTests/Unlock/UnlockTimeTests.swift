import Foundation
import Glibc
import LinuxSupport
import NukiProtocol
import SeamModel
import TestSupport
import Testing
import Wire

/// Measures how long the lock and the link wait for our programs during one unlock. The measured time runs from the
/// call to the answer. It does not include the time for which our programs wait for the radio or the lock.
@Suite(.serialized, .timeLimit(.minutes(10)), .disabled(if: TestSystem.isInLab, "it listens in on the virtual radio"))
struct UnlockTimeTests {
    @Test("unlock time: what waits for us in one unlock is seen")
    func oneUnlock() async throws { _ = try await Self.measure(count: 5, boots: 1) }

    @Suite(.lane(.figures)) struct FiguresLane {
        @Test("unlock time: what waits for us in one unlock") func oneUnlock() async throws {
            let medians = try await UnlockTimeTests.measure(count: 100, boots: 10)
            // Two things do not depend on our code: the disk's time for two entries of the journal, and the speed of
            // the machine. The limits therefore depend on measurements of both.
            let ours = max(.milliseconds(15), medians.provider * 1.25)
            #expect(medians.usual <= medians.durable * 2 + ours)
            #expect(medians.first <= medians.durable * 2 + ours * 1.5)
        }
    }

    /// Measures `count` unlocks. Also measures the first unlock after each of `boots` boots. Returns three medians: of
    /// the times for which an unlock waits for our programs, of the time that a durable write takes, and of the time in
    /// which a provider starts and ends.
    private static func measure(
        count: Int, boots: Int
    ) async throws -> (usual: Duration, first: Duration, durable: Duration, provider: Duration) {
        let tap = AirTap()
        let system = try await TestSystem.withFrontKey(movement: .milliseconds(20), tap: tap)
        // At the first unlock after a boot, neither of the two daemons has opened a door yet.
        var first: [UnlockTime] = []
        for _ in 0..<boots {
            try await system.restartDaemons()
            first.append(try Visitor(system, tap).unlock())
        }
        let visitor = try Visitor(system, tap)
        let times = try (0..<count).map { _ in try visitor.unlock() }
        try report("one unlock", times)
        try report("the first unlock after a boot", first)
        let baseline = try Baseline(system, hops: visitor)
        print("of these, by themselves: \(baseline)")
        return (
            UnlockTime.median(times.map(\.total)), UnlockTime.median(first.map(\.total)), baseline.fsync,
            baseline.provider
        )
    }

    private static func report(_ name: String, _ times: [UnlockTime]) throws {
        let totals = times.map(\.total)
        print("\(name), waiting for us: \(UnlockTime.summary(totals)) (\(times.count) times)")
        for part in UnlockTime.Part.allCases {
            print("  \(part.rawValue): \(UnlockTime.summary(times.map { $0.parts[part] ?? .zero }))")
        }
        #expect(totals.allSatisfy { $0 > .zero })
    }
}

/// The time for which one unlock waits for our programs, part by part.
private struct UnlockTime {
    enum Part: String, CaseIterable {
        case admission = "call until the scan (admission, journalled)"
        case choice = "advertisement until the connection is asked for"
        case start = "link until the provider's first request (its start lies before)"
        case requests = "between the lock's words and ours"
        case command = "challenge until the command (journalled, sealed)"
        case answer = "the lock's last word until the caller knows"
    }

    var parts: [Part: Duration] = [:]

    var total: Duration { parts.values.reduce(.zero, +) }

    static func median(_ values: [Duration]) -> Duration { values.sorted()[values.count / 2] }

    static func summary(_ values: [Duration]) -> String {
        let sorted = values.sorted()
        let (most, nearly) = (sorted[sorted.count - 1], sorted[sorted.count * 9 / 10])
        return "p50 \(text(median(values))), p90 \(text(nearly)), most \(text(most))"
    }

    static func text(_ duration: Duration) -> String { String(format: "%.2f ms", duration / .milliseconds(1)) }
}

/// A person who opens the front door, and measures the time that this takes.
private final class Visitor {
    private let client: UnixConnection
    /// A connection that receives the lock's advertisements at the same time as the session daemon.
    private let ear: UnixConnection
    private let tap: AirTap
    private var calls = 0
    private var scans = 0
    private static let hello = #"{"type":"hello","proto":[1],"client":{"name":"test","version":"1"}}"# + "\n"

    init(_ system: TestSystem, _ tap: AirTap) throws {
        client = try UnixConnection(system.sessionSocket)
        ear = try UnixConnection(system.radioSocket)
        self.tap = tap
        try ear.send(Self.hello)
        try client.send(Self.hello)
        _ = try client.line()
        _ = try hop()
    }

    /// The time between a call to the session daemon and the daemon's reply.
    func hop() throws -> Duration {
        calls += 1
        let start = SystemClock.monotonic()
        try client.send(#"{"type":"call","id":\#(calls),"method":"rpc.whoami"}"# + "\n")
        _ = try client.line()
        return SystemClock.monotonic() - start
    }

    func unlock() throws -> UnlockTime {
        tap.clear()
        let listening = try listen()
        calls += 1
        let call = JSON.members(
            ("type", "call"), ("id", .integer(Int64(calls))), ("method", "unlock.start"),
            ("idem", .string("time-of-one-unlock-\(UInt64.random(in: 0 ... .max))")),
            ("params", ["credential_id": .string(TestSystem.frontKey)])
        ).text
        let start = SystemClock.monotonic()
        try client.send(call + "\n")
        // Decodes the lines only afterwards, so that decoding does not delay the reading of the next line.
        var lines: [(time: Duration, text: String)] = []
        repeat {
            let line = try client.line()
            lines.append((SystemClock.monotonic(), line))
        } while !lines.suffix(1).contains { $0.text.contains(#""type":"reply""#) }
        let heard = try listening()
        func time(of text: String) -> Duration? { lines.first { $0.text.contains(text) }?.time }
        let granted = time(of: #""event":"grantedAccess""#)
        let phases = ["scanning", "connecting"].reduce(into: [:]) { $0[$1] = time(of: #""phase":"\#($1)""#) }
        guard let granted, let scanning = phases["scanning"], let connecting = phases["connecting"] else {
            throw TestFailure("the door did not open: \(lines)")
        }
        // If another scan has already received the lock's advertisement, the broker reports the lock immediately.
        guard let sighting = heard.last(where: { $0 < connecting }) else {
            throw TestFailure("the lock was not heard before \(connecting)")
        }
        var time = try conversation(tap.messages, granted: granted)
        time.parts[.admission] = scanning - start
        time.parts[.choice] = connecting - max(sighting, scanning)
        return time
    }

    /// Starts a scan, and returns when an advertisement of the lock has arrived. The result is a function. When it is
    /// called, it ends the scan, and returns the times at which advertisements arrived.
    private func listen() throws -> () throws -> [Duration] {
        scans += 1
        let (ear, id, heard, ended) = (ear, scans, Locked<[Duration]>([]), DispatchSemaphore(value: 0))
        let isHeard = DispatchSemaphore(value: 0)
        try ear.send(
            #"{"type":"call","id":\#(id),"method":"radio.scan","params":{"device":"#
                + #"{"address":"\#(TestSystem.frontAddress)","address_type":"public"},"min_interval_ms":0}}"# + "\n")
        Thread.detachNewThread {
            defer { ended.signal() }
            while let line = try? ear.line() {
                let time = SystemClock.monotonic()
                if line.contains(#""kind":"advertisement""#) {
                    heard.withLock { $0.append(time) }
                    isHeard.signal()
                }
                if line.contains(#""type":"reply""#) { return }
            }
        }
        guard isHeard.wait(timeout: .now() + 20) == .success else { throw TestFailure("the lock is not heard") }
        return {
            try ear.send(#"{"type":"cancel","id":\#(id)}"# + "\n")
            ended.wait()
            return heard.withLock { $0 }
        }
    }

    /// Divides the time on the link. The lock waits for our programs before each message of the broker. Our programs
    /// wait for the lock before each message of the lock.
    private func conversation(_ all: [AirTap.Message], granted: Duration) throws -> UnlockTime {
        guard let link = all.firstIndex(where: { $0.isFromBroker && $0.type == "connected" }),
            let command = all.lastIndex(where: { $0.isFromBroker && $0.type == "write" && $0.time < granted }),
            command > link
        else { throw TestFailure("not the conversation of an unlock: \(all.map(\.type))") }
        let messages = Array(all[link...command])
        var time = UnlockTime()
        for (index, message) in messages.enumerated().dropFirst() where message.isFromBroker {
            let part: UnlockTime.Part =
                index == 1 ? .start : index == messages.count - 1 ? .command : .requests
            time.parts[part, default: .zero] += message.time - messages[index - 1].time
        }
        // The messages are "accepted", "unlocking" and "unlocked", so the door is open when the third message arrives.
        let words = all[command...].filter { !$0.isFromBroker && $0.type == "indicate" }
        guard words.count >= 3 else { throw TestFailure("the lock has said too little: \(all.map(\.type))") }
        time.parts[.answer] = granted - words[2].time
        for (index, message) in all.enumerated() where index > command && message.type == "confirm" {
            guard message.time < words[2].time else { break }
            time.parts[.requests, default: .zero] += message.time - all[index - 1].time
        }
        return time
    }
}

/// The times that individual parts of an unlock take on this machine.
private struct Baseline: CustomStringConvertible {
    let hop: Duration
    let fsync: Duration
    let provider: Duration
    let crypto: Duration

    init(_ system: TestSystem, hops visitor: Visitor) throws {
        hop = UnlockTime.median(try (0..<200).map { _ in try visitor.hop() })
        fsync = try Self.fsync(in: system.directory.file("session"))
        provider = try Self.provider(system)
        crypto = try Self.crypto()
    }

    var description: String {
        "a call and its reply \(UnlockTime.text(hop)); a write that is durable \(UnlockTime.text(fsync)) (two per unlock); "
            + "a provider's start and end in its containment \(UnlockTime.text(provider)); sealing two messages and opening five \(UnlockTime.text(crypto))"
    }

    private static func fsync(in directory: String) throws -> Duration {
        let file = open("\(directory)/durable", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(file) }
        let page = [UInt8](repeating: 7, count: 4096)
        return UnlockTime.median(
            try (0..<50).map { _ in
                let start = SystemClock.monotonic()
                guard write(file, page, page.count) == page.count, fdatasync(file) == 0 else {
                    throw TestFailure("nothing can be written into \(directory)")
                }
                return SystemClock.monotonic() - start
            })
    }

    /// Starts a provider that has nobody at the other end, and waits until it has ended.
    private static func provider(_ system: TestSystem) throws -> Duration {
        let launcher = try Products.executable("seam-provider-run")
        let program = system.directory.file("providers/seam-provider-nuki")
        return UnlockTime.median(
            try (0..<20).map { _ in
                let start = SystemClock.monotonic()
                let process = Process()
                process.executableURL = URL(fileURLWithPath: launcher)
                process.arguments = [program]
                process.standardInput = FileHandle.nullDevice
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                process.waitUntilExit()
                return SystemClock.monotonic() - start
            })
    }

    private static func crypto() throws -> Duration {
        let key = try NukiSharedKey([UInt8](repeating: 9, count: NukiSharedKey.size))
        let nonce = [UInt8](repeating: 3, count: NukiSealedFrame.nonceSize)
        let plain = [UInt8](repeating: 5, count: 48)
        return UnlockTime.median(
            try (0..<200).map { _ in
                let start = SystemClock.monotonic()
                let boxes = [try key.seal(plain, nonce: nonce), try key.seal(plain, nonce: nonce)]
                for _ in 0..<5 { _ = try key.open(boxes[0], nonce: nonce) }
                return SystemClock.monotonic() - start
            })
    }
}

extension TestSystem {
    fileprivate func restartDaemons() async throws {
        try await killSessiond()
        try await killRadiod()
        try await startRadiod()
        try await startSessiond()
    }
}
