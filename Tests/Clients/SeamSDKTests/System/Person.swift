import FoundationEssentials
import SeamSDK
import TestSupport
import Wire

/// The demo's daemons, and a Swift program beside them.
extension TestSystem {
    /// Ids of deploy/devcloud/seed.json.
    enum Key {
        static let front = "credential_ada_front_door"
    }

    /// A program that uses the user's own session.
    func program(_ session: SeamConfiguration.Session = .default) -> Seam {
        Seam(configuration: SeamConfiguration(socketPath: sessionSocket, session: session))
    }

    /// A program whose person is signed in, and a system whose front door has a lock.
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
    /// The key with that name. Throws if it is not listed.
    func key(_ name: String) throws -> SeamAccessCredential {
        guard let key = credentials.first(where: { $0.name == name }) else {
            throw TestFailure("\(name) is not among \(credentials.map(\.name))")
        }
        return key
    }
}

extension SeamUnlockEvents {
    /// All events.
    func all() async -> [SeamAccessUnlockEvent] {
        await reduce(into: []) { $0.append($1) }
    }
}

/// The error that `body` throws, if it is of that kind.
func thrown<Failure: Error>(_ kind: Failure.Type, _ body: () async throws -> Void) async throws -> Failure {
    do {
        try await body()
    } catch let error as Failure {
        return error
    }
    throw TestFailure("nothing was thrown")
}
