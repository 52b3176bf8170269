import SeamWords
import SignalAPI
import SignalCore
import Wire

/// The texts of the settings.
extension DeviceWords {
    static let times: SeamText = "Times"
    static let checkInEvery: SeamText = "Check in every"
    static let reminder: SeamText = "First reminder, before that"
    static let grace: SeamText = "Others are alerted, after that"
    static let pause: SeamText = "Pause, after the next check-in"
    static let noPause: SeamText = "none"
    static let storeTimes: SeamText = "Store these times"
    static let pinForLonger: SeamText = "Longer times and a pause need your PIN."
    static let remindOnce: SeamText = "Remind me once"
    static let remindIn: SeamText = "In"
    static let remind: SeamText = "Remind me"
    static let messages: SeamText = "Tell me about"
    static let alerts: SeamText = "alarms of people who rely on me"
    static let pings: SeamText = "questions whether I am all right"
    static let checkIns: SeamText = "check-ins that are due"
    static let contactChanges: SeamText = "changes of my contacts"
    static let noAlerts: SeamText = "Without them you look out for nobody."
    static let messageLanguage: SeamText = "Language of messages"
    static let machineLanguage: SeamText = "as this machine"
    static let endPause: SeamText = "End the pause"
    static let names: SeamText = "My name"
    static let firstName: SeamText = "First name"
    static let lastName: SeamText = "Last name"
    static let note: SeamText = "Note for helpers"
    static let noteIsFor: SeamText =
        "People who are alerted for you see it during an alarm: a key, an illness, a door."
    static let longNote: SeamText = "Your note is too long to be changed here. Change it on your computer."
    static let pinTitle: SeamText = "PIN"
    static let newPIN: SeamText = "PIN, 4 to 8 digits"
    static let sameAgain: SeamText = "the same PIN again"
    static let pairFirst: SeamText = """
        To set a PIN here, add this phone again, or set it in LifeSignal on your computer.
        """
    static let forcedPIN: SeamText = "second PIN, if you want one"
    static let forcedPINDoes: SeamText = """
        The second PIN does the same, and secretly alerts your responders that somebody is forcing you. If you leave \
        this empty, there is no second PIN.
        """
    static let storePIN: SeamText = "Set this PIN"
    static let removePIN: SeamText = "Remove the PIN"
    static let onYourComputer: SeamText = """
        To change your number or your other addresses, or to leave LifeSignal, use LifeSignal on your computer.
        """

    static let removePINQuestion = Question(
        title: "Remove the PIN?",
        text: """
            Then anyone with this phone can end your calls for help, and change when others are alerted. Before you can \
            set a PIN here again, you have to add this phone again.
            """,
        yes: "Yes")

    /// A span of time as a choice.
    static func span(_ duration: Duration) -> SeamText {
        let minutes = Int(duration / .seconds(60))
        switch minutes {
        case 0: return "at once"
        case 1: return "1 minute"
        case 60: return "1 hour"
        case 1_440: return "1 day"
        default: break
        }
        if minutes.isMultiple(of: 1_440) { return "\(minutes / 1_440) days" }
        return minutes.isMultiple(of: 60) ? "\(minutes / 60) hours" : "\(minutes) minutes"
    }

    /// Says that the intervals shown do not count yet. The value is nil if they do.
    var waiting: SeamText? {
        sight.person.waiting == nil
            ? nil
            : "This counts from your next check-in on. Until then: \(Self.span(sight.person.checkInInterval))."
    }

    /// Says that a pause has begun. The value is nil if none has.
    var pausing: SeamText? {
        guard sight.isPausing, let due = sight.person.nextDue else { return nil }
        return "A pause has begun. You check in again by \(local(due))."
    }

    /// The confirmation of a changed setting.
    func recorded(_ deed: SettingsDeed) -> SeamText {
        switch deed {
        case .setTimes:
            sight.person.waiting == nil
                ? "The new times are stored." : "The new times are stored, and count from your next check-in on."
        case .setMessages, .setName, .setNote: "This has been changed."
        case .endPause: "There is no pause now."
        case .remind: "You will be reminded then."
        case .removePIN: "There is no PIN now."
        case .setPIN: "The PIN is set."
        }
    }
}
