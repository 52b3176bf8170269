import SeamWords
import SignalAPI
import SignalCore

/// The texts about alarms as notifications.
extension DeviceWords {
    static let alarmsHere: SeamText = "Alarms as notifications"
    static let showAlarms: SeamText = "Show alarms on this phone"
    static let whatAlarmsDo: SeamText = """
        This phone then shows alarms and other messages as notifications, even while LifeSignal is closed. A \
        notification with a code comes first.
        """
    static let onIPhone: SeamText = """
        On an iPhone, this works only after you have added this page to the home screen and opened it from there.
        """
    static let notAllowed: SeamText = """
        This phone does not allow notifications of LifeSignal. Allow them in its settings, and press the button again.
        """
    static let code: SeamText = "The code in the notification"
    static let confirm: SeamText = "Confirm"
    static let stop: SeamText = "Stop showing alarms there"

    /// A browser that shows alarms. People know it by the service that delivers its notifications.
    static func browser(_ address: SignalReach) -> SeamText {
        let host = PlainText.clean(address.shown)
        return address.isBroken
            ? "A phone or browser (\(host)) accepts no notifications now."
            : "A phone or browser (\(host)) shows alarms."
    }

    /// What a browser is told to do, or is doing.
    var addedBrowser: SeamText {
        sight.push?.isWaiting == true
            ? "A notification with a code comes to this phone. Type the code below."
            : "This phone already shows alarms."
    }
}
