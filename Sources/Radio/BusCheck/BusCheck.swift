package import BlueZRadio
import Glibc
import LinuxSupport

/// Tests, as a stranger, whether bluetoothd can be called over a message bus. The check starts no program and changes
/// nothing. It calls only methods that query values, and methods that do not exist.
package enum BusCheck {
    /// How long the whole check may take.
    package static let limit = Duration.seconds(5)

    /// Checks the bus at `address`, in D-Bus notation, as the user of this process. This blocks for at most ``limit``.
    package static func look(at address: String, limit: Duration = BusCheck.limit) -> BusFinding {
        let deadline = Deadline.after(limit)
        let connection: BusConnection
        do throws(BusError) {
            connection = try BusConnection(address, listensTo: { _ in false }, told: { _ in })
        } catch {
            return .noBus(error)
        }
        defer { connection.close() }
        let run = Run(connection)
        run.begin()
        while run.finding == nil {
            guard !deadline.hasPassed else { return .noAnswer }
            wait(connection.wait, deadline)
            guard connection.serve() else { return run.finding ?? .noBus(.disconnected) }
        }
        return run.finding ?? .noAnswer
    }

    private static func wait(_ wait: PollingThread.Wait, _ deadline: Deadline) {
        var entries = wait.descriptors.map { pollfd(fd: $0.descriptor, events: $0.events, revents: 0) }
        let own = wait.deadline.map { Deadline(at: $0).remainingMilliseconds } ?? .max
        let milliseconds = CInt(clamping: min(own, deadline.remainingMilliseconds))
        // An interrupted wait simply ends early.
        _ = unsafe poll(&entries, nfds_t(entries.count), milliseconds)
    }

    /// The calls that are made once the owner of bluetoothd's name is known.
    static func probes(owner: String) -> [BusCall] {
        func call(_ destination: String, _ interface: String, _ method: String) -> BusCall {
            BusCall(destination: destination, path: "/", interface: interface, method: method, ifRunning: true)
        }
        let bluez = BlueZRadioDriver.bluez
        // A policy may deny some interfaces but forget others. On the path /, there is no adapter, device or
        // characteristic, so the last calls name interfaces that do not exist there.
        return [
            call(bluez, "org.freedesktop.DBus.Peer", "Ping"),
            call(bluez, "org.freedesktop.DBus.Introspectable", "Introspect"),
            call(bluez, BlueZRadioDriver.objectManager, "GetManagedObjects"),
            call(owner, BlueZRadioDriver.objectManager, "GetManagedObjects"),
            BusCall(
                destination: bluez, path: "/", interface: BlueZRadioDriver.properties, method: "GetAll",
                arguments: [.string(BlueZObjects.adapterInterface)], ifRunning: true),
            call(bluez, "org.bluez.AgentManager1", "SeamBusCheck"),
            call(bluez, BlueZObjects.adapterInterface, "SeamBusCheck"),
            call(bluez, BlueZObjects.deviceInterface, "SeamBusCheck"),
            call(bluez, BlueZObjects.characteristicInterface, "SeamBusCheck"),
        ]
    }
}

/// One check of the bus, which has ended once `finding` is set.
private final class Run {
    private(set) var finding: BusFinding?
    private let connection: BusConnection
    private var probes = BusProbes(count: 0)

    /// A time that is longer than any check. The check's own deadline ends it, so sd-bus never invents an answer.
    private static let never = Duration.seconds(3600)

    init(_ connection: BusConnection) {
        self.connection = connection
    }

    func begin() {
        ask("GetNameOwner", [.string(BlueZRadioDriver.bluez)]) { [weak self] result in
            switch result {
            case .success(let reply): self?.probe(reply.values.first?.string ?? "")
            case .failure(let error) where error.name == BusError.noOwner: self?.finding = .noBluetoothd
            case .failure(let error): self?.finding = .noBus(error)
            }
        }
    }

    private func probe(_ owner: String) {
        guard owner.hasPrefix(":") else {
            return finding = .noBus(BusError("seam.bus.type", "the answer is not a name"))
        }
        let calls = BusCheck.probes(owner: owner)
        probes = BusProbes(count: calls.count)
        for (index, call) in calls.enumerated() {
            connection.call(call, limit: Self.never) { [weak self] result in
                let error: BusError? = if case .failure(let error) = result { error } else { nil }
                self?.settle { $0.answered(index, error) }
            }
        }
        ask("GetId", []) { [weak self] result in
            switch result {
            case .success: self?.settle { $0.fenced() }
            case .failure(let error): self?.finding = self?.finding ?? .noBus(error)
            }
        }
    }

    private func settle(_ change: (inout BusProbes) -> Void) {
        change(&probes)
        finding = finding ?? probes.finding
    }

    /// Asks the bus itself.
    private func ask(
        _ method: String, _ arguments: [BusArgument],
        _ answered: @escaping (Result<BusConnection.Reply, BusError>) -> Void
    ) {
        let call = BusCall(
            destination: BusConnection.busName, path: "/org/freedesktop/DBus", interface: BusConnection.busName,
            method: method, arguments: arguments)
        connection.call(call, limit: Self.never, answered: answered)
    }
}
