import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests how LifeSignal protects people against abuse by other people, with the real daemon.
@Suite struct ThreatTests {
    private static let day = Duration.seconds(86_400)

    /// A bench on which Ben and Cleo are Ada's responders.
    private static func three() async throws -> SignalBench {
        let bench = try await ContactTests.agreed()
        try bench.signIn("+33612345678", session: "cleo")
        _ = try ContactTests.add(bench, "cleo", by: nil, isResponder: true)
        let asked = try #require(try ContactTests.contacts(bench, "cleo").first)
        _ = try bench.client().call(ContactAccept.self, .init(session: "cleo", contact: asked.id))
        return bench
    }

    /// After 90 days, people are asked about an agreed role. Without an answer, the role stays.
    @Test("threat: a role is asked about after ninety days", .timeLimit(.minutes(2)))
    func aRoleIsAskedAboutAfterNinetyDays() async throws {
        let bench = try await ContactTests.agreed()
        try bench.advance(Self.day * 89)
        let questions = { try ContactTests.inbox(bench, nil).filter { $0.title == "A contact sees your check-ins" } }
        #expect(
            try questions().isEmpty
                && ContactTests.inbox(bench, "ben").allSatisfy { $0.title != "A contact sees your check-ins" })
        try bench.advance(Self.day + .seconds(1))
        // The daemon checks for expired items at each start, and every ten seconds by the machine's own clock.
        try await bench.restart(arguments: ["--virtual-clock-start", "\((Self.day * 91).milliseconds)"])
        try bench.advance(.seconds(1))
        #expect(try questions().map(\.message).first?.hasPrefix("Ben Quux sees when you check in") == true)
        #expect(try questions().count == 1)
        #expect(try ContactTests.contacts(bench, nil).first?.isResponder == true)
    }

    /// A longer interval and a pause are announced to the responders, and take effect later.
    @Test("threat: who makes somebody watched less cannot hide it", .timeLimit(.minutes(2)))
    func whoMakesSomebodyWatchedLessCannotHideIt() async throws {
        let bench = try await Self.three()
        let client = try bench.client()
        let due = try client.call(CheckInRecord.self, .init()).nextDue
        #expect(try client.call(CheckInSet.self, .init(interval: Self.day * 7)).nextDue == due)
        _ = try client.call(CheckInSet.self, .init(interval: Self.day * 7))
        for session in ["ben", "cleo"] {
            let told = try ContactTests.inbox(bench, session).filter { $0.title == "Watched less" }
            #expect(told.count == 1 && told.first?.message.hasPrefix("Ada Moreno has set a longer interval") == true)
        }
        #expect(try client.call(CheckInPause.self, .init(length: Self.day * 2)).nextDue == due)
        #expect(try ContactTests.inbox(bench, "ben").count { $0.title == "Watched less" } == 2)
        // The person alone decides about a change to closer watching.
        _ = try client.call(CheckInSet.self, .init(interval: .seconds(3_600)))
        #expect(try ContactTests.inbox(bench, "ben").count { $0.title == "Watched less" } == 2)
    }

    /// If calls for help are repeated and needless, all responders except the last can mute them for an hour. Nobody
    /// can mute a missed check-in.
    @Test("threat: who calls again and again can be muted", .timeLimit(.minutes(2)))
    func whoCallsAgainAndAgainCanBeMuted() async throws {
        let bench = try await Self.three()
        let client = try bench.client()
        let ben = try #require(try ContactTests.contacts(bench, "ben").first)
        let cleo = try #require(try ContactTests.contacts(bench, "cleo").first)
        let mute = { (session: String, contact: SignalContact) in
            reason { _ = try client.call(AlertMute.self, .init(session: session, contact: contact.id)) }
        }
        let heard = { (session: String) in try ContactTests.inbox(bench, session).count { $0.kind == "alert" } }
        for round in 0..<3 {
            #expect(mute("ben", ben) == "signal.too_few_calls", "\(round)")
            _ = try client.call(AlertActivate.self, .init())
            _ = try client.call(AlertDeactivate.self, .init())
        }
        let before = try heard("cleo")
        #expect(mute("ben", ben) == nil)
        #expect(try ContactTests.contacts(bench, "ben").first?.mutedUntil != nil)
        let told = try ContactTests.inbox(bench, "cleo").filter { $0.title == "One fewer responder for an hour" }
        #expect(told.count == 1)
        #expect(mute("cleo", cleo) == "signal.last_responder")
        _ = try client.call(AlertActivate.self, .init())
        #expect(try heard("ben") == before && heard("cleo") == before + 1)
        _ = try client.call(AlertDeactivate.self, .init())
        // The mute ends after an hour.
        try bench.advance(.seconds(3_600))
        _ = try client.call(AlertActivate.self, .init())
        #expect(try heard("ben") == before + 1 && heard("cleo") == before + 2)
    }

    /// A responder who has muted calls still hears of a missed check-in. A responder who has muted calls still hears of
    /// a call if no other responder is left.
    @Test("threat: what is muted is no missed check in", .timeLimit(.minutes(2)))
    func whatIsMutedIsNoMissedCheckIn() async throws {
        let bench = try await Self.three()
        let client = try bench.client()
        let ben = try #require(try ContactTests.contacts(bench, "ben").first)
        let heard = { try ContactTests.inbox(bench, "ben").count { $0.kind == "alert" } }
        for _ in 0..<3 {
            _ = try client.call(AlertActivate.self, .init())
            _ = try client.call(AlertDeactivate.self, .init())
        }
        _ = try client.call(CheckInSet.self, .init(interval: .seconds(300), reminder: .seconds(60), grace: .zero))
        _ = try client.call(AlertMute.self, .init(session: "ben", contact: ben.id))
        let before = try heard()
        try bench.advance(.seconds(300))
        #expect(try heard() == before + 1, "a missed check-in is told")
        _ = try client.call(CheckInRecord.self, .init())
        let silent = SignalPreferences(alerts: false, pings: true, checkIns: true, contacts: true)
        _ = try client.call(SettingsSet.self, .init(session: "cleo", preferences: silent))
        _ = try client.call(AlertActivate.self, .init())
        #expect(try heard() == before + 2, "nobody else is left")
    }

    /// A flood of requests for a person's number does not lock the person out. A check-in or a call needs no code. The
    /// person's own user has requests that nobody else can use up. An administrator's code also signs the person in.
    @Test("threat: a flood of requests locks nobody out", .timeLimit(.minutes(2)))
    func aFloodOfRequestsLocksNobodyOut() async throws {
        let bench = try await SignalBench(configuration: ["allow": ["session": ["users": ["0", "61001"]]]])
        try bench.signIn(SignalBench.ada)
        let flood = JSON.members(("session", .string("x")), ("phone", .string(SignalBench.ada)))
        var refused = 0
        for _ in 0..<6 {
            let run = try ChildProcess(
                try Products.executable("seam"), ["rpc", "auth.sign_in", "-"],
                environment: ["LIFESIGNAL_SOCKET": bench.socket], uid: 61_001, input: flood.text)
            refused += try await run.awaitExit() == 0 ? 0 : 1
            let end = try ChildProcess(
                try Products.executable("seam"), ["rpc", "auth.sign_out", "-"],
                environment: ["LIFESIGNAL_SOCKET": bench.socket], uid: 61_001, input: #"{"session":"x"}"#)
            _ = try await end.awaitExit()
        }
        #expect(refused == 3, "three an hour of one user")
        let client = try bench.client()
        #expect(reason { _ = try client.call(CheckInRecord.self, .init()) } == nil)
        #expect(reason { _ = try client.call(AlertActivate.self, .init()) } == nil)
        #expect(try bench.signIn(SignalBench.ada, session: "another").phone == SignalBench.ada)
    }

    /// The next person with a user number does not get the sessions of the person who had the number before. The test
    /// needs root.
    @Test("threat: a number that is given again is somebody else", .timeLimit(.minutes(2)))
    func aNumberThatIsGivenAgainIsSomebodyElse() async throws {
        let accounts = try TestAccounts([61_001: "ada"])
        let bench = try await SignalBench(
            configuration: ["allow": ["session": ["users": ["0", "61001"]]]], within: accounts.command)
        func seam(_ arguments: String...) async throws -> (Int32, String) {
            let run = try ChildProcess(
                try Products.executable("seam"), ["signal"] + arguments,
                environment: ["LIFESIGNAL_SOCKET": bench.socket], uid: 61_001, input: "")
            return (try await run.awaitExit(), run.output + run.errors)
        }
        _ = try await seam("sign-in", SignalBench.ada)
        let verify = JSON.members(("code", .string(try bench.code(SignalBench.ada))))
        let run = try ChildProcess(
            try Products.executable("seam"), ["rpc", "auth.verify", "-"],
            environment: ["LIFESIGNAL_SOCKET": bench.socket],
            uid: 61_001, input: verify.text)
        #expect(try await run.awaitExit() == 0)
        #expect(try await seam("status").0 == 0)
        // A restarted daemon asks the name service again. The name service's answers are valid for only two seconds.
        try accounts.change(to: [61_001: "eve"])
        try await bench.restart()
        let refused = try await seam("status")
        #expect(refused.0 != 0 && refused.1.contains("nobody is signed in"))
        #expect(bench.daemon.errors.contains("another account"))
        try accounts.change(to: [61_001: "ada"])
        try await bench.restart()
        #expect(try await seam("status").0 != 0, "what is forgotten stays so")
    }

    /// Random codes find nobody, and they can cause only a limited amount of work.
    @Test("threat: guessed codes find nobody", .timeLimit(.minutes(2))) func guessedCodesFindNobody() async throws {
        let bench = try await ContactTests.two()
        let client = try bench.client()
        var answers: [String: Int] = [:]
        for guess in 0..<200 {
            let id = try #require(SignalID(bytes: (0..<16).map { UInt8(truncatingIfNeeded: guess &* 31 &+ $0 &* 7) }))
            let answer = reason { _ = try client.call(ContactInfoGet.self, .init(qrCodeID: id)) }
            answers[answer ?? "found", default: 0] += 1
        }
        #expect(answers == ["signal.unknown_qr": 30, "signal.limited": 170])
        // A withdrawn code is treated as if it had never existed.
        let old = try client.call(UserGet.self, .init(session: "ben")).qrCodeID
        _ = try client.call(UserRefreshQR.self, .init(session: "ben"))
        try await bench.restart(arguments: ["--virtual-clock-start", "3600000"])
        let again = try bench.client()
        #expect(reason { _ = try again.call(ContactInfoGet.self, .init(qrCodeID: old)) } == "signal.unknown_qr")
    }
    /// The lane that makes many more guesses, and also measures how long answers take.
    @Suite(.lane(.signal)) struct SignalLane {
        @Test("threat: ten thousand guesses", .timeLimit(.minutes(20))) func tenThousandGuesses() async throws {
            let bench = try await ContactTests.two()
            let client = try bench.client()
            var found = 0
            for guess in 0..<10_000 {
                var random = SplitMix(seed: UInt64(guess))
                guard let id = SignalID(bytes: (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) })
                else { continue }
                let answer = reason { _ = try client.call(ContactInfoGet.self, .init(qrCodeID: id)) }
                if answer != "signal.unknown_qr", answer != "signal.limited" { found += 1 }
            }
            #expect(found == 0)
        }

        /// A request or a wrong code gets its answer after the same time whether or not the number is known.
        @Test("threat: a thousand timings tell nothing", .timeLimit(.minutes(20)))
        func aThousandTimingsTellNothing() async throws {
            let bench = try await SignalBench(configuration: ["registration": "open"])
            try bench.signIn(SignalBench.ada)
            var times: [String: [Duration]] = [:]
            for round in 0..<1_000 {
                // Each request uses its own connection, so the test does not have to end any session.
                for phone in round.isMultiple(of: 2) ? ["known", "unknown"] : ["unknown", "known"] {
                    let number = phone == "known" ? SignalBench.ada : SignalBench.ben
                    let client = try bench.client()
                    try bench.advance(.seconds(4_000))
                    let begun = SystemClock.monotonic()
                    _ = reason { _ = try client.call(AuthSignIn.self, .init(phone: number, isEphemeral: true)) }
                    _ = reason { _ = try client.call(AuthVerify.self, .init(code: "000000")) }
                    times[phone, default: []].append(SystemClock.monotonic() - begun)
                }
            }
            let (known, unknown) = (times["known"] ?? [], times["unknown"] ?? [])
            let wins = known.reduce(0.0) { sum, time in sum + Double(unknown.count { time > $0 }) }
            let share = wins / Double(known.count * unknown.count)
            print("signal: 1000 timings of a known and an unknown number: the known one takes longer in \(share)")
            #expect((0.45...0.55).contains(share))
        }
    }
}
