public import Foundation
public import OpenCombine

extension Timer {
    /// Publishes the date after each `interval`, in seconds, on the loop's thread, once it is connected. The shortest
    /// interval is a tenth of a millisecond, as in Foundation. The mode and the tolerance are accepted but not used:
    /// the timer runs in all modes.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: RunLoop.SchedulerOptions? = nil
    ) -> TimerPublisher {
        TimerPublisher(interval: interval, tolerance: tolerance, runLoop: runLoop, mode: mode, options: options)
    }

    /// Publishes dates. Subscribers share one timer, which runs from the connection until that is cancelled; a
    /// subscriber misses dates it has not requested.
    public final class TimerPublisher: ConnectablePublisher {
        /// The published values.
        public typealias Output = Date
        /// A timer never fails.
        public typealias Failure = Never

        /// Seconds between two dates.
        public let interval: TimeInterval
        /// Accepted but not used: dates are as exact as they can be.
        public let tolerance: TimeInterval?
        /// The loop on whose thread dates are published.
        public let runLoop: RunLoop
        /// Accepted but not used.
        public let mode: RunLoop.Mode
        /// Timers have no options.
        public let options: RunLoop.SchedulerOptions?
        private static let shortest = 0.0001
        private let dates = PassthroughSubject<Date, Never>()

        /// A timer that is not connected.
        public init(
            interval: TimeInterval, tolerance: TimeInterval? = nil, runLoop: RunLoop, mode: RunLoop.Mode,
            options: RunLoop.SchedulerOptions? = nil
        ) {
            (self.interval, self.tolerance, self.runLoop) = (interval, tolerance, runLoop)
            (self.mode, self.options) = (mode, options)
        }

        /// The subscriber gets the dates from now on.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Date, S.Failure == Never {
            dates.receive(subscriber: subscriber)
        }

        /// Starts the timer. It ends when the returned value is cancelled.
        public func connect() -> any Cancellable {
            let stride = SchedulerMoment.Stride(seconds: interval > Self.shortest ? interval : Self.shortest)
            let dates = dates
            return runLoop.schedule(
                after: runLoop.now.advanced(by: stride), interval: stride, tolerance: 0, options: options
            ) { dates.send(Date()) }
        }
    }
}
