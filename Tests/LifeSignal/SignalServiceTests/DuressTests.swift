import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests that nobody can recognize the PIN that secretly calls for help, neither by the time it takes nor in the log.
@Suite struct DuressTests {
    private static let (real, forced) = ("246810", "135791")

    @Test("duress: both PI ns take the same time", .timeLimit(.minutes(2)))
    func bothPINsTakeTheSameTime() async throws {
        let share = try await Self.pairs(20)
        // For twenty pairs, four standard deviations are 0.37. The nightly run checks for smaller differences.
        #expect((0.1...0.9).contains(share))
    }

    /// The lane that measures a thousand pairs.
    @Suite(.lane(.signal)) struct SignalLane {
        @Test("duress: a thousand pairs", .timeLimit(.minutes(20))) func aThousandPairs() async throws {
            // For a thousand pairs, three standard deviations are 0.04.
            #expect((0.46...0.54).contains(try await DuressTests.pairs(1_000)))
        }
    }

    /// Measures how long replies take with each of the two PINs, alternately. Returns in what share of all combinations
    /// the PIN for force took longer. The share is one half if the PINs are indistinguishable.
    private static func pairs(_ count: Int) async throws -> Double {
        let bench = try await ContactTests.agreed()
        let (client, ben) = (try bench.client(), try bench.client())
        _ = try client.call(PINSet.self, .init(new: real, forced: forced))
        func time(_ pin: String) throws -> Duration {
            let begun = SystemClock.monotonic()
            _ = try client.call(PINSet.self, .init(new: real, forced: forced, pin: pin))
            return SystemClock.monotonic() - begun
        }
        var (reals, forceds): ([Duration], [Duration]) = ([], [])
        for round in 0..<count {
            // In half of the rounds, the first PIN is measured first, and in the other half the second PIN, so that the
            // order makes no difference.
            if round.isMultiple(of: 2) { reals.append(try time(real)) }
            forceds.append(try time(forced))
            let alert = try #require(try ContactTests.contacts(bench, "ben").first?.alert, "the call is heard")
            _ = try ben.call(AlertResolve.self, .init(session: "ben", alert: alert.id))
            if !round.isMultiple(of: 2) { reals.append(try time(real)) }
        }
        return share(reals, forceds, of: "timed pairs")
    }

    /// In what share of all combinations the PIN for force took longer.
    private static func share(_ reals: [Duration], _ forceds: [Duration], of what: String) -> Double {
        let count = reals.count
        let wins = forceds.reduce(0.0) { sum, forced in
            sum + reals.reduce(0.0) { $0 + (forced > $1 ? 1 : forced == $1 ? 0.5 : 0) }
        }
        let share = wins / Double(count * count)
        let (middle, other) = (reals.sorted()[count / 2], forceds.sorted()[count / 2])
        print(
            "signal: duress, \(count) \(what): median \(middle / .microseconds(1)) µs with the PIN and "
                + "\(other / .microseconds(1)) µs with the other, which took longer in \(share) of all combinations; "
                + "goal 0.5")
        return share
    }

    /// Leaving takes the same time with either PIN, although one of them keeps a part of the person.
    @Test("duress: both PI ns take the same time to leave", .timeLimit(.minutes(2)))
    func bothPINsTakeTheSameTimeToLeave() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        var times: [String: [Duration]] = [:]
        for round in 0..<12 {
            for pin in round.isMultiple(of: 2) ? [Self.real, Self.forced] : [Self.forced, Self.real] {
                if round > 0 || times[Self.real] != nil || times[Self.forced] != nil {
                    try bench.signIn("+49151\(10_000_000 + round * 2 + (pin == Self.real ? 0 : 1))")
                }
                _ = try ContactTests.add(bench, "ben", by: nil, isResponder: true)
                let asked = try #require(try ContactTests.contacts(bench, "ben").first { $0.consent == "awaiting" })
                _ = try client.call(ContactAccept.self, .init(session: "ben", contact: asked.id))
                _ = try client.call(PINSet.self, .init(new: Self.real, forced: Self.forced))
                _ = try client.call(CheckInRecord.self, .init())
                let begun = SystemClock.monotonic()
                _ = try client.call(PersonLeave.self, .init(pin: pin))
                times[pin, default: []].append(SystemClock.monotonic() - begun)
                guard let alert = try ContactTests.contacts(bench, "ben").first(where: { $0.alert != nil })?.alert
                else {
                    continue
                }
                _ = try client.call(AlertResolve.self, .init(session: "ben", alert: alert.id))
            }
        }
        let share = Self.share(try #require(times[Self.real]), try #require(times[Self.forced]), of: "pairs that left")
        // For twelve pairs, four standard deviations are 0.48.
        #expect((0.04...0.96).contains(share))
    }

