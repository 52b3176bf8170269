import Foundation
import TestSupport
import Testing

/// Tests the development cloud with Seam's official Python SDK. Each version of the SDK runs sdk_conformance.py.
///
/// deploy/python/environments makes the Python environments. If the environments are missing, the tests are skipped. In
/// continuous integration, they are not skipped, and fail.
@Suite(.timeLimit(.minutes(5))) struct DevCloudConformanceTests {
    private static let script = "\(Products.package)Tests/Doors/SeamCloudTests/sdk_conformance.py"
    private static let isRequired = ProcessInfo.processInfo.environment["SEAM_TEST_CI"] != nil
    private static let howToGet: Comment = "deploy/python/environments makes .build/python, which this needs"

    /// The path of the Python interpreter in an environment.
    private static func python(_ environment: String) -> String {
        "\(Products.package).build/python/\(environment)/bin/python"
    }

    private static func isPresent(_ environment: String) -> Bool {
        FileManager.default.isExecutableFile(atPath: python(environment))
    }

    /// Runs the script against a new cloud that listens at `address`.
    private func conforms(_ environment: String, at address: String, in directory: TestDirectory) async throws {
        let keyFile = try directory.write(CloudFixture.apiKey + "\n", to: "key", mode: 0o600)
        let cloud = try ChildProcess(
            try Products.executable("seam-devcloud"),
            ["--listen", address, "--seed", shippedSeedPath, "--api-key-file", keyFile]
        )
        try await cloud.awaitOutput("\n")
        let url = try #require(cloud.output.split(separator: "\n").first?.split(separator: " ").last).description
        let isSocket = url.hasPrefix("unix:")
        let place = isSocket ? ["http://devcloud", keyFile, String(url.dropFirst("unix:".count))] : [url, keyFile]
        // The option `-B` prevents Python from writing bytecode beside the script.
        let client = try ChildProcess(Self.python(environment), ["-B", Self.script] + place)
        let status = try await client.awaitExit(limit: .seconds(120))
        #expect(status == 0, "\(client.output)\(client.errors)")
        #expect(client.output.contains("checks hold"))
        print("sdk_conformance: \(client.output)", terminator: "")
        cloud.signal(SIGTERM)
        #expect(try await cloud.awaitExit() == 0)
        #expect(cloud.errors.isEmpty)
    }

    @Test(
        "development cloud conformance: conforms to version3", .enabled(if: isRequired || isPresent("seam3"), howToGet))
    func conformsToVersion3() async throws {
        try await conforms("seam3", at: "127.0.0.1:0", in: TestDirectory())
    }

    @Test(
        "development cloud conformance: conforms to version3 over a unix socket",
        .enabled(if: isRequired || isPresent("seam3"), howToGet))
    func conformsToVersion3OverAUnixSocket() async throws {
        let directory = try TestDirectory()
        try await conforms("seam3", at: "unix:\(directory.file("s"))", in: directory)
    }

    @Test(
        "development cloud conformance: conforms to version2", .enabled(if: isRequired || isPresent("seam2"), howToGet))
    func conformsToVersion2() async throws {
        try await conforms("seam2", at: "127.0.0.1:0", in: TestDirectory())
    }
}
