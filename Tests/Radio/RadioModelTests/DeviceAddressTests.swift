import RadioModel
import Testing

@Suite struct DeviceAddressTests {
    @Test("device address: reads addresses", arguments: ["54:D2:72:C3:35:C5", "00:00:00:00:00:00"])
    func readsAddresses(text: String) {
        #expect(DeviceAddress(address: text, kind: .random)?.address == text)
    }

    @Test(
        "device address: refuses other addresses",
        arguments: [
            "", "54:d2:72:c3:35:c5", "54:D2:72:C3:35", "54:D2:72:C3:35:C5:00", "54-D2-72-C3-35-C5", "5:4D2:72:C3:35:C5",
        ])
    func refusesOtherAddresses(text: String) {
        #expect(DeviceAddress(address: text, kind: .public) == nil)
    }
}
