import LinuxSupport
import RadioCore
import Wire

/// Switches the driver's discovery on and off as the scans need it, one change after another.
actor DiscoverySwitch {
    private let driver: any RadioDriver
    private let state: Locked<RadioBroker.State>
    private var settling: Task<Void, Never>?

    init(driver: any RadioDriver, state: Locked<RadioBroker.State>) {
        self.driver = driver
        self.state = state
    }

    /// Brings discovery to the state it should be in, and returns once it is there.
    func settle() async {
        while settling != nil || state.withLock({ $0.isDiscoveryDue }) {
            let task = settling ?? Task { await work() }
            settling = task
            await task.value
        }
    }

    /// Brings discovery to the state it should be in, but waits for at most `limit`. Returns early if the calling task
    /// is cancelled.
    nonisolated func settle(within limit: Duration) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        // This task ends once discovery is in the right state.
        Task {
            await settle()
            end.finish()
        }
        let timer = Task {
            try? await Task.sleep(for: limit)
            end.finish()
        }
        defer { timer.cancel() }
        for await _ in ends {}
    }

    private func work() async {
        defer { settling = nil }
        while let on = state.withLock({ $0.takeDiscoveryChange() }) {
            guard on else {
                await driver.stopScan()
                continue
            }
            do throws(LinkError) {
                try await driver.startScan()
            } catch {
                fail(error)
            }
        }
    }

    /// Called when discovery did not start. The scans end with the reason.
    private func fail(_ error: LinkError) {
        let scanners = state.withLock { state -> [RadioBroker.ScanCall] in
            state.discovery.ended()
            return state.scans.endAll().compactMap { state.scanners[$0] }
        }
        for scanner in scanners { scanner.ended.yield(.scanFailed(error)) }
    }
}

extension RadioBroker.State {
    /// Whether discovery must be switched on or off now. If neither is needed, this is nil. The change is recorded as
    /// done, so that the later report of a disappearing adapter is valid.
    fileprivate mutating func takeDiscoveryChange() -> Bool? {
        discovery.takeChange(isWanted: scans.count > 0, now: SystemClock.monotonic())
    }

    fileprivate var isDiscoveryDue: Bool {
        discovery.change(isWanted: scans.count > 0, now: SystemClock.monotonic()) != nil
    }
}
