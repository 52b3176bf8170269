import Glibc
package import LinuxSupport
package import RadioCore
import RadioModel

/// The driver for a real adapter. It uses the adapter through BlueZ's bluetoothd over the system bus.
///
/// The driver runs on one thread, which is also the actor's executor. For this reason, messages from the bus and
/// requests of callers are handled in the order in which they arrive. No code on the thread waits for an answer.
///
/// The driver listens only to bluetoothd, and ignores signals from other senders.
package actor BlueZRadioDriver: RadioDriver, PollingThread.Part {
    /// The address of the system bus.
    package static let systemBus = "unix:path=/run/dbus/system_bus_socket"

    /// The name of bluetoothd on the bus.
    package static let bluez = "org.bluez"
    /// The interface that reads and sets an object's properties.
    package static let properties = "org.freedesktop.DBus.Properties"
    /// The interface that lists the existing objects, with their interfaces.
    package static let objectManager = "org.freedesktop.DBus.ObjectManager"

    /// How long a call that involves no device may take.
    static let stackLimit = Duration.seconds(5)
    /// How long a device may take to answer. This is ATT's 30 s, which bluetoothd also uses, and some time for
    /// bluetoothd itself.
    static let requestLimit = Duration.seconds(32)
    static let connectLimit = Duration.seconds(20)
    static let disconnectLimit = Duration.seconds(5)
    /// The time after which the driver checks the bus, a silent stack or a switch again.
    static let patience = Duration.seconds(2)

    private struct Waiter {
        let isSettled: () -> Bool
        let caller: CheckedContinuation<Bool, Never>
    }

    nonisolated let thread: PollingThread
    private let address: String
    private var sink: (any RadioEventSink)?
    private var connection: BusConnection?
    private var connectionEnded: AsyncStream<Void>.Continuation?
    /// Whether the bus has answered at least once.
    private var isWelcome = false
    /// bluetoothd's unique name, once it has reported its objects.
    var owner: String?
    private var waiters: [UInt64: Waiter] = [:]
    private var lastNumber: UInt64 = 0
    var retry: Task<Void, Never>?
    /// The number of the last request for the objects. Only the answer to this request is used.
    private var lastAsked: UInt64 = 0
    /// The paths of the devices about which the driver is asking.
    private var asked: Set<String> = []
    /// The last reported state.
    private var reported: AdapterState?
    var objects = BlueZObjects()
    /// The adapter in use.
    var adapter: String?
    var isScanning = false
    /// Whether the adapter's firmware no longer answers bluetoothd.
    var isWedged = false
    /// Whether bluetoothd itself no longer answers.
    var isSilent = false
    /// Whether bluetoothd was asked for a sign of life but has not given one yet.
    var isAsked = false
    var links: [DeviceAddress: BlueZLink] = [:]
    var strays: Set<DeviceAddress> = []
    var strayTimer: Task<Void, Never>?
    /// The task that repeatedly asks a bluetoothd, or an adapter, that does not answer.
    var lifeTimer: Task<Void, Never>?
    var probing: Task<Void, Never>?
    /// The time until which a missing or switched-off adapter means that bluetoothd is still starting.
    private var startEnds: Duration?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe thread.asUnownedSerialExecutor()
    }

    /// - Parameters:
    ///   - address: The address of the bus, in D-Bus notation.
    ///   - thread: The thread on which the driver runs. It may serve several drivers.
    package init(address: String = BlueZRadioDriver.systemBus, thread: PollingThread) {
        self.address = address
        self.thread = thread
    }

    // MARK: - Its life

    /// Keeps a connection to the bus until the task is cancelled, and then takes the links down.
    package func run(into sink: any RadioEventSink) async throws {
        self.sink = sink
        thread.add(self)
        while !Task.isCancelled {
            await runConnection()
            // The bus is missing or was lost, so the driver tries again until it has a connection.
            try? await Task.sleep(for: Self.patience)
        }
        thread.remove(self)
        self.sink = nil
    }

    private func runConnection() async {
        let (ends, end) = AsyncStream.makeStream(of: Void.self)
        connectionEnded = end
        isWelcome = false
        do throws(BusError) {
            connection = try BusConnection(
                address, listensTo: { [self] in $0 == owner || $0 == BusConnection.busName },
                told: { [self] in hear($0) })
        } catch {
            return report(.noBluetoothd)
        }
        let begin = Task { await self.begin() }
        for await _ in ends {}
        begin.cancel()
        for task in [retry, strayTimer, lifeTimer, probing] { task?.cancel() }
        // Links must be taken down only when the driver itself ends. If the bus was lost, the links have ended already.
        await takeDownLinks()
        connection?.close()
        connection = nil
        // A bus that closes the connection without any answer does not accept this process.
        lose(isWelcome || Task.isCancelled ? .noBluetoothd : .noPermission)
    }

    private func takeDownLinks() async {
        let devices = Array(links.keys)
        await withTaskGroup(of: Void.self) { group in
            for device in devices { group.addTask { await self.disconnect(device) } }
        }
    }

    /// Asks for signals, and then for all objects, because signals report the changes in between.
    private func begin() async {
        for rule in [
            "type='signal',sender='\(Self.bluez)'",
            "type='signal',sender='\(BusConnection.busName)',member='NameOwnerChanged',arg0='\(Self.bluez)'",
        ] {
            let call = BusCall(
                destination: BusConnection.busName, path: "/org/freedesktop/DBus", interface: BusConnection.busName,
                method: "AddMatch", arguments: [.string(rule)])
            // If a rule is refused, the driver gets no signals. The answer to the next request says why.
            if (try? await ask(call, limit: Self.stackLimit)) != nil { isWelcome = true }
        }
        takeObjects()
    }

    /// Requests all current objects. The answer is handled before the signals that follow it.
    private func takeObjects() {
        let call = BusCall(
            destination: Self.bluez, path: "/", interface: Self.objectManager, method: "GetManagedObjects")
        let (number, asked) = (nextNumber(), connection)
        lastAsked = number
        send(call, limit: Self.stackLimit) { [self] result in
            // The answer to a request to an earlier bluetoothd says nothing about the current one.
            guard number == lastAsked, connection === asked, asked != nil else { return }
            tookObjects(result)
        }
    }

    private func tookObjects(_ result: Result<BusConnection.Reply, BusError>) {
        switch result {
        case .success(let reply):
            owner = reply.sender
            objects.reset(reply.values.first)
            isWedged = false
            startEnds = SystemClock.monotonic() + Self.startLimit
            update()
            takeDownLeftovers()
        case .failure(let error):
            switch error.name {
            case BusError.accessDenied: lose(.noPermission)
            case BusError.noReply: lose(.bluetoothdSilent)
            default: lose(.noBluetoothd)
            }
            tryAgain()
        }
    }

    /// Asks for the objects again after a while, because a daemon that does not answer or refuses the request may
    /// answer later.
    private func tryAgain() {
        retry?.cancel()
        // This task ends with its one call, or with the connection.
        retry = Task {
            guard (try? await Task.sleep(for: Self.patience)) != nil, owner == nil else { return }
            takeObjects()
        }
    }

    // MARK: - The thread's calls

    /// The events for which the thread must wait: messages from the bus, and values that arrive without the bus.
    package nonisolated func wait() -> PollingThread.Wait { assumeIsolated { $0.waits } }

    /// Handles the received messages and values, and reports the resulting events.
    package nonisolated func serve() { assumeIsolated { $0.work() } }

    private var waits: PollingThread.Wait {
        var wait = connection?.wait ?? PollingThread.Wait()
        for link in links.values where link.isUp {
            wait.descriptors += link.readers.values.map { ($0.number, Int16(POLLIN)) }
        }
        return wait
    }

    private func work() {
        takeValues()
        if let connection, !connection.serve() { connectionEnded?.finish() }
        // In this round, the condition for which somebody waits may have been met, or a value may have come with a
        // signal.
        settleWaiters()
    }

    /// Answers from the thread on which this radio runs.
    package nonisolated func checkIn(_ answered: @escaping @Sendable () -> Void) { thread.run(answered) }

    // MARK: - What bluetoothd says

    private func hear(_ signal: BusConnection.Signal) {
        switch (signal.sender, signal.interface, signal.member) {
        case (BusConnection.busName, BusConnection.busName, "NameOwnerChanged"):
            guard signal.values.first?.string == Self.bluez else { return }
            ownerChanged(to: signal.values.last?.string ?? "")
        case (owner, Self.objectManager, "InterfacesAdded"):
            guard signal.values.count == 2, let path = signal.values[0].string else { return }
            follow(objects.added(path, signal.values[1]))
        case (owner, Self.objectManager, "InterfacesRemoved"):
            guard signal.values.count == 2, let path = signal.values[0].string else { return }
            follow(objects.removed(path, signal.values[1]))
        case (owner, Self.properties, "PropertiesChanged"):
            guard signal.values.count == 3, let interface = signal.values[0].string,
                let changed = signal.values[1].dictionary
            else { return }
            let invalidated = signal.values[2].array?.compactMap(\.string) ?? []
            if interface == BlueZObjects.deviceInterface, changed["RSSI"] != nil { learn(signal.path) }
            follow(objects.changed(signal.path, interface, changed, invalidated: invalidated))
        default: return
        }
    }

    private func ownerChanged(to name: String) {
        lastAsked = nextNumber()
        rememberStrays()
        lose(.noBluetoothd)
        guard !name.isEmpty else { return }
        retry?.cancel()
        takeObjects()
    }

    /// Asks for a device that is heard but that the driver has forgotten, because it can keep only so many devices.
    /// bluetoothd assumes that the driver knows the device, and reports only its changes.
    private func learn(_ path: String) {
        guard isScanning, objects.devices[path] == nil, asked.count < Self.mostAsked, asked.insert(path).inserted else {
            return
        }
        let call = BusCall(
            destination: Self.bluez, path: path, interface: Self.properties, method: "GetAll",
            arguments: [.string(BlueZObjects.deviceInterface)])
        send(call, limit: Self.stackLimit) { [self] result in
            asked.remove(path)
            guard case .success(let reply) = result, reply.sender == owner, objects.devices[path] == nil,
                let device = reply.values.first
            else { return }
            follow(objects.added(path, .dictionary([BlueZObjects.deviceInterface: device])))
        }
    }

    /// The number of devices about which the driver asks at the same time. It asks about the others when they are heard
    /// again.
    private static let mostAsked = 32

    private func follow(_ changes: [BlueZObjects.Change]) {
        for change in changes {
            switch change {
            case .adapters: update()
            case .heard(let path): tellHeard(path)
            case .link(let path): linkChanged(path)
            case .value(let path, let value): valueSignalled(path, value)
            }
        }
    }

    func tellHeard(_ path: String) {
        guard isScanning, objects.devices[path]?.adapter == adapter else { return }
        guard let advertisement = objects.advertisement(path) else { return }
        strays.remove(advertisement.device)
        sink?.handle(.advertisement(advertisement))
    }

    func tell(_ event: RadioEvent) { sink?.handle(event) }

    // MARK: - The adapter

    var isReady: Bool { reported == .ready && sink != nil }

    /// Called when bluetoothd, the bus or the access to them is lost. Everything that was known so far is invalid.
    private func lose(_ state: AdapterState) {
        (owner, adapter, isWedged, isSilent) = (nil, nil, false, false)
        objects = BlueZObjects()
        report(state)
        settleWaiters()
    }

    /// Reports the adapter's state according to the current objects.
    func update() {
        guard owner != nil else { return }
        guard !isSilent else { return report(.bluetoothdSilent) }
        if let adapter, objects.adapters[adapter] == nil, !isStarting { report(.absent) }
        if adapter.flatMap({ objects.adapters[$0] }) == nil { adapter = objects.adapterPath }
        guard let adapter, let known = objects.adapters[adapter] else {
            return isStarting ? watchSwitch() : report(.absent)
        }
        guard known.isPowered else {
            // An adapter that was switched off and on works again.
            isWedged = false
            guard !isStarting else { return watchSwitch() }
            report(RadioSwitch.isBlocked(adapter) ? .blocked : .off)
            return watchSwitch()
        }
        startEnds = nil
        report(isWedged ? .wedged : .ready)
    }

    /// Whether bluetoothd started a moment ago, and may still find or switch on its adapter.
    private var isStarting: Bool {
        guard reported == .noBluetoothd, let startEnds else { return false }
        return SystemClock.monotonic() < startEnds
    }

    private static let startLimit = Duration.seconds(3)

    /// Checks again later, because there is no event when a switch is moved while the adapter is already off.
    private func watchSwitch() {
        retry?.cancel()
        // This task checks once and ends. If the adapter is still off, the check starts the next task.
        retry = Task {
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
            update()
        }
    }

    private func report(_ state: AdapterState) {
        guard state != reported else { return }
        if state != .ready {
            isScanning = false
            for device in links.keys { end(device, .adapter) }
        }
        reported = state
        sink?.handle(.adapter(state))
        settleWaiters()
    }

    // MARK: - Asking and waiting

    /// Sends a call, and waits for its answer for at most `limit`.
    func ask(_ call: BusCall, limit: Duration) async throws(BusError) -> BusConnection.Reply {
        guard let connection else { throw .disconnected }
        let result = await withCheckedContinuation { continuation in
            connection.call(call, limit: limit) { continuation.resume(returning: $0) }
        }
        return try result.get()
    }

    /// Sends a call. `answered` gets the answer on the thread.
    func send(_ call: BusCall, limit: Duration, _ answered: @escaping (Result<BusConnection.Reply, BusError>) -> Void) {
        guard let connection else { return answered(.failure(.disconnected)) }
        connection.call(call, limit: limit, answered: answered)
    }

    /// Waits for a condition that only signals can meet. Returns false if it is not met within `limit`.
    func settle(within limit: Duration, _ isSettled: @escaping () -> Bool) async -> Bool {
        guard !isSettled() else { return true }
        let number = nextNumber()
        let timer = Task {
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            waiters.removeValue(forKey: number)?.caller.resume(returning: false)
        }
        defer { timer.cancel() }
        return await withCheckedContinuation { waiters[number] = Waiter(isSettled: isSettled, caller: $0) }
    }

    func settleWaiters() {
        for (number, waiter) in waiters where waiter.isSettled() {
            waiters[number] = nil
            waiter.caller.resume(returning: true)
        }
    }

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }
}
