import LinuxSupport
package import RadioCore
package import RadioModel

extension BlueZRadioDriver {
    /// Connects to a device that was heard recently, and finds its services.
    package func connect(_ device: DeviceAddress) async throws(LinkError) -> LinkDescription {
        guard isReady, let adapter else { throw LinkError(.notReady, "the adapter is not ready") }
        guard links[device] == nil else { throw LinkError(.busy, "there is already a link to the device") }
        guard let path = objects.path(of: device, on: adapter) else {
            throw LinkError(.notFound, "the device has not been heard recently")
        }
        askForLife()
        let number = nextNumber()
        links[device] = BlueZLink(number: number, path: path, wasConnected: objects.devices[path]?.isConnected == true)
        do throws(LinkError) {
            try await establish(path, device, number)
        } catch {
            guard let link = links[device], link.number == number else {
                // The adapter, or bluetoothd, disappeared in the meantime. The attempt's result is no longer needed.
                if objects.devices[path] != nil, !isInUse(path) { takeDown(path) }
                throw error
            }
            links[device]?.isConnecting = false
            // A caller that has given up the link takes it down itself. Otherwise, an attempt that is still running in
            // bluetoothd would leave a link that belongs to nobody.
            if !link.isEnding {
                links[device] = nil
                takeDown(path)
            }
            settleWaiters()
            throw error
        }
        links[device]?.isConnecting = false
        let (link, paths) = objects.attributes(of: path)
        links[device]?.paths = paths
        links[device]?.services = link.services
        links[device]?.mtu = link.mtu
        links[device]?.isUp = true
        return link
    }

    /// Connects, and waits until the services are known.
    private func establish(_ path: String, _ device: DeviceAddress, _ number: UInt64) async throws(LinkError) {
        let end = SystemClock.monotonic() + Self.connectLimit
        send(call(path, "Connect"), limit: Self.connectLimit) { [self] result in
            if links[device]?.number == number { links[device]?.connectAnswer = result.map { _ in } }
            settleWaiters()
        }
        // If the link has ended in the meantime, this does not wait for a bluetoothd that does not answer.
        _ = await settle(within: Self.connectLimit) { [self] in
            links[device]?.number != number || links[device]?.connectAnswer != nil
        }
        do throws(BusError) {
            try links[device]?.connectAnswer?.get()
        } catch {
            try checkWanted(device, number)
            throw BlueZError.error(error.name, error.message, of: .connect)
        }
        try checkWanted(device, number)
        let isSettled = await settle(within: max(.zero, end - SystemClock.monotonic())) { [self] in
            guard let link = links[device], link.number == number, !link.isEnding else { return true }
            // The signal that the device is connected may arrive after bluetoothd's answer.
            guard let known = objects.devices[path], known.isConnected else {
                return link.wasConnected || objects.devices[path] == nil
            }
            return known.isResolved
        }
        try checkWanted(device, number)
        guard isSettled else { throw LinkError(.connectFailed, "the services were not found in time") }
        guard let known = objects.devices[path], known.isConnected else {
            throw LinkError(.connectFailed, "the link was lost while it was being set up")
        }
    }

    private func checkWanted(_ device: DeviceAddress, _ number: UInt64) throws(LinkError) {
        guard let link = links[device], link.number == number else {
            throw LinkError(.notReady, "the adapter was removed while the link was being set up")
        }
        guard !link.isEnding else { throw LinkError(.cancelled, "the attempt was cancelled") }
    }

