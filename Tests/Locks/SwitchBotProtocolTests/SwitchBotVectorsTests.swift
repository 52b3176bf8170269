import LockProtocol
import SwitchBotProtocol
import TestSupport
import Testing

/// Compares the bytes of messages with the bytes of other tools. They are openssl's bytes for the cipher, and published
/// advertisements.
@Suite("SwitchBot's bytes") struct SwitchBotVectorsTests {
    @Test("SwitchBot cipher: every message has the key stream of openssl, and the counter passes its largest number")
    func cipher() throws {
        let session = try SwitchBotLocks.session()
        let zeros = [UInt8](repeating: 0, count: 40)
        let stream = "dc8c0614adb260db63634c9609858a08536901048e55f35062fa24b062e48312f89baa41dc21e58f"
        #expect(hex(try session.crypt(zeros)) == stream)
        #expect(try session.crypt(hex(stream)) == zeros)
        #expect(try session.crypt([]) == [])
        let last = try SwitchBotLocks.key().session(vector: [UInt8](repeating: 0xFF, count: 16))
        #expect(
            hex(try last.crypt(zeros))
                == "b53b6b9d0bd71a9ee91071aace777e3bc2a8bfee68bee1407cd2dde7e86df983c2a59bcc7eb5f802")
    }

    @Test(
        "SwitchBot request: is 57, the key's number, two bytes of the vector, and the encrypted command",
        arguments: [
            (SwitchBotCommand.lockInfo, "575af0e1d3c38715"), (.basicInfo, "575af0e1de"),
            (.unlock, "575af0e1d3c20715bd32"), (.lock, "575af0e1d3c20715bdb2"),
            (.unlockOnly, "575af0e1d3c20715bd12"), (.reports(isOn: true), "575af0e1d28d060aadb2e1da"),
            (.reports(isOn: false), "575af0e1d28c"),
        ])
    func requests(command: SwitchBotCommand, bytes: String) throws {
        let session = try SwitchBotLocks.session()
        let request = try SwitchBotRequest(command, in: session)
        #expect(hex(request.encoded) == bytes)
        let read = try SwitchBotRequest(hex(bytes))
        #expect(read == request && !read.isPlain)
        #expect(try SwitchBotCommand(try session.crypt(read.content)) == command)
    }

    @Test("SwitchBot request: the request for a vector is in plaintext") func opening() throws {
        let request = SwitchBotRequest(plain: .session(keyID: 0x5A))
        #expect(hex(request.encoded) == "570000000f21035a")
        #expect(try SwitchBotRequest(request.encoded).isPlain)
        #expect(hex(SwitchBotReply(vector: hex(SwitchBotLocks.vector)).encoded) == "01000000" + SwitchBotLocks.vector)
    }

    @Test(
        "SwitchBot reply: a state and a battery are read",
        arguments: [
            ("015af0e15c8c", SwitchBotBolt.locked, true), ("015af0e16c8c", .unlocking, true),
            ("0f5af0e14c8c", .unlocked, true), ("065af0e16c8c", .unlocking, true),
            ("015af0e1cc8c", .unlocked, false),
        ])
    func states(bytes: String, bolt: SwitchBotBolt, isCalibrated: Bool) throws {
        let session = try SwitchBotLocks.session()
        let reply = try SwitchBotReply(hex(bytes))
        let info = try SwitchBotLockInfo(payload: try session.crypt(reply.content))
        #expect(info.bolt == bolt && info.isCalibrated == isCalibrated)
        #expect(hex(try SwitchBotReply(reply.result, info.payload, in: session).encoded) == bytes)
        let basic = try SwitchBotBasicInfo(
            payload: try session.crypt(try SwitchBotReply(hex("015af0e1b8df")).content))
        #expect(basic.batteryPercent == 100 && basic.firmware == "8.3")
    }

    /// The advertisements come from the tests of pySwitchbot and of Home Assistant, whose authors received them from
    /// real locks.
    @Test(
        "SwitchBot advertisement: published advertisements are read",
        arguments: [
            ("f1099f451a5d07830020", "6f8064", SwitchBotBolt.locked, false, 7),
            ("f1099f451a5dda830020", "6f8064", .locked, false, 0xDA),
            ("eef5e6098fe811970820", "6f8064", .unlocked, true, 0x11),
            ("e9d511b26b5317930820", "2d8064", .unlocked, false, 0x17),
        ])
    func advertisements(data: String, service: String, bolt: SwitchBotBolt, isOpen: Bool, sequence: UInt8) throws {
        let read = try SwitchBotAdvertisement(manufacturerData: hex(data), serviceData: hex(service))
        #expect(read.info.bolt == bolt && read.info.isCalibrated && read.info.isDoorOpen == isOpen)
        #expect(read.sequence == sequence && read.batteryPercent == 100 && hex(read.address) == data.prefix(12))
        #expect(SwitchBotModel(rawValue: read.model) == (service.hasPrefix("6f") ? .lock : .lockLite))
        let again = try SwitchBotAdvertisement(manufacturerData: read.manufacturerData, serviceData: read.serviceData)
        #expect(again == read)
    }

    @Test("SwitchBot advertisement: a lock's is 24 bytes, and its number changes with its state") func air() throws {
        var lock = try SwitchBotLocks.known()
        #expect(hex(lock.advertisingData) == "0201060dff6909f1099f451a5d018000000616" + "3dfd6f8064")
        let air = SwitchBotAir(lock, try SwitchBotLocks.unlock())
        #expect(air.run()?.outcome == .succeeded)
        lock = air.lock
        #expect(lock.advertisement?.sequence == 3 && lock.advertisement?.info.bolt == .unlocked)
    }

    @Test("SwitchBot info: every state has its name, and comes back from its bytes", arguments: SwitchBotBolt.allCases)
    func infos(bolt: SwitchBotBolt) throws {
        for flags in 0..<16 as Range<UInt8> {
            var info = SwitchBotLockInfo()
            info.bolt = bolt
            (info.isCalibrated, info.isDoorOpen) = (flags & 1 != 0, flags & 2 != 0)
            (info.hasOpenAlarm, info.hasUnlockedAlarm) = (flags & 4 != 0, flags & 8 != 0)
            #expect(try SwitchBotLockInfo(payload: info.payload + [9, 9]) == info)
            #expect(info.state == (info.isCalibrated ? bolt.name : "uncalibrated"))
            #expect(info.reading.door == (info.isDoorOpen ? .open : nil))
            if !info.isCalibrated { #expect(info.reading.state == .unknown) }
        }
        #expect(Set(SwitchBotBolt.allCases.map(\.name)).count == SwitchBotBolt.allCases.count)
    }

    @Test("SwitchBot result: every byte has a reason of its own, without a dot in its name") func results() {
        let reasons = (0...255 as ClosedRange<UInt8>).map { SwitchBotResult(rawValue: $0).reason }
        #expect(Set(reasons).count == 256)
        #expect(
            reasons[3] == "switchbot.busy" && reasons[0x2A] == "switchbot.result_2a"
                && reasons[0] == "switchbot.result_00")
    }
}
