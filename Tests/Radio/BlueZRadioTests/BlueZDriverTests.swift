import Glibc
import RadioCore
import RadioModel
import SeamModel
import TestSupport
import Testing
import Wire

@testable import BlueZRadio

/// Tests the driver with a scripted bluetoothd. Its messages were recorded from the real bluetoothd.
@Suite(
    "The driver for BlueZ", .timeLimit(.minutes(2)),
    .enabled(if: ScriptedBlueZ.isRequired || ScriptedBlueZ.isPresent, ScriptedBlueZ.howToGet))
struct BlueZDriverTests {
    private typealias Lock = ScriptedLock

    @Test("BlueZ driver: the adapter's state follows bluetoothd, the switch and the stick")
    func adapterStates() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.events.await(.adapter(.noBluetoothd))
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await bluez.change(ScriptedBlueZ.adapter, "Adapter1", #"{"Powered":false}"#)
        try await bluez.events.await(.adapter(.off))
        try await bluez.change(ScriptedBlueZ.adapter, "Adapter1", #"{"Powered":true}"#)
        try await bluez.events.await(.adapter(.ready))
        try await bluez.order(#"{"op":"remove","path":"/org/bluez/hci0"}"#)
        try await bluez.events.await(.adapter(.absent))
        // An adapter that is plugged in again may have another name.
        try await bluez.add("/org/bluez/hci7", "Adapter1", #"{"Powered":true}"#)
        try await bluez.events.await(.adapter(.ready))
        try bluez.kill()
        try await bluez.events.await(.adapter(.noBluetoothd))
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
    }

    @Test("BlueZ driver: a bus that comes and goes is waited for")
    func busRestarts() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        bluez.bus.signal(SIGKILL)
        try await bluez.events.await(.adapter(.noBluetoothd))
        let device = try #require(Lock.address)
        await #expect(throws: LinkError(.notReady, "")) { try await bluez.driver.startScan() }
        await #expect(throws: LinkError(.notReady, "")) { _ = try await bluez.driver.connect(device) }
    }

    @Test("BlueZ driver: a bus that keeps the broker from bluetoothd says so")
    func denied() async throws {
        let bluez = try await ScriptedBlueZ(policy: #"<deny send_destination="org.bluez"/>"#)
        try await bluez.start()
        try await bluez.events.await(.adapter(.noPermission))
    }

    @Test("BlueZ driver: what is heard is told while discovery runs, with what was heard before")
    func scan() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await Lock.appear(on: bluez)
        try await bluez.driver.startScan()
        try await bluez.driver.startScan()
        func next() async throws -> Advertisement {
            let event = try await bluez.events.await("advertisement") {
                if case .advertisement = $0 { true } else { false }
            }
            guard case .advertisement(let heard) = event else { throw TestFailure("\(event)") }
            return heard
        }
        #expect(try await next().content.name == "Lock")
        try await bluez.change(Lock.device, "Device1", #"{"RSSI":-70,"ManufacturerData":{"76":"0215"}}"#)
        let heard = try await next()
        #expect(heard.rssiDBm == -70 && heard.device == Lock.address)
        #expect(heard.content.manufacturerData == [.init(company: 76, data: [0x02, 0x15])])
        await bluez.driver.stopScan()
        try await bluez.change(Lock.device, "Device1", #"{"RSSI":-71}"#)
        try await bluez.driver.startScan()
        #expect(try await next().rssiDBm == -71, "not told twice: nothing was told in between")
    }

    @Test("BlueZ driver: a device that was let go for want of room is known again when it is heard")
    func crowd() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await bluez.add(
            Lock.device, "Device1",
            #"{"Address":"F0:12:34:56:78:9A","AddressType":"random","Adapter":"/org/bluez/hci0","RSSI":-50}"#)
        try await bluez.order(#"{"op":"crowd","count":\#(BlueZObjects.deviceLimit)}"#)
        try await bluez.driver.startScan()
        try await bluez.change(Lock.device, "Device1", #"{"RSSI":-33}"#)
        try await bluez.events.await("the lock is heard") {
            if case .advertisement(let heard) = $0 {
                heard.device == Lock.address && heard.rssiDBm == -33
            } else {
                false
            }
        }
    }

    @Test("BlueZ driver: a discovery that is not answered is a wedged adapter, until it is")
    func wedged() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await bluez.on("StartDiscovery", #""error":["org.bluez.Error.InProgress","Operation already in progress"]"#)
        await #expect(throws: LinkError(.busy, "")) { try await bluez.driver.startScan() }
        try await bluez.events.await(.adapter(.wedged))
        try await bluez.change(ScriptedBlueZ.adapter, "Adapter1", #"{"Powered":false}"#)
        try await bluez.events.await(.adapter(.off))
        try await bluez.change(ScriptedBlueZ.adapter, "Adapter1", #"{"Powered":true}"#)
        try await bluez.events.await(.adapter(.ready))
        await #expect(throws: LinkError(.busy, "")) { try await bluez.driver.startScan() }
        try await bluez.events.await(.adapter(.wedged))
        try await bluez.on("StartDiscovery", #""reset":true"#)
        try await bluez.events.await(.adapter(.ready))
        try await bluez.driver.startScan()
    }

    @Test("BlueZ driver: a bluetoothd that has just come is waited for")
    func busyAtFirst() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await bluez.on("StartDiscovery", #""error":["org.bluez.Error.InProgress","Operation already in progress"]"#)
        let scan = Task { try await bluez.driver.startScan() }
        try await bluez.awaitCalls("StartDiscovery", count: 3)
        try await bluez.on("StartDiscovery", #""reset":true"#)
        try await scan.value
        #expect(!bluez.events.all.contains(.adapter(.wedged)))
    }

    @Test("BlueZ driver: a lock not heard again after bluetoothd died connecting it resets the adapter once")
    func stray() async throws {
        let (bluez, look) = try await Self.startedAgain()
        // The driver switches the adapter off and on. If a request is not answered in time, the driver repeats it.
        try await bluez.awaitCalls("Set", count: 2)
        await look.value
    }

    @Test(
        "driver: a lock that is heard again, and one whose adapter somebody else uses, cost nobody the adapter",
        arguments: [true, false])
    func noStray(isHeard: Bool) async throws {
        let (bluez, look) = try await Self.startedAgain()
        if isHeard {
            try await Lock.appear(on: bluez)
        } else {
            try await bluez.add(
                "/org/bluez/hci0/keyboard", "Device1",
                #"{"Address":"F0:12:34:56:78:9B","AddressType":"random","Adapter":"/org/bluez/hci0","Connected":true}"#)
        }
        await look.value
        #expect(try !bluez.calls.contains("Set"))
    }

    /// Kills bluetoothd while a link is open, starts bluetoothd again, and waits until it is scanning. Returns the
    /// driver, and the task that looks for anything left over from the first bluetoothd.
    private static func startedAgain() async throws -> (ScriptedBlueZ, Task<Void, Never>) {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        _ = try await Lock.link(bluez)
        try bluez.kill()
        try await bluez.events.await(.adapter(.noBluetoothd))
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await bluez.driver.startScan()
        return (bluez, try #require(await bluez.driver.strayTimer))
    }

    @Test("driver: an attempt to connect ends with a bluetoothd that stands still, and what it does later is undone")
    func silentWhileConnecting() async throws {
        let (bluez, device) = try await Lock.onAir()
        try bluez.suspend(true)
        await #expect(throws: LinkError(.notReady, "")) { _ = try await bluez.driver.connect(device) }
        try await bluez.events.await(.adapter(.bluetoothdSilent))
        try bluez.suspend(false)
        try await bluez.events.await(.adapter(.ready))
        try await bluez.awaitCall("Disconnect")
    }

    @Test("driver: a bluetoothd that stands still is told, also while its adapter is ready, until it answers again")
    func silent() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try bluez.suspend(true)
        await #expect(throws: LinkError.self) { try await bluez.driver.startScan() }
        try await bluez.events.await(.adapter(.bluetoothdSilent))
        #expect(!bluez.events.all.contains(.adapter(.wedged)))
        try bluez.suspend(false)
        try await bluez.events.await(.adapter(.ready))
        try await bluez.driver.startScan()
    }

    @Test("A link: services, values past the bus and over it, writes of both kinds")
    func link() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.on("AcquireNotify", #""socket":true"#)
        try await bluez.on("AcquireWrite", #""socket":true"#)
        try await bluez.on("ReadValue", #""value":"beef""#)
        let device = try await Lock.link(bluez)
        let driver = bluez.driver
        await #expect(throws: LinkError(.busy, "")) { _ = try await driver.connect(device) }
        try await driver.subscribe(to: Lock.path(3), of: device)
        try await driver.subscribe(to: Lock.path(4), of: device)
        #expect(try await driver.read(Lock.path(1), of: device) == [0xBE, 0xEF])
        try await driver.write([1, 2], to: Lock.path(1), of: device)
        try await bluez.awaitCall("WriteValue", "0102")
        try await driver.write([3, 4, 5], to: Lock.path(2), of: device)
        try await bluez.awaitCall("packet", "030405")
        await #expect(throws: LinkError(.tooLong, "")) {
            try await driver.write([UInt8](repeating: 0, count: 245), to: Lock.path(2), of: device)
        }
        await #expect(throws: LinkError(.noCharacteristic, "")) {
            try await driver.write([1], to: Lock.path(9), of: device)
        }
        for byte in 0..<UInt8(20) {
            try await bluez.order(
                #"{"op":"packet","path":"\#(Lock.place(3))","hex":"0\#(String(byte % 16, radix: 16))"}"#)
        }
        for byte in 0..<UInt8(20) { try await bluez.events.await(.value(device, Lock.path(3), [byte % 16])) }
        try await bluez.change(Lock.place(4), "GattCharacteristic1", #"{"Value":"aa"}"#)
        try await bluez.events.await(.value(device, Lock.path(4), [0xAA]))
    }

    @Test("BlueZ driver: links that a killed broker has left are taken down, and those of a paired keyboard are not")
    func leftovers() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await Lock.appear(on: bluez)
        try await bluez.change(Lock.device, "Device1", #"{"Connected":true}"#)
        try await bluez.order(
            #"{"op":"add","path":"/org/bluez/hci0/dev_keyboard","interfaces":{"org.bluez.Device1":{"#
                + #""Address":"00:00:00:00:00:07","AddressType":"public","Adapter":"/org/bluez/hci0","Connected":true,"Paired":true}}}"#
        )
        let second = BlueZRadioDriver(address: bluez.address, thread: bluez.thread)
        let run = Task { try await second.run(into: RecordingSink()) }
        defer { run.cancel() }
        try await bluez.awaitCall("RemoveDevice\", \"path\": \"/org/bluez/hci0", Lock.device)
        #expect(try !bluez.said.contains("keyboard"))
    }

    @Test("BlueZ driver: signals of anybody else are not heard")
    func stranger() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        let device = try await Lock.link(bluez)
        try await bluez.driver.subscribe(to: Lock.path(4), of: device)
        try await bluez.stranger([
            ScriptedBlueZ.changing(Lock.place(4), "GattCharacteristic1", #"{"Value":"bb"}"#),
            ScriptedBlueZ.changing(Lock.device, "Device1", #"{"Connected":false}"#),
            ScriptedBlueZ.changing(ScriptedBlueZ.adapter, "Adapter1", #"{"Powered":false}"#),
        ])
        try await bluez.change(Lock.place(4), "GattCharacteristic1", #"{"Value":"cc"}"#)
        try await bluez.events.await(.value(device, Lock.path(4), [0xCC]))
        let values = bluez.events.all.filter { if case .value = $0 { true } else { false } }
        #expect(values.count == 1)
        #expect(!bluez.events.all.contains(.adapter(.off)))
    }

    @Test(
        "BlueZ driver: a link that ends with a write under way leaves its outcome open",
        arguments: ["link", "bluetoothd", "device"])
    func lost(what: String) async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        let device = try await Lock.link(bluez)
        try await bluez.on("WriteValue", #""silent":true"#)
        let driver = bluez.driver
        let write = Task { try await driver.write([7], to: Lock.path(1), of: device) }
        try await bluez.awaitCall("WriteValue", "07")
        await #expect(throws: LinkError(.busy, "")) { try await driver.write([8], to: Lock.path(1), of: device) }
        switch what {
        case "link": try await bluez.change(Lock.device, "Device1", #"{"ServicesResolved":false,"Connected":false}"#)
        case "device": try await bluez.order(#"{"op":"remove","path":"\#(Lock.device)"}"#)
        default: try bluez.kill()
        }
        await #expect(throws: LinkError(.outcomeUnknown, "")) { try await write.value }
        try await bluez.events.await(.linkLost(device, what == "bluetoothd" ? .adapter : .unknown))
        if what == "bluetoothd" { try await bluez.events.await(.adapter(.noBluetoothd)) }
        await #expect(throws: LinkError(.notConnected, "")) {
            try await driver.write([9], to: Lock.path(1), of: device)
        }
    }

    @Test("BlueZ driver: a caller that leaves has no answer, and the link carries nothing else before the device's")
    func abandoned() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        let device = try await Lock.link(bluez)
        try await bluez.on("WriteValue", #""silent":true"#)
        let driver = bluez.driver
        let write = Task { try await driver.write([7], to: Lock.path(1), of: device) }
        try await bluez.awaitCall("WriteValue", "07")
        write.cancel()
        await #expect(throws: LinkError(.outcomeUnknown, "")) { try await write.value }
        await #expect(throws: LinkError(.busy, "")) { try await driver.read(Lock.path(1), of: device) }
    }

    @Test("BlueZ driver: an attempt is given up by a disconnect, and the device can be connected again")
    func givenUp() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await Lock.appear(on: bluez)
        let device = try #require(Lock.address)
        let driver = bluez.driver
        try await driver.startScan()
        try await bluez.events.await("advertisement") { if case .advertisement = $0 { true } else { false } }
        // bluetoothd answers the call "Connect", but never resolves the services.
        let attempt = Task { try await driver.connect(device) }
        try await bluez.awaitCall("Connect")
        try await bluez.change(Lock.device, "Device1", #"{"Connected":true}"#)
        let end = Task { await driver.disconnect(device) }
        try await bluez.awaitCall("Disconnect")
        await #expect(throws: LinkError(.cancelled, "")) { _ = try await attempt.value }
        await #expect(throws: LinkError(.busy, ""), "it is not down yet") { _ = try await driver.connect(device) }
        try await bluez.change(Lock.device, "Device1", #"{"Connected":false}"#)
        await end.value
        try await bluez.change(Lock.device, "Device1", #"{"Connected":true,"ServicesResolved":true}"#)
        _ = try await driver.connect(device)
        #expect(!bluez.events.all.contains(.linkLost(device, .unknown)))
    }

    @Test("BlueZ driver: a link that is coming up when it is given up is not down before bluetoothd has answered")
    func givenUpEarly() async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await Lock.appear(on: bluez)
        try await bluez.on("Disconnect", #""silent":true"#)
        let device = try #require(Lock.address)
        let driver = bluez.driver
        try await driver.startScan()
        try await bluez.events.await("advertisement") { if case .advertisement = $0 { true } else { false } }
        let attempt = Task { try await driver.connect(device) }
        try await bluez.awaitCall("Connect")
        let end = Task { await driver.disconnect(device) }
        try await bluez.awaitCall("Disconnect")
        await #expect(throws: LinkError(.cancelled, "")) { _ = try await attempt.value }
        await #expect(throws: LinkError(.busy, "")) { _ = try await driver.connect(device) }
        try bluez.kill()
        await end.value
    }

    @Test(
        "BlueZ driver: what bluetoothd answers to a write is told apart",
        arguments: [
            (#"["org.bluez.Error.Failed","Operation failed with ATT error: 0x80"]"#, LinkError.refused(0x80)),
            (#"["org.bluez.Error.Failed","Operation failed with ATT error: 0x0e"]"#, LinkError(.outcomeUnknown, "")),
            (#"["org.bluez.Error.Failed","Not connected"]"#, LinkError(.notConnected, "")),
            (#"["org.bluez.Error.NotPermitted","Write acquired"]"#, LinkError(.busy, "")),
            (#"["org.bluez.Error.Odd","\u001b[2Jjunk"]"#, LinkError(.failed, "")),
        ])
    func refusals(answer: String, error: LinkError) async throws {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        let device = try await Lock.link(bluez)
        try await bluez.on("WriteValue", #""error":\#(answer)"#)
        try await bluez.order(#"{"op":"add","path":"/","interfaces":{}}"#)
        let driver = bluez.driver
        await #expect(throws: error) { try await driver.write([7], to: Lock.path(1), of: device) }
    }
}
