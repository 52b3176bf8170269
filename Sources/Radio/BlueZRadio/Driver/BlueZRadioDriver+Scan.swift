package import RadioCore

extension BlueZRadioDriver {
    /// Begins to report advertisements. bluetoothd shares its discovery between all programs that ask for one, so
    /// more devices are reported than were asked for. It may keep its part of the discovery until the connection to
    /// the bus ends.
    package func startScan() async throws(LinkError) {
        guard isReady, let adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        guard !isScanning else { return }
        do throws(BusError) {
            try await begin(adapter)
        } catch {
            // The controller does not answer bluetoothd, which says so after seconds, or not at all.
            if error.name == BusError.noReply || error.name == "org.bluez.Error.InProgress" { wedged() }
            throw BlueZError.error(error.name, error.message, of: .discovery)
        }
        guard isReady, adapter == self.adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        isScanning = true
        // What another program's discovery has found is not reported again.
        for path in objects.devices.keys { tellHeard(path) }
    }

    private func begin(_ adapter: String) async throws(BusError) {
        // Low energy only, and every packet: a lock tells by its manufacturer data that it was touched.
        let filter: [BusArgument.Option] = [
            .init("Transport", .string("le")), .init("DuplicateData", .boolean(true)),
        ]
        _ = try await ask(call(adapter, "SetDiscoveryFilter", [.options(filter)]), limit: Self.stackLimit)
        do throws(BusError) {
            _ = try await ask(call(adapter, "StartDiscovery"), limit: Self.stackLimit)
        } catch {
            guard error.name == "org.bluez.Error.InProgress" else { throw error }
            // A discovery that we left behind, for instance after a stop that was not answered.
            _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
            _ = try await ask(call(adapter, "StartDiscovery"), limit: Self.stackLimit)
        }
    }

    /// Stops reporting advertisements.
    package func stopScan() async {
        guard isScanning, let adapter else { return }
        isScanning = false
        // If bluetoothd does not answer, there is nothing to stop.
        _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
    }

    /// Tries whether the controller answers again.
    func probe() async {
        guard isWedged, let adapter else { return }
        do throws(BusError) {
            try await begin(adapter)
            _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
            isWedged = false
            update()
        } catch {
            // The next probe tries again.
        }
    }

    private func call(_ adapter: String, _ method: String, _ arguments: [BusArgument] = []) -> BusCall {
        BusCall(
            destination: Self.bluez, path: adapter, interface: BlueZObjects.adapterInterface, method: method,
            arguments: arguments)
    }
}
