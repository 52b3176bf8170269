public import SignalDependencies

/// Signs people in and out, with a code sent to their phone. The session belongs to the user, and all of their programs
/// share it.
public struct AuthClient: Sendable {
    /// Requests a code for a phone number in international form (`+4915112345678`). The reply does not reveal whether
    /// the number is known. Throws ``AuthError``.
    public var signIn: @Sendable (String) async throws -> Void
    /// Signs in with the code that this session requested last. A new person has no names yet. Throws ``AuthError``.
    public var verify: @Sendable (String) async throws -> User
    /// Signs out. Check-ins that are due stay due. Does nothing if nobody is signed in. Throws ``AuthError``.
    public var signOut: @Sendable () async throws -> Void
    /// The signed-in person, or nil. Throws ``AuthError``, but only for network and server faults.
    public var currentUser: @Sendable () async throws -> User?
    /// Delivers the signed-in person (or nil) immediately, and again after each change.
    public var authStateStream: @Sendable () async -> AsyncStream<User?>

    /// Creates a client from closures.
    public init(
        signIn: @escaping @Sendable (String) async throws -> Void,
        verify: @escaping @Sendable (String) async throws -> User,
        signOut: @escaping @Sendable () async throws -> Void,
        currentUser: @escaping @Sendable () async throws -> User?,
        authStateStream: @escaping @Sendable () async -> AsyncStream<User?>
    ) {
        self.signIn = signIn
        self.verify = verify
        self.signOut = signOut
        self.currentUser = currentUser
        self.authStateStream = authStateStream
    }

    /// Calls ``signIn`` with argument labels.
    public func signIn(phoneNumber: String) async throws {
        try await signIn(phoneNumber)
    }

    /// Calls ``verify`` with argument labels.
    public func verify(code: String) async throws -> User {
        try await verify(code)
    }
}

extension AuthClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
    public static var testValue: Self {
        Self(
            signIn: { _ in throw AuthError.unimplemented("AuthClient.signIn") },
            verify: { _ in throw AuthError.unimplemented("AuthClient.verify") },
            signOut: { throw AuthError.unimplemented("AuthClient.signOut") },
            currentUser: { throw AuthError.unimplemented("AuthClient.currentUser") },
            authStateStream: { .ended })
    }
}

extension DependencyValues {
    /// The current task's ``AuthClient``.
    public var authClient: AuthClient {
        get { self[AuthClient.self] }
        set { self[AuthClient.self] = newValue }
    }
}
