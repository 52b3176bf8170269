public import Foundation
public import OpenCombine

extension Timer {
    /// Returns a publisher. Once it is connected, it publishes the date on the loop's thread after each `interval` (in
    /// seconds). The shortest interval is a tenth of a millisecond, as in Foundation. The mode and the tolerance are
    /// ignored, and the timer runs in all modes.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// Publishes dates. All subscribers share one timer. It runs from the time of the connection until the connection
    /// is cancelled. If a subscriber has not requested a date, it misses the date.
    public final class TimerPublisher: ConnectablePublisher {
        /// The type of the published values.
        public typealias Output = Date
        /// The type `Never`, because a timer never fails.
        public typealias Failure = Never

        /// The seconds between two dates.
        public let interval: TimeInterval
        /// The tolerance. It is ignored, because dates are published as close to their time as possible.
        public let tolerance: TimeInterval?
        /// The loop on whose thread the dates are published.
        public let runLoop: RunLoop
        /// The mode, which is ignored.
        public let mode: RunLoop.Mode
        /// The options, which are ignored because timers have none.
        public let options: RunLoop.SchedulerOptions?
        private static let shortest = 0.0001
        private let dates = PassthroughSubject<Date, Never>()

        /// Creates a timer that is not connected yet.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            (self.interval, self.tolerance, self.runLoop) = (interval, tolerance, runLoop)
            (self.mode, self.options) = (mode, options)
        }

        /// From now on, sends every date to the subscriber.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            dates.receive(subscriber: subscriber)
        }

        /// Starts the timer. The timer ends when the returned value is cancelled.
        public func connect() -> any Cancellable {
            let stride = SchedulerMoment.Stride(seconds: interval > Self.shortest ? interval : Self.shortest)
            let dates = dates
            return runLoop.schedule(
                after: runLoop.now.advanced(by: stride), interval: stride, tolerance: 0, options: options
            ) { dates.send(Date()) }
        }
    }
}
