package import RadioModel
package import SeamModel

/// Decides for a watcher which of a person's keys are near. The decision depends on which locks are heard, and when.
///
/// A lock counts as near for a while after it was last heard. The lock's signal is smoothed, and is reported again only
/// after a change of more than ``step``. For this reason, noise of up to half a ``step`` in either direction changes
/// neither the reports nor a ranking that is based on them. Times are on one monotonic clock. A time that is earlier
/// than a previous time counts as the latest time so far.
package struct NearbyKeys: Sendable {
    /// A change that a watcher gets.
    package enum Change: Sendable, Hashable {
        case near(Near)
        case gone(NearbyDoor.ID)
    }

    /// A door that is near.
    package struct Near: Sendable, Hashable {
        package var key: NearbyKey
        /// The smoothed signal, in dBm.
        package var rssiDBm: Int
        /// When the lock was last heard.
        package var heardAt: Duration

        package init(key: NearbyKey, rssiDBm: Int, heardAt: Duration) {
            self.key = key
            self.rssiDBm = rssiDBm
            self.heardAt = heardAt
        }
    }

    private struct Signal {
        var level: Double
        var heardAt: Duration
    }

    private struct Told {
        var key: NearbyKey
        var level: Double
        var at: Duration
    }

    /// How much a signal must change, in dB, before it is reported again.
    package static let step = 6.0
    /// The time over which a signal is smoothed. A sample of this age has half the weight.
    package static let smoothing = Duration.seconds(2)
    /// The largest number of locks to listen for. Any further bindings are ignored by the scan.
    package static let mostSignals = 512
    /// The largest number of doors that are near at the same time. If there are more, the doors that were heard first
    /// are reported.
    package static let mostNear = 128

    /// How long a lock counts as near after it was last heard.
    package let hold: Duration
    /// The shortest time between two reports of a door. A door's disappearance is reported immediately.
    package let interval: Duration
    private var keys: [NearbyKey] = []
    private var keysByDevice: [DeviceAddress: [NearbyKey]] = [:]
    private var signals: [DeviceAddress: Signal] = [:]
    private var told: [NearbyDoor.ID: Told] = [:]

    /// Creates a value in which no door is near.
    package init(hold: Duration, interval: Duration) {
        self.hold = hold
        self.interval = interval
    }

    /// The near doors as they were last reported, sorted by signal strength, the strongest first, and then by id.
    package var near: [Near] {
        told.values.map(near)
            .sorted { left, right in
                if left.rssiDBm != right.rssiDBm { return left.rssiDBm > right.rssiDBm }
                return left.key.id < right.key.id
            }
    }

    /// The time at which ``passed(_:)`` must be called. If it need not be called before another event, this is nil.
    package var nextDue: Duration? {
        let ends = signals.values.map { $0.heardAt + hold }
        let updates = told.values.compactMap { told in
            isOutdated(told) ? told.at + interval : nil
        }
        return (ends + updates).min()
    }

    /// Notes that a device was heard. `device` should be a bound lock. Other devices are remembered too, but never
    /// reported.
    package mutating func heard(_ device: DeviceAddress, rssiDBm: Int, at now: Duration) -> [Change] {
        guard signals[device] != nil || signals.count < Self.mostSignals else { return [] }
        let sample = Double(rssiDBm)
        if var signal = signals[device] {
            let weight = Self.weight(of: now - signal.heardAt)
            signal.level += (sample - signal.level) * weight
            signal.heardAt = max(signal.heardAt, now)
            signals[device] = signal
        } else {
            signals[device] = Signal(level: sample, heardAt: now)
        }
        return (keysByDevice[device] ?? []).compactMap { tell($0, at: now) }
    }

    /// Replaces the keys after they have changed, or may have changed. Doors that the keys no longer open disappear
    /// immediately.
    package mutating func keysChanged(_ keys: [NearbyKey], at now: Duration) -> [Change] {
        self.keys = keys
        keysByDevice = Dictionary(grouping: keys, by: \.device)
        let devices = Dictionary(keys.map { ($0.id, $0.device) }, uniquingKeysWith: { first, _ in first })
        // A door with a new lock counts as a new door.
        let gone = told.values.filter { devices[$0.key.id] != $0.key.device }.map(\.key.id)
        return forget(gone) + keys.compactMap { tell($0, at: now) }
    }

    /// Notes that time has passed, and returns the changes that are due now.
    package mutating func passed(_ now: Duration) -> [Change] {
        let silent = signals.filter { $0.value.heardAt + hold <= now }.map(\.key)
        for device in silent { signals[device] = nil }
        let gone = told.values.filter { signals[$0.key.device] == nil }.map(\.key.id)
        return forget(gone) + keys.compactMap { tell($0, at: now) }
    }

    /// Notes that no lock can be heard now, so no door is near.
    package mutating func silenced() -> [Change] {
        signals = [:]
        return forget(Array(told.keys))
    }

    /// Reports a key whose lock is heard, if the report is due and contains something new.
    private mutating func tell(_ key: NearbyKey, at now: Duration) -> Change? {
        guard let signal = signals[key.device] else { return nil }
        if let earlier = told[key.id] {
            let isNew = earlier.key != key || abs(signal.level - earlier.level) > Self.step
            guard isNew, now - earlier.at >= interval else { return nil }
        } else {
            guard told.count < Self.mostNear else { return nil }
        }
        let telling = Told(key: key, level: signal.level, at: now)
        told[key.id] = telling
        return .near(near(telling))
    }

    private mutating func forget(_ ids: [NearbyDoor.ID]) -> [Change] {
        for id in ids { told[id] = nil }
        return ids.sorted().map(Change.gone)
    }

    private func near(_ told: Told) -> Near {
        Near(
            key: told.key, rssiDBm: Int(told.level.rounded()),
            heardAt: signals[told.key.device]?.heardAt ?? told.at)
    }

    private func isOutdated(_ told: Told) -> Bool {
        guard let signal = signals[told.key.device] else { return false }
        return abs(signal.level - told.level) > Self.step
            || keysByDevice[told.key.device]?.contains { $0.id == told.key.id && $0 != told.key } == true
    }

    /// The weight of a new sample that comes `gap` after the previous sample.
    private static func weight(of gap: Duration) -> Double {
        let gap = max(.zero, gap)
        return gap / (gap + smoothing)
    }
}
