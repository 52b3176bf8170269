import SignalAPI

/// A setting that a person changes on a page of their phone.
enum SettingsDeed: Sendable, Hashable {
    /// The times that are set together.
    struct Times: Sendable, Hashable {
        var checkIn: Duration
        var reminder: Duration
        var grace: Duration
        /// How long there is no deadline after the next check-in. Zero is no pause.
        var pause: Duration
    }

    case setTimes(Times, pin: String?)
    case setMessages(SignalPreferences)
    case setName(firstName: String, lastName: String)
    case setNote(String)
    /// Ends every pause, even one that has begun.
    case endPause
    /// Reminds the person once, so long from now.
    case remind(Duration)
    /// Sets the PIN, which was typed twice, and the second one.
    case setPIN(NewPIN, pin: String?)
    /// Removes the PIN and the second one.
    case removePIN(pin: String?)

    /// The PINs that a form has.
    struct NewPIN: Sendable, Hashable {
        var new: String
        var again: String?
        var forced: String?
    }

    /// Reads the deed with a name from a form, or returns nil if none of our pages has such a form.
    init?(_ name: Substring?, _ form: String, pin: String?) {
        func minutes(_ name: String) -> Duration? {
            WebForm.value(of: name, in: form).flatMap { Int($0) }.flatMap {
                (0...Self.mostMinutes).contains($0) ? .seconds($0 * 60) : nil
            }
        }
        func has(_ name: String) -> Bool { WebForm.value(of: name, in: form) == "yes" }
        func text(_ name: String) -> String { WebForm.text(of: name, in: form)?.replacing("\r\n", with: "\n") ?? "" }
        switch name {
        case "times":
            guard let checkIn = minutes("check_in"), let reminder = minutes("reminder"), let grace = minutes("grace"),
                let pause = minutes("pause")
            else { return nil }
            self = .setTimes(.init(checkIn: checkIn, reminder: reminder, grace: grace, pause: pause), pin: pin)
        case "messages":
            var preferences = SignalPreferences(
                alerts: has("alerts"), pings: has("pings"), checkIns: has("check_ins"), contacts: has("contacts"))
            preferences.language = WebForm.text(of: "language", in: form)
            self = .setMessages(preferences)
        case "name": self = .setName(firstName: text("first_name"), lastName: text("last_name"))
        case "note": self = .setNote(text("note"))
        case "end_pause": self = .endPause
        case "remind":
            guard let delay = minutes("delay"), delay > .zero else { return nil }
            self = .remind(delay)
        case "set_pin":
            guard let new = WebForm.text(of: "new_pin", in: form) else { return nil }
            let again = WebForm.text(of: "again", in: form)
            self = .setPIN(.init(new: new, again: again, forced: WebForm.text(of: "forced_pin", in: form)), pin: pin)
        case "remove_pin": self = .removePIN(pin: pin)
        default: return nil
        }
    }

    /// The longest time that a form can have, in minutes: 30 days.
    private static let mostMinutes = 43_200

    /// Whether the deed takes a second press.
    var needsQuestion: Bool {
        switch self {
        case .removePIN: true
        case .setTimes, .setMessages, .setName, .setNote, .remind, .endPause, .setPIN: false
        }
    }
}
