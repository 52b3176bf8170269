import OpenCombine
import SeamSDK
import TermUI

/// The attempt that is under way or has just ended, one at a time.
final class OpeningModel: ObservableObject {
    @Published private(set) var opening: Opening?

    private let begin: (_ credentialID: String) throws -> Opening.Told
    private let surroundings: Surroundings
    private let tell: (String) -> Void
    private var following: AnyCancellable?
    private var held: Hold?

    private static let reading = Duration.seconds(3)

    /// `begin` begins an attempt.
    init(
        _ surroundings: Surroundings, tell: @escaping (String) -> Void,
        _ begin: @escaping (_ credentialID: String) throws -> Opening.Told
    ) {
        (self.surroundings, self.tell, self.begin) = (surroundings, tell, begin)
    }

    /// Opens nothing for a while.
    func hold(_ words: String? = nil) { held = Hold(from: surroundings.clock(), words: words) }

    /// A person has looked, and chosen.
    func release() { held = nil }

    /// Whether a press that opens a door comes too early; then the person is told why.
    func isHeld() -> Bool {
        guard held?.holds(at: surroundings.clock()) ?? false else { return false }
        if let words = held?.words { tell(words) }
        return true
    }

    func open(_ key: SeamAccessCredential) {
        let opening = Opening(key, at: surroundings.clock()) { try begin(key.id) }
        self.opening = opening
        following = opening.$state.map(\.outcome).removeDuplicates().sink { [weak self, weak opening] outcome in
            guard let self, let opening else { return }
            ended(opening, outcome)
        }
    }

    private func ended(_ opening: Opening, _ outcome: OpeningState.Outcome?) {
        switch outcome {
        case .open:
            surroundings.after(Self.reading) { [weak self, weak opening] in
                guard let self, let opening, opening === self.opening else { return }
                close()
            }
        case .cancelled:
            close()
            tell("Cancelled. Nothing was opened.")
        // Enter that is held down must not try again.
        case .timedOut, .failed, .refused: hold()
        case .unknown, nil: break
        }
    }

    func close() {
        if opening != nil { hold() }
        opening = nil
        following = nil
    }
}
