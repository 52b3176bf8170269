import Foundation
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests the links in messages, and the daemon's socket for the pages behind them.
@Suite(.timeLimit(.minutes(2))) struct LinkTests {
    static func web(_ bench: SenderBench) throws -> BlockingClient {
        try BlockingClient.connect(
            to: bench.bench.directory.file("run/lifesignal-web.sock"),
            hello: Hello(clientName: "test", clientVersion: "1"))
    }

    /// The alarm as the link shows it now.
    static func alarm(_ client: BlockingClient, _ token: String) throws -> LinkedAlarm {
        var found: LinkedAlarm?
        let end = reason {
            try watch(client, token) {
                found = $0; return false
            }
        }
        guard let found else { throw TestFailure("no alarm: \(end ?? "")") }
        return found
    }

    /// Reads the alarm and its changes as long as `isMore` returns true.
    private static func watch(
        _ client: BlockingClient, _ token: String, _ isMore: (LinkedAlarm) -> Bool
    ) throws {
        _ = try client.stream(LinkGet.self, .init(token: token)) { item, _ in
            guard case .alarm(let alarm) = item else { return .more }
            return isMore(alarm) ? .more : .cancel
        }
    }

    static func take(_ client: BlockingClient, _ token: String, _ answer: LinkTake.Answer) throws -> LinkTake.Result {
        try client.call(LinkTake.self, .init(token: token, answer: answer))
    }

    @Test("link: each responder has their own, the same in each round, and sees the alarm")
    func eachResponderHasTheirOwn() async throws {
        let (bench, box) = try await LinkBench.make()
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        let tokens = try LinkBench.tokens(box)
        let (ben, cleo) = (try #require(tokens["ben-1"]), try #require(tokens["cleo-1"]))
        #expect(ben != cleo && ben.utf8.count == 22)
        let client = try Self.web(bench)
        for _ in 0..<20 { _ = try Self.alarm(client, ben) }
        let alarm = try Self.alarm(client, ben)
        #expect(alarm.name == "Ada Moreno" && alarm.isCalled && !alarm.isOverdue && !alarm.isConcealed)
        #expect(alarm.phone == SignalBench.ada && alarm.others == 1 && alarm.helper == nil && alarm.canAnswer)
        #expect(alarm.nextAt == alarm.at.advanced(by: .seconds(180)), "reading acknowledges nothing")
        try bench.bench.advance(.seconds(180 + 300))
        #expect(try LinkBench.tokens(box) == tokens, "the link of a later round")
        for name in ["lifesignal.db", "lifesignal.db-wal"] {
            let file = try Data(contentsOf: URL(filePath: bench.bench.directory.file("store/\(name)")))
            #expect(file.range(of: Data(ben.utf8)) == nil && file.range(of: Data(Base64URL.decode(ben) ?? [])) == nil)
        }
        #expect(!bench.logs.contains(ben))
    }

    @Test("link: an answer is shown to the other responder at once")
    func anAnswerIsShownToTheOther() async throws {
        let (bench, box) = try await LinkBench.make()
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        let tokens = try LinkBench.tokens(box)
        let (ben, cleo) = (try #require(tokens["ben-1"]), try #require(tokens["cleo-1"]))
        let client = try Self.web(bench)
        var seen: [LinkedAlarm] = []
        let other = try Self.web(bench)
        let answers: [LinkTake.Answer] = [.cannot, .onMyWay, .cannot, .allRight]
        let end = reason {
            try Self.watch(client, cleo) { alarm in
                seen.append(alarm)
                guard seen.count <= answers.count else { return false }
                // The test fails below if an answer is not taken.
                _ = try? Self.take(other, ben, answers[seen.count - 1])
                return true
            }
        }
        #expect(end == "rpc.cancelled")
        #expect(seen.map(\.cannot).prefix(4) == [0, 1, 0, 1])
        #expect(seen.map(\.helper) == [nil, nil, "responder", nil, nil])
        #expect(seen.last?.end == "byResponder" && seen.last?.phone == nil)
        #expect(try Self.alarm(other, ben).end == "byResponder")
        #expect(try !Self.take(other, ben, .onMyWay).isTaken, "it is over")
    }

    @Test("link: cannot stops no round, and a helper who cannot come after all alarms everyone again")
    func cannotStopsNoRound() async throws {
        let (bench, box) = try await LinkBench.make()
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        let tokens = try LinkBench.tokens(box)
        let (ben, cleo) = (try #require(tokens["ben-1"]), try #require(tokens["cleo-1"]))
        let client = try Self.web(bench)
        #expect(try Self.take(client, ben, .cannot).isTaken)
        try bench.bench.advance(.seconds(180 + 300))
        #expect(try LinkBench.tokens(box).count == 2)
        #expect(try Self.take(client, ben, .onMyWay).alarm.helper == "you")
        let late = try Self.take(client, cleo, .onMyWay)
        #expect(!late.isTaken && late.alarm.helper == "responder")
        #expect(try Self.alarm(client, ben).hasDeclined == false)
        // Each of the two hears that somebody is on the way, by a message without a link.
        #expect(try box.message()["kind"]?.stringValue == "news")
        #expect(try Self.take(client, ben, .cannot).alarm.helper == nil)
        #expect(try LinkBench.tokens(box) == tokens, "everyone is alerted again at once")
    }

    @Test("link: unknown and ended links are the same, and an ended alarm shows its end for a day")
    func unknownAndEndedLinksAreTheSame() async throws {
        let (bench, box) = try await LinkBench.make()
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        let ben = try #require(try LinkBench.tokens(box)["ben-1"])
        let client = try Self.web(bench)
        _ = try bench.bench.client().call(AlertDeactivate.self, .init())
        #expect(try Self.alarm(client, ben).end == "cancelled")
        try bench.bench.advance(.seconds(86_399))
        #expect(try Self.alarm(client, ben).end == "cancelled")
        try bench.bench.advance(.seconds(1))
        var answers: Set<String> = []
        for token in [ben, "AAAAAAAAAAAAAAAAAAAAAA", "x", "\u{1F3F4}", String(repeating: "A", count: 64)] {
            for answer in [LinkTake.Answer.onMyWay, .cannot, .allRight] {
                answers.insert(Self.error { _ = try Self.take(client, token, answer) })
            }
            answers.insert(Self.error { try Self.watch(client, token) { _ in false } })
        }
        #expect(answers.count == 1 && answers.first?.contains("signal.unknown_link") == true, "\(answers)")
    }

    /// The whole error that `body` throws.
    private static func error(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "no error"
        } catch {
            return (error as? WireError)?.json.text ?? "\(error)"
        }
    }

    @Test("link: a secret call shows itself to its responder, and shows no number")
    func aSecretCallShowsItself() async throws {
        let (bench, box) = try await LinkBench.make()
        let client = try bench.bench.client()
        _ = try client.call(PINSet.self, .init(new: "1234", forced: "9999"))
        _ = try client.call(CheckInRecord.self, .init(pin: "9999"))
        let ben = try #require(try LinkBench.tokens(box)["ben-1"])
        let alarm = try Self.alarm(try Self.web(bench), ben)
        #expect(alarm.isConcealed && alarm.isCalled && alarm.phone == nil)
        #expect(try Self.take(try Self.web(bench), ben, .onMyWay).isTaken)
        #expect(try client.call(AlertGet.self, .init()).alert == nil, "the person's own sessions see nothing")
    }

    @Test("link: a responder who no longer looks out for the person has no link")
    func aFormerResponderHasNoLink() async throws {
        let (bench, box) = try await LinkBench.make()
        let client = try bench.bench.client()
        _ = try client.call(AlertActivate.self, .init())
        let ben = try #require(try LinkBench.tokens(box)["ben-1"])
        let ada = try #require(try client.call(ContactList.self, .init(session: "ben")).contacts.first)
        _ = try client.call(ContactRemove.self, .init(session: "ben", contact: ada.id, isQuiet: true))
        let web = try Self.web(bench)
        #expect(reason { _ = try Self.take(web, ben, .onMyWay) } == "signal.unknown_link")
    }

    /// A web process that somebody has taken over has no more rights than the tokens that it knows.
    @Test("link: without a token, the web socket does nothing") func withoutATokenTheSocketDoesNothing() async throws {
        let (bench, _) = try await LinkBench.make()
        let web = try Self.web(bench)
        // `DeviceTests` tests the methods that need a device's token.
        let others = try KnownMethods.names()
        #expect(others.count > 10)
        for name in others {
            let call = OutgoingCall(unary: name, params: .emptyObject)
            #expect(reason { _ = try web.call(call) } == "rpc.method_not_permitted", "\(name)")
        }
        for path in [bench.bench.socket, bench.bench.adminSocket] {
            let client = try BlockingClient.connect(to: path, hello: Hello(clientName: "test", clientVersion: "1"))
            let params = LinkTake.Params(token: "AAAAAAAAAAAAAAAAAAAAAA", answer: .onMyWay)
            #expect(reason { _ = try client.call(LinkTake.self, params) } == "rpc.method_not_permitted")
        }
    }

    @Test("link: without a URL there is neither a socket nor a link") func withoutAURLThereIsNothing() async throws {
        let (bench, box) = try await LinkBench.make(url: nil)
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        #expect(try box.message()["link"] == nil)
        #expect(throws: (any Error).self) { _ = try Self.web(bench) }
    }
}

/// The methods of `lifesignald` that its socket for the web does not have, as its contracts list them.
private enum KnownMethods {
    static func names() throws -> [String] {
        try [SignalContract.bytes, PeopleContract.bytes, DeliveryContract.bytes].flatMap { bytes in
            try Contract(bytes: bytes).methods.filter { !$0.sockets.contains("web") }.map(\.name)
        }
    }
}
