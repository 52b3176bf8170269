import Dispatch
import Foundation
import SeamCombine
import Testing

/// Tests the two schedulers that view models use. The `main` function of the test program is asynchronous.
@Suite(.timeLimit(.minutes(1))) @MainActor struct SchedulerTests {
    private static func delivered(by publisher: some Publisher<Int, Never>, _ count: Int) async -> [Int] {
        let (values, continuation) = AsyncStream.makeStream(of: Int.self)
        let subscription = publisher.sink { value in
            // The assertion traps if the value arrives on another executor.
            MainActor.assertIsolated()
            continuation.yield(value)
        }
        defer { subscription.cancel() }
        var delivered: [Int] = []
        for await value in values.prefix(count) { delivered.append(value) }
        return delivered
    }

    private static let elsewhere = DispatchQueue(label: "elsewhere")

    @Test("scheduler: the main run loop delivers") func theMainRunLoopDelivers() async {
        let values = [1, 2, 3].publisher.subscribe(on: Self.elsewhere).receive(on: RunLoop.main)
        #expect(await Self.delivered(by: values, 3) == [1, 2, 3])
    }

    @Test("scheduler: the main queue delivers") func theMainQueueDelivers() async {
        let values = [1, 2, 3].publisher.subscribe(on: Self.elsewhere).receive(on: DispatchQueue.main)
        #expect(await Self.delivered(by: values, 3) == [1, 2, 3])
    }

    @Test("scheduler: what is posted is published until the subscriber cancels")
    func whatIsPostedIsPublishedUntilTheSubscriberCancels() {
        let (center, name) = (NotificationCenter(), Notification.Name("door"))
        final class Sender {}
        let (front, back) = (Sender(), Sender())
        var got: [String] = []
        let any = center.publisher(for: name).sink { got.append("any \($0.userInfo?["way"] as? String ?? "-")") }
        let one = center.publisher(for: name, object: front).sink { _ in got.append("front") }
        center.post(name: name, object: back, userInfo: ["way": "in"])
        center.post(name: Notification.Name("window"), object: front)
        center.post(name: name, object: front)
        #expect(got.sorted() == ["any -", "any in", "front"])
        any.cancel()
        one.cancel()
        center.post(name: name, object: front)
        #expect(got.count == 3)
        var subscription: (any Subscription)?
        let asking = AnySubscriber<Notification, Never>(
            receiveSubscription: { subscription = $0 },
            receiveValue: { _ in
                got.append("asked"); return .none
            })
        center.publisher(for: name).subscribe(asking)
        subscription?.request(.none)
        center.post(name: name, object: front)
        subscription?.request(.max(1))
        center.post(name: name, object: front)
        center.post(name: name, object: front)
        #expect(got.count == 4, "one was asked for")
        subscription?.cancel()
        // The object that keeps the subscription is released together with the subscriber, and then cancels once more.
        final class Holder { var held: AnyCancellable? }
        weak var gone: Holder?
        do {
            let holder = Holder()
            gone = holder
            holder.held = center.publisher(for: name).sink { _ in _ = holder }
            holder.held?.cancel()
            holder.held = nil
        }
        #expect(gone == nil)
        #expect(center.publisher(for: name) == center.publisher(for: name))
        #expect(center.publisher(for: name) != center.publisher(for: name, object: front))
    }

    @Test("scheduler: a delay is never early") func aDelayIsNeverEarly() async {
        let start = ContinuousClock.now
        #expect(await Self.delivered(by: Just(1).delay(for: 0.05, scheduler: RunLoop.main), 1) == [1])
        #expect(ContinuousClock.now - start >= .milliseconds(50))
        let again = ContinuousClock.now
        let queue = DispatchQueue.main
        #expect(await Self.delivered(by: Just(2).delay(for: .milliseconds(50), scheduler: queue), 1) == [2])
        #expect(ContinuousClock.now - again >= .milliseconds(50))
    }

    @Test("scheduler: a timer repeats until it is cancelled") func aTimerRepeatsUntilItIsCancelled() async {
        let (ticks, continuation) = AsyncStream.makeStream(of: Void.self)
        let timer = DispatchQueue.main.schedule(
            after: DispatchQueue.main.now, interval: .milliseconds(5), tolerance: 0, options: nil
        ) { continuation.yield() }
        var count = 0
        for await _ in ticks.prefix(3) { count += 1 }
        timer.cancel()
        #expect(count == 3)
    }

    @Test("scheduler: a published timer runs while somebody listens")
    func aPublishedTimerRunsWhileSomebodyListens() async {
        let start = ContinuousClock.now
        let timer = Timer.publish(every: 0.02, on: .main, in: .common)
        let numbers = timer.autoconnect().scan(0) { count, _ in count + 1 }
        #expect(await Self.delivered(by: numbers, 3) == [1, 2, 3])
        #expect(ContinuousClock.now - start >= .milliseconds(60))
        for interval in [Double.nan, -Double.infinity, 0, -1] {
            let hasty = Timer.publish(every: interval, tolerance: 1, on: .main, in: .default)
            #expect(await Self.delivered(by: hasty.autoconnect().map { _ in 7 }, 1) == [7])
        }
        let never = Timer.publish(every: Double.infinity, on: .main, in: .common)
        let connection = never.sink { _ in Issue.record("a timer that never fires has fired") }
        never.connect().cancel()
        connection.cancel()
    }

    @Test(
        "scheduler: times are bounded",
        arguments: [
            (1.5, 1_500_000_000), (-0.5, -500_000_000), (.nan, 0), (.infinity, .max), (-.infinity, -.max),
            (1e300, .max),
        ] as [(Double, Int64)])
    func timesAreBounded(seconds: Double, nanoseconds: Int64) {
        #expect(SchedulerMoment.Stride(seconds: seconds).nanoseconds == nanoseconds)
        let moment = SchedulerMoment(nanoseconds: 10)
        #expect(moment.advanced(by: .init(seconds: -1)).nanoseconds == 0)
        #expect(SchedulerMoment(nanoseconds: .max).advanced(by: 1).nanoseconds == .max)
        #expect(moment.distance(to: SchedulerMoment(nanoseconds: .max)).nanoseconds == .max)
    }
}