    /// The log of a day with one PIN is the same as the log of a day with the other PIN.
    @Test("duress: both PI ns leave the same log", .timeLimit(.minutes(2)))
    func bothPINsLeaveTheSameLog() async throws {
        var logs: [[String]] = []
        for pin in [Self.real, Self.forced] {
            let bench = try await ContactTests.agreed()
            let client = try bench.client()
            _ = try client.call(PINSet.self, .init(new: Self.real, forced: Self.forced))
            _ = try client.call(AlertActivate.self, .init())
            _ = try client.call(AlertDeactivate.self, .init(pin: pin))
            _ = try client.call(CheckInSet.self, .init(interval: .seconds(604_800), pin: pin))
            try bench.advance(.seconds(600))
            _ = try client.call(AlertGet.self, .init())
            _ = try client.call(UserSetPhone.self, .init(phone: "+4915187654321", pin: pin))
            _ = try client.call(PersonLeave.self, .init(pin: pin))
            try bench.advance(.seconds(600))
            bench.daemon.signal(SIGTERM)
            _ = try await bench.daemon.awaitExit()
            logs.append(Self.words(bench.daemon.errors))
        }
        #expect(logs[0] == logs[1] && logs[0].count > 3)
    }

    /// Everything that a person's sessions are sent is the same with either PIN, until the person has left, and after
    /// the person has signed in again.
    @Test("duress: both PI ns send the same frames", .timeLimit(.minutes(2)))
    func bothPINsSendTheSameFrames() async throws {
        var traces: [[String]] = []
        for pin in [Self.real, Self.forced] {
            let bench = try await LeavingTests.crowd(withPINs: false)
            let client = try bench.client()
            _ = try client.call(PINSet.self, .init(new: Self.real, forced: Self.forced))
            let streams = [
                AuthWatch.name, UserWatch.name, AlertWatch.name, NotificationWatch.name, ContactWatch.name,
                PingWatch.name,
            ]
            // Cleo may be the person who forces Ada.
            let screens = try [nil, "cleo"].flatMap { session in
                try streams.map { name in
                    let screen = try bench.client()
                    let params = SignalSessionParams(session: session).jsonText
                    return (screen, try screen.start(OutgoingCall(stream: name, params: params)))
                }
            }
            var trace: [String] = []
            func ask(_ method: String, _ params: JSON = [:]) {
                do {
                    let reply = try client.call(OutgoingCall(unary: method, params: JSONText(params)))
                    trace.append("\(method) \(Self.steady(reply.json.text))")
                } catch {
                    trace.append("\(method) \(error.reason)")
                }
            }
            ask("user.set_phone", ["phone": "+4915187654321", "pin": .string(pin)])
            ask("user.verify_phone", ["code": .string(try bench.code("+4915187654321"))])
            ask("user.get")
            ask("alert.list")
            ask("person.leave", ["pin": .string(pin)])
            for method in ["user.get", "auth.get", "alert.get", "person.leave"] { ask(method) }
            try bench.signIn("+4915187654321")
            for method in ["user.get", "alert.list", "contact.list", "notification.list"] { ask(method) }
            for method in ["contact.list", "notification.list"] { ask(method, ["session": "cleo"]) }
            try bench.advance(.seconds(3_000))
            // The last change of each session ends its stream of who is signed in.
            for session in ["default", "cleo"] { ask("auth.sign_out", ["session": .string(session)]) }
            for (place, (screen, call)) in screens.enumerated() {
                trace += Self.items(of: call, on: screen, signOuts: place < streams.count ? 2 : 1)
            }
            traces.append(trace)
        }
        #expect(traces[0].count > 40)
        for (real, forced) in zip(traces[0], traces[1]) { #expect(real == forced) }
        #expect(traces[0].count == traces[1].count)
    }

    /// What a stream sent. A stream about who is signed in does not end, so it is read until nobody is signed in for
    /// the last time.
    private static func items(of call: Int64, on screen: BlockingClient, signOuts: Int) -> [String] {
        var (items, left) = ([String](), signOuts)
        while left > 0, case .item(let item) = screen.next(of: call, within: .seconds(20)) {
            items.append("\(item.kind) \(steady(item.data.json.text))")
            if item.kind == "auth", item.data.json["person"] == nil { left -= 1 }
        }
        return items
    }

    /// A text without ids, times and words, which are random.
    private static func steady(_ text: String) -> String {
        text.replacing(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/, with: "ID")
            .replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+Z/, with: "TIME")
            .replacing(/\b[A-HJ-NP-Z]{6}\b/, with: "WORD")
    }

    /// A log without the parts that differ from run to run: times, ids, numbers and paths.
    private static func words(_ log: String) -> [String] {
        log.split(separator: "\n").map { line in
            line.split(separator: " ")
                .filter { word in !word.contains("/") && !word.contains { $0.isNumber } }
                .joined(separator: " ")
        }
    }
}
