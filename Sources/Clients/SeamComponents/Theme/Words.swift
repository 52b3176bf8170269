import Foundation
import SeamSDK
package import SeamWords

/// Makes sentences for people.
nonisolated enum Words {
    /// Returns a part with an initial capital.
    static func capital(_ part: String) -> String { "\(part.prefix(1).uppercased())\(part.dropFirst())" }

    /// Returns both parts, each with an initial capital and a full stop.
    static func sentence(_ first: String, _ second: String? = nil) -> String {
        [first, second].compactMap { part in part.flatMap { $0.isEmpty ? nil : "\(capital($0))." } }
            .joined(separator: " ")
    }

    /// Returns the reason why a call was refused, for a person at a screen for signing in and opening doors.
    static func refusal(_ error: any Error, in language: SeamLanguage = .english) -> String {
        RefusalWords(error).said(in: language)
    }
}

/// The reason why a call was refused, for any language.
package nonisolated enum RefusalWords: Equatable, Sendable {
    /// The session refuses the call.
    case session(Refusal)
    /// The attempt was cancelled before the lock received the command.
    case calledOff
    /// The machine's Bluetooth service is not running or does not answer.
    case radio
    /// The refusing party's own words, unchanged.
    case others(String)
    /// No reason is known.
    case unknown

    init(_ error: any Error) {
        switch error {
        case let error as SeamError: self = .session(error.refusal)
        case let error as SeamSystemError where error.reason == "radio.not_ready": self = .radio
        case let error as SeamSystemError: self = .others(Words.capital(error.message))
        case let error as any LocalizedError: self = error.errorDescription.map { .others($0) } ?? .unknown
        default: self = .unknown
        }
    }

    func said(in language: SeamLanguage) -> String {
        switch self {
        case .session(let refusal):
            Words.sentence(refusal.text(in: language), refusal.remedyAtAScreen(in: language))
        case .calledOff: Words.sentence(AttemptWords.calledOff.said(in: language).text)
        case .radio: Words.sentence(language("the radio does not answer"), language("try again in a moment"))
        case .others(let words): words
        case .unknown: language("This cannot be done now.")
        }
    }
}
