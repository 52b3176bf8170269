import SeamWords
import SignalAPI

/// The page of the settings.
extension DevicePage {
    var settings: HTML {
        """
        \(times)\(once)\(messages)\(names)\(note)\(ownPIN)<p>\(said(DeviceWords.onYourComputer))</p>

        """
    }

    private var times: HTML {
        let person = sight.person
        var set = person.setTimes
        if case .setTimes(let times, _) = typed { set = times }
        let day = 1_440
        return """
            <h1>\(said(DeviceWords.times))</h1>
            \(line(words.waiting, "warning"))<form method="post">
            \(spans("check_in", DeviceWords.checkInEvery, [480, 960, day, 2 * day, 3 * day], set.checkIn))
            \(spans("reminder", DeviceWords.reminder, [15, 30, 60, 120, 240], set.reminder))
            \(spans("grace", DeviceWords.grace, [0, 5, 15, 30, 60], set.grace))
            \(spans(
                "pause", DeviceWords.pause, [0, day, 3 * day, 7 * day, 14 * day], set.pause, zero: DeviceWords.noPause))
            \(person.hasPIN ? "<p>\(said(DeviceWords.pinForLonger))</p>" : "")\(pin("times-pin", isRequired: false))\
            \(button("times", DeviceWords.storeTimes, "other"))</form>\(endPause)

            """
    }

    private var endPause: HTML {
        guard sight.person.pause != nil || sight.isPausing else { return "" }
        return """
            \(line(words.pausing, "due"))<form method="post">\(button("end_pause", DeviceWords.endPause, "other"))</form>
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

    private var names: HTML {
        var (first, last) = (sight.person.firstName, sight.person.lastName)
        if case .setName(let typedFirst, let typedLast) = typed { (first, last) = (typedFirst, typedLast) }
        return """
            <h1>\(said(DeviceWords.names))</h1>
            <form method="post">\(name("first_name", DeviceWords.firstName, first, "given-name"))
            \(name("last_name", DeviceWords.lastName, last, "family-name"))
            \(button("name", DeviceWords.store, "other"))</form>

            """
    }

    /// How many characters of a note can be typed. Even in Greek letters, a form of 4 KB holds so many.
    private static let longestNote = 600
    /// The longest note that such a form holds, as the browser encodes it, in bytes.
    private static let longestEncoded = 3_800

    private var note: HTML {
        var note = sight.person.emergencyNote
        if case .setNote(let typedNote) = typed { note = typedNote }
        let title: HTML = "<h1>\(said(DeviceWords.note))</h1>"
        guard WebForm.encodedLength(of: note) <= Self.longestEncoded else {
            return "\(title)<p>\(said(DeviceWords.longNote))</p>"
        }
        return """
            \(title)<form method="post"><label for="note">\(said(DeviceWords.noteIsFor))</label>
            <textarea id="note" name="note" rows="4" maxlength="\(String(max(Self.longestNote, note.utf16.count)))" dir="auto">
            \(note)</textarea>
            \(button("note", DeviceWords.store, "other"))</form>

            """
    }

    private func name(_ id: HTML, _ text: SeamText, _ value: String, _ kind: HTML) -> HTML {
        """
        <label for="\(id)">\(said(text))</label>
        <input id="\(id)" name="\(id)" value="\(value)" maxlength="64" autocomplete="\(kind)" dir="auto" required>
        """
    }

    private var ownPIN: HTML {
        guard sight.canSetPIN else {
            return "<h1>\(said(DeviceWords.pinTitle))</h1><p>\(said(DeviceWords.pairFirst))</p>"
        }
        let removal: HTML =
            sight.person.hasPIN
            ? "<form method=\"post\">\(button("remove_pin", DeviceWords.removePIN, "other"))</form>" : ""
        return """
            <h1>\(said(DeviceWords.pinTitle))</h1>
            <form method="post">\(pin("present-pin"))\(pinField("new-pin", "new_pin", DeviceWords.newPIN, isRequired: true))
            \(pinField("again", "again", DeviceWords.sameAgain, isRequired: true))
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
