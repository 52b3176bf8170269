import RadioCore
import SeamModel

/// A link of the driver, from the attempt to its end.
struct BlueZLink {
    /// A request that is under way: one at a time.
    struct Request {
        let number: UInt64
        let kind: BlueZError.Request
        /// Nil once the caller has stopped waiting; the link carries nothing else until the device has answered all the same.
        var caller: CheckedContinuation<Result<[BusValue], LinkError>, Never>?
    }

    /// Tells a link from an earlier one to the same device.
    let number: UInt64
    /// The device's object.
    let path: String
    /// The attempt to make it is under way.
    var isConnecting = true
    /// The services are found, and the caller has the link.
    var isUp = false
    /// It was seen to be up, at least for a moment.
    var wasConnected = false
    /// It was told to end.
    var isEnding = false
    /// bluetoothd has answered that: a signal that it was connected before has come by now.
    var isTold = false
    var request: Request?
    var services: [GATTService] = []
    var mtu = 23
    /// Where the characteristics are, as long as the link lasts: a device may number them otherwise the next time.
    var paths: [CharacteristicPath: String] = [:]
    /// Characteristics whose values come as signals, by path.
    var listening: [String: CharacteristicPath] = [:]
    var readers: [CharacteristicPath: AcquiredSocket] = [:]
    var writers: [CharacteristicPath: AcquiredSocket] = [:]
    /// A characteristic that is being read, and its values meanwhile: one of them is the answer, which BlueZ tells as well.
    var reading: (path: String, values: [[UInt8]])?
}
