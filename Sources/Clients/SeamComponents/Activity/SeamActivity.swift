import SeamCombine
import SeamSDK
import SeamSwiftUI

/// What was opened, for as long as somebody looks.
final class SeamActivity: ObservableObject {
    enum State: Equatable {
        case loading
        case records([SeamUnlockRecord])
        case problem(String)
    }

    @Published private(set) var state = State.loading

    private static let most = 200
    private var following: AnyCancellable?

    /// The attempts of all keys, or of one.
    init(of key: String?, _ service: any SeamServiceProtocol) {
        guard let reporting = service as? any SeamActivityReporting else {
            state = .records([])
            return
        }
        following = reporting.recentUnlocksPublisher(limit: Self.most).sink { [weak self] answer in
            switch answer {
            case .success(let records):
                self?.show(.records(records.filter { key == nil || $0.credentialId == key }))
            case .failure(let error): self?.show(.problem(Words.refusal(error)))
            }
        }
    }

    private func show(_ new: State) {
        if new != state { state = new }
    }
}

extension SeamUnlockRecord {
    /// The outcome, in a word or two.
    nonisolated var word: String {
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
    nonisolated var door: String { entranceName ?? credentialName ?? "a key that is gone" }

    /// The colour of ``word``: one for success, one for what needs a look, one for the rest.
    nonisolated func color(_ theme: SeamTheme) -> Color {
        if outcome == .granted { return theme.colors.success }
        let needsLook = outcome != .running && (mayHaveOpened || outcome == .unknown)
        return needsLook ? theme.colors.warning : theme.colors.secondaryText
    }
}
