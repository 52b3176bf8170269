package import RadioCore
package import RadioModel

/// BlueZ's objects, as its object manager and its signals report them: adapters, devices, and the services of connected
/// devices.
///
/// This is a value that takes BlueZ's reports and returns the relevant changes. All content comes from the air, or from
/// a daemon that reads it from the air. For this reason, everything that is not as documented is left out.
package struct BlueZObjects: Sendable {
    package static let adapterInterface = "org.bluez.Adapter1"
    package static let deviceInterface = "org.bluez.Device1"
    package static let serviceInterface = "org.bluez.GattService1"
    package static let characteristicInterface = "org.bluez.GattCharacteristic1"

    /// The largest number of remembered devices. If there are more, the devices that were reported the longest ago and
    /// were never connected are forgotten first.
    package static let deviceLimit = 1_024

    /// A usable adapter (`Adapter1`).
    package struct Adapter: Sendable, Hashable {
        package var isPowered = false
    }

    /// A device that bluetoothd knows (`Device1`). It may be out of reach.
    package struct Device: Sendable, Hashable {
        package let address: DeviceAddress
        /// The adapter's D-Bus path.
        package let adapter: String
        package var isConnected = false
        /// Whether the device is paired with this machine. A paired device is a keyboard or a phone. It is not a lock,
        /// because locks use their own keys.
        package var isPaired = false
        /// Whether the device's services are known. Only then are the services below complete.
        package var isResolved = false
        /// The signal strength. While the device is not heard, this is nil.
        package var rssiDBm: Int?
        package var content = AdvertisedContent()
        fileprivate var hasServices = false
        /// The order of the last report about the device. It grows with every report.
        fileprivate var order: UInt64 = 0
    }

    /// The change that a signal reported.
    package enum Change: Sendable, Hashable {
        /// An adapter has appeared, disappeared, or been switched on or off.
        case adapters
        /// The device at this path was heard.
        case heard(String)
        /// The device at this path, its link or its services have appeared or disappeared.
        case link(String)
        /// The characteristic at this path has a new value.
        case value(String, [UInt8])
    }

    fileprivate struct Service: Sendable, Hashable {
        let device: String
        let uuid: BluetoothUUID
    }

    fileprivate struct Characteristic: Sendable, Hashable {
        let service: String
        let uuid: BluetoothUUID
        let properties: Set<GATTCharacteristic.Property>
        let mtu: Int?
    }

    package private(set) var adapters: [String: Adapter] = [:]
    package private(set) var devices: [String: Device] = [:]
    private var paths: [DeviceAddress: Set<String>] = [:]
    private var services: [String: Service] = [:]
    private var characteristics: [String: Characteristic] = [:]
    private var lastOrder: UInt64 = 0
    /// The devices in the order in which they were reported. An entry is outdated if the device has another order now.
    private var queue: [(path: String, order: UInt64)] = []
    private var head = 0

    package init() {}

    // MARK: - What is asked

    /// The adapter in use. It is the first adapter by path, so it stays the same as long as it exists.
    package var adapterPath: String? { adapters.keys.min() }

    /// The path of a device on an adapter. If the device has not been heard recently, this is nil.
    package func path(of device: DeviceAddress, on adapter: String) -> String? {
        paths[device]?.first { devices[$0]?.adapter == adapter }
    }

    /// The services of a resolved device, in the order of their handles, with each characteristic's path. If several
    /// characteristics have the same name, the first one is used.
    package func attributes(of device: String) -> (link: LinkDescription, paths: [CharacteristicPath: String]) {
        var (found, byPath, mtu): ([GATTService], [CharacteristicPath: String], Int) = ([], [:], 23)
        for (path, service) in services.filter({ $0.value.device == device }).sorted(by: { $0.key < $1.key }) {
            var declared = GATTService(uuid: service.uuid, characteristics: [])
            let own = characteristics.filter { $0.value.service == path }
            for (path, characteristic) in own.sorted(by: { $0.key < $1.key }) {
                declared.characteristics.append(
                    GATTCharacteristic(uuid: characteristic.uuid, properties: characteristic.properties))
                let name = CharacteristicPath(service: service.uuid, characteristic: characteristic.uuid)
                if byPath[name] == nil { byPath[name] = path }
                mtu = max(mtu, characteristic.mtu ?? 0)
            }
            found.append(declared)
        }
        return (LinkDescription(mtu: min(mtu, 517), services: found), byPath)
    }

    /// The last advertisement of a device. While the device is not heard, this is nil.
    package func advertisement(_ path: String) -> Advertisement? {
        guard let device = devices[path], let rssi = device.rssiDBm else { return nil }
        return Advertisement(device: device.address, rssiDBm: rssi, content: device.content)
    }

    // MARK: - What is told

    /// Replaces all objects with the objects that `GetManagedObjects` returned (`a{oa{sa{sv}}}`).
    package mutating func reset(_ managed: BusValue?) {
        let order = lastOrder
        self = BlueZObjects()
        lastOrder = order
        // A part's path begins with the path of its object. In this order, the part therefore comes after its object.
        for (path, interfaces) in (managed?.dictionary ?? [:]).sorted(by: { $0.key < $1.key }) {
            _ = added(path, interfaces)
        }
    }

    /// Handles the signal `InterfacesAdded` (`a{sa{sv}}`).
    package mutating func added(_ path: String, _ interfaces: BusValue) -> [Change] {
        var changes: [Change] = []
        for (interface, properties) in interfaces.dictionary ?? [:] {
            guard let properties = properties.dictionary else { continue }
            switch interface {
            case Self.adapterInterface:
                adapters[path] = Adapter(isPowered: properties["Powered"]?.boolean ?? false)
                changes.append(.adapters)
            case Self.deviceInterface: changes += addDevice(path, properties)
            case Self.serviceInterface: addService(path, properties)
            case Self.characteristicInterface: addCharacteristic(path, properties)
            default: break
            }
        }
        return changes
    }

    /// Handles the signal `InterfacesRemoved` (`as`).
    package mutating func removed(_ path: String, _ interfaces: BusValue) -> [Change] {
        var changes: [Change] = []
        for interface in interfaces.array?.compactMap(\.string) ?? [] {
            switch interface {
            case Self.adapterInterface where adapters.removeValue(forKey: path) != nil: changes.append(.adapters)
            case Self.deviceInterface where devices[path] != nil:
                forget(path)
                changes.append(.link(path))
            case Self.serviceInterface: services[path] = nil
            case Self.characteristicInterface: characteristics[path] = nil
            default: break
            }
        }
        return changes
    }

    /// Handles the signal `PropertiesChanged` (`sa{sv}as`).
    package mutating func changed(
        _ path: String, _ interface: String, _ properties: [String: BusValue], invalidated: [String] = []
    ) -> [Change] {
        switch interface {
        case Self.adapterInterface:
            guard let powered = properties["Powered"]?.boolean, adapters[path] != nil else { return [] }
            adapters[path]?.isPowered = powered
            return [.adapters]
        case Self.deviceInterface:
            guard var device = devices[path] else { return [] }
            let before = device
            device.take(properties)
            if invalidated.contains("RSSI") { device.rssiDBm = nil }
            touch(&device, path)
            devices[path] = device
            if queue.count > 4 * Self.deviceLimit { makeRoom() }
            return Self.changes(path, from: before, to: device, properties)
        case Self.characteristicInterface:
            guard let value = properties["Value"]?.bytes, characteristics[path] != nil else { return [] }
            return [.value(path, value)]
        default: return []
        }
    }

    // MARK: - Taking in

    private mutating func addDevice(_ path: String, _ properties: [String: BusValue]) -> [Change] {
        guard let text = properties["Address"]?.string, let adapter = properties["Adapter"]?.string,
            let kind = properties["AddressType"]?.string.map(DeviceAddress.Kind.init(rawValue:)),
            let address = kind.flatMap({ DeviceAddress(address: text, kind: $0) })
        else { return [] }
        var device = Device(address: address, adapter: adapter)
        device.take(properties)
        device.hasServices = devices[path]?.hasServices ?? false
        touch(&device, path)
        makeRoom()
        devices[path] = device
        paths[address, default: []].insert(path)
        return Self.changes(path, from: nil, to: device, properties)
    }

    private static func changes(
        _ path: String, from old: Device?, to new: Device, _ properties: [String: BusValue]
    ) -> [Change] {
        var changes: [Change] = []
        if (old?.isConnected ?? false, old?.isResolved ?? false) != (new.isConnected, new.isResolved) {
            changes.append(.link(path))
        }
        let advertised = ["RSSI", "ManufacturerData", "ServiceData"]
        if new.rssiDBm != nil, advertised.contains(where: { properties[$0] != nil }) { changes.append(.heard(path)) }
        return changes
    }

    private mutating func addService(_ path: String, _ properties: [String: BusValue]) {
        guard let device = properties["Device"]?.string, devices[device] != nil,
            let uuid = properties["UUID"]?.string.flatMap({ BluetoothUUID($0) })
        else { return }
        guard services.count(where: { $0.value.device == device }) < GATTService.limit else { return }
        services[path] = Service(device: device, uuid: uuid)
        devices[device]?.hasServices = true
    }

    private mutating func addCharacteristic(_ path: String, _ properties: [String: BusValue]) {
        // The service of a characteristic may be reported later, so it is looked up when it is needed. The path of a
        // characteristic begins with the device's path.
        guard let service = properties["Service"]?.string,
            let uuid = properties["UUID"]?.string.flatMap({ BluetoothUUID($0) })
        else { return }
        guard characteristics.count(where: { $0.value.service == service }) < GATTService.characteristicLimit else {
            return
        }
        let flags = properties["Flags"]?.array?.compactMap(\.string) ?? []
        characteristics[path] = Characteristic(
            service: service, uuid: uuid, properties: Set(flags.compactMap(GATTCharacteristic.Property.init(flag:))),
            mtu: properties["MTU"]?.integer.map { Int(clamping: $0) })
    }

    /// If there are too many devices, forgets the device that was reported the longest ago. A device with known
    /// services is kept as long as there are other devices, because bluetoothd does not report the services again.
    private mutating func makeRoom() {
        var kept: [(path: String, order: UInt64)] = []
        while devices.count >= Self.deviceLimit, head < queue.count {
            let oldest = queue[head]
            head += 1
            guard let device = devices[oldest.path], device.order == oldest.order else { continue }
            if device.isConnected || device.hasServices { kept.append(oldest) } else { forget(oldest.path) }
        }
        // These devices are forgotten when there are no others.
        if devices.count >= Self.deviceLimit, let first = kept.first(where: { devices[$0.path]?.isConnected == false })
        {
            forget(first.path)
        }
        queue += kept
        guard queue.count > 4 * Self.deviceLimit else { return }
        queue = queue[head...].filter { devices[$0.path]?.order == $0.order }
        head = 0
    }

    /// Notes that a device was reported. It is now the last device that will be forgotten.
    private mutating func touch(_ device: inout Device, _ path: String) {
        lastOrder += 1
        device.order = lastOrder
        queue.append((path, lastOrder))
    }

    private mutating func forget(_ path: String) {
        guard let device = devices.removeValue(forKey: path) else { return }
        paths[device.address]?.remove(path)
        if paths[device.address]?.isEmpty ?? false { paths[device.address] = nil }
        guard device.hasServices else { return }
        services = services.filter { $0.value.device != path }
        characteristics = characteristics.filter { !$0.key.hasPrefix(path + "/") }
    }
}

