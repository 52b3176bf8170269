/// Runs `body` and gives up with ``CloudError/Kind/timedOut`` when `limit` has passed. Then `body` is cancelled and
/// must end soon. Time that `waiting` has measured meanwhile does not count.
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
            // Cancelled as soon as the body has ended, or with the caller.
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

/// How long a client's requests have waited before they were sent.
actor WaitingTime {
    private var past: Duration = .zero
    private var begun: [UInt64: ContinuousClock.Instant] = [:]
    private var count: UInt64 = 0

    /// The whole time, including that of requests that still wait.
    var total: Duration {
        let now = ContinuousClock.now
        return begun.values.reduce(past) { $0 + (now - $1) }
    }

    /// Measures how long `body` takes.
    nonisolated func measure(_ body: @Sendable () async throws(CloudError) -> Void) async throws(CloudError) {
        let place = await begin()
        do throws(CloudError) {
            try await body()
        } catch {
            await end(place)
            throw error
        }
        await end(place)
    }

    private func begin() -> UInt64 {
        count += 1
        begun[count] = .now
        return count
    }

    private func end(_ place: UInt64) {
        if let start = begun.removeValue(forKey: place) { past += .now - start }
    }
}
