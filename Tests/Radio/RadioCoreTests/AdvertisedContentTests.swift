import RadioCore
import RadioModel
import Testing
import Wire

@Suite struct AdvertisedContentTests {
    @Test("advertised content: reads the beacon of a real lock") func readsTheBeaconOfARealLock() throws {
        let data = try #require(Hex.decode("0215a92ee200550111e4916c0800200c9a6633c335c5c8"))
        let content = AdvertisedContent(parsing: [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00] + data)
        let service = try #require(BluetoothUUID("a92ee200-5501-11e4-916c-0800200c9a66"))
        #expect(content.manufacturerData.first?.beacon == service)
        #expect(content.mentions(service))
        #expect(!content.mentions(BluetoothUUID(short: 0x180A)))
    }

    @Test("advertised content: reads services service data and name") func readsServicesServiceDataAndName() {
        let bytes: [UInt8] = [
            0x05, 0x03, 0x0A, 0x18, 0x00, 0xE1, 0x05, 0x16, 0x00, 0xE1, 0xAA, 0xBB, 0x03, 0x08, 0x4E, 0x75, 0x04, 0x09,
            0x4E, 0x75, 0x6B,
        ]
        let content = AdvertisedContent(parsing: bytes)
        #expect(content.services == [BluetoothUUID(short: 0x180A), BluetoothUUID(short: 0xE100)])
        #expect(content.serviceData == [.init(service: BluetoothUUID(short: 0xE100), data: [0xAA, 0xBB])])
        #expect(content.name == "Nuk")
    }

    @Test(
        "advertised content: leaves out what is cut off or wrong",
        arguments: [[], [0], [5], [5, 0xFF, 1], [2, 0x09, 0xFF], [1, 0xFF], [2, 0x16, 1], [255, 0x09, 0x41]])
    func leavesOutWhatIsCutOffOrWrong(_ bytes: [UInt8]) {
        #expect(AdvertisedContent(parsing: bytes) == AdvertisedContent())
    }

    @Test("advertised content: a name ends before a zero") func aNameEndsBeforeAZero() {
        #expect(AdvertisedContent(parsing: [0x07, 0x09, 0x4E, 0x75, 0x6B, 0x00, 0x00, 0x00]).name == "Nuk")
        #expect(AdvertisedContent(parsing: [0x05, 0x09, 0x4E, 0x00, 0xFF, 0x41]).name == "N")
        #expect(AdvertisedContent(parsing: [0x03, 0x09, 0x00, 0x41]).name == nil)
    }

    /// If a device's name contains text that JSON readers refuse, the name ends the scan of every client that receives
    /// the device's advertisements.
    @Test("advertised content: every name is JSON") func everyNameIsJSON() {
        var random = Generator(state: 11)
        for _ in 0..<5000 {
            let name = (0..<Int.random(in: 1...28, using: &random)).map { _ in UInt8.random(in: 0...127, using: &random)
            }
            let heard = AdvertisedContent(parsing: [UInt8(name.count + 1), 0x09] + name).name
            if let heard { #expect(JSONText(.string(heard)).json == .string(heard), "\(name)") }
        }
    }

    @Test("advertised content: stays within bounds whatever comes") func staysWithinBoundsWhateverComes() {
        var random = Generator(state: 7)
        for _ in 0..<2000 {
            let count = Int.random(in: 0...512, using: &random)
            let content = AdvertisedContent(parsing: (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
            #expect(content.services.count <= AdvertisedContent.serviceLimit)
            #expect(content.manufacturerData.count <= AdvertisedContent.dataLimit)
            #expect(content.serviceData.count <= AdvertisedContent.dataLimit)
        }
        let many = AdvertisedContent(parsing: (0..<100).flatMap { [3, 0x03, UInt8($0), 0x18] as [UInt8] })
        #expect(many.services.count == AdvertisedContent.serviceLimit)
    }
}
