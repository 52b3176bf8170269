import RPC
import RadioAPI
import RadioModel
import Testing
import VirtualRadio
import Wire

@Suite(.timeLimit(.minutes(2))) struct RadioBrokerTests {
    let path = BrokerFixture.path

    func error(_ body: @Sendable () async throws -> Void) async -> WireError? {
        do { try await body() } catch { return error as? WireError }
        return nil
    }

    @Test("radio broker: scans links writes and hears") func scansLinksWritesAndHears() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            #expect(link.mtu == 185)
            try await link.subscribe(path)
            #expect(try await link.read(path) == [7])
            let long = [UInt8](repeating: 3, count: 400)
            try await link.write(long, to: path)
            #expect(try await link.next() == .value(LinkValue(path: path, value: Array(long.prefix(100)))))
            let end = await link.close()
            #expect(end == LinkEnd(reason: "rpc.cancelled", effect: .none))
            await broker.lock.awaits { if case .disconnected(_, .central) = $0 { true } else { false } }
            #expect(try await client.get().linksUsed == 0)
        }
    }

    @Test("radio broker: all that a device advertises is heard") func allThatADeviceAdvertisesIsHeard() async throws {
        try await BrokerFixture.run { broker in
            let heard = try #require(try await broker.client().scan().next())
            #expect(heard.device == (try broker.device) && heard.name == "Nuki_00000001")
            #expect(heard.services == [BrokerFixture.service])
            #expect(heard.manufacturerData == [HeardDevice.ManufacturerData(company: 0x055A, data: [1, 2])])
            let battery = try #require(BluetoothUUID("0000180f-0000-1000-8000-00805f9b34fb"))
            #expect(heard.serviceData == [HeardDevice.ServiceData(service: battery, data: [3, 4])])
        }
    }

    @Test("radio broker: the longest value of an attribute is written")
    func theLongestValueOfAnAttributeIsWritten() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            try await link.write([UInt8](repeating: 3, count: 512), to: path)
            #expect(await broker.lock.writes.map(\.count) == [512])
            let tooLong = await error { try await link.write([UInt8](repeating: 3, count: 513), to: path) }
            #expect(tooLong?.code == .invalidArgument && tooLong?.effect == WireError.Effect.none)
            #expect(await broker.lock.writes.count == 1)
        }
    }

    @Test("radio broker: refuses what is not leased") func refusesWhatIsNotLeased() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            let stranger = try await broker.client()
            let busy = await error {
                _ = try await stranger.openLink(to: try broker.device, allow: [path], attemptID: "other")
            }
            #expect(busy?.reason == "radio.lock_busy")
            #expect(busy?.code == .failedPrecondition)
            let elsewhere = CharacteristicPath(service: path.service, characteristic: path.service)
            #expect(await error { try await link.write([1], to: elsewhere) }?.reason == "link.not_allowed")
            let refused = await error { try await link.write([0xEE], to: path) }
            #expect(refused?.reason == "link.att_error")
            #expect(refused?.details?["att_code"] == 0x80)
            #expect(refused?.effect == WireError.Effect.none)
        }
    }

    @Test("radio broker: a write without response is done when it has left")
    func aWriteWithoutResponseIsDoneWhenItHasLeft() async throws {
        let properties: Set<GATTCharacteristic.Property> = [.writeWithoutResponse, .indicate]
        let characteristic = GATTCharacteristic(uuid: path.characteristic, properties: properties)
        let services = [GATTService(uuid: path.service, characteristics: [characteristic])]
        try await BrokerFixture.run(services: services) { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            await broker.lock.beSilent()
            // If a value does not fit into one message, it cannot be sent, because the lock would take each piece for a
            // separate message.
            let tooLong = await error { try await link.write([UInt8](repeating: 1, count: 183), to: path) }
            #expect(tooLong?.effect == WireError.Effect.none)
            let longest = [UInt8](repeating: 1, count: 182)
            try await link.write(longest, to: path)
            try await link.write([2], to: path, commit: true)
            let address = broker.lock.port.address
            await broker.lock.awaits { $0 == .write(address, .command, path, value: [2]) }
            #expect(await broker.lock.writes == [longest, [2]])
        }
    }

    @Test("radio broker: nothing follows the commit") func nothingFollowsTheCommit() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            try await link.write([1], to: path, commit: true)
            #expect(await error { try await link.write([2], to: path) }?.reason == "link.already_committed")
            #expect(await link.close().effect == .unknown)
            #expect(await broker.lock.writes == [[1]])
        }
    }

    @Test("radio broker: no write leaves after cancel or deadline")
    func noWriteLeavesAfterCancelOrDeadline() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client, timeout: .seconds(4))
            let end = await error { _ = try await link.next() }
            #expect(end?.code == .deadlineExceeded)
            let late = await error { try await link.write([1], to: path, commit: true) }
            #expect(late?.effect == WireError.Effect.none)
            let second = try await broker.openLink(client)
            _ = await second.close()
            let cancelled = await error { try await second.write([2], to: path, commit: true) }
            #expect(cancelled?.effect == WireError.Effect.none)
            #expect(await broker.lock.writes.isEmpty)
        }
    }

    @Test("radio broker: lease dies with its connection") func leaseDiesWithItsConnection() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            await client.connection.close()
            await broker.lock.awaits { if case .disconnected(_, .central) = $0 { true } else { false } }
            _ = link
            _ = try await broker.openLink(try await broker.client())
        }
    }

    @Test("radio broker: a name with a zero ends nobodys scan") func aNameWithAZeroEndsNobodysScan() async throws {
        try await BrokerFixture.run { broker in
            // The last structure in the scan response is incomplete. It is dropped, and the name from the lock's
            // profile is dropped with it.
            await broker.lock.port.update(VirtualLockUpdate(scanResponse: [0x05, 0x09, 0x4E, 0x00, 0x41, 0x42, 0x1F]))
            let scan = try await broker.client().scan(ScanParameters(services: [BrokerFixture.service]))
            var heard = try await scan.next()
            while heard?.name == "Nuki_00000001" { heard = try await scan.next() }
            #expect(heard?.name == "N")
        }
    }

    @Test("radio broker: a vanished lock closes the link") func aVanishedLockClosesTheLink() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            await broker.lock.beSilent()
            async let written = error { try await link.write([1], to: path, commit: true) }
            await broker.lock.awaits { if case .write = $0 { true } else { false } }
            await broker.lock.port.update(VirtualLockUpdate(inRange: false))
            #expect(try await link.next() == .closed(reason: "supervision"))
            let unknown = await written
            #expect(unknown?.reason == "link.write_unknown")
            #expect(unknown?.effect == .unknown)
            #expect(await link.close() == LinkEnd(reason: "supervision", effect: .unknown))
        }
    }

    @Test("radio broker: host wide states end links and scans") func hostWideStatesEndLinksAndScans() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            let watch = try await client.watch()
            #expect(try await watch.next()?.state == .ready)
            for state in AdapterState.allCases where state != .ready {
                try await broker.link.send(.adapter(state))
                while try await watch.next()?.state.rawValue != state.rawValue {}
                let refused = await error { _ = try await client.scan().next() }
                #expect(refused?.reason == "radio.not_ready")
            }
            #expect(try await link.next() == .closed(reason: "adapter"))
            try await broker.link.send(.adapter(.ready))
            while try await watch.next()?.state != .ready {}
            _ = try await broker.openLink(client)
        }
    }

    @Test("radio broker: a state that has not changed is not told again")
    func aStateThatHasNotChangedIsNotToldAgain() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let watch = try await client.watch()
            #expect(try await watch.next()?.isScanning == false)
            let scan = try await client.scan()
            _ = try await scan.next()
            #expect(try await watch.next()?.isScanning == true)
            for _ in 0..<3 {
                let another = try await client.scan()
                _ = try await another.next()
                another.cancel()
            }
            try await broker.link.send(.adapter(.off))
            #expect(try await watch.next()?.state == .off)
            scan.cancel()
        }
    }

    @Test("radio broker: who is not admitted is refused") func whoIsNotAdmittedIsRefused() async throws {
        try await BrokerFixture.run(users: [61_999]) { broker in
            let refused = await error { _ = try await broker.client().get() }
            #expect(refused?.code == .permissionDenied, "\(String(describing: refused))")
        }
    }

    @Test("radio broker: a lock with many characteristics opens")
    func aLockWithManyCharacteristicsOpens() async throws {
        let more = Self.manyServices { (BluetoothUUID(short: $0), BluetoothUUID(short: $1)) }
        try await BrokerFixture.run(services: BrokerFixture.services + more) { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client, timeout: .seconds(10))
            #expect(link.services == BrokerFixture.services)
            #expect(try await link.read(path) == [7])
        }
    }

    @Test("radio broker: a link that cannot be told of ends at once")
    func aLinkThatCannotBeToldOfEndsAtOnce() async throws {
        let same = Self.manyServices { _, _ in (path.service, path.characteristic) }
        try await BrokerFixture.run(services: same) { broker in
            let client = try await broker.client()
            let start = ContinuousClock.now
            let failed = await error { _ = try await broker.openLink(client, timeout: .seconds(30)) }
            #expect(failed?.reason == "link.connect_failed")
            #expect(failed?.effect == WireError.Effect.none)
            #expect(ContinuousClock.now - start < .seconds(15))
            #expect(try await client.get().linksUsed == 0)
        }
    }

    /// The services of a lock. There are more services than fit into one item, but no more than a lock may have.
    static func manyServices(
        _ name: (UInt32, UInt32) -> (service: BluetoothUUID, characteristic: BluetoothUUID)
    ) -> [GATTService] {
        (UInt32(1)...10).map { service in
            let characteristics = (UInt32(1)...60).map { number in
                GATTCharacteristic(uuid: name(service, number).characteristic, properties: [.read])
            }
            return GATTService(uuid: name(service, 0).service, characteristics: characteristics)
        }
    }

    @Test("radio broker: the same address of another kind is another device")
    func theSameAddressOfAnotherKindIsAnotherDevice() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let link = try await broker.openLink(client)
            let other = try #require(DeviceAddress(address: try broker.device.address, kind: .public))
            let open: @Sendable (RadioClient) async -> WireError? = { client in
                await error { _ = try await client.openLink(to: other, allow: [path], attemptID: "other") }
            }
            #expect(await open(try await broker.client())?.reason == "link.not_found")
            #expect(try await link.read(path) == [7])
            await link.close()
            #expect(await open(client)?.reason == "link.not_found")
            // The device's advertisement arrived recently, so a link to this device can be opened. The other device
            // with the same address makes no difference.
            _ = try await client.openLink(to: try broker.device, allow: [path], attemptID: "again")
        }
    }

    @Test("radio broker: an answer of an earlier link is refused")
    func anAnswerOfAnEarlierLinkIsRefused() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            await broker.lock.beSilent()
            let first = try await broker.openLink(client)
            async let unanswered = error { _ = try await first.read(path) }
            await broker.lock.awaits { if case .read = $0 { true } else { false } }
            let known = await broker.lock.heard.count
            await first.close()
            _ = await unanswered
            let second = try await broker.openLink(client)
            async let value = second.read(path)
            await broker.lock.awaits(after: known) { if case .read = $0 { true } else { false } }
            let ids = await broker.lock.reads
            let port = broker.lock.port
            for (id, byte) in zip(ids, [UInt8(1), 2]) {
                try await port.send(.readResult(port.address, id: id, value: [byte]))
            }
            #expect(try await value == [2])
            await broker.lock.awaits { if case .refused(_, _, .noRequest, _) = $0 { true } else { false } }
        }
    }

    @Test("radio broker: an unheard device is not found") func anUnheardDeviceIsNotFound() async throws {
        try await BrokerFixture.run { broker in
            let client = try await broker.client()
            let unknown = await error {
                _ = try await client.openLink(to: try broker.device, allow: [path], attemptID: "early")
            }
            #expect(unknown?.reason == "link.not_found")
        }
    }
}
