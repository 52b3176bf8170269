import Foundation
public import OpenCombine

extension Publishers {
    /// When collected elements are published.
    public enum TimeGroupingStrategy<Context: Scheduler> {
        /// After each interval.
        case byTime(Context, Context.SchedulerTimeType.Stride)
        /// After each interval, and whenever there are so many elements.
        case byTimeOrCount(Context, Context.SchedulerTimeType.Stride, Int)
    }

    /// Publishes arrays of the elements that have come within an interval. Nothing is published after an interval
    /// without an element. Elements wait while the subscriber asks for nothing, and the rest comes before the
    /// completion.
    public struct CollectByTime<Upstream: Publisher, Context: Scheduler>: Publisher {
        /// The elements of an interval.
        public typealias Output = [Upstream.Output]
        /// The error of the publisher.
        public typealias Failure = Upstream.Failure

        /// The publisher whose elements are collected.
        public let upstream: Upstream
        /// When they are published.
        public let strategy: TimeGroupingStrategy<Context>
        /// The options for the scheduler.
        public let options: Context.SchedulerOptions?

        /// Collects the elements of a publisher.
        public init(
            upstream: Upstream, strategy: TimeGroupingStrategy<Context>, options: Context.SchedulerOptions?
        ) {
            (self.upstream, self.strategy, self.options) = (upstream, strategy, options)
        }

        /// Subscribes to the publisher, and starts the intervals.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            upstream.subscribe(TimedCollection(subscriber, strategy, options))
        }
    }
}

extension Publisher {
    /// Publishes arrays of the elements that have come within an interval.
    public func collect<S: Scheduler>(
        _ strategy: Publishers.TimeGroupingStrategy<S>, options: S.SchedulerOptions? = nil
    ) -> Publishers.CollectByTime<Self, S> { .init(upstream: self, strategy: strategy, options: options) }
}

/// The elements of one subscriber that were not published yet. Its lock is never held while the subscriber runs.
private final class TimedCollection<Downstream: Subscriber, Element, Context: Scheduler>: Subscriber, Subscription
where Downstream.Input == [Element] {
    typealias Input = Element
    typealias Failure = Downstream.Failure

    private let scheduler: Context
    private let interval: Context.SchedulerTimeType.Stride
    private let most: Int
    private let options: Context.SchedulerOptions?
    private let lock = NSLock()
    // Below is what the lock guards.
    private var downstream: Downstream?
    private var upstream: (any Subscription)?
    private var timer: (any Cancellable)?
    private var elements: [Element] = []
    private var demand = Subscribers.Demand.none
    private var completion: Subscribers.Completion<Failure>?

    init(
        _ downstream: Downstream, _ strategy: Publishers.TimeGroupingStrategy<Context>,
        _ options: Context.SchedulerOptions?
    ) {
        (self.downstream, self.options) = (downstream, options)
        switch strategy {
        case .byTime(let scheduler, let interval): (self.scheduler, self.interval, most) = (scheduler, interval, .max)
        case .byTimeOrCount(let scheduler, let interval, let count):
            (self.scheduler, self.interval, most) = (scheduler, interval, Swift.max(1, count))
        }
    }

    func receive(subscription: any Subscription) {
        let receiver = lock.withLock { () -> Downstream? in
            guard upstream == nil else { return nil }
            upstream = subscription
            return downstream
        }
        guard let receiver else { return subscription.cancel() }
        receiver.receive(subscription: self)
        let timer = scheduler.schedule(
            after: scheduler.now.advanced(by: interval), interval: interval, tolerance: scheduler.minimumTolerance,
            options: options
        ) { [weak self] in self?.publish() }
        let isOver = lock.withLock { () -> Bool in
            guard self.downstream != nil else { return true }
            self.timer = timer
            return false
        }
        if isOver { return timer.cancel() }
        subscription.request(.unlimited)
    }

    func receive(_ element: Element) -> Subscribers.Demand {
        let isFull = lock.withLock { () -> Bool in
            elements.append(element)
            return elements.count >= most
        }
        if isFull { publish() }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock { self.completion = self.completion ?? completion }
        publish()
    }

    func request(_ more: Subscribers.Demand) {
        let isOver = lock.withLock { () -> Bool in
            demand += more
            return completion != nil
        }
        if isOver { publish() }
    }

    func cancel() { end()?.cancel() }

    /// Forgets everything, and returns what is left to cancel upstream.
    private func end() -> (any Subscription)? {
        let held = lock.withLock { () -> ((any Subscription)?, (any Cancellable)?) in
            defer { (downstream, upstream, timer, elements) = (nil, nil, nil, []) }
            return (upstream, timer)
        }
        held.1?.cancel()
        return held.0
    }

    /// Passes on what was collected, as far as the subscriber has asked for it, and then the completion.
    private func publish() {
        while true {
            let next = lock.withLock { () -> (Downstream, [Element])? in
                guard demand > .none, !elements.isEmpty, let receiver = downstream else { return nil }
                let group = Array(elements.prefix(most))
                elements.removeFirst(group.count)
                demand -= 1
                return (receiver, group)
            }
            guard let next else { break }
            let more = next.0.receive(next.1)
            let goesOn = lock.withLock { () -> Bool in
                demand += more
                return completion != nil || elements.count >= most
            }
            if !goesOn { return }
        }
        let ended = lock.withLock { () -> (Downstream, Subscribers.Completion<Failure>)? in
            guard let over = completion, elements.isEmpty, let receiver = downstream else { return nil }
            return (receiver, over)
        }
        guard let ended else { return }
        _ = end()
        ended.0.receive(completion: ended.1)
    }
}
