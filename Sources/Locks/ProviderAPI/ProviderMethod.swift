/// The names of the provider service's methods.
package enum ProviderMethod {
    /// The one stream: what happens to the operation.
    package static let run = "operation.run"
    /// Reads a characteristic.
    package static let read = "gatt.read"
    /// Writes a characteristic, one write at a time.
    package static let write = "gatt.write"
    /// Subscribes to a characteristic's values.
    package static let subscribe = "gatt.subscribe"
    /// Tells people how far the operation is.
    package static let phase = "operation.phase"
    /// Asks a person.
    package static let prompt = "operation.prompt"
    /// Keeps the new credential of a rotation, before the old one is given up.
    package static let keep = "operation.keep"
    /// Ends the operation.
    package static let finish = "operation.finish"
}
