import LinuxSupport
package import RadioCore
package import RadioModel

extension BlueZRadioDriver {
    /// Reads a characteristic over the link.
    package func read(
        _ path: CharacteristicPath, of device: DeviceAddress
    ) async throws(LinkError) -> [UInt8] {
        let (place, _) = try characteristic(path, of: device)
        links[device]?.reading = (place, [])
        let result: Result<[BusValue], LinkError> = await request(
            .read, device, call(place, "ReadValue", [.options([])]))
        let told = links[device]?.reading?.values ?? []
        links[device]?.reading = nil
        let value = try result.get().first?.bytes ?? []
        // bluetoothd also reports the value that was just read as a new value.
        var others = told
        if let own = others.firstIndex(of: value) { others.remove(at: own) }
        for other in others { valueSignalled(place, other) }
        return value
    }

    /// Writes a characteristic over the link. If the characteristic offers writes with response, this uses them.
    /// Otherwise, the value is written without the bus.
    package func write(
        _ value: [UInt8], to path: CharacteristicPath, of device: DeviceAddress
    ) async throws(LinkError) {
        let (place, properties) = try characteristic(path, of: device)
        guard value.count <= 512 else { throw LinkError(.tooLong, "a value may have at most 512 bytes") }
        if properties.contains(.write) {
            let options: [BusArgument.Option] = [.init("type", .string("request"))]
            _ = try await request(.write, device, call(place, "WriteValue", [.bytes(value), .options(options)])).get()
            return
        }
        guard properties.contains(.writeWithoutResponse) else {
            throw LinkError(.notSupported, "the characteristic cannot be written")
        }
        guard value.count <= (links[device]?.mtu ?? 23) - 3 else {
            throw LinkError(.tooLong, "the value is too long for the link")
        }
        let writer = try await writer(path, place, device)
        try await send(value, through: writer, to: device)
    }

    /// The socket that leads to a characteristic without the bus. While the socket is open, nobody else can write to
    /// the characteristic.
    private func writer(
        _ path: CharacteristicPath, _ place: String, _ device: DeviceAddress
    ) async throws(LinkError) -> AcquiredSocket {
        if let writer = links[device]?.writers[path] { return writer }
        let values = try await request(.subscribe, device, call(place, "AcquireWrite", [.options([])])).get()
        let writer = try socket(values)
        guard links[device]?.isEnding == false else { throw LinkError(.notConnected, "the link has ended") }
        links[device]?.writers[path] = writer
        return writer
    }

    private func send(_ value: [UInt8], through writer: AcquiredSocket, to device: DeviceAddress)
        async throws(LinkError)
    {
        // bluetoothd normally takes packets quickly. If it takes no packet for a second, it will never take one.
        for _ in 0..<100 {
            guard links[device]?.isEnding == false, !Task.isCancelled else { break }
            guard let hasLeft = writer.send(value) else { throw LinkError(.notConnected, "the link has ended") }
            if hasLeft { return }
            try? await Task.sleep(for: .milliseconds(10))
        }
        throw LinkError(.notConnected, "nothing was sent: the link accepts no more values")
    }

    /// Subscribes to a characteristic over the link, without the bus if possible, because bluetoothd shows the values
    /// that it sends over the bus to every process on the machine.
    package func subscribe(to path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError) {
        let (place, properties) = try characteristic(path, of: device)
        guard properties.contains(.notify) || properties.contains(.indicate) else {
            throw LinkError(.notSupported, "the characteristic sends no values")
        }
        if links[device]?.readers[path] != nil || links[device]?.listening[place] != nil { return }
        if properties.contains(.notify) {
            do throws(LinkError) {
                let values = try await request(.subscribe, device, call(place, "AcquireNotify", [.options([])])).get()
                links[device]?.readers[path] = try socket(values)
                return
            } catch {
                // Not all stacks provide sockets for all characteristics. If there is no socket, the bus is used.
                guard error.code == .notSupported else { throw error }
            }
        }
        links[device]?.listening[place] = path
        let result = await request(.subscribe, device, call(place, "StartNotify"))
        if case .failure(let error) = result {
            links[device]?.listening[place] = nil
            throw error
        }
    }

