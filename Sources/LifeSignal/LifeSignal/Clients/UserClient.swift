public import Foundation
public import PictureModel
public import SignalDependencies

/// Reads and changes the signed-in person's data.
public struct UserClient: Sendable {
    /// The person's data. Throws ``UserError``.
    public var currentUser: @Sendable () async throws -> User
    /// Changes the given name, family name and emergency note. A name has 1 to 64 characters. The note has at most
    /// 2,000 characters. Throws ``UserError``.
    public var updateProfile: @Sendable (String, String, String) async throws -> Void
    /// Changes the person's picture, and returns the address under which ``StorageClient`` finds the picture. The
    /// daemon stores a small copy of the picture, and deletes the previous one. Throws ``UserError``.
    public var updateProfileImage: @Sendable (UIImage) async throws -> URL
    /// Makes a new QR code for the person. The old code becomes invalid immediately. ``userStream`` delivers the new
    /// code. Throws ``UserError``.
    public var refreshQRCodeID: @Sendable () async throws -> Void
    /// Delivers the person's data immediately, and again after each change. Delivers nothing while nobody is signed in.
    public var userStream: @Sendable () async -> AsyncStream<User>
    /// The person's id, as this process last learned it from the daemon, or the nil UUID if nobody is signed in. Before
    /// the first news from the daemon, a call asks the daemon and blocks the calling thread until the answer comes.
    public var currentUserID: @Sendable () -> UUID

    /// Creates a client from closures.
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

    /// Calls ``updateProfile`` with argument labels.
    public func updateProfile(firstName: String, lastName: String, emergencyNote: String) async throws {
        try await updateProfile(firstName, lastName, emergencyNote)
    }

    /// Calls ``updateProfileImage`` with argument labels.
    public func updateProfileImage(image: UIImage) async throws -> URL {
        try await updateProfileImage(image)
    }
}

extension UserClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
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
    /// The current task's ``UserClient``.
    public var userClient: UserClient {
        get { self[UserClient.self] }
        set { self[UserClient.self] = newValue }
    }
}
