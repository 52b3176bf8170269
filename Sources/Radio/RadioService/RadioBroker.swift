import LinuxSupport
package import Logging
package import RPC
import RadioAPI
package import RadioCore
import RadioModel
import Wire

/// The broker between calls and one radio driver. RadioCore makes the decisions under a lock, and the broker carries
/// them out outside the lock.
package final class RadioBroker: RadioEventSink {
    /// A running call of `link.open`.
    struct LinkCall {
        let items: ItemSink
        /// The stream that gets the reason why the lease has ended. Only the first reason is used.
        let ended: AsyncStream<Lease.End>.Continuation
        let context: RPCContext
    }

    /// A running call of `radio.scan`.
    struct ScanCall {
        let items: ItemSink
        /// The stream that gets the error that ends the scan.
        let ended: AsyncStream<WireError>.Continuation
    }

    struct State {
        var leases: LeaseTable
        var scans = ScanSharing()
        var links: [Lease.ID: LinkCall] = [:]
        var scanners: [ScanID: ScanCall] = [:]
        /// Whether strangers may call bluetoothd.
        var bus = RadioStatus.Bus.unknown
        /// The status that the topic last published.
        var told: RadioStatus?
        var lastNumber: UInt64 = 0
        var discovery = DiscoveryPlan()
        /// Whether ``RadioBroker/keepPace()`` knows that an advertisement is due.
        var isPacing = false

        mutating func nextNumber() -> UInt64 {
            lastNumber += 1
            return lastNumber
        }

        var status: RadioStatus {
            RadioStatus(
                state: RadioState(rawValue: leases.adapter.rawValue) ?? .unknown, linksUsed: leases.used,
                linksMax: leases.slots, isScanning: scans.count > 0, bus: bus)
        }
    }

    let driver: any RadioDriver
    let logger: Logger
    let instruments: RadioInstruments
    let state: Locked<State>
    let discovery: DiscoverySwitch
    /// The topic of the radio's state.
    let topic: Topic
    private let paces: AsyncStream<Void>
    private let pace: AsyncStream<Void>.Continuation

    /// - Parameters:
    ///   - driver: The radio driver. The caller runs it and makes it report to this broker.
    ///   - slots: The number of links that the adapter can have at the same time.
    ///   - topics: The source of the server's topics, for clients that watch the radio.
    ///   - logger: The log for links and the adapter's states. It contains no devices or values.
    ///   - instruments: The metrics in which links and writes are counted.
    package init(
        driver: any RadioDriver, slots: Int, topics: TopicSource, logger: Logger, instruments: RadioInstruments = .none
    ) {
        self.driver = driver
        self.logger = logger
        self.instruments = instruments
        let initial = State(leases: LeaseTable(slots: slots))
        topic = topics.topic(rows: [JSONText(initial.status.json)])
        let state = Locked(initial)
        self.state = state
        discovery = DiscoverySwitch(driver: driver, state: state)
        (paces, pace) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    }

    /// Handles the driver's events in their order.
    package func handle(_ event: RadioEvent) {
        switch event {
        case .adapter(let adapter): adapterChanged(adapter)
        case .advertisement(let advertisement):
            let now = SystemClock.monotonic()
            deliver(state.withLock { $0.deliveries { $0.heard(advertisement, now: now) } })
        case .value(let device, let path, let value):
            let items = state.withLock { state in
                state.leases.recipient(of: device, path).flatMap { state.links[$0]?.items }
            }
            let item = LinkItem.value(LinkValue(path: path, value: value))
            // If the call has ended, its lease has ended too, and there is no reader left.
            try? items?.send(item.kind, JSONText(item.json))
        case .linkLost(let device, let loss):
            let call = state.withLock { state in
                state.leases.lost(device, loss).flatMap { state.links[$0] }
            }
            call?.ended.yield(.lost(loss))
        }
    }

    private func adapterChanged(_ adapter: AdapterState) {
        let (links, scanners) = state.withLock { state -> ([LinkCall], [ScanCall]) in
            let ended = state.leases.adapterChanged(adapter)
            guard adapter != .ready else { return ([], []) }
            state.discovery.ended()
            return (ended.compactMap { state.links[$0] }, state.scans.endAll().compactMap { state.scanners[$0] })
        }
        logger.info("adapter", metadata: ["state": "\(adapter.rawValue)"])
        for link in links { link.ended.yield(.lost(.adapter)) }
        for scanner in scanners { scanner.ended.yield(.notReady(adapter)) }
        publish()
    }

    /// Records whether strangers may call bluetoothd.
    func busIs(_ bus: RadioStatus.Bus) {
        state.withLock { $0.bus = bus }
        publish()
    }

    /// Sends the radio's state to watchers if it has changed.
    func publish() {
        // Publishing under the lock keeps the states in order.
        state.withLock { state in
            let status = state.status
            guard status != state.told else { return }
            state.told = status
            let text = JSONText(status.json)
            topic.publish("radio", text, key: "radio", rows: [text])
        }
    }

    /// Sends advertisements, and makes sure that waiting advertisements are sent when they are due.
    func deliver(_ deliveries: [Delivery]) {
        for delivery in deliveries {
            let heard = HeardDevice(delivery.advertisement)
            // If a scan's call has ended, its handler removes the scan.
            try? delivery.items.send("advertisement", JSONText(heard.json), key: heard.device.key)
        }
        let mustPace = state.withLock { state -> Bool in
            guard !state.isPacing, state.scans.nextDue != nil else { return false }
            state.isPacing = true
            return true
        }
        if mustPace { pace.yield() }
    }

    /// Sends the advertisements that wait for the interval of their scan, until the task is cancelled.
    package func keepPace() async {
        for await _ in paces {
            while let due = state.withLock({ $0.pacingDue() }) {
                // This limits how long a scan that joins with a shorter interval must wait.
                let wait = min(max(.milliseconds(1), due - SystemClock.monotonic()), .milliseconds(50))
                do { try await Task.sleep(for: wait) } catch { return }
                let now = SystemClock.monotonic()
                deliver(state.withLock { $0.deliveries { $0.tick(now: now) } })
            }
        }
    }
}

/// An advertisement for one scan.
struct Delivery: Sendable {
    let items: ItemSink
    let advertisement: Advertisement
}

extension RadioBroker.State {
    /// The deliveries that the scans have decided on, with their destinations.
    mutating func deliveries(_ decide: (inout ScanSharing) -> [ScanSharing.Delivery]) -> [Delivery] {
        decide(&scans).compactMap { delivery in
            scanners[delivery.scan].map { Delivery(items: $0.items, advertisement: delivery.advertisement) }
        }
    }

    /// The time at which the next advertisement is due. The value nil ends the pacing.
    mutating func pacingDue() -> Duration? {
        let due = scans.nextDue
        isPacing = due != nil
        return due
    }
}

extension DeviceAddress {
    /// The key that identifies a device among the items of a scan.
    var key: String { "\(address)/\(kind.rawValue)" }
}

extension HeardDevice {
    init(_ advertisement: Advertisement) {
        let content = advertisement.content
        self.init(
            device: advertisement.device, name: content.name, rssiDBm: advertisement.rssiDBm,
            services: content.services,
            manufacturerData: content.manufacturerData.map { .init(company: Int($0.company), data: $0.data) },
            serviceData: content.serviceData.map { .init(service: $0.service, data: $0.data) })
    }
}
