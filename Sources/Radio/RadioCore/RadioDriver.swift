package import RadioModel

/// The functions of a Bluetooth LE stack that the broker needs. There are two drivers: the virtual radio and BlueZ.
///
/// A driver makes no decisions. The broker decides who may use a device, and whether a write may be sent, before it
/// calls the driver. All methods may be called at any time, on any task. While ``run(into:)`` is not running, they fail
/// with `notReady`.
package protocol RadioDriver: Sendable {
    /// Runs the driver until the task is cancelled, and reports events to `sink`, one after another. The first event is
    /// the adapter's state. When this returns, all links are down.
    ///
    /// - Throws: An error that makes the driver permanently useless, such as a socket path that is taken.
    func run(into sink: any RadioEventSink) async throws

    /// Asks for a sign of life. It comes from the driver's own loop, from which the driver's events and answers also
    /// come. Only this loop may call `answered`. Returns immediately.
    func checkIn(_ answered: @escaping @Sendable () -> Void)

    /// Starts discovery. This has no effect if discovery is already running. Discovery ends by itself when the adapter
    /// is no longer ready.
    func startScan() async throws(LinkError)

    /// Ends discovery. This has no effect if discovery is not running.
    func stopScan() async

    /// Connects to a device and finds its services. A device has at most one link.
    ///
    /// The attempt is given up after 20 s, or earlier if `disconnect` is called (`cancelled`).
    func connect(_ device: DeviceAddress) async throws(LinkError) -> LinkDescription

    /// Ends the link or the connection attempt, and returns once the device can be connected again, after 5 s at the
    /// latest. This has no effect if there is neither a link nor an attempt. A link that ends this way is not reported
    /// as lost.
    func disconnect(_ device: DeviceAddress) async

    /// Reads a characteristic. Each link allows one request (read, write or subscribe) at a time.
    func read(_ path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError) -> [UInt8]

    /// Writes a characteristic. If the characteristic offers writes with response, this uses them, and values that are
    /// longer than MTU − 3 become a long write. Otherwise, the write is made without response: the value may have at
    /// most MTU − 3 bytes, and this returns once the value has been sent.
    ///
    /// A write with response returns once the device has answered. If the task is cancelled after the write was sent,
    /// this throws `outcomeUnknown`, and the link carries no other request until the device answers.
    func write(_ value: [UInt8], to path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError)

    /// Subscribes to notifications, or to indications if the characteristic has only indications. The subscription
    /// lasts as long as the link.
    func subscribe(to path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError)
}

/// The receiver of a driver's reports.
package protocol RadioEventSink: Sendable {
    /// Accepts one event and returns immediately, without calling the driver. The order of calls is the order of
    /// events. The sink must limit the work that results from events.
    func handle(_ event: RadioEvent)
}

/// An unsolicited report from a driver.
package enum RadioEvent: Sendable, Hashable {
    /// The adapter's state. It is reported first, and after each change. In any state except `ready`, there is no link
    /// and no discovery. Links that were up have already been reported as lost.
    case adapter(AdapterState)
    /// A device was heard.
    case advertisement(Advertisement)
    /// A notified or indicated value of a subscribed characteristic.
    case value(DeviceAddress, CharacteristicPath, [UInt8])
    /// A link ended by itself.
    case linkLost(DeviceAddress, LinkLoss)
}

/// Why a link ended by itself.
package enum LinkLoss: String, Sendable, Hashable, CaseIterable {
    /// The device ended the link properly.
    case remote
    /// The device was silent for the supervision timeout.
    case supervision
    /// The adapter disappeared or was switched off.
    case adapter
    /// The stack gives no reason, as in BlueZ before 5.80.
    case unknown = "link_lost"
}

/// The properties of a link that is up.
package struct LinkDescription: Sendable, Hashable {
    /// The ATT MTU in bytes, from 23 to 517.
    package let mtu: Int
    package let services: [GATTService]

    package init(mtu: Int, services: [GATTService]) {
        self.mtu = mtu
        self.services = services
    }
}
