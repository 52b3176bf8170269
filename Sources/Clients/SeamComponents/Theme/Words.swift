import Foundation
import SeamSDK
import SeamWords

/// Sentences of the parts in which people are told things.
nonisolated enum Words {
    /// The part with a capital.
    static func capital(_ part: String) -> String { "\(part.prefix(1).uppercased())\(part.dropFirst())" }

    /// Both parts with a capital and a full stop.
    static func sentence(_ first: String, _ second: String? = nil) -> String {
        [first, second].compactMap { part in part.flatMap { $0.isEmpty ? nil : "\(capital($0))." } }
            .joined(separator: " ")
    }

    /// Why a call was refused, for a person at a screen that can sign in and open doors.
    static func refusal(_ error: any Error) -> String {
        switch error {
        case let error as SeamError: sentence(error.refusal.text, error.refusal.remedyAtAScreen)
        case let error as SeamSystemError: capital(error.message)
        case let error as any LocalizedError: error.errorDescription ?? "It cannot be done now."
        default: "It cannot be done now."
        }
    }
}
