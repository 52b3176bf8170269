import RadioCore
import RadioModel
import Testing

@Suite struct ScanSharingTests {
    let service = BluetoothUUID(short: 0xE100)
    let first = ScanID(1)
    let second = ScanID(2)

    func advertisement(_ number: Int, rssi: Int = -50, services: [BluetoothUUID] = []) throws -> Advertisement {
        var content = AdvertisedContent()
        content.services = services
        let digits = String(number + 0x1000, radix: 16, uppercase: true)
        let device = try #require(
            DeviceAddress(address: "54:D2:72:00:\(digits.prefix(2)):\(digits.suffix(2))", kind: .random))
        return Advertisement(device: device, rssiDBm: rssi, content: content)
    }

    @Test("scan sharing: each scan is told of what it wants") func eachScanIsToldOfWhatItWants() throws {
        var sharing = ScanSharing()
        #expect(sharing.begin(first, ScanFilter(), now: .zero).isEmpty)
        #expect(sharing.begin(second, ScanFilter(services: [service]), now: .zero).isEmpty)
        #expect(sharing.heard(try advertisement(1), now: .zero).map(\.scan) == [first])
        #expect(
            Set(sharing.heard(try advertisement(2, services: [service]), now: .zero).map(\.scan)) == [first, second])
        sharing.end(first)
        #expect(sharing.heard(try advertisement(3), now: .zero).isEmpty)
        sharing.end(second)
        #expect(sharing.count == 0)
    }

    @Test("scan sharing: tells a device once per interval and then the newest")
    func tellsADeviceOncePerIntervalAndThenTheNewest() throws {
        var sharing = ScanSharing()
        _ = sharing.begin(first, ScanFilter(minimumInterval: .milliseconds(500)), now: .zero)
        #expect(sharing.heard(try advertisement(1), now: .zero).count == 1)
        #expect(sharing.nextDue == nil)
        #expect(sharing.heard(try advertisement(1, rssi: -60), now: .milliseconds(100)).isEmpty)
        #expect(sharing.heard(try advertisement(1, rssi: -70), now: .milliseconds(200)).isEmpty)
        #expect(sharing.nextDue == .milliseconds(500))
        #expect(sharing.tick(now: .milliseconds(499)).isEmpty)
        #expect(sharing.tick(now: .milliseconds(500)).map(\.advertisement.rssiDBm) == [-70])
        #expect(sharing.nextDue == nil)
    }

    @Test("scan sharing: tells a late scan what was heard lately") func tellsALateScanWhatWasHeardLately() throws {
        var sharing = ScanSharing()
        _ = sharing.begin(first, ScanFilter(), now: .zero)
        _ = sharing.heard(try advertisement(1), now: .zero)
        _ = sharing.heard(try advertisement(2), now: .seconds(2))
        #expect(sharing.begin(second, ScanFilter(), now: .seconds(4)).count == 1)
        sharing.end(first)
        sharing.end(second)
        #expect(sharing.begin(first, ScanFilter(), now: .seconds(5)).isEmpty)
    }

    @Test("scan sharing: bounds what it remembers") func boundsWhatItRemembers() throws {
        var sharing = ScanSharing()
        _ = sharing.begin(first, ScanFilter(), now: .zero)
        for number in 0..<2000 { #expect(sharing.heard(try advertisement(number), now: .zero).count == 1) }
        #expect(sharing.begin(second, ScanFilter(), now: .zero).count == ScanSharing.deviceLimit)
    }
}

@Suite struct BoundedMapTests {
    @Test("bounded map: drops what was set longest ago") func dropsWhatWasSetLongestAgo() {
        var map = BoundedMap<Int, Int>(capacity: 3)
        for key in [1, 2, 3, 1, 4] { map.set(key, key) }
        #expect(map[2] == nil)
        #expect(map[1] == 1)
        #expect(map.count == 3)
        for key in 0..<1000 { map.set(key % 5, key) }
        #expect(map.count == 3)
        #expect(map[999 % 5] == 999)
    }
}
