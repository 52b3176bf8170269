import SeamModel

extension Binding {
    /// The place that an attempt at a smart lock holds, whether it goes through the cloud or nearby.
    static func devicePlace(_ deviceID: String) -> String { "device:\(deviceID)" }

    /// The places that an attempt at the lock holds: the lock, and its device if it is bound to one.
    var places: Set<String> {
        if case .device(let device) = target { [id, Self.devicePlace(device)] } else { [id] }
    }
}
