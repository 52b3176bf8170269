import Foundation

/// Why a call of one of the clients failed. The daemon may always be out of reach or at fault; the other reasons are
/// listed with each client's name for it.
public enum ClientError<Client>: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in, or they may not do this.
    case authenticationError(String)
    /// The request is not possible, or not now.
    case validationError(String)
    /// It does not exist, or is not the person's.
    case notFoundError(String)
    /// The daemon is at fault.
    case serverError(String)
    /// None of the others.
    case unknownError(String)

    /// The trouble, for people.
    public var text: String {
        switch self {
        case .networkError(let text), .authenticationError(let text), .validationError(let text),
            .notFoundError(let text), .serverError(let text), .unknownError(let text):
            text
        }
    }
}

/// Why somebody could not sign in or out. Authentication: the code is wrong or too old, or this user may not use
/// LifeSignal. Validation: the phone number is not in international form, or codes were asked for too often. Whether a
/// number is known is nobody's business: not found is never thrown.
public typealias AuthError = ClientError<AuthClient>

/// Why the person's own data could not be read or changed. Validation: a name is empty, the note is longer than 2,000
/// characters, or the picture is refused.
public typealias UserError = ClientError<UserClient>

/// Why a contact could not be read or changed. Authentication: nobody is signed in, or the other side has not agreed.
/// Validation: there is no role, or it is the person's own code, or somebody who is there already, or there are 64. Not
/// found: there is no such contact or code, or it is not the person's, or no longer valid.
public typealias ContactError = ClientError<ContactClient>

/// Why a check-in was not recorded, or its times not changed. Validation: the interval is not within 5 minutes and 7
/// days, or the reminder is not shorter.
public typealias CheckInError = ClientError<CheckInClient>

/// Why an alert was not raised or ended. Authentication: nobody is signed in, or the PIN is missing or wrong.
public typealias AlertError = ClientError<AlertClient>

/// Why somebody could not be asked, or not answered. Validation: it is not a dependent who agreed, or it is too soon
/// after the last ping. Not found: there is no such ping.
public typealias PingError = ClientError<PingClient>

/// Why notifications could not be read or changed. Validation: the time of a reminder is in the past. Not found: there
/// is no such notification.
public typealias NotificationError = ClientError<NotificationClient>

/// Why a code could not be made or read. No daemon is asked. Validation: it is not a code of LifeSignal, or it was read
/// or typed wrongly. Server: the code could not be drawn. Whether a code is known, ``ContactClient/getContactInfo``
/// says.
public typealias QRCodeError = ClientError<QRCodeClient>

/// Why settings could not be read or changed.
public typealias SettingsError = ClientError<SettingsClient>

/// Why a picture could not be kept, fetched or deleted. Validation: it is too large, or not a picture. Not found: there
/// is no such picture, or it is not the person's or a contact's.
public typealias StorageError = ClientError<StorageClient>
