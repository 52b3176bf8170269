import LumiKitUI
import SeamCombine
import SeamSDK
import SeamSwiftUI
import SeamWords
import TermControls
import TermCore
import TermUI

/// The text that is shown in place of a code and a card number.
nonisolated struct SeamMask {
    private let dot: String

    init(_ glyphs: TerminalProfile.Glyphs) { dot = glyphs == .unicode ? "•" : "*" }

    /// The mask of a code. The mask is the same for all codes, so that their length stays hidden.
    var code: String { String(repeating: dot, count: 4) }

    /// Returns the mask of a card number, followed by the last four characters if the number has more than four
    /// characters.
    func card(_ number: String) -> String {
        let shown = number.filter { $0.isLetter || $0.isNumber }
        return shown.count > 4 || number.count > shown.count ? "\(code) \(shown.suffix(4))" : code
    }
}

/// A key's code and card number in clear, for ten seconds. A code that arrives after hiding is not shown.
package final class SeamReveal: ObservableObject {
    @Published private(set) var shown: SeamRevealedCredential? {
        didSet { Self.told += (shown == nil ? 0 : 1) - (oldValue == nil ? 0 : 1) }
    }
    @Published private(set) var problem: RefusalWords?
    @Published private(set) var isBusy = false
    /// The number of reveals and hides so far.
    @Published private(set) var number = 0

    static let length = Duration.seconds(10)
    /// The number of keys whose codes or card numbers are shown at present.
    private static var told = 0
    /// Whether a code or a card number is on the screen.
    package static var isTold: Bool { told > 0 }

    init() {}

    isolated deinit { if shown != nil { Self.told -= 1 } }

    /// Asks the service for the code and the card number. If the service cannot reveal the code and the number, the
    /// masked numbers of the key are shown.
    func reveal(_ key: SeamAccessCredential, from service: any SeamServiceProtocol) {
        guard !isBusy else { return }
        number += 1
        guard let revealing = service as? any SeamRevealing else {
            shown = SeamRevealedCredential(code: key.code, cardNumber: key.cardNumber)
            return
        }
        let asked = number
        (isBusy, problem) = (true, nil)
        // This task ends with the service's answer. After a newer reveal, or once the card is hidden, the answer is
        // ignored.
        Task { [weak self] in
            let answer: Result<SeamRevealedCredential, any Error>
            do { answer = .success(try await revealing.reveal(key.id)) } catch { answer = .failure(error) }
            self?.received(answer, asked)
        }
    }

    private func received(_ answer: Result<SeamRevealedCredential, any Error>, _ asked: Int) {
        isBusy = false
        guard asked == number else { return }
        // The time for reading starts now.
        number += 1
        switch answer {
        case .success(let value): shown = value
        case .failure(let error): problem = RefusalWords(error)
        }
    }

    /// Hides the numbers. An answer that arrives later is not shown.
    func hide() {
        guard isBusy || shown != nil || problem != nil else { return }
        number += 1
        (shown, problem) = (nil, nil)
    }
}

/// Shows a key's code and card number on request. For a key without a code and a card number, the view is empty.
struct SeamSecrets: View, Equatable {
    let key: SeamAccessCredential

    @StateObject private var reveal = SeamReveal()
    @Environment(\.seamService) private var service
    @Environment(\.seamTheme) private var theme
    @Environment(\.seamLanguage) private var language

    nonisolated static func == (one: Self, other: Self) -> Bool { one.key == other.key }

    var body: some View {
        if key.code != nil || key.cardNumber != nil {
            VStack(alignment: .leading, spacing: 0) {
                if let shown = reveal.shown {
                    VStack(alignment: .leading, spacing: 0) {
                        if let code = shown.code { Text(verbatim: language("Code %@", code)).bold() }
                        if let card = shown.cardNumber { Text(verbatim: language("Card %@", card)).bold() }
                    }
                    .modifier(SeamFill(color: theme.colors.lightFill))
                }
                if let problem = reveal.problem {
                    Text(verbatim: problem.said(in: language)).foregroundColor(theme.colors.warning)
                }
                Button(reveal.shown == nil ? language("Show") : language("Hide"), action: toggle)
                    .buttonStyle(SeamButtonStyle(.outlined(theme.colors.accent)))
                    .keyboardShortcut("v")
                    .accessibilityHint(language("code and card number, for ten seconds; the journal records it"))
            }
            .after(SeamReveal.length, id: reveal.number) { reveal.hide() }
            .onChange(of: key) { reveal.hide() }
            .onDisappear { reveal.hide() }
            .busy(reveal.isBusy)
        }
    }

    private func toggle() {
        if reveal.shown == nil { reveal.reveal(key, from: service) } else { reveal.hide() }
    }
}
