import Foundation
import LumiKitUI
import OpenCombine
import SeamSDK
import TermUI

/// What was opened, from the machine's journal, for as long as somebody looks.
final class Activity: ObservableObject {
    enum State: Equatable {
        case loading
        case records([SeamUnlockRecord])
        case problem(String)
    }

    @Published private(set) var state = State.loading

    private static let most = 200
    private var following: AnyCancellable?

    /// The attempts of all keys, or of one. `follow` tells the latest attempts now and after each change.
    init(of key: String?, _ follow: (_ limit: Int) -> AnyPublisher<Answer<[SeamUnlockRecord]>, Never>) {
        following = follow(Self.most).sink { [weak self] answer in
            switch answer {
            case .value(let records):
                self?.show(.records(records.filter { key == nil || $0.credentialId == key }))
            case .problem(let words): self?.show(.problem(words))
            }
        }
    }

    private func show(_ new: State) {
        if new != state { state = new }
    }
}

extension SeamUnlockRecord {
    /// The outcome, in a word or two.
    var word: String {
        // What an attempt under way will have done is told when it has ended.
        if mayHaveOpened, outcome != .granted, outcome != .running { return "may be open" }
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
        if outcome == .granted { return LMKColor.success }
        return outcome != .running && (mayHaveOpened || outcome == .unknown) ? LMKColor.warning : LMKColor.textSecondary
    }
}
