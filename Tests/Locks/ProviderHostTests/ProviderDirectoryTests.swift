import Foundation
import LinuxSupport
import ProviderHost
import RadioModel
import TestSupport
import Testing
import Wire

@Suite struct ProviderDirectoryTests {
    let scratch: TestDirectory

    init() throws { scratch = try TestDirectory(mode: 0o755) }

    private func nuki() throws -> String {
        String(decoding: try Data(contentsOf: HostFixture.nukiManifest), as: UTF8.self)
    }

    private func directory() throws -> ProviderDirectory {
        try ProviderDirectory(manifests: scratch.path, acceptsOwnUser: true)
    }

    @Test("provider directory: the shipped manifest is read") func theShippedManifestIsRead() throws {
        try scratch.write(nuki(), to: "nuki.json")
        let directory = try directory()
        #expect(directory.faults.isEmpty)
        let manifest = try #require(directory["nuki"])
        #expect(manifest.executable == "seam-provider-nuki")
        #expect(manifest.characteristics.count == 4)
        #expect(manifest.confirmation == .confirmed)
        #expect(directory.provider(seamName: "nuki") == manifest)
        #expect(directory.provider(seamName: "august") == nil)
        #expect(try ProviderManifest(json: JSON(parsing: manifest.json.bytes)) == manifest)
        let pairing = try #require(manifest.pairing)
        let service = BluetoothUUID(high: 0xA92E_E100_5501_11E4, low: 0x916C_0800_200C_9A66)
        #expect(pairing.isReady(services: [service], manufacturerData: []) == true)
        #expect(pairing.isReady(services: [], manufacturerData: [(0x4C, [2, 0x15])]) == nil)
    }

    @Test("provider directory: a byte of manufacturer data tells who can be paired")
    func aByteOfManufacturerDataTellsWhoCanBePaired() throws {
        let sign = #"{"manufacturer_data": {"company": 1370, "byte": 2, "mask": 1, "value": 0}}"#
        let pairing = try PairingSign(json: JSON(parsing: sign.utf8))
        func isReady(_ company: Int, _ data: [UInt8]) -> Bool? {
            pairing.isReady(services: [], manufacturerData: [(0x4C, [0, 0, 0]), (company, data)])
        }
        #expect(isReady(1370, [5, 0, 0xFE, 7]) == true && isReady(1370, [5, 0, 1]) == false)
        #expect(isReady(1370, [5, 0]) == nil && isReady(1371, [5, 0, 0]) == nil)
        #expect(try PairingSign(json: JSON(parsing: pairing.json.bytes)) == pairing)
        for wrong in [
            "{}", #"{"services": []}"#, #"{"manufacturer_data": {"company": 1, "byte": 0, "mask": 0, "value": 0}}"#,
            #"{"manufacturer_data": {"company": 1, "byte": 512, "mask": 1, "value": 0}}"#, #"{"services": ["x"]}"#,
        ] {
            #expect(throws: FieldFault.self) { try PairingSign(json: JSON(parsing: wrong.utf8)) }
        }
    }

    @Test(
        "provider directory: a bad manifest is left out",
        arguments: [
            ("\"nuki\"", "\"Nuki\""), ("\"nuki\"", "\"../nuki\""), ("\"nuki\"", "\"other\""),
            ("\"seam-provider-nuki\"", "\"/bin/sh\""), ("\"seam-provider-nuki\"", "\"..\""),
            ("\"pin\"", "\"frob\": 1, \"pin\""), ("\"optional\"", "\"sometimes\""), ("\"confirmed\"", "\"certain\""),
            ("\"unlatch\"", "\"open\""), ("a92ee201-", "a92ee20-"), ("{", "{\"name\": \"nuki\", "), ("}", ""),
        ])
    func aBadManifestIsLeftOut(old: String, new: String) throws {
        let text = try nuki()
        let range = try #require(text.range(of: old))
        try scratch.write(text.replacingCharacters(in: range, with: new), to: "nuki.json")
        let directory = try directory()
        #expect(directory.manifests.isEmpty)
        #expect(directory.faults.map(\.file) == ["nuki.json"])
    }

    @Test("provider directory: only trusted files count") func onlyTrustedFilesCount() throws {
        let path = try scratch.write(nuki(), to: "nuki.json", mode: 0o664)
        #expect(try directory().faults.count == 1)
        chmod(path, 0o644)
        #expect(try directory().faults.isEmpty)
        try #require(geteuid() == 0, "this test gives files away and must run as root")
        chown(path, 54_321, 54_321)
        #expect(try directory().faults.count == 1)
        try FileManager.default.moveItem(atPath: path, toPath: scratch.file("elsewhere"))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: scratch.file("elsewhere"))
        #expect(try directory().faults.count == 1)
        chmod(scratch.path, 0o775)
        #expect(throws: LinuxError(.unsafeDirectory, "")) { try directory() }
        #expect(throws: LinuxError(.notFound, "")) { try ProviderDirectory(manifests: scratch.file("absent")) }
    }

    @Test("provider directory: another users build is not accepted") func anotherUsersBuildIsNotAccepted() throws {
        try #require(geteuid() == 0, "this test gives files away and must run as root")
        chown(scratch.path, 54_321, 54_321)
        #expect(throws: LinuxError(.unsafeDirectory, "")) { try directory() }
    }
}
