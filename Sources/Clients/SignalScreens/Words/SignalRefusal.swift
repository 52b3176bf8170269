import SeamWords
import Wire

/// The texts for calls that LifeSignal refuses, for people at a screen.
nonisolated enum SignalRefusal {
    /// Returns the text for an error. An error that a screen does not know has the daemon's own words.
    static func text(_ error: WireError) -> SeamText {
        if error.reason == "signal.limited", let wait = error.retry.after {
            let minutes = max(1, Int((wait / .seconds(60)).rounded(.up)))
            return minutes == 1
                ? SeamText("That was tried too often. Please wait a minute.")
                : SeamText("That was tried too often. Please wait \(minutes) minutes.")
        }
        if error.reason == "signal.code_wrong", let left = error.details?["tries_left"]?.integerValue {
            return SeamText("The code is wrong. Tries left: \(Int(left)).")
        }
        if let text = text(ofReason: error.reason) { return text }
        if error.code == .unavailable {
            return error.effect == .unknown
                ? SeamText("LifeSignal did not answer. Look whether it was done.")
                : SeamText("LifeSignal does not answer on this machine.")
        }
        return .plain("\(error.message.prefix(1).uppercased())\(error.message.dropFirst()).")
    }

    private static func text(ofReason reason: String) -> SeamText? {
        switch reason {
        case "signal.pin_wrong": SeamText("The PIN is wrong.")
        case "signal.code_expired": SeamText("No code is expected. Ask for a new one.")
        case "signal.invalid_number":
            SeamText("That is not a telephone number with its country code, such as +49 151 12345678.")
        case "signal.unknown_qr": SeamText("Nobody has this code. It may have been replaced: ask for the new one.")
        case "signal.self": SeamText("This is your own code.")
        case "signal.already_contact": SeamText("This person is already your contact.")
        case "signal.unknown_contact": SeamText("This contact no longer exists.")
        case "signal.contact_limit": SeamText("One of you has too many contacts, or too many open requests.")
        case "signal.not_dependent": SeamText("They have not agreed that you look out for them.")
        case "signal.no_responder": SeamText("Nobody has agreed to be alerted yet.")
        case "signal.too_few_calls": SeamText("Calls can be silenced only after three false calls within a day.")
        case "signal.last_responder":
            SeamText("You are the only one who is alerted, so their calls cannot be silenced.")
        case "signal.unknown_alert": SeamText("This alarm is already over.")
        case "signal.unknown_ping": SeamText("This question was already answered.")
        case "signal.interval_range": SeamText("Choose between 5 minutes and 7 days.")
        case "signal.reminder_range": SeamText("The first reminder must come before the deadline.")
        case "signal.reminder_time": SeamText("Choose a time within the next 30 days.")
        case "signal.number_taken": SeamText("Another person here has this number.")
        case "signal.not_signed_in": SeamText("You are signed out.")
        case "signal.unknown_channel": SeamText("Messages cannot be sent in this way.")
        case "signal.reach_limit": SeamText("You have too many addresses. Remove one first.")
        case "signal.pass_refused": SeamText("This pass is not valid now. Show your code at the desk again.")
        case "signal.doors_with_pin":
            SeamText("With a PIN, a door cannot count as a check-in. Remove the PIN first.")
        case "signal.door_does_not_count": SeamText("Doors do not count as check-ins for you.")
        case "signal.unknown_notification": SeamText("This message no longer exists.")
        case "signal.invalid_address": SeamText("Nothing can be sent to this address. Look for a mistake in it.")
        case "signal.unknown_reach": SeamText("This address was already removed.")
        case "signal.image_refused": SeamText("This picture cannot be used. Choose another PNG or JPEG picture.")
        case "signal.image_limit": SeamText("You have too many pictures. Delete one first.")
        case "signal.images_unavailable": SeamText("Pictures cannot be read now. Try again later.")
        case "signal.unknown_image": SeamText("This picture no longer exists.")
        case "store.unavailable": SeamText("LifeSignal cannot store anything now. Ask the people who run this machine.")
        case "store.missing": SeamText("LifeSignal has lost its data. Ask the people who run this machine.")
        default: nil
        }
    }
}
