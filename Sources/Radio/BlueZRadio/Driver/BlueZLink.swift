import RadioCore
import RadioModel

/// A link of the driver, from the attempt to its end.
struct BlueZLink {
    /// A running request. There is only one at a time.
    struct Request {
        let number: UInt64
        let kind: BlueZError.Request
        /// The caller that waits. After the caller has stopped waiting, this is nil. Even then, the link carries no
        /// other request until the device has answered.
        var caller: CheckedContinuation<Result<[BusValue], LinkError>, Never>?
    }

    /// Distinguishes this link from an earlier one to the same device.
    let number: UInt64
    /// The D-Bus path of the device's object.
    let path: String
    /// Whether the link is still being made.
    var isConnecting = true
    /// bluetoothd's answer to the attempt.
    var connectAnswer: Result<Void, BusError>?
    /// Whether the services have been found and the caller has the link.
    var isUp = false
    /// Whether the link was up, at least for a moment.
    var wasConnected = false
    /// Whether the link has been told to end.
    var isEnding = false
    /// Whether bluetoothd has answered the order to end the link. By then, every signal that the device was connected
    /// has arrived.
    var isTold = false
    var request: Request?
    var services: [GATTService] = []
    var mtu = 23
    /// The D-Bus paths of the characteristics. They are valid only while the link lasts, because a device may number
    /// the characteristics differently the next time.
    var paths: [CharacteristicPath: String] = [:]
    /// The characteristics whose values arrive as signals, by D-Bus path.
    var listening: [String: CharacteristicPath] = [:]
    var readers: [CharacteristicPath: AcquiredSocket] = [:]
    var writers: [CharacteristicPath: AcquiredSocket] = [:]
    /// The characteristic that is being read. Also the values that have arrived for it since the read began. One of
    /// these values is the answer, because BlueZ also signals the answer.
    var reading: (path: String, values: [[UInt8]])?
}
