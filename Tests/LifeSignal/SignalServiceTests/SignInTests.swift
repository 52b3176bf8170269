import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the sign-in to `lifesignald` with a telephone number and a code.
@Suite(.timeLimit(.minutes(2))) struct SignInTests {
    @Test("sign in: a code that an administrator reads out signs in")
    func aCodeThatAnAdministratorReadsOutSignsIn() async throws {
        let bench = try await SignalBench()
        let client = try bench.client()
        #expect(try client.call(AuthGet.self, .init()).person == nil)
        #expect(reason { _ = try client.call(UserGet.self, .init()) } == "signal.not_signed_in")
        let asked = try client.call(AuthSignIn.self, .init(phone: SignalBench.ada))
        #expect(asked.source == "administrator" && asked.session == "default")
        let code = try bench.code(SignalBench.ada)
        let person = try client.call(AuthVerify.self, .init(code: code))
        #expect(person.phone == SignalBench.ada && person.firstName == "" && !person.isArmed && person.isWatched)
        #expect(person.checkInInterval == .seconds(86_400) && person.reminderInterval == .seconds(7_200))
        #expect(try client.call(AuthGet.self, .init()).person == person)
        #expect(reason { _ = try client.call(AuthVerify.self, .init(code: code)) } == "signal.code_expired", "once")

        // The person is the same in another session, and after the daemon was killed.
        #expect(try bench.signIn(SignalBench.ada, session: "tablet").id == person.id)
        try await bench.restart()
        #expect(try bench.client().call(UserGet.self, .init()) == person)
        _ = try bench.client().call(AuthSignOut.self, .init())
        #expect(try bench.client().call(AuthGet.self, .init()).person == nil)
        #expect(try bench.client().call(UserGet.self, .init(session: "tablet")).id == person.id)
    }

    @Test("sign in: wrong tries end a code and then cost time") func wrongTriesEndACodeAndThenCostTime() async throws {
        let bench = try await SignalBench()
        let client = try bench.client()
        for round in 0..<3 {
            _ = try client.call(AuthSignIn.self, .init(phone: SignalBench.ada))
            for left in (0..<5).reversed() {
                let error = try #require(throws: WireError.self) {
                    try client.call(AuthVerify.self, .init(code: "000000"))
                }
                #expect(error.reason == "signal.code_wrong", "\(round) \(left)")
                #expect(error.details?["tries_left"]?.integerValue == Int64(left))
            }
            #expect(reason { _ = try client.call(AuthVerify.self, .init(code: "000000")) } == "signal.code_expired")
        }
        // Neither a restart nor a new code gives back any of the fifteen tries. An hour allows three requests.
        try await bench.restart()
        let again = try bench.client()
        let limited = try #require(throws: WireError.self) {
            try again.call(AuthSignIn.self, .init(phone: SignalBench.ada))
        }
        #expect(limited.reason == "signal.limited" && limited.retry.after ?? .zero > .seconds(3_000))
        _ = try again.call(AuthSignIn.self, .init(session: "other", phone: SignalBench.ben))
        try bench.advance(.seconds(3_600))
        _ = try again.call(AuthSignIn.self, .init(phone: SignalBench.ada))
        #expect(reason { _ = try again.call(AuthVerify.self, .init(code: "000000")) } == "signal.code_wrong")
        let wait = try #require(throws: WireError.self) { try again.call(AuthVerify.self, .init(code: "000000")) }
        #expect(wait.reason == "signal.limited" && wait.retry.after == .seconds(60))
        // If a person has a code from an administrator, other people's tries do not lock this person out.
        let code = try bench.code(SignalBench.ada)
        #expect(try again.call(AuthVerify.self, .init(code: code)).phone == SignalBench.ada)
    }

    @Test("sign in: a code lasts ten minutes and stays the same")
    func aCodeLastsTenMinutesAndStaysTheSame() async throws {
        let bench = try await SignalBench()
        let client = try bench.client()
        let first = try client.call(AuthSignIn.self, .init(phone: SignalBench.ada))
        let code = try bench.code(SignalBench.ada)
        try bench.advance(.seconds(300))
        #expect(try client.call(AuthSignIn.self, .init(phone: SignalBench.ada)).expiresAt == first.expiresAt)
        #expect(try bench.code(SignalBench.ada) == code)
        try bench.advance(.milliseconds(299_999))
        #expect(try bench.code(SignalBench.ada) == code)
        try bench.advance(.milliseconds(1))
        #expect(reason { _ = try client.call(AuthVerify.self, .init(code: code)) } == "signal.code_expired")
        #expect(reason { _ = try bench.code(SignalBench.ada) } == "signal.no_sign_in")
    }

    /// The answer about a number is always the same. It depends neither on who owns the number nor on whether this
    /// person may register.
    @Test("sign in: a number tells nothing", arguments: ["invite", "open"])
    func aNumberTellsNothing(registration: String) async throws {
        let bench = try await SignalBench(configuration: .members(("registration", .string(registration))))
        try bench.signIn(SignalBench.ada)
        let client = try bench.client()
        let known = try client.call(AuthSignIn.self, .init(session: "a", phone: SignalBench.ada))
        let unknown = try client.call(AuthSignIn.self, .init(session: "b", phone: SignalBench.ben))
        #expect(known.source == unknown.source && known.expiresAt == unknown.expiresAt)
        #expect(
            reason { _ = try client.call(AuthVerify.self, .init(session: "a", code: "000000")) }
                == reason { _ = try client.call(AuthVerify.self, .init(session: "b", code: "000000")) })
    }

    /// Two people at one kiosk use two connections of the same user.
    @Test("sign in: an ephemeral session is its connections") func anEphemeralSessionIsItsConnections() async throws {
        let bench = try await SignalBench()
        let (ada, ben) = (try bench.client(), try bench.client())
        let first = try ada.call(AuthSignIn.self, .init(phone: SignalBench.ada, isEphemeral: true))
        let second = try ben.call(AuthSignIn.self, .init(phone: SignalBench.ben, isEphemeral: true))
        #expect(first.session != second.session)
        let code = try bench.code(SignalBench.ada, session: first.session)
        #expect(reason { _ = try ben.call(AuthVerify.self, .init(code: code)) } == "signal.code_wrong")
        #expect(try ada.call(AuthVerify.self, .init(code: code)).phone == SignalBench.ada)
        #expect(try ada.call(UserGet.self, .init()).phone == SignalBench.ada)
        #expect(reason { _ = try ben.call(UserGet.self, .init()) } == "signal.not_signed_in")
        #expect(try bench.client().call(AuthGet.self, .init()).person == nil, "the user's own session is another")
        _ = try ada.call(AuthSignOut.self, .init())
        #expect(reason { _ = try ada.call(UserGet.self, .init()) } == "signal.not_signed_in")
        try await bench.restart()
        #expect(try bench.administrator().call(PersonList.self, .init()).elements.map(\.sessions) == [0])
    }

    @Test("sign in: who is signed in is streamed") func whoIsSignedInIsStreamed() async throws {
        let bench = try await SignalBench()
        let (watcher, other) = (try bench.client(), try bench.client())
        var told: [String?] = []
        let end = try? watcher.stream(AuthWatch.self, .init()) { item, _ in
            switch item {
            case .snapshot(let state), .auth(let state): told.append(state.person?.phone)
            }
            switch told.count {
            case 1: _ = try? bench.signIn(SignalBench.ada)
            case 2: _ = try? other.call(AuthSignOut.self, .init())
            default: return .cancel
            }
            return .more
        }
        #expect(end == nil && told == [nil, SignalBench.ada, nil])
    }

    @Test("sign in: the administrator sees no names") func theAdministratorSeesNoNames() async throws {
        let bench = try await SignalBench()
        try bench.signIn(SignalBench.ada)
        try bench.signIn(SignalBench.ben, session: "b")
        let administrator = try bench.administrator()
        let page = try administrator.call(PersonList.self, .init(limit: 1))
        #expect(page.elements.map(\.phoneHint) == ["+49 … 5678"])
        let next = try administrator.call(PersonList.self, .init(pageToken: page.nextPageToken, limit: 1))
        #expect(next.elements.map(\.phoneHint) == ["+34 … 2233"] && next.nextPageToken == nil)
        let token = PageParams(pageToken: "x")
        #expect(reason { _ = try administrator.call(PersonList.self, token) } == "rpc.invalid_page_token")
        #expect(reason { _ = try bench.client().call(PersonList.self, .init()) } == "rpc.method_not_permitted")
        let clock = try administrator.call(ClockGet.self, .init())
        #expect(clock.isWatching && clock.fault == nil && clock.time == clock.wall)
    }
}
