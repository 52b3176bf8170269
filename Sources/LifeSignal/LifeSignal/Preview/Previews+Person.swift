import Foundation
import PictureModel
import SignalDependencies

/// The state that all previews of a process share.
package final class PreviewWorld: Sendable {
    static let shared = PreviewWorld()

    let outlet: Outlet<PreviewPerson>

    /// Starts with Ada Moreno's state at the current time.
    package init() { outlet = Outlet(PreviewPerson(at: Date())) }

    var now: PreviewPerson { outlet.value }

    /// Changes the signed-in person's state. Throws an authentication error if nobody is signed in, and the closure's
    /// own error.
    @discardableResult
    func change<Answer: Sendable, Failure: SignalClientError>(
        throwing: Failure.Type, _ change: @Sendable (inout PreviewPerson) throws -> Answer
    ) throws -> Answer {
        try outlet.change { person in
            guard person.isSignedIn else { throw Failure.authenticationError("nobody is signed in (sign in first)") }
            return try change(&person)
        }
    }

    /// The signed-in person's state. Throws an authentication error if nobody is signed in.
    func person<Failure: SignalClientError>(throwing: Failure.Type) throws(Failure) -> PreviewPerson {
        let person = now
        guard person.isSignedIn else { throw .authenticationError("nobody is signed in (sign in first)") }
        return person
    }
}

extension AuthClient {
    /// A client for the made-up person of previews.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            signIn: { phone in
                guard phone.hasPrefix("+"), (7...15).contains(phone.dropFirst().count),
                    phone.dropFirst().allSatisfy(\.isWholeNumber)
                else { throw AuthError.validationError("write the number like +4915112345678") }
                world.outlet.change { $0.waitsForCode = true }
            },
            verify: { code in
                try world.outlet.change { (person) throws(AuthError) in
                    guard person.waitsForCode else {
                        throw .authenticationError("no code is expected (ask for a new code)")
                    }
                    guard code.count == 6, code.allSatisfy(\.isWholeNumber) else {
                        throw .authenticationError("the code is wrong")
                    }
                    (person.waitsForCode, person.isSignedIn) = (false, true)
                    return person.user
                }
            },
            signOut: { world.outlet.change { $0.isSignedIn = false } },
            currentUser: { world.now.signedIn },
            authStateStream: { world.outlet.stream { .some($0.signedIn) } })
    }
}

extension UserClient {
    /// A client for the made-up person of previews.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            currentUser: { try world.person(throwing: UserError.self).user },
            updateProfile: { first, last, note in
                try world.change(throwing: UserError.self) { person in
                    guard (1...64).contains(first.count), (1...64).contains(last.count) else {
                        throw UserError.validationError("a name has 1 to 64 characters")
                    }
                    guard note.count <= 2_000 else {
                        throw UserError.validationError("a note has at most 2,000 characters")
                    }
                    (person.user.firstName, person.user.lastName, person.user.emergencyNote) = (first, last, note)
                }
            },
            updateProfileImage: { image in
                try world.change(throwing: UserError.self) { person in
                    let url = person.keep(image)
                    person.user.profileImageURL = url
                    return url
                }
            },
            refreshQRCodeID: { try world.change(throwing: UserError.self) { $0.user.qrCodeID = UUID() } },
            userStream: { world.outlet.stream { $0.signedIn } },
            currentUserID: { world.now.signedIn?.id ?? .nobody })
    }
}

extension SettingsClient {
    /// A client for the made-up person of previews.
    package static func preview(_ world: PreviewWorld) -> Self {
        Self(
            getNotificationPreferences: { try world.person(throwing: SettingsError.self).preferences },
            updateNotificationPreferences: { preferences in
                try world.change(throwing: SettingsError.self) { $0.preferences = preferences }
            })
    }
}

extension PreviewPerson {
    /// The signed-in person.
    var signedIn: User? { isSignedIn ? user : nil }

    /// Stores a picture, and returns its location.
    mutating func keep(_ image: UIImage) -> URL {
        imageCount += 1
        let url = URL(filePath: "/preview/\(imageCount)")
        images[url] = image
        return url
    }
}
