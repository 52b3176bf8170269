import Foundation
import OpenCombine
import SeamSDK
import TermUI

/// What was opened, from the machine's journal.
final class Activity: ObservableObject {
    enum State: Equatable {
        case loading
        case records([SeamUnlockRecord])
        case problem(String)
    }

    @Published private(set) var state = State.loading

    private static let most = 200

    /// The attempts of all keys, or of one.
    init(
        of key: String?, _ ask: (Int, @escaping @MainActor (KeysModel.Answer<[SeamUnlockRecord]>) -> Void) -> Void
    ) {
        ask(Self.most) { [weak self] answer in
            switch answer {
            case .value(let records):
                self?.state = .records(records.filter { key == nil || $0.credentialId == key })
            case .problem(let words): self?.state = .problem(words)
            }
        }
    }
}

extension SeamUnlockRecord {
    /// The outcome, in a word or two.
    var word: String {
        if mayHaveOpened, outcome != .granted { return "may be open" }
        switch outcome {
        case .running: return "under way"
        case .granted: return "open"
        case .timedOut: return "timed out"
        case .connectionFailed: return "failed"
        case .cancelled: return "cancelled"
        case .unknown: return "may be open"
        }
    }

    /// The door's name, or the key's name if no door is known.
    var door: String { entranceName ?? credentialName ?? "a key that is gone" }

    /// The colour of ``word``: one for success, one for what needs a look, one for the rest.
    var color: Color {
        if outcome == .granted { return .green }
        return mayHaveOpened || outcome == .unknown ? .orange : .secondary
    }
}
