package import RadioModel

/// What the broker needs from a Bluetooth LE stack. There are two drivers: the virtual radio and BlueZ.
///
/// A driver makes no decisions: who may use a device, and whether a write may be sent, is settled before it is called.
/// All methods may be called at any time, on any task. While ``run(into:)`` is not running, they fail as `notReady`.
package protocol RadioDriver: Sendable {
    /// Works until the task is cancelled, and reports to `sink` what happens, one event after another; the first event
    /// is the adapter's state. When it returns, all links are down.
    ///
    /// - Throws: An error that makes the driver permanently useless, such as a socket path that is taken.
    func run(into sink: any RadioEventSink) async throws

    /// Asks for a sign of life from the driver's own loop, where its events and answers come from. The loop calls
    /// `answered` when it gets to it; nothing else may call it. Returns immediately.
    func checkIn(_ answered: @escaping @Sendable () -> Void)

    /// Starts discovery; has no effect if it is already running. It ends by itself when the adapter is no longer ready.
    func startScan() async throws(LinkError)

    /// Ends discovery; has no effect if it is not running.
    func stopScan() async

    /// Connects and finds the services; a device has at most one link.
    ///
    /// Gives up after 20 s at the latest, earlier when `disconnect` is called (`cancelled`).
    func connect(_ device: DeviceAddress) async throws(LinkError) -> LinkDescription

    /// Ends the link or the connection attempt, and returns once the device can be connected again, after 5 s at the
    /// latest. Has no effect if there is neither. A link that ends this way is not reported as lost.
    func disconnect(_ device: DeviceAddress) async

    /// Reads a characteristic. Each link allows one request at a time, whether read, write or subscribe.
    func read(_ path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError) -> [UInt8]

    /// Writes a characteristic: with response if the characteristic offers that, in which case values longer than MTU −
    /// 3 become a long write. Otherwise without response; then a value has at most MTU − 3 bytes, and this returns once
    /// it has been sent.
    ///
    /// Returns once the device has answered. A cancelled task throws `outcomeUnknown` once the write has been sent, and
    /// the link carries no other request until the device answers.
    func write(_ value: [UInt8], to path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError)

    /// Subscribes to notifications, or to indications if the characteristic has only those. Lasts for as long as the
    /// link.
    func subscribe(to path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError)
}

/// Where a driver reports to.
package protocol RadioEventSink: Sendable {
    /// Takes one event and returns immediately, without calling the driver. The order of calls is the order of events;
    /// limiting what results from them is up to the sink.
    func handle(_ event: RadioEvent)
}

/// An unsolicited report from a driver.
package enum RadioEvent: Sendable, Hashable {
    /// The adapter's state, first and after each change. In any state except `ready`, no link or discovery is left;
    /// links that were up have already been reported as lost.
    case adapter(AdapterState)
    /// A device was heard.
    case advertisement(Advertisement)
    /// A notified or indicated value of a subscribed characteristic.
    case value(DeviceAddress, CharacteristicPath, [UInt8])
    /// A link ended, and nobody here ended it.
    case linkLost(DeviceAddress, LinkLoss)
}

/// Why a link ended by itself.
package enum LinkLoss: String, Sendable, Hashable, CaseIterable {
    /// The device ended it properly.
    case remote
    /// Nothing was heard from the device for the supervision timeout.
    case supervision
    /// The adapter went away or was switched off.
    case adapter
    /// The stack does not say why, as BlueZ before 5.80 does not.
    case unknown = "link_lost"
}

/// A link as established.
package struct LinkDescription: Sendable, Hashable {
    /// The ATT MTU in bytes, 23 to 517.
    package let mtu: Int
    package let services: [GATTService]

    package init(mtu: Int, services: [GATTService]) {
        self.mtu = mtu
        self.services = services
    }
}
