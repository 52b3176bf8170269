import Foundation
import SignalDependencies

/// The stand-ins in a test for clients that the test has not set.
enum Unimplemented {
    /// For a function that cannot throw: reports an issue and answers the nil UUID.
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
    /// A stream that is over.
    static var ended: Self { Self { $0.finish() } }
}