    private func socket(_ values: [BusValue]) throws(LinkError) -> AcquiredSocket {
        guard let descriptor = values.first?.descriptor, let socket = try? AcquiredSocket(descriptor) else {
            throw LinkError(.failed, "bluetoothd did not return a socket")
        }
        return socket
    }

    private func characteristic(
        _ path: CharacteristicPath, of device: DeviceAddress
    ) throws(LinkError) -> (place: String, properties: Set<GATTCharacteristic.Property>) {
        guard let link = links[device], link.isUp, !link.isEnding else {
            throw LinkError(.notConnected, "there is no link")
        }
        guard let place = link.paths[path], let found = link.services[path] else {
            throw LinkError(.noCharacteristic, "the device has no such characteristic")
        }
        return (place, found.properties)
    }

    private func call(_ path: String, _ method: String, _ arguments: [BusArgument] = []) -> BusCall {
        BusCall(
            destination: Self.bluez, path: path, interface: BlueZObjects.characteristicInterface, method: method,
            arguments: arguments)
    }

    // MARK: - One request at a time

    /// Sends a request, and waits until there is an answer, the link ends or the task is cancelled.
    private func request(
        _ kind: BlueZError.Request, _ device: DeviceAddress, _ call: BusCall
    ) async -> Result<[BusValue], LinkError> {
        guard links[device]?.request == nil else {
            return .failure(LinkError(.busy, "another request on the link is not finished"))
        }
        let number = nextNumber()
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                links[device]?.request = BlueZLink.Request(number: number, kind: kind, caller: caller)
                send(call, limit: Self.requestLimit) { [self] in answered(device, number, $0) }
                if Task.isCancelled { abandon(device, number) }
            }
        } onCancel: {
            // The thread outlives every call, and abandoning twice has no effect.
            thread.run { self.assumeIsolated { $0.abandon(device, number) } }
        }
    }

    private func answered(_ device: DeviceAddress, _ number: UInt64, _ result: Result<BusConnection.Reply, BusError>) {
        guard let request = links[device]?.request, request.number == number else { return }
        links[device]?.request = nil
        switch result {
        case .success(let reply): request.caller?.resume(returning: .success(reply.values))
        case .failure(let error):
            request.caller?.resume(
                returning: .failure(BlueZError.error(error.name, error.message, of: request.kind)))
            // If a device or a stack leaves a request unanswered, the link can no longer be used.
            if error.name == BusError.noReply { Task { await disconnectSilent(device) } }
        }
    }

    private func disconnectSilent(_ device: DeviceAddress) async {
        guard let link = links[device], link.isUp, !link.isEnding else { return }
        end(device, .unknown)
        forget(link.path)
    }

    /// Called when the caller no longer waits. The request has been sent.
    private func abandon(_ device: DeviceAddress, _ number: UInt64) {
        guard let request = links[device]?.request, request.number == number else { return }
        links[device]?.request?.caller = nil
        request.caller?.resume(returning: .failure(LinkError(.outcomeUnknown, "the caller stopped waiting")))
    }

    // MARK: - Values

    /// Handles the values that have arrived on the sockets.
    func takeValues() {
        for device in links.keys { takeValues(device) }
    }

    func takeValues(_ device: DeviceAddress) {
        guard let link = links[device], link.isUp else { return }
        for (path, reader) in link.readers {
            // A device that sends too many values must not prevent the thread from serving all other devices.
            var left = 64
            receiving: while left > 0 {
                left -= 1
                switch reader.receive() {
                case .value(let value): tell(.value(device, path, value))
                case .nothing: break receiving
                case .ended:
                    links[device]?.readers[path] = nil
                    break receiving
                }
            }
        }
    }

    /// Handles a value that arrived over the bus.
    func valueSignalled(_ place: String, _ value: [UInt8]) {
        for (device, link) in links where link.isUp && !link.isEnding {
            guard let path = link.listening[place], value.count <= 512 else { continue }
            if link.reading?.path == place {
                links[device]?.reading?.values.append(value)
            } else {
                tell(.value(device, path, value))
            }
        }
    }
}
