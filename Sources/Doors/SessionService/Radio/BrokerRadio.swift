import ProviderAPI
import ProviderHost
import RPC
import RadioAPI
import SeamModel
import Wire

/// The broker as attempts and bindings use it.
struct BrokerRadio: UnlockRadio, BindScanner, NearbyRadio {
    let broker: Broker

    /// With several candidates, how long a scan continues after the first one was seen.
    private static let comparison = Duration.milliseconds(1500)

    func isReady(within limit: Duration) async -> Bool { await broker.isReady(within: limit) }

    func find(_ devices: [DeviceAddress], services: [BluetoothUUID]) async throws(WireError) -> Int {
        let client = try await broker.connection()
        if devices.count == 1, let device = devices.first {
            let stream = try await client.scan(ScanParameters(device: device, minimumInterval: .milliseconds(100)))
            defer { stream.cancel() }
            while let heard = try await stream.next() {
                if heard.device == device { return 0 }
            }
            throw WireError(.unavailable, "radio.failed", "the scan ended")
        }
        let stream = try await client.scan(
            ScanParameters(services: services, minimumInterval: .milliseconds(100)))
        defer { stream.cancel() }
        let wanted = Set(devices)
        let heard = try await Self.collect(stream, within: nil, for: Self.comparison) { wanted.contains($0.device) }
        let strongest = heard.max { $0.rssiDBm < $1.rssiDBm }
        guard let strongest, let index = devices.firstIndex(of: strongest.device) else {
            throw WireError(.unavailable, "radio.failed", "the scan ended")
        }
        return index
    }

    func open(
        _ device: DeviceAddress, allow: [CharacteristicPath], attemptID: String, commitWithin: Duration?,
        timeout: Duration
    ) async throws(WireError) -> any LeasedLink {
        let client = try await broker.connection()
        return BrokerLink(
            try await client.openLink(
                to: device, allow: allow, attemptID: attemptID, commitWithin: commitWithin,
                timeout: timeout))
    }

    func sightings(
        of device: DeviceAddress?, services: [BluetoothUUID], pairing: PairingSign?, within limit: Duration
    ) async throws(WireError) -> [BindSighting] {
        let client = try await broker.connection()
        let stream = try await client.scan(
            ScanParameters(services: device == nil ? services : [], device: device, minimumInterval: .milliseconds(100))
        )
        defer { stream.cancel() }
        let comparison = device == nil ? Duration.seconds(3) : .zero
        let heard = try await Self.collect(stream, within: limit, for: comparison) { _ in true }
        return heard.sorted { $0.rssiDBm > $1.rssiDBm }
            .map { heard in
                let isReady = pairing?.isReady(
                    services: heard.services + heard.serviceData.map(\.service),
                    manufacturerData: heard.manufacturerData.map { ($0.company, $0.data) })
                return BindSighting(
                    device: heard.device, name: heard.name, rssiDBm: heard.rssiDBm, isReady: isReady ?? nil)
            }
    }

    func listen(
        for services: [BluetoothUUID], interval: Duration, begun: @Sendable () -> Void,
        heard: @Sendable (DeviceAddress, Int) -> Void
    ) async throws(WireError) {
        let client = try await broker.connection()
        let stream = try await client.scan(ScanParameters(services: services, minimumInterval: interval))
        defer { stream.cancel() }
        begun()
        while let device = try await stream.next() { heard(device.device, device.rssiDBm) }
    }

    /// The newest advertisement of each device that `counts`, heard within `comparison` of the first such device. With
    /// `comparison` zero, only that device. Empty if nothing is heard within `limit`.
    private static func collect(
        _ stream: RadioStream<HeardDevice>, within limit: Duration?, for comparison: Duration,
        counts: @Sendable (HeardDevice) -> Bool
    ) async throws(WireError) -> [HeardDevice] {
        var heard: [DeviceAddress: HeardDevice] = [:]
        var timer = limit.map { limit in stop(stream, after: limit) }
        defer { timer?.cancel() }
        do throws(WireError) {
            while let device = try await stream.next() {
                guard counts(device) else { continue }
                if heard.isEmpty {
                    guard comparison > .zero else { return [device] }
                    timer?.cancel()
                    timer = stop(stream, after: comparison)
                }
                heard[device.device] = device
            }
        } catch {
            // Our own timer ends the scan with `cancelled`. Anything else is a failure, and so is a cancelled task.
            guard error.code == .cancelled, !Task.isCancelled else { throw error }
        }
        return Array(heard.values)
    }

    private static func stop(_ stream: RadioStream<HeardDevice>, after duration: Duration) -> Task<Void, Never> {
        Task {
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            stream.cancel()
        }
    }
}
