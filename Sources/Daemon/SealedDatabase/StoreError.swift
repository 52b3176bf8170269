internal import GRDB
internal import Glibc

/// Why the store refused or failed. Its text names tables and states, never a stored value, a key or a path.
///
/// With any code except ``Code/slow``, the operation that threw it changed nothing.
package struct StoreError: Error, Equatable, CustomStringConvertible {
    /// The kind of error, by which callers decide.
    package enum Code: String, Sendable, CaseIterable {
        /// The machine key is not the one that sealed this store. Nothing was changed.
        case wrongMachineKey = "wrong_machine_key"
        /// The file is not a store of ours, or its pages or sealed values do not verify.
        case corrupt
        /// A later release wrote this store; opening it here could lose what that release added.
        case newerSchema = "newer_schema"
        /// There is no room to make the change durable.
        case diskFull = "disk_full"
        /// The device or file system failed a read, a write or a sync.
        case io
        /// Another process holds the store open.
        case inUse = "in_use"
        /// The file can be read or written by someone other than its owner, or belongs to someone else.
        case exposed
        /// The file cannot exist: its directory does not exist, or this user may not write to it.
        case unavailable
        /// There is no store, or only an empty file, and none may be created.
        case missing
        /// The row that the call names does not exist, or is not in the state that the call needs.
        case conflict
        /// A value passed in is outside its documented range.
        case invalid
        /// The store has not answered within its caller's time. Whether it will do what was asked is unknown.
        case slow
        /// The store failed in another way.
        case failed

        /// Whether a store that could not be opened for this reason may open later, without anyone doing anything about
        /// it.
        package var mayPass: Bool {
            switch self {
            case .diskFull, .io, .inUse, .slow, .failed, .missing: true
            case .wrongMachineKey, .corrupt, .newerSchema, .exposed, .unavailable, .conflict, .invalid: false
            }
        }
    }

    /// The kind of failure.
    package let code: Code
    /// A description that may be logged.
    package let message: String

    /// Creates an error with a constant message.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Two errors are equal if their codes are; messages are for people.
    package static func == (left: StoreError, right: StoreError) -> Bool {
        left.code == right.code
    }

    /// The code and the message.
    package var description: String { "\(code.rawValue): \(message)" }
}

extension StoreError {
    /// Translates an error from below for our callers. The library's own text may quote SQL, and is dropped.
    init(underlying error: any Error) {
        if let error = error as? StoreError {
            self = error
        } else if let error = error as? DatabaseError {
            self.init(database: error)
        } else {
            self.init(.failed, "the store failed")
        }
    }

    /// Translates the kernel's refusal to do something, in words that follow "this user may not".
    init(errorNumber: Int32, of attempt: String) {
        switch errorNumber {
        case ENOENT, ENOTDIR: self.init(.unavailable, "its directory does not exist")
        case EACCES, EPERM: self.init(.unavailable, "this user may not \(attempt)")
        case EROFS: self.init(.unavailable, "its file system is mounted read-only")
        case ENOSPC, EDQUOT: self.init(.diskFull, "no room to create the file")
        default: self.init(.io, "the file cannot be opened (error \(errorNumber))")
        }
    }

    private init(database error: DatabaseError) {
        switch error.resultCode {
        case .SQLITE_FULL:
            self.init(.diskFull, "no room to store the change")
        case .SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_FORMAT:
            self.init(.corrupt, "the file is damaged or is not a store")
        case .SQLITE_BUSY, .SQLITE_LOCKED, .SQLITE_PROTOCOL:
            self.init(.inUse, "another process holds the store")
        case .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.unavailable, "the file cannot be written")
        case .SQLITE_CANTOPEN, .SQLITE_READONLY:
            // If this user may not open or write the file, that has already been reported. So now space, memory or
            // descriptors are missing.
            self.init(.io, "the file, or its log, cannot be opened")
        case .SQLITE_IOERR:
            self.init(.io, "reading or writing the file failed")
        case .SQLITE_CONSTRAINT:
            self.init(.conflict, "the change contradicts what is stored")
        case .SQLITE_TOOBIG, .SQLITE_RANGE, .SQLITE_MISMATCH:
            self.init(.invalid, "a value is out of bounds")
        default:
            self.init(.failed, "the store failed with code \(error.extendedResultCode.rawValue)")
        }
    }
}
