import SeamCloud
import SeamModel
import TestSupport
import Testing

/// Tests connections that cannot be made, and connections that must not be made.
@Suite(.timeLimit(.minutes(2))) struct CloudClientConnectionTests {
    private static let workspace: [UInt8] = {
        let body = #"{"workspace":{"workspace_id":"w","name":"W"}}"#
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: \(body.utf8.count)\r\n\r\n"
        return Array((head + body).utf8)
    }()

    private func kind(
        of url: String, roots: String? = nil, timeout: Duration = .seconds(20)
    ) async throws -> CloudError.Kind? {
        let token = try ClientSessionToken("seam_cst1canary_0123456789".utf8)
        var configuration = CloudClient.Configuration(address: try CloudAddress(url))
        configuration.requestTimeout = timeout
        configuration.connectTimeout = min(timeout, .seconds(5))
        configuration.trustRootsPath = roots
        var kind: CloudError.Kind?
        try await withClient(configuration) { client in
            do {
                _ = try await client.workspace(token: token)
            } catch let error as CloudError {
                kind = error.kind
            }
        }
        return kind
    }

    @Test("cloud client connection: refused is offline") func refusedIsOffline() async throws {
        var port = 0
        try await ScriptedServer.with(.silence) { port = $0.port }
        #expect(try await kind(of: "http://127.0.0.1:\(port)") == .offline)
        #expect(try await kind(of: "https://127.0.0.1:\(port)") == .offline)
        let directory = try TestDirectory()
        #expect(try await kind(of: "unix:\(directory.file("absent"))") == .offline)
    }

    @Test("cloud client connection: trusts the right server") func trustsTheRightServer() async throws {
        let directory = try TestDirectory()
        let roots = try directory.write(TestCertificates.authority, to: "roots.pem")
        let certificate = (TestCertificates.localhost, TestCertificates.localhostKey)
        try await ScriptedServer.with(.reply(Self.workspace), certificate: certificate) { server in
            let kind = try await kind(of: "https://localhost:\(server.port)", roots: roots)
            #expect(kind == nil)
        }
    }

    @Test("cloud client connection: wrong servers are never offline") func wrongServersAreNeverOffline() async throws {
        let directory = try TestDirectory()
        let roots = try directory.write(TestCertificates.authority, to: "roots.pem")
        let cases: [(name: String, certificate: (String, String), roots: String?)] = [
            ("unknown authority", (TestCertificates.localhost, TestCertificates.localhostKey), nil),
            ("expired", (TestCertificates.expired, TestCertificates.localhostKey), roots),
            ("wrong host", (TestCertificates.elsewhere, TestCertificates.elsewhereKey), roots),
        ]
        for (name, certificate, roots) in cases {
            try await ScriptedServer.with(.reply(Self.workspace), certificate: certificate) { server in
                let kind = try await kind(of: "https://localhost:\(server.port)", roots: roots)
                #expect(kind == .tls, "\(name)")
            }
        }
    }

    @Test(
        "cloud client connection: broken handshakes are never offline",
        arguments: [Script.babble(workspace), .babble([]), .silence])
    func brokenHandshakesAreNeverOffline(script: Script) async throws {
        try await ScriptedServer.with(script) { server in
            let kind = try await kind(of: "https://localhost:\(server.port)", timeout: .seconds(2))
            // The connection may be reset before the bytes that identify the server have arrived. In that case, the
            // error is a lost connection.
            #expect(kind == .tls || kind == .timedOut || kind == .connectTimedOut || kind == .connectionLost)
        }
    }

    @Test("cloud client connection: cancellation is prompt") func cancellationIsPrompt() async throws {
        let token = try ClientSessionToken("seam_cst1canary_0123456789".utf8)
        try await ScriptedServer.with(.silence) { server in
            let address = try CloudAddress("http://127.0.0.1:\(server.port)")
            try await withClient(CloudClient.Configuration(address: address)) { client in
                let task = Task { try await client.workspace(token: token) }
                task.cancel()
                await expect(.cancelled) { _ = try await task.value }
            }
        }
    }
}
