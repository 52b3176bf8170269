public import Foundation
public import SignalDependencies

/// The data of the person who is signed in.
public struct UserClient: Sendable {
    /// The person's data. Throws ``UserError``.
    public var currentUser: @Sendable () async throws -> User
    /// Changes given name, family name and emergency note. Names are 1 to 64 characters, the note at most 2,000. Throws
    /// ``UserError``.
    public var updateProfile: @Sendable (String, String, String) async throws -> Void
    /// Changes the picture; returns where ``StorageClient`` finds it. Throws ``UserError``; the daemon does not have it
    /// yet.
    public var updateProfileImage: @Sendable (UIImage) async throws -> URL
    /// Makes a new code for the person; the old one is worth nothing at once. ``userStream`` has the new one. Throws
    /// ``UserError``.
    public var refreshQRCodeID: @Sendable () async throws -> Void
    /// The person's data, at once and after each change; silent while nobody is signed in.
    public var userStream: @Sendable () async -> AsyncStream<User>
    /// The person's id as last heard in this process; the nil UUID for nobody. Where nothing was heard yet, it asks the
    /// daemon, and the calling thread waits for the answer.
    public var currentUserID: @Sendable () -> UUID

    /// A client made of functions.
    public init(
        currentUser: @escaping @Sendable () async throws -> User,
        updateProfile: @escaping @Sendable (String, String, String) async throws -> Void,
        updateProfileImage: @escaping @Sendable (UIImage) async throws -> URL,
        refreshQRCodeID: @escaping @Sendable () async throws -> Void,
        userStream: @escaping @Sendable () async -> AsyncStream<User>,
        currentUserID: @escaping @Sendable () -> UUID
    ) {
        self.currentUser = currentUser
        self.updateProfile = updateProfile
        self.updateProfileImage = updateProfileImage
        self.refreshQRCodeID = refreshQRCodeID
        self.userStream = userStream
        self.currentUserID = currentUserID
    }

    /// ``updateProfile``, with labels.
    public func updateProfile(firstName: String, lastName: String, emergencyNote: String) async throws {
        try await updateProfile(firstName, lastName, emergencyNote)
    }

    /// ``updateProfileImage``, with labels.
    public func updateProfileImage(image: UIImage) async throws -> URL {
        try await updateProfileImage(image)
    }
}

extension UserClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails: a test sets what it needs.
    public static var testValue: Self {
        Self(
            currentUser: { throw UserError.unimplemented("UserClient.currentUser") },
            updateProfile: { _, _, _ in throw UserError.unimplemented("UserClient.updateProfile") },
            updateProfileImage: { _ in throw UserError.unimplemented("UserClient.updateProfileImage") },
            refreshQRCodeID: { throw UserError.unimplemented("UserClient.refreshQRCodeID") },
            userStream: { .ended },
            currentUserID: { Unimplemented.userID })
    }
}

extension DependencyValues {
    /// ``UserClient`` of this task.
    public var userClient: UserClient {
        get { self[UserClient.self] }
        set { self[UserClient.self] = newValue }
    }
}
