import Glibc
import LinuxSupport
import Logging
import ServiceLifecycle
import SystemPackage
import UnixSignals
import Wire

/// The program `seam-devcloud`, with its options, its files and its exit status.
package struct DevCloudProgram: Sendable {
    /// The text for `--help`.
    package static let usage = """
        usage: seam-devcloud --listen ADDRESS --seed FILE --api-key-file FILE [OPTION…]

        Answers like the Seam API, from objects in memory, until SIGTERM or SIGINT. Prints `ready URL` once it serves.

          --listen ADDRESS        127.0.0.1:PORT or [::1]:PORT (port 0: any free port), or unix:PATH
          --seed FILE             the people, credentials, entrances and locks to start with, in JSON
          --api-key-file FILE     the API key, such as seam_dev_0123456789: seam_ and 8 to 128 characters A-Z a-z 0-9 _
          --address-file FILE     the server's base URL is written to FILE, which is removed at the end
          --events FILE           each event is appended to FILE as a line of JSON
          --kiosk-secret-file FILE  the secret with which a kiosk sends visitors' codes: POST /kiosk/code
          --lifesignal-secret-file FILE  the secret with which the desk signs passes for LifeSignal, for codes with a
                                  lifesignal_phone
          --lock-control PATH     the virtual locks' control socket, which tells a toy lock that its code was entered
                                  on the page otp/LOCK
          --tls-certificate FILE  the certificate and its chain, in PEM; the server then speaks TLS
          --tls-key FILE          the certificate's private key, in PEM
          --help                  prints this

        The API key makes client session tokens: POST /client_sessions/create {"user_identity_id": "person_ada"}.
        It also makes the cloud fail: POST /_dev/faults {"route": "locks/list", "kind": "outage", "count": 2}.
        The kinds are outage, redirect, portal, latency, stall, truncate, close, flood: see deploy/devcloud/README.md.

        Exit codes: 0 ended by a signal, 1 cannot serve, 64 wrong arguments.

        example: seam-devcloud --listen 127.0.0.1:0 --seed deploy/devcloud/seed.json --api-key-file key

        """

    private let options: DevCloudOptions

    /// Runs the program with the arguments after its name, and ends the process. The exit status is 0 after a signal,
    /// 64 for wrong arguments, and 1 if the program could not serve.
    package static func main(_ arguments: [String]) async -> Never {
        // Only the owner may use the socket, the address file and the events. No thread writes files before this line.
        umask(0o077)
        do {
            try ProcessHygiene.begin()
            guard !arguments.contains("--help") else {
                try FileDescriptor.standardOutput.writeAll((HelpPage.laid(usage)).utf8)
                exit(0)
            }
            try await DevCloudProgram(options: DevCloudOptions(arguments)).run()
            exit(0)
        } catch let error as DevCloudError {
            _ = try? FileDescriptor.standardError.writeAll("seam-devcloud: \(error)\n".utf8)
            exit(error.code == .usage ? 64 : 1)
        } catch {
            _ = try? FileDescriptor.standardError.writeAll("seam-devcloud: \(error)\n".utf8)
            exit(1)
        }
    }

    /// Serves until SIGTERM or SIGINT, then removes the socket and the address file.
    private func run() async throws {
        let key = try Files.read(options.apiKeyPath, atMost: 1_024)
        var configuration = try DevCloudServer.Configuration(
            address: options.address,
            apiKey: String(decoding: key, as: UTF8.self).trimmed,
            eventsPath: options.eventsPath,
            certificate: options.tls.map { files throws(DevCloudError) in
                try ServerCertificate(
                    certificate: Files.read(files.certificatePath, atMost: 1 << 20),
                    key: Files.read(files.keyPath, atMost: 1 << 16)
                )
            }
        )
        func secret(_ path: String) throws(DevCloudError) -> String {
            String(decoding: try Files.read(path, atMost: 1_025), as: UTF8.self).trimmed
        }
        configuration.kioskSecret = try options.kioskSecretPath.map(secret)
        configuration.passSecret = try options.passSecretPath.map(secret)
        configuration.lockControlPath = options.lockControlPath
        let seedBytes = try Files.read(options.seedPath, atMost: 16 << 20)
        let seed = try Seed(seedBytes, start: DevCloudServer.wallClock())
        let options = options
        let server = try DevCloudServer(configuration, seed: seed) { url in Self.announce(url, options) }
        defer { Self.cleanUp(options) }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [.init(service: server)],
                gracefulShutdownSignals: [.sigterm, .sigint],
                logger: Logger(label: "seam-devcloud") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        try await group.run()
    }

    private static func announce(_ url: String, _ options: DevCloudOptions) {
        if let path = options.addressPath { try? Files.replace(path, with: "\(url)\n") }
        _ = try? FileDescriptor.standardOutput.writeAll("ready \(url)\n".utf8)
    }

    private static func cleanUp(_ options: DevCloudOptions) {
        if let path = options.addressPath { Files.remove(path) }
        if case .unix(let path) = options.address { Files.remove(path) }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
