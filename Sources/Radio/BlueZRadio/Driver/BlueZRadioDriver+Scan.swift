import LinuxSupport
package import RadioCore

extension BlueZRadioDriver {
    /// Begins to report advertisements. bluetoothd shares its discovery between all programs that request one, so it
    /// reports more devices than were requested. It may keep this program's part of the discovery running until the
    /// connection to the bus ends.
    package func startScan() async throws(LinkError) {
        guard isReady, let adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        guard !isScanning else { return }
        askForLife()
        do throws(BusError) {
            try await begin(adapter)
        } catch {
            // The controller does not answer bluetoothd. bluetoothd reports this only after seconds, or never.
            if error.name == BusError.noReply && !isSilent || error.name == Self.inProgress { wedged() }
            throw BlueZError.error(error.name, error.message, of: .discovery)
        }
        guard isReady, adapter == self.adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        isScanning = true
        lookForStrays()
        // Devices that another program's discovery has found are not reported again.
        for path in objects.devices.keys { tellHeard(path) }
    }

    private func begin(_ adapter: String) async throws(BusError) {
        // The filter selects low energy only, but every packet, because a lock's manufacturer data shows that somebody
        // touched it.
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
                // This may be an old discovery of this program, for example after an unanswered stop. It is also
                // possible that bluetoothd has just started and is still waiting for the controller.
                _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
                if isAgain { try? await Task.sleep(for: Self.pause) }
                guard !Task.isCancelled else { throw error }
                isAgain = true
            }
        }
    }

    private static let inProgress = "org.bluez.Error.InProgress"
    /// How long discovery is requested again while bluetoothd is busy with the controller, and the pauses in between.
    /// It is requested at least twice, because a controller that does not answer keeps bluetoothd busy for four
    /// seconds.
    private static let (busyLimit, pause) = (Duration.seconds(3), Duration.milliseconds(250))

    /// Stops reporting advertisements.
    package func stopScan() async {
        guard isScanning, let adapter else { return }
        isScanning = false
        // If bluetoothd does not answer, there is nothing to stop.
        _ = try? await ask(call(adapter, "StopDiscovery"), limit: Self.stackLimit)
    }

    /// Called when the stack does not answer requests to the adapter. After that, the driver tries again from time to
    /// time.
    func wedged() {
        isWedged = true
        update()
        probing?.cancel()
        // This task ends when the adapter answers, or with the connection.
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

    /// Asks bluetoothd for a sign of life, because its other answers take as long as the adapter or a device takes.
    /// bluetoothd is asked repeatedly until it gives a sign.
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
            // The results from the time when bluetoothd was silent are no longer needed.
            guard isSilent else { return wasSilent ? takeDownLeftovers() : () }
            lifeTimer?.cancel()
            // This task ends with one question, or with the connection.
            lifeTimer = Task { if (try? await Task.sleep(for: Self.patience)) != nil { askForLife() } }
        }
    }

    private func call(_ adapter: String, _ method: String, _ arguments: [BusArgument] = []) -> BusCall {
        BusCall(
            destination: Self.bluez, path: adapter, interface: BlueZObjects.adapterInterface, method: method,
            arguments: arguments)
    }
}
