import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests `auth.enter`: people who are signed in with a pass of the operator's desk.
@Suite(.timeLimit(.minutes(2))) struct EnterTests {
    private static func params(_ pass: String) -> AuthEnter.Params { .init(pass: pass, isEphemeral: true) }

    @Test("enter: a pass signs its person in, on this connection alone")
    func aPassSignsItsPersonIn() async throws {
        let bench = try await SignalBench.withDesk()
        let known = try bench.signIn(SignalBench.ada)
        let (kiosk, other) = (try bench.client(), try bench.client())
        let ada = try kiosk.call(AuthEnter.self, Self.params(try bench.pass()))
        #expect(ada.id == known.id && ada.phone == SignalBench.ada)
        #expect(try kiosk.call(UserGet.self, .init()).id == ada.id)
        _ = try kiosk.call(CheckInRecord.self, .init())
        // Another person replaces this one on the connection. The user's own session stays as it is.
        let ben = try kiosk.call(AuthEnter.self, Self.params(try bench.pass(SignalBench.ben, id: "ben")))
        #expect(ben.phone == SignalBench.ben && ben.firstName.isEmpty, "the desk has invited Ben")
        #expect(try kiosk.call(AuthGet.self, .init()).person?.id == ben.id)
        #expect(try other.call(UserGet.self, .init()).id == ada.id)
        _ = try kiosk.call(AuthSignOut.self, .init())
        #expect(reason { _ = try kiosk.call(UserGet.self, .init()) } == "signal.not_signed_in")
        #expect(try other.call(UserGet.self, .init()).lastCheckIn != nil)
        kiosk.close()
        let sessions = try bench.administrator().call(PersonList.self, .init()).elements
        #expect(sessions.map(\.sessions).sorted() == [0, 1], "nothing of a visit is stored but the person")
    }

    @Test("enter: every fault of a pass has the same answer, and the log has the reason without the number")
    func everyFaultHasTheSameAnswer() async throws {
        let bench = try await SignalBench.withDesk()
        let used = try bench.pass(id: "used")
        _ = try bench.client().call(AuthEnter.self, Self.params(used))
        let short = SignalDesk.pass(SignalBench.ada, until: try Self.now(bench), id: "short")
        let faults = [
            ("used", used), ("too_long", try bench.pass(for: 121)), ("expired", try bench.pass(for: 0)),
            ("signature", try bench.pass(secret: String(SignalDesk.secret.reversed()))), ("form", "ls1.x"),
            ("content", short), ("number", try bench.pass("0151 12345678")),
        ]
        var answers: Set<String> = []
        for (why, pass) in faults {
            let client = try bench.client()
            let error = try #require(throws: WireError.self) { try client.call(AuthEnter.self, Self.params(pass)) }
            #expect(error.reason == "signal.pass_refused" && error.effect == .none, "\(why)")
            answers.insert("\(error)")
            try await bench.daemon.awaitErrors("why=\(why)")
            #expect(try client.call(AuthGet.self, .init()).person == nil)
        }
        #expect(answers.count == 1, "\(answers)")
        for secret in ["15112345678", "desk-of-the-tests"] + faults.map(\.1).filter({ $0.utf8.count > 20 }) {
            #expect(!bench.daemon.errors.contains(secret))
        }
    }

    private static func now(_ bench: SignalBench) throws -> Timestamp {
        try bench.administrator().call(ClockGet.self, .init()).time
    }

    @Test("enter: a restart brings no pass back") func aRestartBringsNoPassBack() async throws {
        let bench = try await SignalBench.withDesk()
        let (used, fresh) = (try bench.pass(for: 119), try bench.pass(for: 119, id: "fresh"))
        _ = try bench.client().call(AuthEnter.self, Self.params(used))
        try await bench.restart()
        for pass in [used, fresh] {
            #expect(
                reason { _ = try bench.client().call(AuthEnter.self, Self.params(pass)) } == "signal.pass_refused")
        }
        try await bench.daemon.awaitErrors("before_start")
        let next = try bench.pass(for: 120, id: "next")
        #expect(try bench.client().call(AuthEnter.self, Self.params(next)).phone == SignalBench.ada)
    }

    @Test("enter: without a desk every pass is refused") func withoutADeskEveryPassIsRefused() async throws {
        let bench = try await SignalBench()
        try bench.advance(.seconds(120))
        let client = try bench.client()
        let pass = try bench.pass()
        #expect(reason { _ = try client.call(AuthEnter.self, Self.params(pass)) } == "signal.pass_refused")
        try await bench.daemon.awaitErrors("no_desk")
        #expect(
            reason { _ = try client.call(AuthEnter.self, .init(pass: pass, isEphemeral: false)) }
                == "rpc.invalid_params")
    }

    @Test("enter: after thirty refused passes a user waits, and accepted ones cost nothing")
    func afterThirtyRefusedPassesAUserWaits() async throws {
        let bench = try await SignalBench.withDesk()
        let client = try bench.client()
        for count in 0..<40 {
            _ = try client.call(AuthEnter.self, Self.params(try bench.pass(id: "good-\(count)")))
        }
        let reasons = (0..<31).map { _ in reason { _ = try client.call(AuthEnter.self, Self.params("ls1.x.y")) } }
        #expect(reasons == Array(repeating: "signal.pass_refused", count: 30) + ["signal.limited"])
        let pass = try bench.pass(id: "one-more")
        let error = try #require(throws: WireError.self) { try client.call(AuthEnter.self, Self.params(pass)) }
        #expect(error.reason == "signal.limited" && error.retry.after ?? .zero > .seconds(30), "\(error)")
    }

    @Test("enter: wrong codes for a number do not keep its owner out") func wrongCodesDoNotKeepTheOwnerOut()
        async throws
    {
        let bench = try await SignalBench.withDesk()
        let client = try bench.client()
        for _ in 0..<3 {
            _ = try client.call(AuthSignIn.self, .init(phone: SignalBench.ada))
            for _ in 0..<5 { _ = reason { _ = try client.call(AuthVerify.self, .init(code: "000000")) } }
        }
        #expect(try client.call(AuthEnter.self, Self.params(try bench.pass())).phone == SignalBench.ada)
    }

    @Test("enter: a configuration with a desk needs its secret, which nobody else can read")
    func aConfigurationNeedsItsSecret() async throws {
        let bench = try await SignalBench()
        let place = bench.directory
        let good = try place.write(SignalDesk.secret, to: "good", mode: 0o600)
        let cases: [(JSON, String?)] = [
            ([:], "lifesignal-desk-secret"), (["secret": .string(place.file("absent"))], "no such file"),
            (["secret": .string(try place.write(SignalDesk.secret, to: "open", mode: 0o644))], "0600"),
            (["secret": .string(try place.write("short", to: "short", mode: 0o600))], "32 to 1024"),
            (["secret": .string(good), "users": []], "is not a known member"), (["secret": .string(good)], nil),
        ]
        for (desk, complaint) in cases {
            let configuration: JSON = [
                "socket": .string(place.file("run/x.sock")), "admin_socket": .string(place.file("run/y.sock")),
                "store": .string(place.file("store/x.db")), "machine_key": .string(place.file("store/key")),
                "desk": desk,
            ]
            let file = try place.write(configuration.text, to: "other.json")
            let option = complaint == nil ? "--check-config" : "--config"
            let child = try ChildProcess(try Products.executable("lifesignald"), [option, file])
            #expect(try await child.awaitExit() == (complaint == nil ? 0 : 78))
            guard let complaint else { continue }
            #expect(child.errors.contains(complaint) && !child.errors.contains("desk-of"), "\(child.errors)")
        }
    }
}
