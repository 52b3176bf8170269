import SignalAPI
import Wire

/// Signs people in and out through the daemon, for ``AuthClient``.
public final class BackendAuthClientAuthAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// Requests a code. Throws ``AuthError``.
    public func signIn(phoneNumber: String) async throws {
        let params = AuthSignIn.Params(phone: phoneNumber)
        _ = try await backendService.call(AuthSignIn.self, params, throwing: AuthError.self)
    }

    /// Signs in with a code. Throws ``AuthError``.
    public func verify(code: String) async throws -> User {
        // A code works only once, so a second call could not tell whether the first one succeeded.
        let person = try await backendService.call(
            AuthVerify.self, .init(code: TypedText.joined(code)), throwing: AuthError.self, isSafeToRepeat: false)
        backendService.heard(person)
        return User(person)
    }

    /// Signs out. Throws ``AuthError``.
    public func signOut() async throws {
        _ = try await backendService.call(AuthSignOut.self, .init(), throwing: AuthError.self)
        backendService.heard(nil)
    }

    /// The signed-in person, or nil. Throws ``AuthError``.
    public func currentUser() async throws -> User? {
        let state = try await backendService.call(AuthGet.self, .init(), throwing: AuthError.self)
        backendService.heard(state.person)
        return state.person.map(User.init)
    }

    /// Delivers the signed-in person (or nil) as soon as the daemon answers, and again after each change.
    public func authStateStream() -> AsyncStream<User?> {
        backendService.stream { [backendService] users in
            var last: SignalState?
            await backendService.follow(AuthWatch.self) { item in
                switch item {
                case .snapshot(let state), .auth(let state):
                    backendService.heard(state.person)
                    // After reconnecting, the state may be unchanged.
                    if state != last { users.yield(state.person.map(User.init)) }
                    last = state
                }
                return .more
            }
        }
    }
}

extension AuthClient {
    /// A client that talks to that daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendAuthClientAuthAdapter(backendService: backendService)
        return Self(
            signIn: { try await adapter.signIn(phoneNumber: $0) },
            verify: { try await adapter.verify(code: $0) },
            signOut: { try await adapter.signOut() },
            currentUser: { try await adapter.currentUser() },
            authStateStream: { adapter.authStateStream() })
    }
}
