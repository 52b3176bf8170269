package import RadioModel

/// Which devices a scan wants.
package struct ScanFilter: Sendable, Hashable {
    /// Only devices that mention one of these services; empty for all devices.
    package var services: Set<BluetoothUUID>
    /// Only this device.
    package var device: DeviceAddress?
    /// A device is reported at most once per interval.
    package var minimumInterval: Duration

    package init(
        services: Set<BluetoothUUID> = [], device: DeviceAddress? = nil, minimumInterval: Duration = .milliseconds(500)
    ) {
        self.services = services
        self.device = device
        self.minimumInterval = minimumInterval
    }

    /// Whether the scan wants the device of this advertisement.
    package func admits(_ advertisement: Advertisement) -> Bool {
        guard device == nil || device == advertisement.device else { return false }
        return services.isEmpty || services.contains { advertisement.content.mentions($0) }
    }
}

/// Identifies one scan for as long as it lasts.
package struct ScanID: Sendable, Hashable {
    package let number: UInt64

    package init(_ number: UInt64) {
        self.number = number
    }
}

/// Any number of scans on top of one discovery: decides which scan gets which advertisement, and when.
///
/// Remembers what was heard recently, at most 512 devices, so a scan that joins a running discovery need not wait for
/// devices that the stack reports only once.
package struct ScanSharing: Sendable {
    /// The maximum number of remembered devices, in total and per scan.
    package static let deviceLimit = 512
    /// Advertisements older than this when a scan begins are not passed to it.
    package static let freshness = Duration.seconds(3)

    /// An advertisement for one scan.
    package struct Delivery: Sendable, Hashable {
        package let scan: ScanID
        package let advertisement: Advertisement
    }

    /// What a scan has received about one device.
    fileprivate struct Report {
        var told: Duration
        /// The newest advertisement since then; it is sent once the interval has passed.
        var pending: Advertisement?
    }

    fileprivate struct Scan {
        let filter: ScanFilter
        var reports = BoundedMap<DeviceAddress, Report>(capacity: ScanSharing.deviceLimit)
        /// When the first pending advertisement is due; nil while none is pending.
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

    /// When ``tick(now:)`` must be called; nil if not before something else happens.
    package var nextDue: Duration? { scans.values.compactMap(\.due).min() }

    /// Adds a scan, which immediately receives what was heard recently.
    package mutating func begin(_ id: ScanID, _ filter: ScanFilter, now: Duration) -> [Delivery] {
        scans[id] = Scan(filter: filter)
        var deliveries: [Delivery] = []
        for (_, sighting) in heard.all where now - sighting.time <= ScanSharing.freshness {
            if let delivery = offer(sighting.advertisement, to: id, now: now) { deliveries.append(delivery) }
        }
        return deliveries
    }

    /// Removes a scan; does nothing for an unknown one. With the last one, what was heard is forgotten: the next scan
    /// begins a new discovery, which hears it all again.
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

    /// Takes an advertisement that was heard; returns what scans receive now.
    package mutating func heard(_ advertisement: Advertisement, now: Duration) -> [Delivery] {
        guard !scans.isEmpty else { return [] }
        heard.set(advertisement.device, Sighting(advertisement: advertisement, time: now))
        return scans.keys.compactMap { offer(advertisement, to: $0, now: now) }
    }

    /// Notes that a device can no longer be heard, for instance because a link to it is up: what is known about it is
    /// out of date.
    package mutating func forget(_ device: DeviceAddress) {
        heard.remove(device)
    }

    /// Notes that time has passed; returns what is due now.
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
    /// Returns true if the advertisement is sent now; otherwise it waits as the device's newest.
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
