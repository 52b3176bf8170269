import Dispatch
public import Foundation
public import OpenCombine

/// The work for the main run loop goes through the main queue. Two kinds of main function serve this queue: one that
/// runs the loop, and an asynchronous one.
extension RunLoop: @retroactive Scheduler {
    /// The type of the times that this loop uses for its actions.
    public typealias SchedulerTimeType = SchedulerMoment

    /// An empty type, because this scheduler has no options.
    public struct SchedulerOptions: Sendable {}

    /// The current time.
    public var now: SchedulerMoment { DispatchQueue.main.now }

    /// Zero, because the loop runs actions as close to their time as it can.
    public var minimumTolerance: SchedulerMoment.Stride { 0 }

    private var isMain: Bool { self === RunLoop.main }

    /// Runs `action` on the loop's thread as soon as it can.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        if isMain { return DispatchQueue.main.perform(action) }
        let action = Work(action)
        perform { action.run() }
    }

    /// Runs `action` on the loop's thread, not before `moment`.
    public func schedule(
        after moment: SchedulerMoment, tolerance: SchedulerMoment.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        if isMain { return DispatchQueue.main.schedule(after: moment, tolerance: tolerance, options: nil, action) }
        addTimer(after: moment, repeating: nil, action)
    }

    /// Runs `action` on the loop's thread, first at `moment` and then after each `interval`. It stops when the returned
    /// value is cancelled.
    public func schedule(
        after moment: SchedulerMoment, interval: SchedulerMoment.Stride, tolerance: SchedulerMoment.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        if isMain {
            return DispatchQueue.main.schedule(
                after: moment, interval: interval, tolerance: tolerance, options: nil, action)
        }
        let timer = addTimer(after: moment, repeating: interval, action)
        return AnyCancellable { timer.invalidate() }
    }

    @discardableResult
    private func addTimer(
        after moment: SchedulerMoment, repeating interval: SchedulerMoment.Stride?, _ action: @escaping () -> Void
    ) -> Timer {
        let action = Work(action)
        let date = Date(timeIntervalSinceNow: now.distance(to: moment).seconds)
        let timer = Timer(fire: date, interval: interval?.seconds ?? 0, repeats: interval != nil) { _ in action.run() }
        add(timer, forMode: .default)
        return timer
    }
}
