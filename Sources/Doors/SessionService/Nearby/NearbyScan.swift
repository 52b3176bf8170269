import LinuxSupport
import Logging
import RadioModel
import SeamModel
import Wire

/// The part of the radio that a watcher uses to learn which keys are near.
protocol NearbyRadio: Sendable {
    /// Waits until the radio can be used. Returns false after `limit`.
    func isReady(within limit: Duration) async -> Bool

    /// Listens until the task is cancelled or the scan fails. Calls `begun` once, when the scan has been requested.
    /// Calls `heard` for each device that is heard, but for each device at most once per `interval`.
    func listen(
        for services: [BluetoothUUID], interval: Duration, begun: @Sendable () -> Void,
        heard: @Sendable (DeviceAddress, _ rssiDBm: Int) -> Void
    ) async throws(WireError)
}

/// One scan for all watchers of nearby keys. The scan begins with the first watcher and ends with the last one.
///
/// The scan reports only bound devices to the watchers. While there are watchers, it remembers recently heard devices,
/// so that a new watcher sees the near devices immediately.
final class NearbyScan: Sendable {
    private struct State {
        var watchers: [ObjectIdentifier: NearbyMailbox] = [:]
        var bound: Set<DeviceAddress> = []
        var heard: [DeviceAddress: Sighting] = [:]
        var radio = RadioState.unknown
        var listeningSince: Duration?
        /// The task that listens while there are watchers.
        var listener: Task<Void, Never>?
        /// Identifies the current listener, because an earlier listener may still be ending.
        var generation: UInt64 = 0
    }

    /// The interval within which a device is reported at most once.
    static let interval = Duration.milliseconds(500)
    /// The shortest and the longest wait before the listener tries again.
    private static let pauses = Duration.milliseconds(100)...Duration.seconds(2)
    /// The broker's reason when discovery does not begin although the radio is ready.
    private static let failure = "radio.failed"
    /// The number of such failures in a row after which the watchers are informed.
    private static let mostFailures = 4
    /// The largest number of services that a call may name. If there are more, the scan does not filter by service.
    private static let mostServices = 16

    /// How long a lock counts as near after it was last heard.
    let hold: Duration
    private let radio: any NearbyRadio
    private let services: [BluetoothUUID]
    private let logger: Logger
    private let now: @Sendable () -> Duration
    private let state = Locked(State())

    /// Creates a scan. `services` are the services that locks advertise, and `now` is the monotonic clock.
    init(
        radio: any NearbyRadio, services: some Sequence<BluetoothUUID>, hold: Duration, logger: Logger,
        now: @escaping @Sendable () -> Duration = SystemClock.monotonic
    ) {
        let services = Array(Set(services))
        self.radio = radio
        self.services = services.count <= Self.mostServices ? services : []
        self.hold = hold
        self.logger = logger
        self.now = now
    }

    /// The number of watchers.
    var watcherCount: Int { state.withLock { $0.watchers.count } }

    /// Adds a watcher and informs it of the radio's state and the recently heard devices.
    func join(_ mailbox: NearbyMailbox) {
        let oldest = now() - hold
        state.withLock { state in
            state.watchers[ObjectIdentifier(mailbox)] = mailbox
            state.heard = state.heard.filter { $0.value.at > oldest }
            let state = state
            mailbox.tell { news in
                news.radio = state.radio
                news.heard = state.heard
                news.listeningSince = state.listeningSince
            }
        }
        startListening()
    }

    /// Removes a watcher. When the last watcher leaves, the scan ends.
    func leave(_ mailbox: NearbyMailbox) {
        let listener = state.withLock { state -> Task<Void, Never>? in
            state.watchers[ObjectIdentifier(mailbox)] = nil
            guard state.watchers.isEmpty else { return nil }
            state.heard = [:]
            state.listeningSince = nil
            state.generation += 1
            defer { state.listener = nil }
            return state.listener
        }
        listener?.cancel()
    }

    /// Handles the radio's state as the broker reports it. The state is `unknown` while there is no report.
    func radioIs(_ radio: RadioState) {
        state.withLock { state in
            guard radio != state.radio else { return }
            state.radio = radio
            if radio != .ready { (state.heard, state.listeningSince) = ([:], nil) }
            // Devices that were heard before the radio was reported ready are reported again, because they count from
            // now on.
            let (heard, since) = (state.heard, state.listeningSince)
            for watcher in state.watchers.values {
                watcher.tell { ($0.radio, $0.heard, $0.listeningSince) = (radio, heard, since) }
            }
        }
    }

    /// Sets the devices that are bound.
    func bound(_ devices: Set<DeviceAddress>) {
        state.withLock { state in
            state.bound = devices
            state.heard = state.heard.filter { devices.contains($0.key) }
        }
    }

    // MARK: - Listening

    private func startListening() {
        state.withLock { state in
            guard state.listener == nil else { return }
            state.generation += 1
            let generation = state.generation
            // This task ends when the last watcher leaves, because this cancels it.
            state.listener = Task { await self.listen(generation) }
        }
    }

    private func listen(_ generation: UInt64) async {
        var pause = Self.pauses.lowerBound
        var failures = 0
        while !Task.isCancelled {
            // The wait has limited rounds, because nobody would notice if a wait without a limit hung.
            guard await radio.isReady(within: .seconds(60)) else { continue }
            let began = now()
            do throws(WireError) {
                try await radio.listen(for: services, interval: Self.interval) {
                    self.began(generation)
                } heard: { device, rssiDBm in
                    self.heard(device, rssiDBm, generation)
                }
            } catch {
                guard !Task.isCancelled else { return }
                logger.debug("nearby devices cannot be heard", metadata: ["reason": "\(error.reason)"])
                // Other failures show in the radio's state, and end when that state changes.
                failures += error.reason == Self.failure ? 1 : 0
                if failures > Self.mostFailures { fail(error, generation) }
            }
            ended(generation)
            // A scan that lasted for a while had begun properly, so the count of failures restarts.
            if now() - began > Self.pauses.upperBound { (pause, failures) = (Self.pauses.lowerBound, 0) }
            guard (try? await Task.sleep(for: pause)) != nil else { return }
            pause = min(pause * 2, Self.pauses.upperBound)
        }
    }

    private func began(_ generation: UInt64) {
        let now = now()
        state.withLock { state in
            guard generation == state.generation else { return }
            state.listeningSince = now
            for watcher in state.watchers.values { watcher.tell { $0.listeningSince = now } }
        }
    }

    private func ended(_ generation: UInt64) {
        state.withLock { if generation == $0.generation { $0.listeningSince = nil } }
    }

    /// Makes the watchers' calls fail. When a client calls again, the scan is tried again.
    private func fail(_ error: WireError, _ generation: UInt64) {
        state.withLock { state in
            guard generation == state.generation else { return }
            for watcher in state.watchers.values { watcher.tell { $0.failure = error } }
        }
    }

    private func heard(_ device: DeviceAddress, _ rssiDBm: Int, _ generation: UInt64) {
        let sighting = Sighting(rssiDBm: rssiDBm, at: now())
        state.withLock { state in
            guard generation == state.generation, state.bound.contains(device) else { return }
            state.heard[device] = sighting
            for watcher in state.watchers.values { watcher.tell { $0.heard[device] = sighting } }
        }
    }
}
