import SeamModel

extension Binding {
    /// The place that an attempt at a smart lock occupies, whether the attempt goes through the cloud or is made
    /// nearby.
    static func devicePlace(_ deviceID: String) -> String { "device:\(deviceID)" }

    /// The places that an attempt at the lock occupies: the lock, and its device if the lock is bound to a device.
    var places: Set<String> {
        if case .device(let device) = target { [id, Self.devicePlace(device)] } else { [id] }
    }
}
