public import Foundation
public import OpenCombine

extension OperationQueue: @retroactive Scheduler {
    /// The type of the times that this queue uses for its actions.
    public typealias SchedulerTimeType = SchedulerMoment

    /// An empty type, because this scheduler has no options.
    public struct SchedulerOptions: Sendable {}

    /// Where actions wait for their time. It is serial, so that they enter the queue in the order of their times.
    private static let timers = DispatchQueue(label: "seam.combine.operations")

    /// The current time.
    public var now: SchedulerMoment { DispatchQueue.main.now }

    /// Zero, because the queue runs actions as close to their time as it can.
    public var minimumTolerance: SchedulerMoment.Stride { 0 }

    /// Runs `action` in the queue as soon as it can.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        let action = Work(action)
        addOperation { action.run() }
    }

    /// Runs `action` in the queue, not before `moment`.
    public func schedule(
        after moment: SchedulerMoment, tolerance: SchedulerMoment.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let action = Work(action)
        Self.timers.asyncAfter(deadline: moment.dispatchTime) { self.addOperation { action.run() } }
    }

    /// Runs `action` in the queue, first at `moment` and then after each `interval`. It stops when the returned value
    /// is cancelled.
    public func schedule(
        after moment: SchedulerMoment, interval: SchedulerMoment.Stride, tolerance: SchedulerMoment.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let action = Work(action)
        return Self.timers.schedule(after: moment, interval: interval, tolerance: tolerance, options: nil) {
            self.addOperation { action.run() }
        }
    }
}
