package import RadioCore

extension BlueZRadioDriver {
    /// Begins to report advertisements. bluetoothd shares its discovery between all who ask for one, so that what is reported is wider than what
    /// was asked for; and it may end its part of it with the connection to the bus only.
    package func startScan() async throws(LinkError) {
        guard isReady, let adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        guard !isScanning else { return }
        do throws(BusError) {
            try await begin(adapter)
        } catch {
            // The controller leaves bluetoothd without an answer; it says so after seconds, or not at all.
            if error.name == BusError.noReply || error.name == "org.bluez.Error.InProgress" { wedged() }
            throw BlueZError.error(error.name, error.message, of: .discovery)
        }
        guard isReady, adapter == self.adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        isScanning = true
        // What another program's discovery has found is not told again.
        for path in objects.devices.keys { tellHeard(path) }
    }

    private func begin(_ adapter: String) async throws(BusError) {
        // Low energy only, and each packet: a lock tells by its manufacturer data that it was touched.
        let filter: [BusArgument.Option] = [
            .init("Transport", .string("le")), .init("DuplicateData", .boolean(true)),
        ]
        _ = try await ask(call(adapter, "SetDiscoveryFilter", [.options(filter)]), limit: Self.stackLimit)
        do throws(BusError) {
            _ = try await ask(call(adapter, "StartDiscovery"), limit: Self.stackLimit)
        } catch {
            guard error.name == "org.bluez.Error.InProgress" else { throw error }
            // One that we left behind, as after a stop that was not answered.
            _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
            _ = try await ask(call(adapter, "StartDiscovery"), limit: Self.stackLimit)
        }
    }

    /// Reports advertisements no more.
    package func stopScan() async {
        guard isScanning, let adapter else { return }
        isScanning = false
        // bluetoothd that does not answer has nothing to stop.
        _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
    }

    /// Whether the controller answers again.
    func probe() async {
        guard isWedged, let adapter else { return }
        do throws(BusError) {
            try await begin(adapter)
            _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
            isWedged = false
            update()
        } catch {
            // It is tried again.
        }
    }

    private func call(_ adapter: String, _ method: String, _ arguments: [BusArgument] = []) -> BusCall {
        BusCall(
            destination: Self.bluez, path: adapter, interface: BlueZObjects.adapterInterface, method: method,
            arguments: arguments)
    }
}
