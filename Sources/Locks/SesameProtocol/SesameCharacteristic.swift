/// The GATT service and characteristics of a Sesame lock, as lower-case UUID strings.
package enum SesameCharacteristic {
    /// The lock's only service.
    package static let service = "0000fd81-0000-1000-8000-00805f9b34fb"
    /// The characteristic for packets from the client to the lock: write without response.
    package static let write = "16860002-a5ae-9856-b6d3-dbb4c676993e"
    /// The characteristic for packets from the lock to the client: notify.
    package static let notify = "16860003-a5ae-9856-b6d3-dbb4c676993e"
}
