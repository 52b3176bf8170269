import Foundation

/// Why somebody could not sign in or out.
public enum AuthError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// The code is wrong or too old, or this user may not use LifeSignal.
    case authenticationError(String)
    /// The phone number is not in international form, or codes were asked for too often.
    case validationError(String)
    /// Not thrown: whether a number is known is nobody's business.
    case notFoundError(String)
    /// The daemon is at fault.
    case serverError(String)
    /// None of the others.
    case unknownError(String)

    /// What went wrong, for people.
    public var text: String {
        switch self {
        case .networkError(let text), .authenticationError(let text), .validationError(let text),
            .notFoundError(let text), .serverError(let text), .unknownError(let text):
            text
        }
    }
}

/// Why the person's own data could not be read or changed.
public enum UserError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in.
    case authenticationError(String)
    /// A name is empty, the note is longer than 2,000 characters, or the picture is refused.
    case validationError(String)
    /// Not thrown by this version.
    case notFoundError(String)
    /// The daemon is at fault.
    case serverError(String)
    /// None of the others.
    case unknownError(String)

    /// What went wrong, for people.
    public var text: String {
        switch self {
        case .networkError(let text), .authenticationError(let text), .validationError(let text),
            .notFoundError(let text), .serverError(let text), .unknownError(let text):
            text
        }
    }
}

/// Why a contact could not be read or changed.
public enum ContactError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in, or the other side has not agreed.
    case authenticationError(String)
    /// There is no role, or it is the person's own code, or somebody who is there already, or there are 64.
    case validationError(String)
    /// There is no such contact or code, or it is not the person's, or no longer valid.
    case notFoundError(String)
    /// The daemon is at fault.
    case serverError(String)
    /// None of the others.
    case unknownError(String)

    /// What went wrong, for people.
    public var text: String {
        switch self {
        case .networkError(let text), .authenticationError(let text), .validationError(let text),
            .notFoundError(let text), .serverError(let text), .unknownError(let text):
            text
        }
    }
}

/// Why a check-in was not recorded, or its times not changed.
public enum CheckInError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in.
    case authenticationError(String)
    /// The interval is not within 5 minutes and 7 days, or the reminder is not shorter.
    case validationError(String)
    /// Not thrown by this version.
    case notFoundError(String)
    /// The daemon is at fault.
    case serverError(String)
    /// None of the others.
    case unknownError(String)

    /// What went wrong, for people.
    public var text: String {
        switch self {
        case .networkError(let text), .authenticationError(let text), .validationError(let text),
            .notFoundError(let text), .serverError(let text), .unknownError(let text):
            text
        }
    }
}

/// Why an alert was not raised or ended.
public enum AlertError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in, or the PIN is missing or wrong.
    case authenticationError(String)
    /// Not thrown by this version.
    case validationError(String)
    /// Not thrown by this version.
    case notFoundError(String)
    /// The daemon is at fault.
    case serverError(String)
    /// None of the others.
    case unknownError(String)

    /// What went wrong, for people.
    public var text: String {
        switch self {
        case .networkError(let text), .authenticationError(let text), .validationError(let text),
            .notFoundError(let text), .serverError(let text), .unknownError(let text):
            text
        }
    }
}
