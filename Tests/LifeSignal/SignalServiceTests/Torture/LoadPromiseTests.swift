import Foundation
import Glibc
import LinuxSupport
import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests LifeSignal's promises P1 and P10 in full. The daemon uses its own clock. There are 2,000 deadlines in a
/// minute, and 1,000 calls for help while other clients write.
@Suite struct LoadPromiseTests {
    @Suite(.lane(.signal), .serialized) struct SignalLane {
        /// The test uses reminders at times that the person chose, because the same look handles these reminders and
        /// every deadline.
        @Test("load promise: two thousand deadlines in a minute", .timeLimit(.minutes(5)))
        func twoThousandDeadlinesInAMinute() async throws {
            let bench = try await SignalBench(isVirtual: false)
            let client = try bench.client()
            let people = 27
            for number in 0..<people { try bench.signIn("+4915100000\(100 + number)", session: "p\(number)") }
            var planned = [[Timestamp]](repeating: [], count: people)
            let begun = SystemClock.monotonic()
            // Until each look directly follows another, the daemon may notice a reminder late if the reminder is due in
            // less than a second. The first two seconds therefore do not count.
            for number in 0..<2_070 {
                let person = number % people
                let at = LoadPromiseTests.now().advanced(by: .milliseconds(300))
                _ = try client.call(CheckInRemind.self, .init(session: "p\(person)", at: at))
                if number >= 70 { planned[person].append(at) }
                // A reminder is planned every 30 ms, so that a person's last reminder is over when the next is planned.
                let rest = begun + .milliseconds(30) * (number + 1) - SystemClock.monotonic()
                if rest > .zero { poll(nil, 0, Int32(rest.milliseconds)) }
            }
            poll(nil, 0, 2_000)
            var delays: [Duration] = []
            for (person, moments) in planned.enumerated() {
                let inbox = try client.call(NotificationList.self, .init(session: "p\(person)", limit: 1_000))
                let told = inbox.notifications.map(\.at).filter { $0 >= moments[0] }.sorted()
                #expect(told.count == moments.count, "neither missed nor told twice")
                delays += zip(moments, told).map { $0.duration(to: $1) }
            }
            #expect(delays.allSatisfy { $0 >= .zero && $0 < .seconds(3) }, "never early")
            LoadPromiseTests.tell("P1 delay of what is due", delays, goal: "p99 100 ms, max 1 s")
        }

        /// Measures how long a call takes to reach the responder's screen and the sender. Meanwhile, two other clients
        /// write without a pause.
        @Test("load promise: a thousand calls for help under load", .timeLimit(.minutes(10)))
        func aThousandCallsForHelpUnderLoad() async throws {
            let bench = try await ContactTests.agreed(isVirtual: false, configuration: PlayedSender.configuration)
            let ben = try bench.client()
            let sender = try PlayedSender(bench)
            _ = try ben.call(ReachAdd.self, .init(session: "ben", channel: PlayedSender.channel, address: "ben-1"))
            var code = ""
            try sender.claim { delivery in
                code = String(delivery.text.prefix(6))
                return true
            }
            _ = try ben.call(ReachVerify.self, .init(session: "ben", code: code))
            for session in ["load-1", "load-2"] {
                try bench.signIn("+4915200000\(session.suffix(1))", session: session)
            }
            let heard = Heard(bench)
            async let screen: Void = heard.onThread { $0.screen() }
            async let claims: Void = heard.onThread { $0.claims() }
            async let load: Void = heard.onThread { $0.load("load-1") }
            async let more: Void = heard.onThread { $0.load("load-2") }
            let ada = try bench.client()
            // Waits until the screen follows the stream, because messages from before that time appear only in the
            // screen's inbox.
            while !heard.isFollowing.withLock({ $0 }) { poll(nil, 0, 1) }
            var called: [String: Duration] = [:]
            for _ in 0..<1_000 {
                let begun = SystemClock.monotonic()
                let word = try ada.call(AlertActivate.self, .init()).word
                called[word] = begun
                // Waits until the screen and the sender, which run on other threads, have both heard of the alarm.
                while !heard.isEverywhere(word), SystemClock.monotonic() - begun < .seconds(5) { poll(nil, 0, 1) }
                _ = try ada.call(AlertDeactivate.self, .init())
            }
            bench.daemon.signal(SIGKILL)
            _ = await (screen, claims, load, more)
            let (seen, claimed) = (heard.delays(heard.seen, called), heard.delays(heard.claimed, called))
            #expect(seen.count == 1_000 && seen.allSatisfy { $0 < .seconds(2) })
            #expect(claimed.count == 1_000 && claimed.allSatisfy { $0 < .seconds(3) })
            LoadPromiseTests.tell("P10 a call for help on the responder's screen", seen, goal: "p99 50 ms")
            LoadPromiseTests.tell("P10 a call for help at the sender", claimed, goal: "p99 300 ms")
        }
    }

