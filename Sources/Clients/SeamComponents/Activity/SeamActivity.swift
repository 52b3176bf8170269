import SeamCombine
import SeamSDK
import SeamSwiftUI
import SeamWords

/// The model of the attempts. It lives while somebody is looking at them.
final class SeamActivity: ObservableObject {
    enum State: Equatable {
        case loading
        case records([SeamUnlockRecord])
        case problem(RefusalWords)
    }

    @Published private(set) var state = State.loading

    private static let most = 200
    private var following: AnyCancellable?

    /// Creates a model of the attempts with all keys, or with one key.
    init(of key: String?, _ service: any SeamServiceProtocol) {
        guard let reporting = service as? any SeamActivityReporting else {
            state = .records([])
            return
        }
        following = reporting.recentUnlocksPublisher(limit: Self.most).sink { [weak self] answer in
            switch answer {
            case .success(let records):
                self?.show(.records(records.filter { key == nil || $0.credentialId == key }))
            case .failure(let error): self?.show(.problem(RefusalWords(error)))
            }
        }
    }

    private func show(_ new: State) {
        if new != state { state = new }
    }
}

extension SeamUnlockRecord {
    /// Returns the outcome in one or two words.
    nonisolated func word(in language: SeamLanguage) -> String {
        // The result of a running attempt is shown only once the attempt has ended.
        if mayHaveOpened, outcome != .granted, outcome != .running { return language("may be open") }
        switch outcome {
        case .running: return language("under way")
        case .granted: return language("open")
        case .timedOut: return language("timed out")
        case .connectionFailed: return language("failed")
        case .cancelled: return language("cancelled")
        case .unknown: return language("may be open")
        }
    }

    /// Returns the door's name, or the key's name if no door is known.
    nonisolated func door(in language: SeamLanguage) -> String {
        entranceName ?? credentialName ?? language("a key that no longer exists")
    }

    /// Returns the colour of ``word``. There is one colour for success, another colour for outcomes that need
    /// attention, and a third colour for all others.
    nonisolated func color(_ theme: SeamTheme) -> Color {
        if outcome == .granted { return theme.colors.success }
        let needsLook = outcome != .running && (mayHaveOpened || outcome == .unknown)
        return needsLook ? theme.colors.warning : theme.colors.secondaryText
    }
}
