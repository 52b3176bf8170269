import Foundation
import SignalDependencies

/// Placeholders in tests for clients that the test has not set.
enum Unimplemented {
    /// For a function that cannot throw: reports an issue and returns the nil UUID.
    static var userID: UUID {
        DependencyIssue.report("unimplemented: UserClient.currentUserID")
        return .nobody
    }
}

extension SignalClientError {
    /// For a function that can throw.
    static func unimplemented(_ name: String) -> Self { .unknownError("unimplemented: \(name)") }
}

extension AsyncStream {
    /// A stream that has already ended.
    static var ended: Self { Self { $0.finish() } }
}
