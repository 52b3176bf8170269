import Dispatch
public import Foundation
public import OpenCombine

/// The main run loop's work goes through the main queue. Both a main that runs the loop and an asynchronous main
/// serve that queue.
extension RunLoop: @retroactive Scheduler {
    /// When the loop runs something.
    public typealias SchedulerTimeType = SchedulerMoment

    /// This scheduler has no options.
    public struct SchedulerOptions: Sendable {}

    /// Now.
    public var now: SchedulerMoment { DispatchQueue.main.now }

    /// None.
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

    /// Runs `action` on the loop's thread at `moment` and after each `interval`, until it is cancelled.
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
