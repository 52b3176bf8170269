package import SeamModel
package import Wire

/// What people are told about a key: what it is good for now, and what to do.
///
/// The texts are parts of a sentence, without a capital and a full stop. Whoever shows them adds these, and makes safe
/// what comes from elsewhere.
package struct KeyWords: Sendable, Hashable {
    /// In the order of lists: keys that open, what a person can mend, what time mends, the rest.
    package enum Rank: Int, Sendable, Hashable, Comparable {
        case ready, needsYou, notYet, other

        package static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    /// What a person carries to a door instead: it is not broken because this machine cannot use it.
    package enum Carried: Sendable, Hashable {
        /// A code, which `showing` shows.
        case code(showing: String)
        case card
        /// The cloud opens its door, by other means than this machine.
        case cloudKey
    }

    /// The place in a list.
    package let rank: Rank
    /// The state, in at most nine characters.
    package let title: String
    /// More of it, in at most 18 characters.
    package let note: String
    /// What is the matter, where there is room for it.
    package let text: String
    /// What to do.
    package let remedy: String

    /// A key that opens its door.
    package static let ready = KeyWords(.ready, "ready", "", "ready", "it opens its door from here")

    /// What an error of a key is called. `time` says a time as its reader does.
    package init(_ error: CredentialError, of carried: Carried? = nil, time: (Timestamp) -> String = \.description) {
        switch (error, carried) {
        case (.awaitingLocalCredential(let start?), _):
            self.init(.notYet, "not yet", "not valid yet", "not valid yet", "wait until \(time(start))")
        case (.awaitingLocalCredential(nil), _):
            self.init(
                .notYet, "not yet", "being made", "not ready yet",
                "wait, or ask the operator to bind the lock of this door")
        case (.expired, _):
            self.init(.other, "expired", "", "expired", "ask whoever gave you the key for a new one")
        case (.userInteractionRequired(let action), _): self.init(action)
        case (.contactSeamSupport, _):
            self.init(
                .needsYou, "needs you", "ask the operator", "misconfigured",
                "ask the operator: 'seam doctor' may know more, or Seam's support")
        case (.unsupportedDevice, let carried): self.init(elsewhere: carried)
        case (.unknown, _):
            self.init(
                .other, "not now", "try again later", "cannot be used now",
                "try again later; 'seam doctor' may know more")
        }
    }

    private init(_ rank: Rank, _ title: String, _ note: String, _ text: String, _ remedy: String) {
        (self.rank, self.title, self.note, self.text, self.remedy) = (rank, title, note, text, remedy)
    }

    private init(_ action: CredentialError.RequiredUserInteraction) {
        let (note, text, remedy) =
            switch action {
            case .completeOtpAuthorization(let url):
                ("finish sign-in", "waits for a one-time password", "open \(url) and confirm it")
            // The way to the cloud may be missing, or the cloud itself may refuse: the session's status knows.
            case .enableInternet:
                ("needs the cloud", "needs the cloud", "it could not be asked; 'seam status' says why")
            case .enableBluetooth: ("Bluetooth off", "Bluetooth is off", "switch it on: \(RadioState.switchingOn)")
            case .grantBluetoothPermission:
                (
                    "not permitted", "Bluetooth is not permitted",
                    "the operator must let seam-radiod use Bluetooth: 'seam doctor' says how"
                )
            case .appRestartRequired:
                ("radio stuck", "the radio does not answer", "restart the radio: 'systemctl restart seam-radiod'")
            }
        self.init(.needsYou, "needs you", note, text, remedy)
    }

    private init(elsewhere carried: Carried?) {
        let (note, text, remedy) =
            switch carried {
            case .code(let means): ("type its code", "a code, typed at the door", "\(means) shows it")
            case .card: ("hold its card", "a card, held to the door", "it cannot be used from here")
            case .cloudKey:
                ("not from here", "opens nothing from here", "its door can be opened by other means only")
            case nil:
                ("not from here", "not supported on this device", "use another device; 'seam doctor' says why")
            }
        self.init(.other, "elsewhere", note, text, remedy)
    }
}
