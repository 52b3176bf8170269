import LinuxSupport
import RadioCore
import Wire

/// Switches the driver's discovery on and off as the scans need it, one switch after the other.
actor DiscoverySwitch {
    private let driver: any RadioDriver
    private let state: Locked<RadioBroker.State>
    private var isSettling = false

    init(driver: any RadioDriver, state: Locked<RadioBroker.State>) {
        self.driver = driver
        self.state = state
    }

    /// Brings discovery to where it should be. Returns at once while another call does so: that call takes care of
    /// it.
    func settle() async {
        guard !isSettling else { return }
        isSettling = true
        defer { isSettling = false }
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
            state.isDiscovering = false
            return state.scans.endAll().compactMap { state.scanners[$0] }
        }
        for scanner in scanners { scanner.ended.yield(.scanFailed(error)) }
    }
}

extension RadioBroker.State {
    /// Whether discovery is to be switched on or off now; nil: neither. The change is recorded as done, so that an
    /// adapter that goes away meanwhile has the last word.
    fileprivate mutating func takeDiscoveryChange() -> Bool? {
        let wanted = scans.count > 0
        guard wanted != isDiscovering else { return nil }
        isDiscovering = wanted
        return wanted
    }
}
