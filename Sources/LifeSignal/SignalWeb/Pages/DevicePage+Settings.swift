import SeamWords
import SignalAPI

/// The page of the settings.
extension DevicePage {
    var settings: HTML {
        """
        \(times)\(once)\(messages)\(profile)\(ownPIN)<p>\(said(DeviceWords.onYourComputer))</p>

        """
    }

    private var times: HTML {
        let person = sight.person
        let set =
            person.waiting
            ?? .init(checkIn: person.checkInInterval, reminder: person.reminderInterval, grace: person.grace)
        let day = 1_440
        return """
            <h1>\(said(DeviceWords.times))</h1>
            \(line(words.waiting, "warning"))<form method="post">
            \(spans("check_in", DeviceWords.checkInEvery, [480, 960, day, 2 * day, 3 * day], set.checkIn))
            \(spans("reminder", DeviceWords.reminder, [15, 30, 60, 120, 240], set.reminder))
            \(spans("grace", DeviceWords.grace, [0, 5, 15, 30, 60], set.grace))
            \(spans(
                "pause", DeviceWords.pause, [0, day, 3 * day, 7 * day, 14 * day], person.pause ?? .zero,
                zero: DeviceWords.noPause))
            \(person.hasPIN ? "<p>\(said(DeviceWords.pinForLonger))</p>" : "")\(pin("times-pin", isRequired: false))\
            \(button("times", DeviceWords.storeTimes, "other"))</form>

            """
    }

    private var once: HTML {
        """
        <h1>\(said(DeviceWords.remindOnce))</h1>
        <form method="post">\(spans("delay", DeviceWords.remindIn, [60, 120, 240, 480, 720, 1_440], .seconds(7_200)))
        \(button("remind", DeviceWords.remind, "other"))</form>

        """
    }

    private var messages: HTML {
        guard let preferences = sight.preferences else { return "" }
        let isNobody = !preferences.alerts && !sight.dependents.isEmpty
        let languages =
            [
                option(
                    SignalPreferences.machine, said(DeviceWords.machineLanguage), isChosen: preferences.language == nil)
            ]
            + SeamLanguage.spoken.map { option($0.code, $0.ownName, isChosen: preferences.language == $0.code) }
        return """
            <h1>\(said(DeviceWords.messages))</h1>
            <form method="post">\(check("alerts", DeviceWords.alerts, preferences.alerts))\
            \(line(isNobody ? DeviceWords.noAlerts : nil, "warning"))\
            \(check("pings", DeviceWords.pings, preferences.pings))\
            \(check("check_ins", DeviceWords.checkIns, preferences.checkIns))\
            \(check("contacts", DeviceWords.contactChanges, preferences.contacts))\
            \(choice("language", DeviceWords.messageLanguage, languages, id: "language"))\
            \(button("messages", DeviceWords.store, "other"))</form>

            """
    }

    /// The longest note that a form of 4 KB surely holds, in bytes of UTF-8.
    private static let longestNote = 1_000

    private var profile: HTML {
        let person = sight.person
        let title: HTML = "<h1>\(said(DeviceWords.profile))</h1>"
        guard person.emergencyNote.utf8.count <= Self.longestNote else {
            return "\(title)<p>\(said(DeviceWords.longNote))</p>"
        }
        return """
            \(title)<form method="post">\(name("first_name", DeviceWords.firstName, person.firstName, "given-name"))
            \(name("last_name", DeviceWords.lastName, person.lastName, "family-name"))
            <label for="note">\(said(DeviceWords.note))</label><p>\(said(DeviceWords.noteIsFor))</p>
            <textarea id="note" name="note" rows="4" maxlength="1000" dir="auto">
            \(person.emergencyNote)</textarea>
            \(button("profile", DeviceWords.store, "other"))</form>

            """
    }

    private func name(_ id: HTML, _ text: SeamText, _ value: String, _ kind: HTML) -> HTML {
        """
        <label for="\(id)">\(said(text))</label>
        <input id="\(id)" name="\(id)" value="\(value)" maxlength="64" autocomplete="\(kind)" dir="auto" required>
        """
    }

    private var ownPIN: HTML {
        let removal: HTML =
            sight.person.hasPIN
            ? "<form method=\"post\">\(button("remove_pin", DeviceWords.removePIN, "other"))</form>" : ""
        return """
            <h1>\(said(DeviceWords.pinTitle))</h1>
            <form method="post">\(pin("present-pin"))\(pinField("new-pin", "new_pin", DeviceWords.newPIN, isRequired: true))
            \(pinField("forced-pin", "forced_pin", DeviceWords.forcedPIN, isRequired: false))
            <p>\(said(DeviceWords.forcedPINDoes))</p>\(button("set_pin", DeviceWords.storePIN, "other"))</form>\(removal)

            """
    }

    // MARK: - Fields

    /// A choice of times in minutes. The present one is always among them.
    private func spans(
        _ name: String, _ text: SeamText, _ values: [Int], _ present: Duration, zero: SeamText? = nil
    ) -> HTML {
        let chosen = Int(present / .seconds(60))
        let all = (values.contains(chosen) ? values : values + [chosen]).sorted()
        let options = all.map { minutes in
            let words = (minutes == 0 ? zero : nil) ?? DeviceWords.span(.seconds(minutes * 60))
            return option("\(minutes)", said(words), isChosen: minutes == chosen)
        }
        return choice(name, text, options, id: name)
    }

    func choice(_ name: String, _ text: SeamText, _ options: [HTML], id: String) -> HTML {
        """
        <label for="\(id)">\(said(text))</label>
        <select id="\(id)" name="\(name)">\(HTML(options))</select>

        """
    }

    func option(_ value: String, _ text: String, isChosen: Bool) -> HTML {
        let chosen: HTML = isChosen ? " selected" : ""
        return "<option value=\"\(value)\"\(chosen)>\(text)</option>"
    }

    private func check(_ name: HTML, _ text: SeamText, _ isOn: Bool) -> HTML {
        let on: HTML = isOn ? " checked" : ""
        return """
            <label class="check"><input type="checkbox" name="\(name)" value="yes"\(on)> \(said(text))</label>

            """
    }
}
