import LinuxSupport
import RadioCore
import Wire

/// Switches the driver's discovery on and off as the scans need it, one switch after the other.
actor DiscoverySwitch {
    private let driver: any RadioDriver
    private let state: Locked<RadioBroker.State>
    private var settling: Task<Void, Never>?

    init(driver: any RadioDriver, state: Locked<RadioBroker.State>) {
        self.driver = driver
        self.state = state
    }

    /// Brings discovery to where it should be, and returns when it is there.
    func settle() async {
        while settling != nil || state.withLock({ $0.isDiscoveryDue }) {
            let task = settling ?? Task { await work() }
            settling = task
            await task.value
        }
    }

    /// The same, but waits for `limit` at most, and returns early if the calling task is cancelled.
    nonisolated func settle(within limit: Duration) async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        // Ends when the switch is where it should be.
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

    /// Discovery did not start: the scans end with the reason.
    private func fail(_ error: LinkError) {
        let scanners = state.withLock { state -> [RadioBroker.ScanCall] in
            state.discovery.ended()
            return state.scans.endAll().compactMap { state.scanners[$0] }
        }
        for scanner in scanners { scanner.ended.yield(.scanFailed(error)) }
    }
}

extension RadioBroker.State {
    /// Whether discovery is to be switched on or off now; nil: neither. The change is recorded as done, so that an
    /// adapter that goes away meanwhile has the last word.
    fileprivate mutating func takeDiscoveryChange() -> Bool? {
        discovery.takeChange(isWanted: scans.count > 0, now: SystemClock.monotonic())
    }

    fileprivate var isDiscoveryDue: Bool {
        discovery.change(isWanted: scans.count > 0, now: SystemClock.monotonic()) != nil
    }
}
