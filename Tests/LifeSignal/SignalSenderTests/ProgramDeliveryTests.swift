import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests deliveries through programs. The daemon and the sender are real, and the test moves the clock.
@Suite(.timeLimit(.minutes(2))) struct ProgramDeliveryTests {
    /// A bench whose operator is told through the program of a box.
    static func bench(arguments: [String] = []) async throws -> (SenderBench, PostBox) {
        var box: PostBox?
        let bench = try await SenderBench(told: [("box", SenderBench.address)], arguments: arguments) { directory in
            box = try PostBox("box", in: directory)
            return [program("box")]
        }
        return (bench, try #require(box))
    }

    static func program(_ name: String) -> JSON {
        .members(("name", .string(name)), ("kind", "program"), ("program", .string(name)))
    }

    private static func outbox(_ bench: SenderBench) throws -> [SignalMessage] {
        try bench.bench.administrator().call(OutboxList.self, .init()).elements
    }

    @Test("program delivery: a missed check in arrives") func aMissedCheckInArrives() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer(#"echo noise; echo '{"remote_id": "gw-1"}'; exit 0"#)
        try bench.miss()
        let message = try box.message()
        let outbox = try Self.outbox(bench)
        #expect(message["kind"]?.stringValue == "alert" && message["repeat"]?.boolValue == false)
        #expect(message["language"]?.stringValue == "en")
        #expect(message["address"]?.stringValue == SenderBench.address)
        #expect(message["text"]?.stringValue == outbox.first?.text && outbox.count == 1)
        let details = message["details"]?.stringValue?.split(separator: "\n") ?? []
        #expect(details.first == "Ada Moreno has missed a check-in.")
        #expect(details.contains("Number to call: \(SignalBench.ada)"))
        #expect(message["text"]?.stringValue?.hasSuffix(message["word"]?.stringValue ?? "-") == true)
        let sent = try bench.await { $0.map(\.state) == ["handed"] }[0]
        #expect(sent.attempts == 1 && sent.report == "accepted" && sent.remoteID == "gw-1" && sent.nextAt == nil)
        #expect(sent.addressHint == "c…@example.org" && !sent.isUncertain)
        // The person checks in, and everyone who was alerted gets the all-clear.
        _ = try bench.bench.client().call(CheckInRecord.self, .init())
        #expect(try box.message()["kind"]?.stringValue == "all_clear")
        try bench.await { $0.map(\.state) == ["handed", "handed"] }
        for secret in [SenderBench.address, SignalBench.ada, "Moreno", message["word"]?.stringValue ?? "-"] {
            #expect(!bench.logs.contains(secret), "\(secret) is in a log")
        }
        for part in ["", "-wal"] {
            let bytes = try SystemFile.read(bench.bench.directory.file("store/lifesignal.db\(part)"), limit: 64 << 20)
            #expect(!String(decoding: bytes, as: UTF8.self).contains("canary"), "an address is not sealed")
        }
    }

    @Test("program delivery: what may pass is tried again at its times")
    func whatMayPassIsTriedAgainAtItsTimes() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("exit 75")
        try bench.miss()
        _ = try box.message()
        for (number, pause) in [5, 15, 30, 60, 60].enumerated() {
            let waiting = try bench.await { $0[0].state == "queued" && $0[0].attempts == Int64(number + 1) }[0]
            #expect(waiting.report == "temporary")
            try bench.bench.advance(.seconds(pause) - .milliseconds(1))
            #expect(try bench.deliveries()[0].attempts == Int64(number + 1) && box.isEmpty, "never early")
            try bench.bench.advance(.milliseconds(1))
            #expect(try box.message()["repeat"]?.boolValue == false, "it is known that nobody got it")
        }
        // A later message replaces the first message. People who did not hear of the alarm are not told that it is
        // over.
        try bench.await { $0[0].state == "queued" && $0[0].attempts == 6 }
        try box.answer("exit 64")
        try bench.bench.advance(.seconds(60))
        _ = try box.message()
        try bench.await { $0.map(\.state) == ["dropped", "failed"] }
        _ = try bench.bench.client().call(CheckInRecord.self, .init())
        #expect(try Self.outbox(bench).map(\.kind) == ["all_clear", "alert", "alert"])
        #expect(try bench.deliveries().count == 2 && box.isEmpty)
    }

    @Test("program delivery: what is refused for good is not tried again")
    func whatIsRefusedForGoodIsNotTriedAgain() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("exit 65")
        try bench.miss()
        _ = try box.message()
        try bench.await { $0[0].state == "failed" && $0[0].nextAt == nil }
        try bench.bench.advance(.seconds(179))
        #expect(try bench.deliveries().map(\.attempts) == [1] && box.isEmpty)
    }

    /// The sender is killed while its program is running. The message is then sent once more, marked as a repeat.
    @Test("program delivery: a killed sender makes one marked repeat")
    func aKilledSenderMakesOneMarkedRepeat() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("exec sleep 600")
        try bench.miss()
        _ = try box.message()
        try await bench.endSender()
        try box.answer("exit 0")
        try await bench.startSender()
        #expect(try bench.deliveries()[0].state == "claimed")
        try bench.bench.advance(.seconds(15) - .milliseconds(1))
        #expect(try bench.deliveries()[0].attempts == 1, "its claim still runs")
        try bench.bench.advance(.milliseconds(1))
        #expect(try box.message()["repeat"]?.boolValue == true)
        let sent = try bench.await { $0[0].state == "handed" }[0]
        #expect(sent.attempts == 2 && sent.isUncertain)
        try bench.bench.advance(.seconds(60))
        #expect(try bench.deliveries().count == 1 && box.isEmpty)
    }

    @Test("program delivery: a killed daemon loses nothing", arguments: ["claim-stored", "report-stored"])
    func aKilledDaemonLosesNothing(_ point: String) async throws {
        let (bench, box) = try await Self.bench(arguments: ["--failpoint", point])
        // The call fails, because the daemon ends while the client waits for the clock's answer.
        try? bench.miss()
        _ = try await bench.bench.daemon.awaitExit()
        try await bench.bench.restart(arguments: ["--virtual-clock-start", "86734000"])
        let isHanded = point == "report-stored"
        if isHanded {
            _ = try box.message()
            try bench.await { $0.first?.state == "handed" }
        } else {
            #expect(try box.message()["repeat"]?.boolValue == true, "nobody knows that it was not sent")
        }
        #expect(try Self.outbox(bench).filter { $0.kind == "alert" }.count >= 1)
        #expect(Set(try Self.outbox(bench).map(\.text)).count == 1)
    }

    /// The health report shows that no sender is running, so that the operator notices this before an alarm needs the
    /// sender.
    @Test("program delivery: the health says that nobody sends") func theHealthSaysThatNobodySends() async throws {
        let (bench, box) = try await Self.bench()
        func health() throws -> String {
            try bench.bench.administrator().call(OutgoingCall(unary: "rpc.health")).json.text
        }
        try await bench.endSender()
        #expect(try !health().contains("degraded"), "it may only be starting anew")
        try bench.miss()
        #expect(try health().contains("no sender is connected"))
        try bench.bench.advance(.seconds(60))
        #expect(try health().contains("messages are waiting, but no sender takes them"))
        try await bench.startSender()
        _ = try box.message()
        try bench.await { $0[0].state == "handed" }
        try bench.bench.advance(.seconds(1))
        #expect(try !health().contains("degraded"))
    }

    /// A channel that hangs occupies only its own slots, and slow messages leave slots free for other messages.
    @Test("program delivery: a hanging channel blocks no other") func aHangingChannelBlocksNoOther() async throws {
        var boxes: [PostBox] = []
        let told = (0..<6).map { ("hang", "a\($0)") } + [("box", "b")]
        let bench = try await SenderBench(told: told) { directory in
            boxes = [try PostBox("hang", in: directory), try PostBox("box", in: directory)]
            return [Self.program("hang"), Self.program("box")]
        }
        try boxes[0].answer("exec sleep 600")
        try bench.miss()
        #expect(try boxes[1].message()["address"]?.stringValue == "b")
        // At most two messages for one recipient are in progress at a time. Two slow messages may be in progress in
        // addition.
        for _ in 0..<4 { _ = try boxes[0].message() }
        let sent = try bench.await { $0.last?.state == "handed" && $0.count { $0.state == "claimed" } == 4 }
        #expect(sent.map(\.state) == Array(repeating: "claimed", count: 4) + ["queued", "queued", "handed"])
    }

    /// A message that takes minutes stays claimed by its sender until it has been sent, and arrives once.
    @Test("program delivery: what takes long arrives once") func whatTakesLongArrivesOnce() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("read -r end <'\(bench.bench.directory.file("end"))'; exit 0")
        try #require(mkfifo(bench.bench.directory.file("end"), 0o600) == 0)
        try bench.miss()
        _ = try box.message()
        for _ in 0..<3 {
            let end = try #require(try bench.deliveries()[0].nextAt)
            let now = try bench.bench.move(.members(("advance_ms", 10_000)))
            #expect(now < end, "its claim still runs")
            try bench.await { ($0[0].nextAt ?? now) == now.advanced(by: .seconds(15)) }
        }
        #expect(box.isEmpty)
        let end = open(bench.bench.directory.file("end"), O_WRONLY | O_CLOEXEC)
        close(end)
        let sent = try bench.await { $0[0].state == "handed" }[0]
        #expect(sent.attempts == 1 && !sent.isUncertain && box.isEmpty)
    }

    /// If an alarm ends while its message is in transit, the message is stopped. The message therefore never arrives
    /// after the all-clear.
    @Test("program delivery: what nobody has to hear any more is cut off")
    func whatNobodyHasToHearAnyMoreIsCutOff() async throws {
        let (bench, box) = try await Self.bench()
        try box.answer("exec sleep 600")
        try bench.miss()
        _ = try box.message()
        try box.answer("exit 0")
        _ = try bench.bench.client().call(CheckInRecord.self, .init())
        #expect(try box.message()["kind"]?.stringValue == "all_clear")
        let sent = try bench.await { $0.map(\.state) == ["dropped", "handed"] }
        #expect(sent[0].isUncertain, "it may have arrived")
    }

    /// Many messages are sent at the same time, each exactly once. A person who checks in during these deliveries does
    /// not have to wait for them.
    @Test("program delivery: a storm is sent once each") func aStormIsSentOnceEach() async throws {
        var box: PostBox?
        let told = (0..<8).map { ("box", "a\($0)") }
        let bench = try await SenderBench(told: told) { directory in
            box = try PostBox("box", in: directory)
            return [Self.program("box")]
        }
        for number in 0..<8 {
            let session = "s\(number)"
            try bench.bench.signIn("+4915112340\(number)00", session: session)
            _ = try bench.bench.client().call(CheckInRecord.self, .init(session: session))
        }
        try bench.bench.advance(.seconds(86_400 + 300))
        let begin = ContinuousClock.now
        _ = try bench.bench.client().call(CheckInRecord.self, .init(session: "s0"))
        #expect(ContinuousClock.now - begin < .seconds(5))
        var seen: Set<String> = []
        // A person has checked in, and some of their responders may not have been alerted before that. All responders
        // who were alerted get an all-clear.
        for _ in 0..<56 {
            let message = try #require(try box?.message())
            seen.insert("\(message["id"]?.stringValue ?? "")")
        }
        #expect(seen.count == 56)
        let sent = try bench.await { $0.allSatisfy { $0.state == "handed" || $0.state == "dropped" } }
        #expect(sent.count { $0.kind == "alert" && $0.state == "handed" } >= 56)
        #expect(sent.allSatisfy { $0.attempts <= 1 && !$0.isUncertain })
    }

    /// A late report changes nothing if another sender has claimed the message in the meantime.
    @Test("program delivery: a late report changes nothing") func aLateReportChangesNothing() async throws {
        let (bench, _) = try await Self.bench()
        try await bench.endSender(by: SIGTERM)
        try bench.miss()
        func claim() throws -> SignalDelivery {
            let client = try BlockingClient.connect(
                to: bench.bench.directory.file("run/lifesignal-sender.sock"),
                hello: Hello(clientName: "test", clientVersion: "1"))
            var found: SignalDelivery?
            let channel = SenderChannel(name: "box", kind: "mail", slots: 1)
            _ = try? client.stream(DeliveryClaim.self, .init(channels: [channel], slots: 1)) { item, _ in
                if case .delivery(let delivery) = item { found = delivery }
                return .cancel
            }
            return try #require(found)
        }
        let first = try claim()
        try bench.bench.advance(.seconds(15))
        let second = try claim()
        #expect(second.id == first.id && second.fence == first.fence + 1 && second.isRepeat && !first.isRepeat)
        let client = try BlockingClient.connect(
            to: bench.bench.directory.file("run/lifesignal-sender.sock"),
            hello: Hello(clientName: "test", clientVersion: "1"))
        for (fence, isTaken) in [(first.fence, false), (second.fence, true), (second.fence, false)] {
            let params = DeliveryReport.Params(id: first.id, fence: fence, outcome: .accepted)
            #expect(try client.call(DeliveryReport.self, params).isTaken == isTaken)
        }
        #expect(try bench.deliveries()[0].state == "handed")
    }

    /// Only the sender may connect to the senders' socket, and the sender may connect to no other socket.
    @Test("program delivery: nobody else gets in", .enabled(if: canBeOtherUsers)) func nobodyElseGetsIn() async throws {
        let (bench, _) = try await Self.bench()
        let hello = #"{"type":"hello","proto":[1],"client":{"name":"t","version":"1"}}"# + "\n"
        let stranger = try ChildProcess(
            "/usr/bin/socat",
            ["-t", "5", "-", "UNIX-CONNECT:\(bench.bench.directory.file("run/lifesignal-sender.sock"))"],
            uid: 61_907, input: hello)
        _ = try await stranger.awaitExit()
        #expect(!stranger.output.contains("welcome"), "\(stranger.output)")
        for client in [try bench.bench.client(), try bench.bench.administrator()] {
            let params = DeliveryClaim.Params(channels: [], slots: 1)
            #expect(
                reason { _ = try client.stream(DeliveryClaim.self, params) { _, _ in .cancel } }
                    == "rpc.method_not_permitted")
        }
    }
}
