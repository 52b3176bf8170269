import SeamWords
import SignalAPI
import SignalCore

/// The texts of buttons, of answers and of questions.
extension DeviceWords {
    static let pin: SeamText = "your PIN"
    static let checkIn: SeamText = "I am all right"
    static let help: SeamText = "Call for help"
    static let cancel: SeamText = "Cancel my call for help"
    static let signOut: SeamText = "Sign out"
    static let back: SeamText = "No, go back"

    /// A question before something is done, with the words of the button that does it.
    struct Question: Sendable, Hashable {
        let title: SeamText
        let text: SeamText
        let yes: SeamText
    }

    static let helpQuestion = Question(
        title: "Call for help?",
        text: """
            The people who look out for you are alerted, and the people who run this machine. LifeSignal does not \
            call the emergency services.
            """,
        yes: "Yes, call for help")

    static let signOutQuestion = Question(
        title: "Sign out?",
        text: "This phone then shows no alarms and cannot check in. Your deadline continues.", yes: "Yes, sign out")

    static func removeQuestion(_ device: SignalDevice) -> Question {
        Question(
            title: "Remove the phone \(PlainText.clean(device.name))?",
            text: "It is then signed out immediately, and shows no alarms.",
            yes: "Yes, remove it")
    }

    static func allRightQuestion(_ contact: SignalContact) -> Question {
        Question(title: "Is \(name(contact)) all right?", text: WebWords.condition, yes: WebWords.yes)
    }

    /// What was recorded.
    func recorded(_ deed: DeviceDeed) -> SeamText {
        switch deed {
        case .checkIn: "Thank you. You have checked in."
        case .onMyWay: WebWords.recorded(.onMyWay)
        case .allRight: WebWords.recorded(.allRight)
        case .callForHelp: "Help is being called."
        case .cancelCall: "Your call for help has ended. Everybody who was alerted is told."
        case .contact(let deed): Self.recorded(deed)
        case .settings(let deed): recorded(deed)
        case .signOut: "You are signed out."
        case .markRead: "All messages are marked as read."
        case .remove: "The phone was removed."
        case .showAlarms: addedBrowser
        case .giveCode: "This phone shows alarms from now on."
        case .stopAlarms: "No alarms are shown there from now on."
        }
    }

    /// Why nothing was recorded.
    static func refused(_ refusal: DeviceRefusal) -> SeamText {
        switch refusal {
        case .pinMissing: .sentences(notRecorded, "Type your PIN, and press the button again.")
        case .pinWrong: .sentences(notRecorded, "The PIN is wrong.")
        case .badPIN: .sentences(notRecorded, "A PIN has 4 to 8 digits.")
        case .limited(let wait): .sentences(notRecorded, limited(wait ?? .seconds(60)))
        case .alarmOver: "This was not recorded, because the alarm is already over."
        case .tooLate: .sentences(notRecorded, AlarmDetails.tooLate)
        case .isHelped: "This was not recorded, because somebody else is already on the way."
        case .changed: .sentences(notRecorded, "It has changed since this page was shown. Look at it again.")
        case .noPhone, .noAddress: "This phone was already removed."
        case .codeWrong: .sentences(notRecorded, "The code is wrong.")
        case .codeOver: .sentences(notRecorded, "The code is no longer valid. Press the button for a new one.")
        case .addressLimit: .sentences(notRecorded, "You have too many addresses. Remove one of them first.")
        case .noPush:
            .sentences(notRecorded, "Notifications cannot be set up now. Ask the people who run this machine.")
        case .notStored:
            .sentences(notRecorded, "LifeSignal cannot store anything now. Ask the people who run this machine.")
        case .noCode: "That is not a LifeSignal code. Scan it, or paste all of it or of its address."
        case .unknownCode: "Nobody has this code. It may have been replaced: ask for the new one."
        case .ownCode: "This is your own code."
        case .alreadyContact: "This person is already your contact."
        case .contactLimit:
            .sentences(notRecorded, "One of you has too many contacts, or too many open requests.")
        case .tooFewCalls: "Calls can be silenced only after three false calls within a day."
        case .lastResponder: "You are the only one who is alerted, so their calls cannot be silenced."
        case .intervalRange: .sentences(notRecorded, "Choose between 5 minutes and 7 days.")
        case .reminderRange: .sentences(notRecorded, "The first reminder must come before the deadline.")
        case .pairingRequired: .sentences(notRecorded, pairFirst)
        case .malformed: .sentences(notRecorded, "Something that you typed cannot be used. Look for a mistake in it.")
        case .namesMissing: .sentences(notRecorded, "Type both names.")
        case .pinsDiffer: "The PIN was not typed the same twice."
        case .pinsEqual: "The two PINs must differ."
        case .lookUpOver: .sentences(notRecorded, "Look up the code again.")
        }
    }

