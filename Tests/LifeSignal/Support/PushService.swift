import Foundation
import Glibc
import TestSupport
package import Testing
package import Wire

/// A browser and its push service, with cryptography of their own (`Peers/pushservice.py`).
package final class PushService {
    private static let python = "\(Products.package)/.build/python/push/bin/python"
    package static let isRequired = ProcessInfo.processInfo.environment["SEAM_TEST_CI"] != nil
    package static let isPresent = FileManager.default.isExecutableFile(atPath: python)
    package static let howToGet: Comment = "deploy/python/environments makes .build/python, which this needs"

    private let service: ChildProcess
    private var count = 0
    private var read = 0
    /// The browser's address.
    package let address: String

    /// Starts the service.
    package init() async throws {
        service = try ChildProcess(
            Self.python, ["-B", try Products.file("Tests/LifeSignal/Peers/pushservice.py")], input: nil)
        try await service.awaitOutput("\n")
        address = String(service.output.split(separator: "\n")[0])
    }

    /// The URL that the service has as one of `services`.
    package var origin: String { String(address.prefix { $0 != " " }.dropLast("/push-canary".count)) }

    /// Sets the answer to the next request that has no answer yet.
    package func answer(_ answer: String) async throws {
        try service.write("\(answer)\n")
        try await service.awaitOutput("noted \(count)\n")
        count += 1
    }

    /// The next request, when it has come.
    package func request() async throws -> JSON {
        let deadline = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < deadline {
            let lines = service.output.split(separator: "\n").filter { $0.hasPrefix("{") }
            if lines.count > read, service.output.last == "\n" {
                defer { read += 1 }
                return try JSON(parsing: Array(lines[read].utf8))
            }
            poll(nil, 0, 5)
        }
        throw TestFailure("nothing came to the push service: \(service.errors)")
    }
}
