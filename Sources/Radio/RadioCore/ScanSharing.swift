package import RadioModel

/// Selects the devices that a scan reports.
package struct ScanFilter: Sendable, Hashable {
    /// A device must mention at least one of these services. If the set is empty, all devices are selected.
    package var services: Set<BluetoothUUID>
    /// The only device that is selected, or nil for all devices.
    package var device: DeviceAddress?
    /// The interval within which a device is reported at most once.
    package var minimumInterval: Duration

    package init(
        services: Set<BluetoothUUID> = [], device: DeviceAddress? = nil, minimumInterval: Duration = .milliseconds(500)
    ) {
        self.services = services
        self.device = device
        self.minimumInterval = minimumInterval
    }

    /// Whether the filter selects the device of an advertisement.
    package func admits(_ advertisement: Advertisement) -> Bool {
        guard device == nil || device == advertisement.device else { return false }
        return services.isEmpty || services.contains { advertisement.content.mentions($0) }
    }
}

/// Identifies one scan as long as it lasts.
package struct ScanID: Sendable, Hashable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// Serves any number of scans with one discovery. It decides which scan gets which advertisement, and when.
///
/// It remembers the recently heard devices, at most 512. For this reason, a scan that joins a running discovery need
/// not wait for devices that the stack reports only once.
package struct ScanSharing: Sendable {
    /// The largest number of remembered devices, in total and per scan.
    package static let deviceLimit = 512
    /// The largest age of an advertisement that a new scan gets. Older advertisements are not passed to it.
    package static let freshness = Duration.seconds(3)

    /// An advertisement for one scan.
    package struct Delivery: Sendable, Hashable {
        package let scan: ScanID
        package let advertisement: Advertisement
    }

    /// The state of one device within a scan.
    fileprivate struct Report {
        var told: Duration
        /// The newest advertisement since the last report. It is sent once the interval has passed.
        var pending: Advertisement?
    }

    fileprivate struct Scan {
        let filter: ScanFilter
        var reports = BoundedMap<DeviceAddress, Report>(capacity: ScanSharing.deviceLimit)
        /// When the first pending advertisement is due. While no advertisement is pending, this is nil.
        var due: Duration?
    }

    private struct Sighting {
        let advertisement: Advertisement
        let time: Duration
    }

    private var scans: [ScanID: Scan] = [:]
    private var heard = BoundedMap<DeviceAddress, Sighting>(capacity: ScanSharing.deviceLimit)

    package init() {}

    package var count: Int { scans.count }

    /// The time at which ``tick(now:)`` must be called. If it need not be called before another event, this is nil.
    package var nextDue: Duration? { scans.values.compactMap(\.due).min() }

    /// Adds a scan, which immediately gets the recently heard devices.
    package mutating func begin(_ id: ScanID, _ filter: ScanFilter, now: Duration) -> [Delivery] {
        scans[id] = Scan(filter: filter)
        var deliveries: [Delivery] = []
        for (_, sighting) in heard.all where now - sighting.time <= ScanSharing.freshness {
            if let delivery = offer(sighting.advertisement, to: id, now: now) { deliveries.append(delivery) }
        }
        return deliveries
    }

    /// Removes a scan. Does nothing for an unknown scan. When the last scan is removed, the heard devices are
    /// forgotten, because the next scan begins a new discovery, which hears them again.
    package mutating func end(_ id: ScanID) {
        scans[id] = nil
        if scans.isEmpty { heard.removeAll() }
    }

    /// Removes all scans, because discovery has ended by itself.
    package mutating func endAll() -> [ScanID] {
        let ended = Array(scans.keys)
        scans.removeAll()
        heard.removeAll()
        return ended
    }

    /// Handles an advertisement that was heard, and returns the advertisements that scans get now.
    package mutating func heard(_ advertisement: Advertisement, now: Duration) -> [Delivery] {
        guard !scans.isEmpty else { return [] }
        heard.set(advertisement.device, Sighting(advertisement: advertisement, time: now))
        return scans.keys.compactMap { offer(advertisement, to: $0, now: now) }
    }

    /// Notes that a device can no longer be heard, for example because a link to it is up. So its last advertisement is
    /// out of date.
    package mutating func forget(_ device: DeviceAddress) {
        heard.remove(device)
    }

    /// Notes that time has passed. Returns the advertisements that are due now.
    package mutating func tick(now: Duration) -> [Delivery] {
        var deliveries: [Delivery] = []
        for (id, var scan) in scans {
            guard let due = scan.due, due <= now else { continue }
            deliveries += scan.takeDue(now: now).map { Delivery(scan: id, advertisement: $0) }
            scans[id] = scan
        }
        return deliveries
    }

    private mutating func offer(_ advertisement: Advertisement, to id: ScanID, now: Duration) -> Delivery? {
        guard scans[id]?.filter.admits(advertisement) == true else { return nil }
        guard scans[id]?.take(advertisement, now: now) == true else { return nil }
        return Delivery(scan: id, advertisement: advertisement)
    }
}

extension ScanSharing.Scan {
    /// Handles an advertisement. Returns true if it is sent now. Otherwise, it waits as the device's newest
    /// advertisement.
    fileprivate mutating func take(_ advertisement: Advertisement, now: Duration) -> Bool {
        let device = advertisement.device
        guard let report = reports[device], now - report.told < filter.minimumInterval else {
            reports.set(device, ScanSharing.Report(told: now, pending: nil))
            return true
        }
        reports.change(device) { $0.pending = advertisement }
        let due = report.told + filter.minimumInterval
        self.due = min(self.due ?? due, due)
        return false
    }

    /// The advertisements whose interval has passed. They now count as sent.
    fileprivate mutating func takeDue(now: Duration) -> [Advertisement] {
        var taken: [Advertisement] = []
        var next: Duration?
        for (_, report) in Array(reports.all) {
            guard let pending = report.pending else { continue }
            let due = report.told + filter.minimumInterval
            if due <= now { taken.append(pending) } else { next = min(next ?? due, due) }
        }
        for advertisement in taken {
            reports.set(advertisement.device, ScanSharing.Report(told: now, pending: nil))
        }
        due = next
        return taken
    }
}
