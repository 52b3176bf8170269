/// Measures how long a client's requests have waited before they were sent.
actor WaitingTime {
    private var past: Duration = .zero
    private var begun: [UInt64: ContinuousClock.Instant] = [:]
    private var count: UInt64 = 0

    /// The total waiting time, including the time of requests that are still waiting.
    var total: Duration {
        let now = ContinuousClock.now
        return begun.values.reduce(past) { $0 + (now - $1) }
    }

    /// Runs `body`, and adds its duration to the waiting time.
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
