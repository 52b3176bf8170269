/// Runs `body` and gives up with ``CloudError/Kind/timedOut`` when `limit` has passed; `body` is cancelled then, and
/// must end soon after it is.
func withDeadline<Value: Sendable>(
    _ limit: Duration,
    _ body: @escaping @Sendable () async throws(CloudError) -> Value
) async throws(CloudError) -> Value {
    let first = await withTaskGroup(of: Result<Value, CloudError>?.self) { group in
        group.addTask {
            do throws(CloudError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        group.addTask {
            // Cancelled as soon as the body has ended, or with the caller.
            try? await Task.sleep(for: limit)
            return Task.isCancelled ? nil : .failure(CloudError(.timedOut))
        }
        defer { group.cancelAll() }
        while let result = await group.next() {
            if let result { return result }
        }
        return .failure(CloudError(.cancelled))
    }
    return try first.get()
}