extension BlueZObjects.Device {
    /// Handles the properties that concern this driver.
    fileprivate mutating func take(_ properties: [String: BusValue]) {
        if let connected = properties["Connected"]?.boolean { isConnected = connected }
        if let resolved = properties["ServicesResolved"]?.boolean { isResolved = resolved }
        // BlueZ 5.66 does not report Connected if the kernel reports the link after its first data.
        if properties["ServicesResolved"]?.boolean == true { isConnected = true }
        if !isConnected { isResolved = false }
        if let paired = properties["Paired"]?.boolean { isPaired = paired }
        if let rssi = properties["RSSI"]?.integer { rssiDBm = Int(clamping: min(max(rssi, -127), 20)) }
        if let name = properties["Name"]?.string, name.utf8.count <= AdvertisedContent.nameLimit { content.name = name }
        if let uuids = properties["UUIDs"]?.array {
            let services = uuids.compactMap { $0.string.flatMap { BluetoothUUID($0) } }
            content.services = Array(services.prefix(AdvertisedContent.serviceLimit))
        }
        if let data = properties["ManufacturerData"]?.numbered {
            content.manufacturerData = data.sorted { $0.key < $1.key }.prefix(AdvertisedContent.dataLimit).compactMap {
                guard let company = UInt16(exactly: $0.key), let bytes = $0.value.bytes, bytes.count <= 255 else {
                    return nil
                }
                return AdvertisedContent.ManufacturerData(company: company, data: bytes)
            }
        }
        if let data = properties["ServiceData"]?.dictionary {
            content.serviceData = data.sorted { $0.key < $1.key }.prefix(AdvertisedContent.dataLimit).compactMap {
                guard let service = BluetoothUUID($0.key), let bytes = $0.value.bytes, bytes.count <= 255 else {
                    return nil
                }
                return AdvertisedContent.ServiceData(service: service, data: bytes)
            }
        }
    }
}

extension GATTCharacteristic.Property {
    /// The property that belongs to this name among a characteristic's `Flags` in BlueZ. If the flag is not used here,
    /// this is nil.
    fileprivate init?(flag: String) {
        switch flag {
        case "read": self = .read
        case "write": self = .write
        case "write-without-response": self = .writeWithoutResponse
        case "notify": self = .notify
        case "indicate": self = .indicate
        default: return nil
        }
    }
}
