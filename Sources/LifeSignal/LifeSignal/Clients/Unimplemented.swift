import Foundation
import SignalDependencies

/// The results of the client functions that a test has not overridden.
enum Unimplemented {
    /// For a function that cannot throw: reports an issue and returns the nil UUID.
    static var userID: UUID {
        DependencyIssue.report("unimplemented: UserClient.currentUserID")
        return .nobody
    }
}

extension SignalClientError {
    /// The error that an unimplemented throwing function throws.
    static func unimplemented(_ name: String) -> Self { .unknownError("unimplemented: \(name)") }
}

extension AsyncStream {
    /// A stream that has already ended.
    static var ended: Self { Self { $0.finish() } }
}
