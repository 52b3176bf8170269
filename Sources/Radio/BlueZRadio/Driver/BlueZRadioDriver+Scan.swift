import LinuxSupport
package import RadioCore

extension BlueZRadioDriver {
    /// Begins to report advertisements. bluetoothd shares its discovery between all programs that request one, so more
    /// devices are reported than were requested. It may keep our part of the discovery running until the connection to
    /// the bus ends.
    package func startScan() async throws(LinkError) {
        guard isReady, let adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        guard !isScanning else { return }
        askForLife()
        do throws(BusError) {
            try await begin(adapter)
        } catch {
            // The controller does not answer bluetoothd, which says so only after seconds, or not at all.
            if error.name == BusError.noReply && !isSilent || error.name == Self.inProgress { wedged() }
            throw BlueZError.error(error.name, error.message, of: .discovery)
        }
        guard isReady, adapter == self.adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        isScanning = true
        lookForStrays()
        // Devices found by another program's discovery are not reported again.
        for path in objects.devices.keys { tellHeard(path) }
    }

    private func begin(_ adapter: String) async throws(BusError) {
        // Low energy only, and every packet: a lock's manufacturer data shows that it was touched.
        let filter: [BusArgument.Option] = [
            .init("Transport", .string("le")), .init("DuplicateData", .boolean(true)),
        ]
        _ = try await ask(call(adapter, "SetDiscoveryFilter", [.options(filter)]), limit: Self.stackLimit)
        let (asked, end) = (owner, SystemClock.monotonic() + Self.busyLimit)
        var isAgain = false
        while true {
            do throws(BusError) {
                _ = try await ask(call(adapter, "StartDiscovery"), limit: Self.stackLimit)
                return
            } catch {
                guard error.name == Self.inProgress, owner == asked, SystemClock.monotonic() < end || !isAgain else {
                    throw error
                }
                // This may be a discovery that we left behind, for instance after an unanswered stop, or a bluetoothd
                // that has just started and is still asking the controller.
                _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
                if isAgain { try? await Task.sleep(for: Self.pause) }
                guard !Task.isCancelled else { throw error }
                isAgain = true
            }
        }
    }

    private static let inProgress = "org.bluez.Error.InProgress"
    /// How long to keep requesting discovery while bluetoothd is busy with the controller, and the pauses in between.
    /// It is requested at least twice: a controller that does not answer takes bluetoothd four seconds.
    private static let (busyLimit, pause) = (Duration.seconds(3), Duration.milliseconds(250))

    /// Stops reporting advertisements.
    package func stopScan() async {
        guard isScanning, let adapter else { return }
        isScanning = false
        // If bluetoothd does not answer, there is nothing to stop.
        _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
    }

    /// Called when the stack does not answer requests to the adapter: the driver tries again from time to time.
    func wedged() {
        isWedged = true
        update()
        probing?.cancel()
        // Ends when the adapter answers, or with the connection.
        probing = Task {
            while isWedged, (try? await Task.sleep(for: Self.patience)) != nil {
                askForLife()
                await probe()
            }
        }
    }

    /// Checks whether the controller answers again.
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

    /// Asks bluetoothd for a sign of life: its other answers take as long as the adapter or a device does. Until it
    /// gives one, it is asked repeatedly.
    func askForLife() {
        guard !isAsked, let owner else { return }
        isAsked = true
        let ping = BusCall(
            destination: owner, path: "/", interface: "org.freedesktop.DBus.Peer", method: "Ping")
        send(ping, limit: Self.stackLimit) { [self] result in
            isAsked = false
            guard owner == self.owner else { return }
            let wasSilent = isSilent
            if case .failure(let error) = result { isSilent = error.name == BusError.noReply } else { isSilent = false }
            if isSilent, !wasSilent { rememberStrays() }
            if isSilent != wasSilent { update() }
            // Its results from that time are no longer wanted.
            guard isSilent else { return wasSilent ? takeDownLeftovers() : () }
            lifeTimer?.cancel()
            // Ends with one question, or with the connection.
            lifeTimer = Task { if (try? await Task.sleep(for: Self.patience)) != nil { askForLife() } }
        }
    }

    private func call(_ adapter: String, _ method: String, _ arguments: [BusArgument] = []) -> BusCall {
        BusCall(
            destination: Self.bluez, path: adapter, interface: BlueZObjects.adapterInterface, method: method,
            arguments: arguments)
    }
}
