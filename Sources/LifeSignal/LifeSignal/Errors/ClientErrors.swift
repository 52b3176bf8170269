import Foundation

/// Why a call to one of the clients failed. Every call can fail because the daemon is unreachable or at fault. Each
/// client's type alias lists the other reasons.
public enum ClientError<Client>: SignalClientError {
    /// The daemon is unreachable.
    case networkError(String)
    /// Nobody is signed in, or the person lacks permission for the request.
    case authenticationError(String)
    /// The request is impossible, or impossible at the moment.
    case validationError(String)
    /// The item does not exist, or does not belong to the person.
    case notFoundError(String)
    /// The daemon is at fault.
    case serverError(String)
    /// Any other error.
    case unknownError(String)

    /// The problem, in words for people.
    public var text: String {
        switch self {
        case .networkError(let text), .authenticationError(let text), .validationError(let text),
            .notFoundError(let text), .serverError(let text), .unknownError(let text):
            text
        }
    }
}

/// Why somebody could not sign in or out. Authentication: the code is wrong or has expired, or this user may not use
/// LifeSignal. Validation: the phone number is not in international form, or too many codes were requested. The client
/// does not reveal whether a phone number is known, so it never throws "not found".
public typealias AuthError = ClientError<AuthClient>

/// Why the person's own data could not be read or changed. Validation: a name is empty, the note is longer than 2,000
/// characters, or the picture is refused.
public typealias UserError = ClientError<UserClient>

/// Why a contact could not be read or changed. Authentication: nobody is signed in, or the other side has not agreed.
/// Validation: no role was given, the code is the person's own, the contact already exists, or there are already 64
/// contacts. Not found: there is no such contact or code, it does not belong to the person, or it is no longer valid.
public typealias ContactError = ClientError<ContactClient>

/// Why a check-in was not recorded, or the intervals were not changed. Validation: the interval is not between 5
/// minutes and 7 days, or the reminder interval is not shorter than the check-in interval.
public typealias CheckInError = ClientError<CheckInClient>

/// Why an alert was not raised or ended. Authentication: nobody is signed in, or the PIN is missing or wrong.
public typealias AlertError = ClientError<AlertClient>

/// Why a ping could not be sent or answered. Validation: the contact is not a dependent who has agreed, or the last
/// ping was less than a minute ago. Not found: there is no such ping.
public typealias PingError = ClientError<PingClient>

/// Why notifications could not be read or changed. Validation: the time of a reminder is in the past. Not found: there
/// is no such notification.
public typealias NotificationError = ClientError<NotificationClient>

/// Why a code could not be made or read. The client makes and reads codes without the daemon. Validation: the text is
/// not a LifeSignal code, or was misread or mistyped. Server: the code could not be drawn. To learn whether a code is
/// known, use ``ContactClient/getContactInfo``.
public typealias QRCodeError = ClientError<QRCodeClient>

/// Why settings could not be read or changed.
public typealias SettingsError = ClientError<SettingsClient>

/// Why a picture could not be stored, fetched or deleted. Validation: the file is too large, or is not a picture. Not
/// found: there is no such picture, or it belongs to neither the person nor a contact.
public typealias StorageError = ClientError<StorageClient>
