import BlueZRadio
import Foundation
import LinuxSupport
import RadioCore
import RadioModel
import TestSupport
import Testing
import Wire

/// A private bus with a scripted bluetoothd, and the driver that uses it.
final class ScriptedBlueZ: Sendable {
    static let adapter = "/org/bluez/hci0"
    static let isRequired = ProcessInfo.processInfo.environment["SEAM_TEST_CI"] != nil
    static let python = "\(Products.package)/.build/python/bus/bin/python"
    static let isPresent = FileManager.default.isExecutableFile(atPath: python)
    static let howToGet: Comment = "deploy/python/environments makes .build/python, which this needs"

    let directory: TestDirectory
    let bus: ChildProcess
    let thread: PollingThread
    let driver: BlueZRadioDriver
    let events = RecordingSink()
    private let running: Task<Void, any Error>
    private let stack = Locked<ChildProcess?>(nil)
    private let lastOrder = Locked(0)

    private static let shared = try? PollingThread(name: "bluez")

    /// Starts the bus and the driver. `policy` contains further rules for everyone, in the format of the bus's
    /// configuration.
    init(policy: String = "") async throws {
        directory = try TestDirectory()
        thread = try #require(Self.shared)
        let address = "unix:path=\(directory.file("bus"))"
        let configuration = try directory.write(
            """
            <busconfig><type>system</type><listen>\(address)</listen><auth>EXTERNAL</auth><policy context="default">
            <allow user="*"/><allow own="*"/><allow send_type="method_call"/><allow send_type="signal"/>
            <allow send_requested_reply="true"/><allow receive_type="*"/>\(policy)</policy></busconfig>
            """, to: "bus.conf")
        bus = try ChildProcess(
            "/usr/bin/dbus-daemon", ["--nofork", "--nopidfile", "--print-address=1", "--config-file=\(configuration)"])
        try await bus.awaitOutput("unix:")
        driver = BlueZRadioDriver(address: address, thread: thread)
        running = Task { [driver, events] in try await driver.run(into: events) }
    }

    deinit {
        running.cancel()
        stack.withLock { $0 }?.signal(SIGKILL)
    }

    var address: String { "unix:path=\(directory.file("bus"))" }