    private static func now() -> Timestamp { Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()) }

    private static func tell(_ promise: String, _ values: [Duration], goal: String) {
        let sorted = values.sorted()
        guard let most = sorted.last else { return }
        let (middle, high) = (sorted[sorted.count / 2], sorted[sorted.count * 99 / 100])
        print(
            "signal: \(promise): p50 \(middle.milliseconds) ms, p99 \(high.milliseconds) ms, max \(most.milliseconds) "
                + "ms of \(values.count); goal \(goal)")
    }
}

/// For each alarm's word, records when the screen and the sender first heard of the alarm.
private struct Heard: Sendable {
    let seen = Locked<[String: Duration]>([:])
    let claimed = Locked<[String: Duration]>([:])
    /// Whether the screen follows the stream. The stream's first item shows this.
    let isFollowing = Locked(false)
    private let people: String
    private let senders: String

    init(_ bench: SignalBench) {
        (people, senders) = (bench.socket, bench.directory.file("run/lifesignal-sender.sock"))
    }

    func delays(_ heard: Locked<[String: Duration]>, _ called: [String: Duration]) -> [Duration] {
        let heard = heard.withLock { $0 }
        return called.compactMap { word, begun in heard[word].map { $0 - begun } }
    }

    /// Runs blocking work on a thread of its own, because Swift's thread pool has only one thread per processor.
    func onThread(_ body: @escaping @Sendable (Heard) -> Void) async {
        await withCheckedContinuation { done in
            Thread {
                body(self)
                done.resume()
            }.start()
        }
    }

    func isEverywhere(_ word: String) -> Bool {
        seen.withLock { $0[word] != nil } && claimed.withLock { $0[word] != nil }
    }

    private static func client(_ socket: String) -> BlockingClient? {
        try? BlockingClient.connect(to: socket, hello: Hello(clientName: "test", clientVersion: "1"))
    }

    /// Follows the responder's notifications until the daemon has ended.
    func screen() {
        guard let client = Self.client(people),
            let call = try? client.start(
                OutgoingCall(stream: NotificationWatch.name, params: SignalSessionParams(session: "ben").jsonText))
        else { return }
        while case .item(let item) = client.next(of: call) {
            isFollowing.withLock { $0 = true }
            guard item.kind == "notification", let note = try? SignalNotification(json: item.data.json) else {
                continue
            }
            seen.withLock { seen in if seen[note.word ?? ""] == nil { seen[note.word ?? ""] = SystemClock.monotonic() }
            }
        }
    }

    /// Claims deliveries until the daemon has ended.
    func claims() {
        guard let client = Self.client(senders) else { return }
        let params = DeliveryClaim.Params(
            channels: [SenderChannel(name: PlayedSender.channel, kind: "program", slots: 16)], slots: 16)
        guard let call = try? client.start(OutgoingCall(stream: DeliveryClaim.name, params: params.jsonText)) else {
            return
        }
        while case .item(let item) = client.next(of: call) {
            guard let delivery = try? SignalDelivery(json: item.data.json) else { continue }
            let word = delivery.word ?? ""
            claimed.withLock { claimed in if claimed[word] == nil { claimed[word] = SystemClock.monotonic() } }
            _ = try? client.call(
                DeliveryReport.self, .init(id: delivery.id, fence: delivery.fence, outcome: .accepted))
        }
    }

    /// Changes a profile without a pause until the daemon has ended. Each change is a write.
    func load(_ session: String) {
        guard let client = Self.client(people) else { return }
        for number in 0... {
            let params = UserUpdate.Params(
                session: session, firstName: "Load", lastName: "Nr \(number)", emergencyNote: "")
            guard (try? client.call(UserUpdate.self, params)) != nil else { return }
        }
    }
}
