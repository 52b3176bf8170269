import RPC
import SignalAPI
import Wire

/// For programs with doors: a door that counts as a check-in, and a visitor who is signed in with the operator's pass.
extension BackendService {
    /// How long a program waits for the answer about a door.
    private static let patience = Duration.seconds(2)

    /// Says to the daemon that a door has opened for the signed-in person. It counts as a check-in if the person wants
    /// that and has no PIN.
    ///
    /// Returns the person after the check-in, or nil if the door did not count, also if nobody is signed in. Throws
    /// ``CheckInError`` if the daemon does not answer. The door is open in any case.
    package func doorOpened() async throws -> User? {
        do throws(WireError) {
            let params = try ofSession(SignalAPI.CheckInRecord.Params(isDoor: true))
            let person = try await connected().call(SignalAPI.CheckInRecord.self, params, timeout: Self.patience)
            return User(person)
        } catch {
            guard !["signal.door_does_not_count", "signal.not_signed_in"].contains(error.reason) else { return nil }
            throw CheckInError(error)
        }
    }

    /// Whether doors count as check-ins of the signed-in person. Throws ``CheckInError``.
    package func countsDoors() async throws -> Bool {
        try await call(UserGet.self, .init(), throwing: CheckInError.self).countsDoors
    }

    /// Lets doors count as check-ins, or no longer. The responders are informed of the change. Throws ``CheckInError``,
    /// which is a validation error if the person has a PIN.
    package func setCountsDoors(_ count: Bool) async throws {
        _ = try await call(CheckInSet.self, .init(countsDoors: count), throwing: CheckInError.self)
    }

    /// Signs a visitor in with the pass of the operator's desk. The service must be for a visit
    /// (``init(forVisitAt:)``). The visitor is signed in until ``endVisit()``, until the connection ends, or until no
    /// call was made for `idleTimeout`, which is 10 seconds to an hour. Throws ``AuthError``.
    package func enter(pass: String, idleTimeout: Duration = .seconds(120)) async throws -> User {
        do throws(WireError) {
            let connection = try await connected()
            try beginVisit()
            let params = AuthEnter.Params(pass: pass, isEphemeral: true, idleTimeout: idleTimeout)
            let person = try await connection.call(AuthEnter.self, params)
            heard(person)
            return User(person)
        } catch {
            throw AuthError(error)
        }
    }
}

extension WireError {
    /// The error of every call after a visit.
    static var visitOver: WireError {
        WireError(.unauthenticated, "signal.not_signed_in", "the visit is over")
    }
}
