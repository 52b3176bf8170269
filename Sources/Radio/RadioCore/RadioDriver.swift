package import RadioModel

/// The broker's needs of a Bluetooth LE stack. One protocol, two drivers: the virtual radio and BlueZ.
///
/// A driver decides nothing: who may use a device, and whether a write may leave, is settled before it is called. All
/// methods may be called at any time from any task. While ``run(into:)`` is not running, they fail as `notReady`.
package protocol RadioDriver: Sendable {
    /// Works until the task is cancelled, and reports to `sink` what happens, one event after the other; the first
    /// event is the adapter's state. When it returns, all links are down.
    ///
    /// - Throws: An error that makes the driver useless for good, such as a socket path that is taken.
    func run(into sink: any RadioEventSink) async throws

    /// Asks for a sign of life from the driver's own loop, from which its events and answers come. The loop calls
    /// `answered` when it gets to it; nothing else may call it. Returns at once.
    func checkIn(_ answered: @escaping @Sendable () -> Void)

    /// Starts discovery; no effect if it runs. It ends by itself when the adapter is no longer ready.
    func startScan() async throws(LinkError)

    /// Ends discovery; no effect if it does not run.
    func stopScan() async

    /// Connects and finds the services; a device has at most one link.
    ///
    /// Gives up after 20 s at the latest, earlier when `disconnect` is called (`cancelled`).
    func connect(_ device: DeviceAddress) async throws(LinkError) -> LinkDescription

    /// Ends the link or the connection attempt, and returns when the device can be connected again, at the latest
    /// after 5 s. No effect if there is none. A link that ends this way is not reported as lost.
    func disconnect(_ device: DeviceAddress) async

    /// Reads a characteristic. One request per link at a time, whether read, write or subscribe.
    func read(_ path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError) -> [UInt8]

    /// Writes a characteristic: with response if the characteristic offers that, and then values longer than MTU − 3
    /// as a long write. Otherwise without response; then a value has at most MTU − 3 bytes, and this returns when it
    /// has left.
    ///
    /// Returns when the device has answered. A cancelled task throws `outcomeUnknown` once the write has left, and the
    /// link carries no other request until the device answers.
    func write(_ value: [UInt8], to path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError)

    /// Subscribes to notifications, or to indications where the characteristic has only those. Lasts as long as the
    /// link.
    func subscribe(to path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError)
}

/// Where a driver reports to.
package protocol RadioEventSink: Sendable {
    /// Takes one event and returns at once, without calling the driver. The order of calls is the order of events;
    /// bounding what comes of them is the sink's part.
    func handle(_ event: RadioEvent)
}

/// A driver's report without being asked.
package enum RadioEvent: Sendable, Hashable {
    /// The adapter's state, first and after each change. In any state but `ready` no link and no discovery is left;
    /// links that were up have been reported as lost before.
    case adapter(AdapterState)
    /// A device was heard.
    case advertisement(Advertisement)
    /// A notified or indicated value of a characteristic that was subscribed to.
    case value(DeviceAddress, CharacteristicPath, [UInt8])
    /// A link ended, and nobody here ended it.
    case linkLost(DeviceAddress, LinkLoss)
}

/// Why a link ended by itself.
package enum LinkLoss: String, Sendable, Hashable, CaseIterable {
    /// The device ended it in good order.
    case remote
    /// Nothing was heard from the device for the supervision time-out.
    case supervision
    /// The adapter went away or was switched off.
    case adapter
    /// The stack does not say why, as BlueZ before 5.80 does not.
    case unknown = "link_lost"
}

/// A link as it was made.
package struct LinkDescription: Sendable, Hashable {
    /// The ATT MTU in bytes, 23 to 517.
    package let mtu: Int
    package let services: [GATTService]

    package init(mtu: Int, services: [GATTService]) {
        self.mtu = mtu
        self.services = services
    }
}
