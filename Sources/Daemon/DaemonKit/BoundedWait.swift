/// Waits for tasks that end on their own at an unknown time.
package enum BoundedWait {
    /// Waits until all tasks have ended, but no longer than `limit`. The wait works even in a cancelled task. Returns
    /// whether all tasks have ended.
    package static func forEnd(of tasks: [Task<Void, Never>], within limit: Duration) async -> Bool {
        let answer = OneAnswer<Bool>()
        // This task ends with the last of the awaited tasks.
        Task {
            for task in tasks { await task.value }
            answer.give(true)
        }
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            answer.give(false)
        }
        defer { timer.cancel() }
        return await Task { await answer.wait(cancelled: false) }.value
    }
}
