import RadioModel
package import SeamModel
package import Wire

/// The texts for people about a key: its state, and the next step.
///
/// The texts are sentence fragments, without capitals or full stops. The code that shows the texts adds both, and makes
/// text from elsewhere safe. The texts are English. ``said(in:)`` returns them in another language.
package struct KeyWords: Sendable, Hashable {
    /// The order in lists. The order is this: keys that open, keys with a problem that a person can solve, keys with a
    /// problem that will pass, and all other keys.
    package enum Rank: Int, Sendable, Hashable, Comparable {
        case ready, needsYou, notYet, other

        package static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    /// Another way to open the door, for which a person carries something. It works even though this machine cannot use
    /// it.
    package enum Carried: Sendable, Hashable {
        /// The person has a code. `showing` says how to see the code. It is empty if the code cannot be shown.
        case code(showing: String)
        case card
        /// The cloud opens the door without this machine.
        case cloudKey
        /// The vendor's app opens the door (``ClosedProviders``).
        case vendorApp
    }

    /// The key's place in a list.
    package let rank: Rank
    private let texts: Texts
    private let language: SeamLanguage

    private struct Texts: Sendable, Hashable {
        let title, note, text, remedy: SeamText
    }

    /// The key's state, in at most nine characters.
    package var title: String { texts.title.said(in: language) }
    /// The key's state with a little more detail, in at most 18 characters.
    package var note: String { texts.note.said(in: language) }
    /// The full text about the problem, for places with enough room.
    package var text: String { texts.text.said(in: language) }
    /// The next step for the person.
    package var remedy: String { texts.remedy.said(in: language) }

    /// The same words in another language. Words are first made in English. The original and the result are equal,
    /// because they mean the same.
    package func said(in language: SeamLanguage) -> KeyWords {
        KeyWords(rank: rank, texts: texts, language: language)
    }

    package static func == (one: KeyWords, other: KeyWords) -> Bool {
        one.rank == other.rank && one.texts == other.texts
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(texts) }

    /// The words for a key that opens its door.
    package static let ready = KeyWords(.ready, "ready", "", "ready", SeamText("it opens its door from here"))

    /// The words for a key's error. `time` formats a time for the reader.
    package init(_ error: CredentialError, of carried: Carried? = nil, time: (Timestamp) -> String = \.description) {
        switch (error, carried) {
        case (.awaitingLocalCredential(let start?), _):
            self.init(
                .notYet, "not yet", "not valid yet", "not valid yet", SeamText("wait until %@", [time(start)]))
        case (.awaitingLocalCredential(nil), _):
            self.init(
                .notYet, "not yet", "being made", "not ready yet",
                SeamText("wait, or ask the operator to bind the lock of this door"))
        case (.expired, _):
            self.init(.other, "expired", "", "expired", SeamText("ask for a new key where you got this one"))
        case (.userInteractionRequired(let action), _): self.init(action)
        case (.contactSeamSupport, .vendorApp): self.init(elsewhere: .vendorApp)
        case (.contactSeamSupport, _):
            self.init(
                .needsYou, "needs you", "ask the operator", "misconfigured",
                SeamText("ask the operator, or Seam's support, to correct it"))
        case (.unsupportedDevice, let carried): self.init(elsewhere: carried)
        case (.unknown, _):
            self.init(
                .other, "not now", "try again later", "cannot be used now",
                SeamText("try again later, or run 'seam doctor' to find the cause"))
        }
    }

    private init(rank: Rank, texts: Texts, language: SeamLanguage) {
        (self.rank, self.texts, self.language) = (rank, texts, language)
    }

    private init(_ rank: Rank, _ title: String, _ note: String, _ text: String, _ remedy: SeamText) {
        self.init(
            rank: rank,
            texts: Texts(title: SeamText(title), note: SeamText(note), text: SeamText(text), remedy: remedy),
            language: .english)
    }

    private init(_ action: CredentialError.RequiredUserInteraction) {
        let (note, text, remedy) =
            switch action {
            case .completeOtpAuthorization(let url):
                ("finish sign-in", "waits for a one-time password", SeamText("open %@ and confirm it", [url]))
            // The connection to the cloud may be missing, or the cloud itself may refuse. The session's status says
            // which is the case.
            case .enableInternet:
                ("needs the cloud", "needs the cloud", SeamText("'seam status' shows why"))
            case .enableBluetooth:
                // The text also contains an English word, "or", between two commands.
                ("Bluetooth off", "Bluetooth is off", SeamText("switch it on: " + RadioState.switchingOn))
            case .grantBluetoothPermission:
                (
                    "not permitted", "Bluetooth is not permitted",
                    SeamText("the operator must let seam-radiod use Bluetooth: run 'seam doctor' to see how")
                )
            case .appRestartRequired:
                (
                    "radio stuck", "the radio does not answer",
                    SeamText("restart the radio: 'systemctl restart bluetooth seam-radiod'")
                )
            }
        self.init(.needsYou, "needs you", note, text, remedy)
    }

    private init(elsewhere carried: Carried?) {
        let (note, text, remedy) =
            switch carried {
            case .code(let means):
                (
                    "type its code", "a code, typed at the door",
                    means.isEmpty ? SeamText("") : SeamText("%@ shows it", [means])
                )
            case .card: ("hold its card", "a card, held to the door", SeamText("it cannot be used from here"))
            case .cloudKey:
                (
                    "not from here", "opens nothing from here",
                    SeamText("its door can only be opened by other means")
                )
            case .vendorApp: ("vendor's app", "opens only with its vendor's app", SeamText(ClosedProviders.remedy))
            case nil:
                (
                    "not from here", "cannot be opened from this machine",
                    SeamText("if there is no Bluetooth adapter, plug one in; if there is, run 'seam doctor' to see why")
                )
            }
        self.init(.other, "elsewhere", note, text, remedy)
    }
}