    /// Ends the link, or the attempt to make one. bluetoothd waits two seconds before doing so.
    package func disconnect(_ device: DeviceAddress) async {
        guard let link = links[device] else { return }
        if !link.isEnding {
            links[device]?.isEnding = true
            let isStuck = link.request != nil && link.isUp
            abandonRequest(device, .notConnected)
            links[device]?.readers = [:]
            links[device]?.writers = [:]
            // bluetoothd keeps an unanswered request, even on the next link. So it must forget the device completely.
            let isTold: () -> Void = { [self] in
                guard links[device]?.number == link.number else { return }
                links[device]?.isTold = true
            }
            if isStuck { forget(link.path, isTold) } else { takeDown(link.path, isTold) }
            settleWaiters()
        }
        _ = await settle(within: Self.disconnectLimit) { [self] in
            guard let now = links[device], now.number == link.number else { return true }
            return now.isTold && !now.isConnecting && objects.devices[link.path]?.isConnected != true
        }
        if links[device]?.number == link.number { links[device] = nil }
        settleWaiters()
    }

    /// Makes bluetoothd end a link or an attempt, and tries again until it has ended, because a lock has only one link
    /// and the adapter has few. `answered` is called once bluetoothd has answered, or has failed to answer in time.
    func takeDown(_ path: String, _ answered: @escaping () -> Void = {}) {
        send(call(path, "Disconnect"), limit: Self.disconnectLimit) { [self] result in
            answered()
            guard case .failure(let error) = result, error.name == BusError.noReply else { return }
            guard isReady, objects.devices[path]?.isConnected == true, !isInUse(path) else { return }
            takeDown(path)
        }
    }

    /// Ends links that an earlier, killed broker left behind. bluetoothd keeps such links, and a lock with a link
    /// cannot be heard. Devices that are paired with this machine are left alone.
    func takeDownLeftovers() {
        for (path, device) in objects.devices where device.adapter == adapter && device.isConnected && !device.isPaired
        {
            forget(path)
        }
    }

    /// Makes bluetoothd end a link and forget the device until it is heard again. A paired device is not forgotten.
    func forget(_ path: String, _ answered: @escaping () -> Void = {}) {
        guard let known = objects.devices[path], !known.isPaired else { return takeDown(path, answered) }
        let call = BusCall(
            destination: Self.bluez, path: known.adapter, interface: BlueZObjects.adapterInterface,
            method: "RemoveDevice", arguments: [.path(path)])
        send(call, limit: Self.disconnectLimit) { [self] result in
            if case .failure = result, objects.devices[path] != nil { takeDown(path, answered) } else { answered() }
        }
    }

    private func isInUse(_ path: String) -> Bool { links.values.contains { $0.path == path && !$0.isEnding } }

    private func call(_ path: String, _ method: String) -> BusCall {
        BusCall(destination: Self.bluez, path: path, interface: BlueZObjects.deviceInterface, method: method)
    }

    // MARK: - Links that end by themselves

    /// Called when a device's link or services have appeared or disappeared.
    func linkChanged(_ path: String) {
        defer { settleWaiters() }
        guard objects.devices[path]?.isConnected != true else {
            for (device, link) in links where link.path == path { links[device]?.wasConnected = true }
            return
        }
        guard let (device, _) = links.first(where: { $0.value.path == path && $0.value.isUp && !$0.value.isEnding })
        else { return }
        // BlueZ 5.66 gives no reason.
        end(device, .unknown)
    }

    /// Called when a link is down although nobody here ended it. Values that arrived before are reported first.
    func end(_ device: DeviceAddress, _ loss: LinkLoss) {
        guard let link = links[device] else { return }
        if link.isUp { takeValues(device) }
        abandonRequest(device, nil)
        links[device] = nil
        if link.isUp, !link.isEnding { tell(.linkLost(device, loss)) }
    }

    /// Answers the caller of a request that is still open when the link ends. `code` is the error if the request was
    /// not sent.
    private func abandonRequest(_ device: DeviceAddress, _ code: LinkError.Code?) {
        guard let request = links[device]?.request else { return }
        links[device]?.request?.caller = nil
        let isWrite = request.kind == .write
        let error =
            isWrite || code == nil
            ? BlueZError.error(BusError.noReply, "", of: request.kind) : LinkError(.notConnected, "the link has ended")
        request.caller?.resume(returning: .failure(error))
    }
}
