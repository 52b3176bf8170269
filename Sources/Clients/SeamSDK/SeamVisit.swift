public import FoundationEssentials
import LinuxSupport
package import SeamModel

/// The visit of a person at a machine that people use one after another. A visit is a session with its own connection,
/// from the visitor's code until ``end()``.
///
/// A program begins a visit for each visitor, and ends the visit when the visitor leaves. After a visit, only the
/// journal's entries remain. The visit also ends when the object is released, when its connection ends, and after the
/// idle timeout. The ``Seam/isActiveUpdates`` of the ``session`` report this end.
///
/// This object can be used from any thread.
public final class SeamVisit: Sendable {
    /// The session with the visitor's keys, and the doors that the keys open. Do not sign anyone else in to this
    /// session, because the next visitor gets a new visit.
    public let session: Seam

    private let pass: Locked<LifeSignalPass?>

    private init(_ session: Seam, _ pass: LifeSignalPass?) {
        self.session = session
        self.pass = Locked(pass)
    }

    /// Returns the pass with which the operator's desk vouches for the visitor to LifeSignal, and forgets the pass.
    /// Returns nil the next time, and if the desk gave no pass. A pass is valid for two minutes at most.
    package func takeLifeSignalPass() -> LifeSignalPass? {
        pass.withLock { pass in
            defer { pass = nil }
            return pass
        }
    }

    /// Asks the operator's desk to which visitor the code belongs, and reads the visitor's keys.
    ///
    /// - Parameters:
    ///   - code: The typed or scanned code: 1 to 128 characters of printable ASCII, without blanks.
    ///   - idleTimeout: The number of seconds without use after which the visit ends by itself, 10 to 3,600.
    ///   - socketPath: The session daemon's socket. The value nil means the default of ``SeamConfiguration``.
    /// - Returns: The visit, whose session already has its ``Seam/credentials``.
    /// - Throws: The errors of ``Seam/signIn(code:)``. After an error, nobody is signed in.
    public static func begin(
        code: String, idleTimeout: TimeInterval = 120, socketPath: String? = nil
    ) async throws -> SeamVisit {
        try await begin(idleTimeout, socketPath) { try await $0.signedIn(code: code) }
    }

    /// Begins a visit with a token that the program already has.
    public static func begin(
        clientSessionToken: String, idleTimeout: TimeInterval = 120, socketPath: String? = nil
    ) async throws -> SeamVisit {
        try await begin(idleTimeout, socketPath) {
            try await $0.signIn(clientSessionToken: clientSessionToken)
            return nil
        }
    }

    private static func begin(
        _ idleTimeout: TimeInterval, _ socketPath: String?, _ signIn: (Seam) async throws -> LifeSignalPass?
    ) async throws -> SeamVisit {
        let configuration = SeamConfiguration(
            socketPath: socketPath, session: .ephemeral(idleTimeout: idleTimeout))
        let session = Seam(configuration: configuration)
        let pass: LifeSignalPass?
        do {
            pass = try await signIn(session)
        } catch {
            // The cloud may have refused the token after the visit began.
            await session.end()
            throw error
        }
        return SeamVisit(session, pass)
    }

    /// Ends the visit. The daemon forgets the visitor, and the connection is closed. An attempt whose command the lock
    /// has received continues. All other attempts are cancelled. This method never throws, and takes at most eight
    /// seconds. A second call has no effect.
    public func end() async { await session.end() }
}
