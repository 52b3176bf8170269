import FoundationEssentials
import SeamSDK
import TestSupport
import Wire

/// Starts Swift programs that use the test system's daemons.
extension TestSystem {
    /// The ids of keys in `deploy/devcloud/seed.json`.
    enum Key {
        static let front = "credential_ada_front_door"
    }

    /// A program that uses the user's own session.
    func program(_ session: SeamConfiguration.Session = .default) -> Seam {
        Seam(configuration: SeamConfiguration(socketPath: sessionSocket, session: session))
    }

    /// Starts a system with a lock at the front door, and a program in which a person is signed in.
    static func withSignedIn(
        _ session: SeamConfiguration.Session = .default, configuration: JSON = [:]
    ) async throws -> (TestSystem, Seam) {
        let system = try await TestSystem(configuration: configuration)
        try await system.bind()
        let seam = system.program(session)
        try seam.initialize(clientSessionToken: try system.cloud.token())
        try await seam.activate()
        return (system, seam)
    }

    /// Changes a key's row in the cloud.
    func change(_ key: String, _ members: JSON) throws {
        let row = JSON.members(("table", "acs_credentials"), ("id", .string(key)), ("set", members))
        try cloud.post("/_dev/rows/change", row)
    }
}

extension Seam {
    /// The key called `name`. Throws an error if no listed key has that name.
    func key(_ name: String) throws -> SeamAccessCredential {
        guard let key = credentials.first(where: { $0.name == name }) else {
            throw TestFailure("\(name) is not among \(credentials.map(\.name))")
        }
        return key
    }
}

extension SeamUnlockEvents {
    /// Waits for the end of the sequence, and returns all its events.
    func all() async -> [SeamAccessUnlockEvent] {
        await reduce(into: []) { $0.append($1) }
    }
}

/// The error that `body` throws, if this error has the type `kind`.
func thrown<Failure: Error>(_ kind: Failure.Type, _ body: () async throws -> Void) async throws -> Failure {
    do {
        try await body()
    } catch let error as Failure {
        return error
    }
    throw TestFailure("nothing was thrown")
}
