package import RadioModel

/// A device's announcement of itself. All its content is only a claim.
package struct Advertisement: Sendable, Hashable {
    package let device: DeviceAddress
    /// The last received signal strength, from −127 to 20.
    package let rssiDBm: Int
    package let content: AdvertisedContent

    package init(device: DeviceAddress, rssiDBm: Int, content: AdvertisedContent) {
        self.device = device
        self.rssiDBm = rssiDBm
        self.content = content
    }
}

/// A device's decoded advertising data, within limits. There are at most 32 services, and at most 8 elements of each
/// other kind.
package struct AdvertisedContent: Sendable, Hashable {
    /// Manufacturer data: a company's number and at most 255 bytes.
    package struct ManufacturerData: Sendable, Hashable {
        package let company: UInt16
        package let data: [UInt8]

        package init(company: UInt16, data: [UInt8]) {
            self.company = company
            self.data = data
        }
    }

    /// Service data: a service and at most 255 bytes.
    package struct ServiceData: Sendable, Hashable {
        package let service: BluetoothUUID
        package let data: [UInt8]

        package init(service: BluetoothUUID, data: [UInt8]) {
            self.service = service
            self.data = data
        }
    }

    package static let serviceLimit = 32
    package static let dataLimit = 8
    /// The largest length of a name, in UTF-8 bytes.
    package static let nameLimit = 248

    /// The local name, complete or shortened, as valid UTF-8. The name comes from the air, so it must never be written
    /// unchanged to a terminal or a log.
    package var name: String?
    package var services: [BluetoothUUID] = []
    package var manufacturerData: [ManufacturerData] = []
    package var serviceData: [ServiceData] = []

    package init() {}

    /// Whether the device mentions `service`, either as a service, as service data, or as the UUID of an iBeacon.
    package func mentions(_ service: BluetoothUUID) -> Bool {
        services.contains(service) || serviceData.contains { $0.service == service }
            || manufacturerData.contains { $0.beacon == service }
    }
}

extension AdvertisedContent.ManufacturerData {
    /// The UUID of an iBeacon (Apple's company number, type 02, length 15 hex). Some locks announce their service with
    /// it.
    package var beacon: BluetoothUUID? {
        guard company == 0x004C, data.count >= 18, data[0] == 0x02, data[1] == 0x15 else { return nil }
        return BluetoothUUID(bytes: data.dropFirst(2))
    }
}
