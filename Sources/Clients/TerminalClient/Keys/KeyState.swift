import Foundation
import LumiKitUI
import SeamSDK
import SeamWords
import TermUI

/// What a key is good for now, in one word and a note: never only by a colour.
struct KeyState: Equatable {
    typealias Rank = KeyWords.Rank

    let rank: Rank
    let word: String
    /// A few words after it.
    let note: String
    /// What is the matter, and what to do; nil if the key is ready.
    let remedy: String?

    var color: Color {
        switch rank {
        case .ready: LMKColor.success
        case .needsYou: LMKColor.warning
        case .notYet, .other: LMKColor.textSecondary
        }
    }

    /// The state by the most urgent of the key's errors.
    init(of key: SeamAccessCredential, at dates: DateText) {
        self.init(key.words(showing: "v")[0], of: key, at: dates)
    }

    /// All that is wrong with the key, the most urgent first; or that it is ready if nothing is.
    static func all(of key: SeamAccessCredential, at dates: DateText) -> [KeyState] {
        key.words(showing: "v").map { KeyState($0, of: key, at: dates) }
    }

    private init(_ words: KeyWords, of key: SeamAccessCredential, at dates: DateText) {
        (rank, word) = (words.rank, words.title)
        let expiry = key.expiry.map { dates.text($0) }
        switch words {
        case .ready: (note, remedy) = (expiry.map { "until \($0)" } ?? "", nil)
        case let words:
            note = words.note.isEmpty ? expiry ?? "" : words.note
            remedy = Sentence.of("\(words.text): \(words.remedy)")
        }
    }
}
