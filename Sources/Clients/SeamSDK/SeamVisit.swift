public import FoundationEssentials

/// A visitor at a machine that people take turns using: a session with its own connection, from the visitor's code
/// until ``end()``.
///
/// A program begins one for each visitor, and ends it when they leave. Nothing of a visit is left except the journal's
/// entries. The visit also ends when the object is released, when its connection ends, and after the idle timeout;
/// ``Seam/isActiveUpdates`` of ``session`` reports that.
///
/// It can be used from any thread.
public final class SeamVisit: Sendable {
    /// The visitor's keys, and the doors that they open. Do not sign anyone else in to this session: the next visitor
    /// gets a new visit.
    public let session: Seam

    private init(_ session: Seam) {
        self.session = session
    }

    /// Asks the operator's desk whose code this is, and reads the visitor's keys.
    ///
    /// - Parameters:
    ///   - code: The typed or scanned code: 1 to 128 characters of printable ASCII, without blanks.
    ///   - idleTimeout: After how many seconds without use the visit ends by itself, 10 to 3,600.
    ///   - socketPath: The session daemon's socket; nil means the default of ``SeamConfiguration``.
    /// - Returns: The visit, whose session already has its ``Seam/credentials``.
    /// - Throws: The errors of ``Seam/signIn(code:)``; nobody is signed in then.
    public static func begin(
        code: String, idleTimeout: TimeInterval = 120, socketPath: String? = nil
    ) async throws -> SeamVisit {
        try await begin(idleTimeout, socketPath) { try await $0.signIn(code: code) }
    }

    /// Begins a visit with a token that the program already has.
    public static func begin(
        clientSessionToken: String, idleTimeout: TimeInterval = 120, socketPath: String? = nil
    ) async throws -> SeamVisit {
        try await begin(idleTimeout, socketPath) { try await $0.signIn(clientSessionToken: clientSessionToken) }
    }

    private static func begin(
        _ idleTimeout: TimeInterval, _ socketPath: String?, _ signIn: (Seam) async throws -> Void
    ) async throws -> SeamVisit {
        let configuration = SeamConfiguration(
            socketPath: socketPath, session: .ephemeral(idleTimeout: idleTimeout))
        let session = Seam(configuration: configuration)
        do {
            try await signIn(session)
        } catch {
            // The cloud may have refused the token after the visit began.
            await session.end()
            throw error
        }
        return SeamVisit(session)
    }

    /// Ends the visit: the daemon forgets the visitor, and the connection is closed. An attempt whose command the lock
    /// has received continues; others are cancelled. Never throws, and takes at most eight seconds. A second call does
    /// nothing.
    public func end() async { await session.end() }
}
