import Foundation
import SeamSDK
import TermUI

/// What a key is good for now, in one word and a note: never only by a colour.
struct KeyState: Equatable {
    /// In the order of the list: keys that open, what a person can mend, what time mends, the rest.
    enum Rank: Int, Comparable {
        case ready, needsYou, notYet, other

        static func < (one: Rank, other: Rank) -> Bool { one.rawValue < other.rawValue }
    }

    let rank: Rank
    let word: String
    /// A few words after it.
    let note: String
    /// What to do; nil if there is nothing to do.
    let remedy: String?

    var color: Color {
        switch rank {
        case .ready: .green
        case .needsYou: .orange
        case .notYet, .other: .secondary
        }
    }

    /// The state by the most urgent of the key's errors.
    init(of key: SeamAccessCredential, at dates: DateText) {
        guard let error = key.errors.first else {
            self.init(.ready, "ready", key.expiry.map { "until \(dates.text($0))" } ?? "", nil)
            return
        }
        self.init(error, of: key, at: dates)
    }

    /// All that is wrong with the key, the most urgent first; or that it is ready if nothing is.
    static func all(of key: SeamAccessCredential, at dates: DateText) -> [KeyState] {
        key.errors.isEmpty ? [KeyState(of: key, at: dates)] : key.errors.map { KeyState($0, of: key, at: dates) }
    }

    private init(_ error: SeamCredentialError, of key: SeamAccessCredential, at dates: DateText) {
        switch error {
        case .awaitingLocalCredential:
            self.init(
                .notYet, "not yet", "being made", "It comes by itself. If not, ask who gave it to bind its lock here.")
        case .expired:
            self.init(
                .other, "expired", key.expiry.map { dates.text($0) } ?? "", "Ask who gave it to you for a new one.")
        case .userInteractionRequired(let action): self = Self.waiting(for: action)
        case .contactSeamSupport:
            self.init(
                .needsYou, "needs you", "ask the operator", "It is misconfigured: ask the operator, or Seam's support.")
        case .unsupportedDevice: self = Self.elsewhere(key)
        case .unknown: self.init(.other, "not now", "try again later", "'seam doctor' may know more.")
        }
    }

    private init(_ rank: Rank, _ word: String, _ note: String, _ remedy: String?) {
        (self.rank, self.word, self.note, self.remedy) = (rank, word, note, remedy)
    }

    private static func waiting(for action: SeamCredentialError.RequiredUserInteraction) -> KeyState {
        let (note, remedy) =
            switch action {
            case .completeOtpAuthorization(let url):
                ("finish sign-in", "Finish signing in at the operator's page: \(url.absoluteString)")
            // The way to the cloud may be missing, or the cloud itself may refuse: the screen's first lines tell.
            case .enableInternet: ("needs the cloud", "The cloud could not be asked: 'seam status' says why.")
            case .enableBluetooth: ("Bluetooth off", "Switch Bluetooth on: \(SeamConnectivity.Radio.switchingOn)")
            case .grantBluetoothPermission:
                ("not permitted", "The operator must let seam-radiod use Bluetooth: 'seam doctor' says how.")
            case .appRestartRequired: ("radio stuck", "Restart the radio: systemctl restart seam-radiod")
            }
        return KeyState(.needsYou, "needs you", note, remedy)
    }

    private static func elsewhere(_ key: SeamAccessCredential) -> KeyState {
        if key.code != nil {
            return KeyState(.other, "elsewhere", "type its code", "Type its code at the door: v shows it.")
        }
        if key.cardNumber != nil { return KeyState(.other, "elsewhere", "hold its card", "Hold the card to the door.") }
        return KeyState(.other, "elsewhere", "not from here", "This machine cannot open it; 'seam doctor' says why.")
    }
}