    private static let notRecorded: SeamText = "This was not recorded."

    private static func limited(_ wait: Duration) -> SeamText {
        let minutes = Int((wait.components.seconds + 59) / 60)
        return minutes <= 1
            ? "That was tried too often. Please wait a minute."
            : "That was tried too often. Please wait \(minutes) minutes."
    }

    // MARK: - Pages without a person

    /// The page for a phone that was not added, or that was removed.
    static let notAdded = WebWords.Plain(
        title: "This phone is not added to LifeSignal",
        text: """
            Make a code in LifeSignal on your computer, or run 'seam signal phone add' there. Then scan the code with \
            this phone, or open the next page and type its letters.
            """)
    static let typeLetters: SeamText = "Type the letters of a code"

    static let signedOut = WebWords.Plain(
        title: "You are signed out.", text: "To use LifeSignal on this phone again, add it again.")

    /// The page that asks before a phone is added.
    static let pairing = WebWords.Plain(
        title: "Add this phone?",
        text: """
            From then on, anyone with this phone can check in for the person who has made the code, and answer alarms \
            in their name.
            """)
    static let letters: SeamText = "The eight letters of the code"
    static let add: SeamText = "Add this phone"
    static let unnamed: SeamText = "Phone"

    static let unknownCode = WebWords.Plain(
        title: "This code is not valid", text: "It was used already, or its time is over. Make a new one.")
    static let tooManyCodes = WebWords.Plain(
        title: "Too many wrong codes were typed", text: "Wait a minute, and try it again. Or scan the code.")
    static let tooManyPhones = WebWords.Plain(
        title: "This phone was not added", text: "You have too many phones. Remove one of them first.")
    static let pairingUncertain = WebWords.Plain(
        title: "LifeSignal cannot be reached at the moment",
        text: "This phone may not have been added. Make a new code, and try it again.")

    /// The page that an installed LifeSignal shows without a connection.
    static let offline = WebWords.Plain(
        title: "There is no connection",
        text: "You cannot check in here now. If you need help, phone somebody.")
    static let retry: SeamText = "Try again"
    /// What a page says when a button was pressed without a connection, and when the connection is back.
    static let unsent: SeamText =
        "This was not sent, because there is no connection. It is not sent later either. Press the button again then."
    static let isBack: SeamText = "The connection is back. Nothing was sent: press the button again."

    static let away = WebWords.Plain(
        title: "LifeSignal cannot be reached at the moment",
        text: "You may not be watched now. If you need help, phone somebody. This page tries again by itself.")

    /// The page for something of which nobody knows whether it was done.
    static func uncertain(_ deed: DeviceDeed?) -> WebWords.Plain {
        let text: SeamText =
            switch deed {
            case .checkIn: "Your check-in may not have been recorded. Open LifeSignal again, and look."
            case .callForHelp: "Your call for help may not have been sent. Phone somebody."
            case nil, .onMyWay, .allRight, .cancelCall, .contact, .settings, .signOut, .markRead, .remove, .showAlarms,
                .giveCode, .stopAlarms:
                "It may not have been recorded. Open LifeSignal again, and look."
            }
        return WebWords.Plain(title: "LifeSignal cannot be reached at the moment", text: text)
    }
}
