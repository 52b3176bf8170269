import Foundation
import LinuxSupport
import ProviderHost
import SeamModel
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

    @Test func theShippedManifestIsRead() throws {
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
    }

    @Test(arguments: [
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

    @Test func onlyTrustedFilesCount() throws {
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

    @Test func anotherUsersBuildIsNotAccepted() throws {
        try #require(geteuid() == 0, "this test gives files away and must run as root")
        chown(scratch.path, 54_321, 54_321)
        #expect(throws: LinuxError(.unsafeDirectory, "")) { try directory() }
    }
}
