internal import GRDB
internal import Glibc

/// The reason why the store refused a call or failed. The text names tables and states, but never a stored value, a key
/// or a path.
///
/// If an operation throws an error with any code except ``Code/slow``, the operation changed nothing.
package struct StoreError: Error, Equatable, CustomStringConvertible {
    /// The kind of error, on which callers base decisions.
    package enum Code: String, Sendable, CaseIterable {
        /// The machine key is not the one that sealed this store. Nothing was changed.
        case wrongMachineKey = "wrong_machine_key"
        /// The file is not a store of this program, or its pages or sealed values are damaged.
        case corrupt
        /// A later release wrote this store. Opening the store with this release could lose data that the later release
        /// added.
        case newerSchema = "newer_schema"
        /// There is no room to make the change durable.
        case diskFull = "disk_full"
        /// The device or the file system failed to read, write or sync.
        case io
        /// Another process has the store open.
        case inUse = "in_use"
        /// The file can be read or written by someone other than its owner, or belongs to someone else.
        case exposed
        /// The file cannot exist: its directory does not exist, or this user may not write to it.
        case unavailable
        /// There is no store, or only an empty file, and no store may be created.
        case missing
        /// The row that the call names does not exist, or is not in the state that the call needs.
        case conflict
        /// An argument is outside its documented range.
        case invalid
        /// The store has not answered within the caller's time. Nobody knows whether the store will still carry out the
        /// caller's request.
        case slow
        /// The store failed in another way.
        case failed

        /// Whether a store that could not be opened for this reason may open later without anyone's action.
        package var mayPass: Bool {
            switch self {
            case .diskFull, .io, .inUse, .slow, .failed, .missing: true
            case .wrongMachineKey, .corrupt, .newerSchema, .exposed, .unavailable, .conflict, .invalid: false
            }
        }
    }

    /// The kind of failure.
    package let code: Code
    /// A description of the error, which may be logged.
    package let message: String

    /// Creates an error with a constant message.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Whether two errors have the same code. Their messages, which are for people, do not matter.
    package static func == (left: StoreError, right: StoreError) -> Bool {
        left.code == right.code
    }

    /// The error as text, with its code and its message.
    package var description: String { "\(code.rawValue): \(message)" }
}

extension StoreError {
    /// Translates an error of a lower layer for the store's callers. The library's own text is dropped, because it may
    /// quote SQL.
    init(underlying error: any Error) {
        if let error = error as? StoreError {
            self = error
        } else if let error = error as? DatabaseError {
            self.init(database: error)
        } else {
            self.init(.failed, "the store failed")
        }
    }

    /// Translates the kernel's refusal of an attempt. The words of `attempt` follow "this user may not".
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
            self.init(.inUse, "another process is using the store")
        case .SQLITE_PERM, .SQLITE_AUTH:
            self.init(.unavailable, "the file cannot be written")
        case .SQLITE_CANTOPEN, .SQLITE_READONLY:
            // If this user may not open or write the file, another error has already reported this. The cause at this
            // point is therefore a lack of space, memory or descriptors.
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
