public import Dispatch
public import OpenCombine

extension DispatchQueue: @retroactive Scheduler {
    /// The type of the times that this queue uses for its actions.
    public typealias SchedulerTimeType = SchedulerMoment

    /// An empty type, because this scheduler has no options.
    public struct SchedulerOptions: Sendable {}

    /// The current time.
    public var now: SchedulerMoment { SchedulerMoment(nanoseconds: DispatchTime.now().uptimeNanoseconds) }

    /// Zero, because the queue runs actions as close to their time as it can.
    public var minimumTolerance: SchedulerMoment.Stride { 0 }

    /// Runs `action` on the queue as soon as it can.
    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
        perform(action)
    }

    /// Runs `action` on the queue, not before `moment`.
    public func schedule(
        after moment: SchedulerMoment, tolerance: SchedulerMoment.Stride, options: SchedulerOptions?,
        _ action: @escaping () -> Void
    ) {
        let action = Work(action)
        asyncAfter(deadline: moment.dispatchTime) { action.run() }
    }

    /// Runs `action` on the queue, first at `moment` and then after each `interval`. It stops when the returned value
    /// is cancelled.
    public func schedule(
        after moment: SchedulerMoment, interval: SchedulerMoment.Stride, tolerance: SchedulerMoment.Stride,
        options: SchedulerOptions?, _ action: @escaping () -> Void
    ) -> any Cancellable {
        let timer = DispatchSource.makeTimerSource(queue: self)
        let action = Work(action)
        timer.setEventHandler { action.run() }
        let nanoseconds = Int(clamping: max(1, interval.nanoseconds))
        timer.schedule(deadline: moment.dispatchTime, repeating: .nanoseconds(nanoseconds))
        timer.activate()
        return AnyCancellable { timer.cancel() }
    }

    func perform(_ action: @escaping () -> Void) {
        let action = Work(action)
        async { action.run() }
    }
}

/// An action that is being passed to the one thread that runs it. Combine's closures are older than `Sendable`. If a
/// caller names a scheduler, it allows its closure to run there.
struct Work: @unchecked Sendable {
    private let action: () -> Void

    init(_ action: @escaping () -> Void) { self.action = action }

    func run() { action() }
}

extension SchedulerMoment {
    var dispatchTime: DispatchTime { DispatchTime(uptimeNanoseconds: nanoseconds) }
}
