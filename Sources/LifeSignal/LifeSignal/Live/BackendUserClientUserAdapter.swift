public import Foundation
public import PictureModel
import SignalAPI
import Wire

/// Reads and changes the person's data through the daemon, for ``UserClient``.
public final class BackendUserClientUserAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// The person's data. Throws ``UserError``.
    public func currentUser() async throws -> User {
        let person = try await backendService.call(UserGet.self, .init(), throwing: UserError.self)
        backendService.heard(person)
        return User(person)
    }

    /// Changes the names and the note. Throws ``UserError``.
    public func updateProfile(firstName: String, lastName: String, emergencyNote: String) async throws {
        let params = UserUpdate.Params(firstName: firstName, lastName: lastName, emergencyNote: emergencyNote)
        _ = try await backendService.call(UserUpdate.self, params, throwing: UserError.self)
    }

    /// Stores a picture and shows it to the contacts, in place of the last one. Throws ``UserError``.
    public func updateProfileImage(image: UIImage) async throws -> URL {
        let file = try await StoredImage.file(of: image, throwing: UserError.self)
        let name = try await backendService.call(ImagePut.self, .init(data: file), throwing: UserError.self).image
        _ = try await backendService.call(UserSetImage.self, .init(image: name), throwing: UserError.self)
        return StoredImage.url(of: name)
    }

    /// Makes a new QR code for the person. Throws ``UserError``.
    public func refreshQRCodeID() async throws {
        _ = try await backendService.call(
            UserRefreshQR.self, .init(), throwing: UserError.self, isSafeToRepeat: false)
    }

    /// Delivers the signed-in person's data as soon as the daemon sends it, and again after each change.
    public func userStream() -> AsyncStream<User> {
        backendService.stream { [backendService] users in
            var last: SignalPerson?
            await backendService.followPerson(UserWatch.self) { item in
                switch item {
                case .snapshot(let person), .user(let person):
                    backendService.heard(person)
                    // After reconnecting, the state may be unchanged.
                    if person != last { users.yield(User(person)) }
                    last = person
                    return .more
                case .ended: return .enough
                }
            }
        }
    }

    /// The signed-in person's id, as this process last learned it, or the nil UUID if nobody is signed in. The first
    /// access asks the daemon and blocks the thread until the answer comes.
    public func currentUserID() -> UUID { backendService.userID }
}

extension UserClient {
    /// A client that talks to that daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendUserClientUserAdapter(backendService: backendService)
        return Self(
            currentUser: { try await adapter.currentUser() },
            updateProfile: { try await adapter.updateProfile(firstName: $0, lastName: $1, emergencyNote: $2) },
            updateProfileImage: { try await adapter.updateProfileImage(image: $0) },
            refreshQRCodeID: { try await adapter.refreshQRCodeID() },
            userStream: { adapter.userStream() },
            currentUserID: { adapter.currentUserID() })
    }
}
