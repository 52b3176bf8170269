import Foundation

/// Why somebody could not be asked, or not answered.
public enum PingError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in.
    case authenticationError(String)
    /// It is no dependent who agreed, or it is too soon after the last ping.
    case validationError(String)
    /// There is no such ping.
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

/// Why notifications could not be read or changed.
public enum NotificationError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in.
    case authenticationError(String)
    /// The time of a reminder is in the past.
    case validationError(String)
    /// There is no such notification.
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

/// Why a code could not be made or read.
public enum QRCodeError: SignalClientError {
    /// Not thrown: no daemon is asked.
    case networkError(String)
    /// Not thrown: no daemon is asked.
    case authenticationError(String)
    /// It is not a code of LifeSignal, or it was read or typed wrongly.
    case validationError(String)
    /// Not thrown: whether a code is known, ``ContactClient/getContactInfo`` tells.
    case notFoundError(String)
    /// The code could not be drawn.
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

/// Why settings could not be read or changed.
public enum SettingsError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in.
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

/// Why a picture could not be kept, fetched or deleted.
public enum StorageError: SignalClientError {
    /// The daemon cannot be reached.
    case networkError(String)
    /// Nobody is signed in.
    case authenticationError(String)
    /// It is too large, or not a picture.
    case validationError(String)
    /// There is no such picture, or it is not the person's or a contact's.
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
