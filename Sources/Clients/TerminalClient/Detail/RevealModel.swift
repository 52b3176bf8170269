import OpenCombine
import SeamSDK

/// A key's code and card number in clear, for ten seconds.
final class RevealModel: ObservableObject {
    @Published private(set) var revealed: Revealed?
    /// Why the code and the card number are not shown.
    @Published private(set) var refusal: String?
    @Published private(set) var isRevealing = false

    private let ask: (_ credentialID: String, @escaping @MainActor (Answer<SeamRevealedCredential>) -> Void) -> Void
    private let surroundings: Surroundings
    /// Counts the reveals.
    private var reveals = 0

    private static let length = Duration.seconds(10)

    struct Revealed: Equatable {
        let id: String
        let credential: SeamRevealedCredential
    }

    /// `ask` asks for a key's code and card number.
    init(
        _ surroundings: Surroundings,
        _ ask: @escaping (_ credentialID: String, @escaping @MainActor (Answer<SeamRevealedCredential>) -> Void) -> Void
    ) {
        (self.surroundings, self.ask) = (surroundings, ask)
    }

    /// Asks for what is secret of a key. It is not shown if it comes after ``hide()``.
    func reveal(_ id: String) {
        reveals += 1
        let number = reveals
        (isRevealing, refusal) = (true, nil)
        ask(id) { [weak self] answer in
            guard let self else { return }
            isRevealing = false
            guard number == reveals else { return }
            switch answer {
            case .problem(let words): refusal = words
            case .value(let credential):
                revealed = Revealed(id: id, credential: credential)
                surroundings.after(Self.length) { [weak self] in
                    guard let self, number == reveals else { return }
                    hide()
                }
            }
        }
    }

    func hide() {
        reveals += 1
        if revealed != nil { revealed = nil }
        if refusal != nil { refusal = nil }
    }
}
