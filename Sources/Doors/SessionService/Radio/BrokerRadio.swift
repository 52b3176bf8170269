import ProviderAPI
import ProviderHost
import RPC
import RadioAPI
import RadioModel
import SeamModel
import Wire

/// The radio for attempts and bindings, which uses the broker.
struct BrokerRadio: UnlockRadio, BindScanner, NearbyRadio {
    let broker: Broker
    /// The function that is called for each lock that is heard.
    let heard: @Sendable (DeviceAddress) -> Void

    /// How long a scan for several candidates continues after the first candidate was seen.
    private static let comparison = Duration.milliseconds(1500)

    func isReady(within limit: Duration) async -> Bool { await broker.isReady(within: limit) }

    func find(_ devices: [DeviceAddress], services: [BluetoothUUID]) async throws(WireError) -> Int {
        let client = try await broker.connection()
        if devices.count == 1, let device = devices.first {
            let stream = try await client.scan(ScanParameters(device: device, minimumInterval: .milliseconds(100)))
            defer { stream.cancel() }
            while let near = try await stream.next() {
                heard(near.device)
                if near.device == device { return 0 }
            }
            throw WireError(.unavailable, "radio.failed", "the scan ended")
        }
        let stream = try await client.scan(
            ScanParameters(services: services, minimumInterval: .milliseconds(100)))
        defer { stream.cancel() }
        let wanted = Set(devices)
        let near = try await collect(stream, within: nil, for: Self.comparison) { wanted.contains($0.device) }
        let strongest = near.max { $0.rssiDBm < $1.rssiDBm }
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
        let near = try await collect(stream, within: limit, for: comparison) { _ in true }
        return near.sorted { $0.rssiDBm > $1.rssiDBm }
            .map { near in
                let isReady = pairing?.isReady(
                    services: near.services + near.serviceData.map(\.service),
                    manufacturerData: near.manufacturerData.map { ($0.company, $0.data) })
                return BindSighting(
                    device: near.device, name: near.name, rssiDBm: near.rssiDBm, isReady: isReady ?? nil)
            }
    }

    func listen(
        for services: [BluetoothUUID], interval: Duration, begun: @Sendable () -> Void,
        heard sighting: @Sendable (DeviceAddress, Int) -> Void
    ) async throws(WireError) {
        let client = try await broker.connection()
        let stream = try await client.scan(ScanParameters(services: services, minimumInterval: interval))
        defer { stream.cancel() }
        begun()
        while let near = try await stream.next() {
            heard(near.device)
            sighting(near.device, near.rssiDBm)
        }
    }

    /// Collects the newest advertisement of each device for which `counts` is true, if the device is heard within
    /// `comparison` of the first such device. If `comparison` is zero, this returns only the first device. The result
    /// is empty if no such device is heard within `limit`.
    private func collect(
        _ stream: RadioStream<HeardDevice>, within limit: Duration?, for comparison: Duration,
        counts: @Sendable (HeardDevice) -> Bool
    ) async throws(WireError) -> [HeardDevice] {
        var near: [DeviceAddress: HeardDevice] = [:]
        var timer = limit.map { limit in Self.stop(stream, after: limit) }
        defer { timer?.cancel() }
        do throws(WireError) {
            while let device = try await stream.next() {
                heard(device.device)
                guard counts(device) else { continue }
                if near.isEmpty {
                    guard comparison > .zero else { return [device] }
                    timer?.cancel()
                    timer = Self.stop(stream, after: comparison)
                }
                near[device.device] = device
            }
        } catch {
            // This function's own timer ends the scan with `cancelled`. Any other error, and a cancelled task, are
            // failures.
            guard error.code == .cancelled, !Task.isCancelled else { throw error }
        }
        return Array(near.values)
    }

    private static func stop(_ stream: RadioStream<HeardDevice>, after duration: Duration) -> Task<Void, Never> {
        Task {
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            stream.cancel()
        }
    }
}
