/// Runs `body`. When `limit` has passed, gives up with ``CloudError/Kind/timedOut``. At this point, `body` is cancelled
/// and must end soon. Meanwhile, the time that `waiting` measures does not count towards the limit.
func withDeadline<Value: Sendable>(
    _ limit: Duration,
    besides waiting: WaitingTime? = nil,
    _ body: @escaping @Sendable () async throws(CloudError) -> Value
) async throws(CloudError) -> Value {
    let before = await waiting?.total ?? .zero
    let first = await withTaskGroup(of: Result<Value, CloudError>?.self) { group in
        group.addTask {
            do throws(CloudError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            // This loop is cancelled as soon as the body has ended, or when the caller is cancelled.
            var (slept, owed) = (Duration.zero, limit)
            while owed > .zero {
                guard (try? await Task.sleep(for: owed)) != nil else { return nil }
                slept += owed
                owed = limit + (await waiting?.total ?? .zero) - before - slept
            }
            return .failure(CloudError(.timedOut))
        }
        defer { group.cancelAll() }
        while let result = await group.next() {
            if let result { return result }
        }
        return .failure(CloudError(.cancelled))
    }
    return try first.get()
}