    private var bluetoothd: ChildProcess {
        get throws { try #require(stack.withLock { $0 }) }
    }

    /// Starts bluetoothd with an adapter. If `powered` is true, the adapter is switched on.
    func start(powered: Bool = true) async throws {
        let child = try ChildProcess(Self.python, [Self.script, address], input: nil)
        try await child.awaitOutput("ready")
        stack.withLock { $0 = child }
        try await add(Self.adapter, "Adapter1", #"{"Powered":\#(powered)}"#)
    }

    static let script = "\(Products.package)/Tests/Radio/BlueZRadioTests/bluez.py"

    /// Stops bluetoothd, or lets it continue.
    func suspend(_ isSuspended: Bool) throws {
        if isSuspended { try bluetoothd.suspend() } else { try bluetoothd.signal(SIGCONT) }
    }

    func kill() throws { try bluetoothd.signal(SIGKILL) }

    /// Starts a stranger on the bus, who sends us the same signals as bluetoothd.
    func stranger(_ orders: [String]) async throws {
        let child = try ChildProcess(Self.python, [Self.script, address, "--stranger"], input: nil)
        try await child.awaitOutput("ready")
        for order in orders { try child.write(order + "\n") }
        try child.closeInput()
        #expect(try await child.awaitExit() == 0, "\(child.errors)")
    }

    /// Makes bluetoothd carry out `order`, which is JSON, and waits until bluetoothd has done so. The signals that
    /// result from this are on the bus before any later answer.
    func order(_ order: String) async throws {
        let number = lastOrder.withLock { last in
            last += 1
            return last
        }
        try bluetoothd.write(#"{"n":\#(number),\#(order.dropFirst())"# + "\n")
        try await bluetoothd.awaitOutput(#"{"done": \#(number)}"#)
    }

    func add(_ path: String, _ interface: String, _ properties: String) async throws {
        try await order(#"{"op":"add","path":"\#(path)","interfaces":{"org.bluez.\#(interface)":\#(properties)}}"#)
    }

    func change(_ path: String, _ interface: String, _ properties: String) async throws {
        try await order(Self.changing(path, interface, properties))
    }

    static func changing(_ path: String, _ interface: String, _ properties: String) -> String {
        #"{"op":"change","path":"\#(path)","interface":"org.bluez.\#(interface)","properties":\#(properties)}"#
    }

    /// Sets how bluetoothd answers later calls of a method.
    func on(_ method: String, _ answer: String) async throws {
        try await order(#"{"op":"on","method":"\#(method)",\#(answer)}"#)
    }

    /// The calls that bluetoothd has received.
    var said: String { get throws { try bluetoothd.output } }

    /// The methods that were called on bluetoothd.
    var calls: [String] {
        get throws {
            try said.split(separator: "\n").compactMap { try? JSON(parsing: Array($0.utf8))["call"]?.stringValue }
        }
    }

    /// Waits until bluetoothd has received `count` calls of a method.
    func awaitCalls(_ method: String, count: Int) async throws {
        try await bluetoothd.awaitOutput(#"{"call": "\#(method)""#, count: count)
    }

    /// Waits until bluetoothd has received a call of a method. If `value` is not empty, the call must have this value.
    func awaitCall(_ method: String, _ value: String = "") async throws {
        try await bluetoothd.awaitOutput(#"{"call": "\#(method)""#)
        if !value.isEmpty { try await bluetoothd.awaitOutput(#""value": "\#(value)"}"#) }
    }
}

/// A lock with one service, as bluetoothd reports it.
enum ScriptedLock {
    static let device = "/org/bluez/hci0/dev_1"
    static let address = DeviceAddress(address: "F0:12:34:56:78:9A", kind: .random)
    static let service = BluetoothUUID(short: 0xFD81)

    static func path(_ number: UInt32) -> CharacteristicPath {
        CharacteristicPath(service: service, characteristic: BluetoothUUID(short: number))
    }

    static func place(_ number: UInt32) -> String { "\(device)/service0001/char000\(number)" }

    /// Makes the lock appear on bluetoothd. The lock's characteristic 1 is written with a response, and characteristic
    /// 2 without one. Characteristic 3 sends notifications, and characteristic 4 sends indications.
    static func appear(on bluez: ScriptedBlueZ) async throws {
        try await bluez.add(
            device, "Device1",
            #"{"Address":"F0:12:34:56:78:9A","AddressType":"random","Adapter":"/org/bluez/hci0","Name":"Lock","RSSI":-50}"#
        )
        try await bluez.add("\(device)/service0001", "GattService1", #"{"UUID":"\#(service)","Device":"\#(device)"}"#)
        for (number, flag) in [(1, "write"), (2, "write-without-response"), (3, "notify"), (4, "indicate")] {
            let uuid = BluetoothUUID(short: UInt32(number))
            try await bluez.add(
                place(UInt32(number)), "GattCharacteristic1",
                #"{"UUID":"\#(uuid)","Service":"\#(device)/service0001","Flags":["\#(flag)","read"],"MTU":247}"#)
        }
    }

    /// Starts a bluetoothd that has received the lock's advertisement.
    static func onAir() async throws -> (ScriptedBlueZ, DeviceAddress) {
        let bluez = try await ScriptedBlueZ()
        try await bluez.start()
        try await bluez.events.await(.adapter(.ready))
        try await appear(on: bluez)
        return (bluez, try #require(address))
    }

    /// Makes bluetoothd report the lock, and then a link to the lock.
    static func link(_ bluez: ScriptedBlueZ) async throws -> DeviceAddress {
        let device = try #require(address)
        try await bluez.events.await(.adapter(.ready))
        try await appear(on: bluez)
        try await bluez.driver.startScan()
        _ = try await bluez.events.await("advertisement") { if case .advertisement = $0 { true } else { false } }
        try await bluez.change(Self.device, "Device1", #"{"Connected":true,"ServicesResolved":true}"#)
        _ = try await bluez.driver.connect(device)
        return device
    }
}

/// Keeps the reports of a driver, and lets a test wait for them.
final class RecordingSink: RadioEventSink {
    private struct State {
        var events: [RadioEvent] = []
        /// The number of events that the test has seen. A test waits for each event only once.
        var seen = 0
    }

    private let state = Locked(State())
    /// Wakes the test that is waiting. The stream keeps one wake-up, so that no wake-up is lost.
    private let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    func handle(_ event: RadioEvent) {
        state.withLock { $0.events.append(event) }
        wake.yield()
    }

    var all: [RadioEvent] { state.withLock { $0.events } }

    /// Waits until a matching event comes, for at most twenty seconds. An event counts only if it comes after the event
    /// for which a test last waited.
    @discardableResult
    func await(_ what: String, _ isWanted: (RadioEvent) -> Bool) async throws -> RadioEvent {
        let deadline = ContinuousClock.now + .seconds(20)
        // Either the wait ends first and ends the timer, or the timer ends the wait.
        let timer = Task { [wake] in
            guard (try? await ContinuousClock().sleep(until: deadline)) != nil else { return }
            wake.yield()
        }
        defer { timer.cancel() }
        var wakes = wakes.makeAsyncIterator()
        while true {
            if let event = take(isWanted) { return event }
            guard ContinuousClock.now < deadline, await wakes.next(isolation: #isolation) != nil else {
                throw TestFailure("never: \(what); there were \(all)")
            }
        }
    }

    func await(_ event: RadioEvent) async throws { try await self.await("\(event)") { $0 == event } }

    private func take(_ isWanted: (RadioEvent) -> Bool) -> RadioEvent? {
        state.withLock { state in
            guard let index = state.events[state.seen...].firstIndex(where: isWanted) else { return nil }
            state.seen = index + 1
            return state.events[index]
        }
    }
}
