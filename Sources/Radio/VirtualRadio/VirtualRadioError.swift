/// Why the virtual radio did not carry out a request. Two errors are equal if their codes are equal.
package struct VirtualRadioError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The stable names of the causes.
    package enum Code: String, Sendable, Hashable, CaseIterable {
        /// There is no connection to the broker now, but the link keeps trying.
        case notConnected = "not_connected"
        /// This link already plays a lock with the same address.
        case addressTaken = "address_taken"
        /// The link plays as many locks as the broker allows.
        case tooManyLocks = "too_many_locks"
        /// The message is for a lock that is not attached.
        case unknownLock = "unknown_lock"
        /// The driver has already run, and it can run only once.
        case alreadyRun = "already_run"
    }

    package let code: Code
    package let message: String

    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { "\(code.rawValue): \(message)" }

    package static func == (left: VirtualRadioError, right: VirtualRadioError) -> Bool { left.code == right.code }
}
