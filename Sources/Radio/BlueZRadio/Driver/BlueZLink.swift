import RadioCore
import RadioModel

/// A link of the driver, from the attempt to its end.
struct BlueZLink {
    /// A request under way; there is only one at a time.
    struct Request {
        let number: UInt64
        let kind: BlueZError.Request
        /// Nil once the caller has stopped waiting; even then, the link carries nothing else until the device has
        /// answered.
        var caller: CheckedContinuation<Result<[BusValue], LinkError>, Never>?
    }

    /// Distinguishes this link from an earlier one to the same device.
    let number: UInt64
    /// The D-Bus path of the device's object.
    let path: String
    /// Whether the attempt to make the link is under way.
    var isConnecting = true
    /// bluetoothd's answer to the attempt.
    var connectAnswer: Result<Void, BusError>?
    /// Whether the services have been found and the caller has the link.
    var isUp = false
    /// Whether the link was up, at least for a moment.
    var wasConnected = false
    /// Whether the link has been told to end.
    var isEnding = false
    /// Whether bluetoothd has answered the order to end. By then, any signal that the device was connected has arrived.
    var isTold = false
    var request: Request?
    var services: [GATTService] = []
    var mtu = 23
    /// The D-Bus paths of the characteristics while the link lasts: a device may number them differently next time.
    var paths: [CharacteristicPath: String] = [:]
    /// Characteristics whose values arrive as signals, by D-Bus path.
    var listening: [String: CharacteristicPath] = [:]
    var readers: [CharacteristicPath: AcquiredSocket] = [:]
    var writers: [CharacteristicPath: AcquiredSocket] = [:]
    /// The characteristic being read, and the values that have arrived for it since. BlueZ signals the answer as well,
    /// so one of them is the answer.
    var reading: (path: String, values: [[UInt8]])?
}
