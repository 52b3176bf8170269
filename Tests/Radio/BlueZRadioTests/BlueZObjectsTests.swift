import BlueZRadio
import RadioCore
import RadioModel
import Testing

@Suite("BlueZ's objects")
struct BlueZObjectsTests {
    private static let adapter = "/org/bluez/hci0"

    private static func device(_ number: Int, rssi: Int64? = -50) -> (path: String, value: BusValue) {
        let digits = String(number, radix: 16, uppercase: true)
        let hex = String(repeating: "0", count: 4 - digits.count) + digits
        var properties: [String: BusValue] = [
            "Address": .string("F0:00:00:00:\(hex.prefix(2)):\(hex.suffix(2))"), "AddressType": .string("random"),
            "Adapter": .string(adapter),
        ]
        properties["RSSI"] = rssi.map(BusValue.integer)
        return ("\(adapter)/dev_\(number)", .dictionary([BlueZObjects.deviceInterface: .dictionary(properties)]))
    }

    private static func objects() -> BlueZObjects {
        var objects = BlueZObjects()
        _ = objects.added(
            adapter, .dictionary([BlueZObjects.adapterInterface: .dictionary(["Powered": .boolean(true)])]))
        return objects
    }

    @Test("BlueZ objects: a million devices leave a bounded number, and those that are connected stay")
    func bounded() {
        var objects = Self.objects()
        let kept = Self.device(0)
        _ = objects.added(kept.path, kept.value)
        _ = objects.changed(kept.path, BlueZObjects.deviceInterface, ["Connected": .boolean(true)])
        let visited = Self.device(1)
        _ = objects.added(visited.path, visited.value)
        _ = objects.added(
            "\(visited.path)/service0001",
            .dictionary([
                BlueZObjects.serviceInterface: .dictionary([
                    "UUID": .string(BluetoothUUID(short: 1).description), "Device": .string(visited.path),
                ])
            ]))
        for number in 2..<5_000 {
            let (path, value) = Self.device(number)
            _ = objects.added(path, value)
        }
        #expect(objects.devices.count == BlueZObjects.deviceLimit)
        #expect(objects.devices[kept.path]?.isConnected == true)
        #expect(objects.devices[Self.device(4_999).path] != nil)
        #expect(objects.devices[Self.device(2).path] == nil)
        #expect(objects.attributes(of: visited.path).link.services.count == 1, "it would not be told again")
    }

    @Test("BlueZ objects: what is not as documented is left out")
    func junk() {
        var objects = Self.objects()
        let values: [BusValue] = [
            .boolean(true), .integer(.max), .string("x"), .bytes([1]), .array([.integer(1)]), .dictionary([:]),
            .numbered([1: .string("x")]), .structure([]), .double(.nan),
        ]
        let names = [
            "Address", "AddressType", "Adapter", "RSSI", "Name", "UUIDs", "ManufacturerData", "ServiceData",
            "Connected",
            "ServicesResolved", "Powered", "UUID", "Service", "Device", "Flags", "MTU", "Value",
        ]
        let interfaces = [
            BlueZObjects.adapterInterface, BlueZObjects.deviceInterface, BlueZObjects.serviceInterface,
            BlueZObjects.characteristicInterface,
        ]
        let (path, value) = Self.device(1)
        _ = objects.added(path, value)
        for value in values {
            _ = objects.added("/x", value)
            _ = objects.removed("/x", value)
            for interface in interfaces {
                for name in names {
                    _ = objects.changed(path, interface, [name: value])
                    _ = objects.added("/x", .dictionary([interface: .dictionary([name: value])]))
                }
            }
        }
        #expect(objects.devices.count == 1)
        #expect(objects.advertisement(path)?.rssiDBm == 20, "beyond the range is its end")
        #expect(objects.devices[path]?.content.services == [])
    }

    @Test("BlueZ objects: a device that is gone takes what it had with it")
    func removed() {
        var objects = Self.objects()
        let (path, value) = Self.device(1)
        _ = objects.added(path, value)
        let service = "\(path)/service0001"
        let uuid = BluetoothUUID(short: 0xFD81)
        _ = objects.added(
            service,
            .dictionary([
                BlueZObjects.serviceInterface: .dictionary([
                    "UUID": .string(uuid.description), "Device": .string(path),
                ])
            ]))
        #expect(objects.attributes(of: path).link.services.map(\.uuid) == [uuid])
        #expect(objects.removed(path, .array([.string(BlueZObjects.deviceInterface)])) == [.link(path)])
        #expect(objects.attributes(of: path).link.services.isEmpty)
        let again = Self.device(1)
        _ = objects.added(again.path, again.value)
        #expect(objects.attributes(of: path).link.services.isEmpty, "nothing of before")
    }

    @Test("BlueZ objects: all at once is the same as one after the other")
    func reset() {
        let uuid = BluetoothUUID(short: 0xFD81)
        var managed: [String: BusValue] = [:]
        for number in 1...40 {
            let (path, value) = Self.device(number)
            managed[path] = value
            managed["\(path)/service0001"] = .dictionary([
                BlueZObjects.serviceInterface: .dictionary([
                    "UUID": .string(uuid.description), "Device": .string(path),
                ])
            ])
            managed["\(path)/service0001/char0002"] = .dictionary([
                BlueZObjects.characteristicInterface: .dictionary([
                    "UUID": .string(uuid.description), "Service": .string("\(path)/service0001"),
                    "Flags": .array([.string("read")]), "MTU": .integer(100),
                ])
            ])
        }
        var objects = Self.objects()
        objects.reset(.dictionary(managed))
        #expect(objects.adapterPath == nil, "nothing of before")
        for number in 1...40 {
            let (link, paths) = objects.attributes(of: Self.device(number).path)
            let characteristic = GATTCharacteristic(uuid: uuid, properties: [.read])
            #expect(link.services == [GATTService(uuid: uuid, characteristics: [characteristic])] && link.mtu == 100)
            #expect(paths.count == 1)
        }
    }

    @Test("BlueZ objects: services that are known are those of a link, told or not")
    func resolved() {
        var objects = Self.objects()
        let (path, value) = Self.device(1)
        _ = objects.added(path, value)
        let name = BlueZObjects.deviceInterface
        #expect(objects.changed(path, name, ["ServicesResolved": .boolean(true)]) == [.link(path)])
        #expect(objects.devices[path]?.isConnected == true)
        #expect(objects.changed(path, name, ["Connected": .boolean(false)]) == [.link(path)])
        #expect(objects.devices[path]?.isResolved == false)
    }

    @Test("BlueZ objects: only what is heard is told as heard")
    func heard() {
        var objects = Self.objects()
        let silent = Self.device(1, rssi: nil)
        #expect(objects.added(silent.path, silent.value) == [])
        let name = BlueZObjects.deviceInterface
        #expect(objects.changed(silent.path, name, ["RSSI": .integer(-40)]) == [.heard(silent.path)])
        #expect(objects.changed(silent.path, name, ["Name": .string("x")]) == [])
        #expect(objects.changed(silent.path, name, [:], invalidated: ["RSSI"]) == [])
        #expect(objects.changed(silent.path, name, ["ManufacturerData": .numbered([76: .bytes([1])])]) == [])
        #expect(objects.advertisement(silent.path) == nil)
        #expect(objects.path(of: DeviceAddress(address: "F0:00:00:00:00:01", kind: .random)!, on: "/other") == nil)
    }
}
