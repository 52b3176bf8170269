package import BlueZRadio
import Glibc
import LinuxSupport

/// Tries as a stranger whether bluetoothd can be called over a message bus. It starts nothing and changes nothing: it
/// calls only questions, and methods that do not exist.
package enum BusCheck {
    /// How long the whole check may take.
    package static let limit = Duration.seconds(5)

    /// Looks at the bus at `address`, as D-Bus writes one, as the user of this process. Blocks for ``limit`` at most.
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

    /// The calls to make once it is known who has bluetoothd's name.
    static func probes(owner: String) -> [BusCall] {
        func call(_ destination: String, _ interface: String, _ method: String) -> BusCall {
            BusCall(destination: destination, path: "/", interface: interface, method: method, ifRunning: true)
        }
        let bluez = BlueZRadioDriver.bluez
        // A policy may deny some interfaces and forget others. On the path / there is no adapter, device or
        // characteristic, so that the last calls name interfaces that exist nowhere.
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

/// One look at the bus; it is over once `finding` is there.
private final class Run {
    private(set) var finding: BusFinding?
    private let connection: BusConnection
    private var probes = BusProbes(count: 0)

    /// Longer than any look takes: the look's own deadline ends it, so that sd-bus never makes up an answer itself.
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
