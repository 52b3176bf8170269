import SeamWords
import SignalAPI

/// The pages of a person's phone.
struct DevicePage: Sendable {
    /// What a page says about what was just done.
    enum Notice: Sendable, Hashable {
        case none
        case recorded(SeamText)
        case refused(SeamText)
    }

    let words: DeviceWords
    let language: SeamLanguage
    /// The name under which phones reach the pages, without a path.
    let site: String
    /// The settings that somebody has typed, and that were refused.
    var typed: SettingsDeed?

    var sight: DeviceSight { words.sight }

    /// One of the pages.
    func show(_ place: DevicePlace, _ notice: Notice = .none) -> WebPage {
        switch place {
        case .home: home(notice)
        case .people: page(place, notice, people)
        case .inbox: page(place, notice, inbox)
        case .devices: page(place, notice, devices)
        case .settings: page(place, notice, settings)
        }
    }

    /// The first page: the deadline, the button for checking in, the alarms, and the call for help.
    func home(_ notice: Notice = .none) -> WebPage {
        page(
            .home, notice,
            """
            \(line(words.ownAlarm, "warning"))\(HTML(sight.calling.map(alarm)))\(asking)\(deadline)
            \(HTML(words.questions.map { "<p class=\"warning\">\(said($0))</p>" }))\(checkIn)
            \(sight.hasCalled ? cancel : "")\(help)
            <form method="post">\(button("sign_out", DeviceWords.signOut, "other"))</form>
            """)
    }

    /// Asks about something before it is done. `fields` are the form's hidden fields.
    func question(
        _ question: DeviceWords.Question, _ deed: String, _ fields: [(String, String)] = [], takesPIN: Bool = false,
        _ notice: Notice = .none
    ) -> WebPage {
        WebPage(
            title: words.title, language: language, isPhone: true,
            body: """
                \(said(notice))\(connection)<h1 dir="auto">\(said(question.title))</h1>
                <p>\(said(question.text))</p>
                <form method="post"><input type="hidden" name="sure" value="yes">
                \(HTML(fields.map(hidden)))\(takesPIN ? pin("pin") : "")\(button(deed, question.yes, "main"))</form>
                <a class="button" href="?lang=\(language.code)">\(said(DeviceWords.back))</a>
                """)
    }

    func page(_ place: DevicePlace, _ notice: Notice, _ body: HTML) -> WebPage {
        WebPage(
            title: words.title, language: language, isPhone: true,
            body: """
                \(line(words.warning, "warning"))\(said(notice))\(connection)\(line(words.owner, "owner"))
                \(body)
                <nav>\(HTML(DevicePlace.allCases.map { link($0, isCurrent: $0 == place) }))</nav>
                """)
    }

    private func link(_ place: DevicePlace, isCurrent: Bool) -> HTML {
        let current: HTML = isCurrent ? " aria-current=\"page\"" : ""
        return """
            <a href="\(place.rawValue)?lang=\(language.code)"\(current)>\(said(words.name(place)))</a>

            """
    }

    /// What the script shows when a button is pressed without a connection, and when the connection is back.
    var connection: HTML {
        """
        <p id="unsent" class="warning" role="alert" hidden>\(said(DeviceWords.unsent))</p>
        <p id="back" class="warning" role="alert" hidden>\(said(DeviceWords.isBack))</p>

        """
    }

    func said(_ text: SeamText) -> String { text.said(in: language) }

    private func said(_ notice: Notice) -> HTML {
        switch notice {
        case .none: ""
        case .recorded(let text): "<p class=\"recorded\" role=\"status\">\(said(text))</p>"
        case .refused(let text): "<p class=\"warning\" role=\"alert\">\(said(text))</p>"
        }
    }

    func line(_ text: SeamText?, _ kind: HTML) -> HTML {
        text.map { "<p class=\"\(kind)\" dir=\"auto\">\(said($0))</p>" } ?? ""
    }

    private var deadline: HTML {
        let kind: HTML = words.late == nil ? "due" : "late"
        return """
            <h1 class="\(kind)">\(said(words.headline))</h1>
            <p>\(said(words.detail))</p>
            <p>\(said(words.last))</p>
            """
    }

    // MARK: - Forms

    private var checkIn: HTML {
        "<form method=\"post\">\(pin("pin"))\(button("check_in", DeviceWords.checkIn, "main"))</form>"
    }

    private var cancel: HTML {
        "<form method=\"post\">\(pin("cancel-pin"))\(button("cancel", DeviceWords.cancel, "other"))</form>"
    }

    private var help: HTML {
        "<form method=\"post\">\(button("help", DeviceWords.help, "danger"))</form>"
    }

    private func alarm(_ contact: SignalContact) -> HTML {
        guard let alarm = contact.alert else { return "" }
        let number = DeviceWords.number(contact)
        let dialled = number.flatMap(AlarmWords.dialled)
        let way = alarm.isHelped ? "" : button("on_my_way", WebWords.button(.onMyWay), "main")
        return """
            <section class="alarm"><h2 dir="auto">\(said(DeviceWords.what(contact, alarm)))</h2>
            \(HTML(words.state(alarm).map { "<p>\(said($0))</p>" }))\
            \(call(contact, number, dialled))\(note(contact))\
            \(line(DeviceWords.advice(alarm, hasNumber: number != nil), "advice"))
            <form method="post">\(hidden("alert", alarm.id.description))\(way)
            \(button("all_right", WebWords.button(.allRight), "other"))</form></section>
            """
    }

    private func call(_ contact: SignalContact, _ number: String?, _ dialled: String?) -> HTML {
        guard let number else { return "" }
        let words = said(DeviceWords.phone(contact))
        guard let dialled else { return "<p>\(words): <b>\(number)</b></p>" }
        return "<a class=\"button\" href=\"tel:\(dialled)\">\(words): <b>\(number)</b></a>"
    }

    private func note(_ contact: SignalContact) -> HTML {
        guard let note = contact.emergencyNote, !note.isEmpty else { return "" }
        return "<p>\(said(WebWords.note))</p><p class=\"note\" dir=\"auto\">\(AlarmWords.lines(note))</p>"
    }

    /// The field for the PIN, if the person has one.
    func pin(_ id: HTML, isRequired: Bool = true) -> HTML {
        sight.person.hasPIN ? pinField(id, "pin", DeviceWords.pin, isRequired: isRequired) : ""
    }

    /// A field for a PIN. Browsers must not offer to keep it.
    func pinField(_ id: HTML, _ name: HTML, _ text: SeamText, isRequired: Bool) -> HTML {
        let required: HTML = isRequired ? " required" : ""
        return """
            <label for="\(id)">\(said(text))</label>
            <input id="\(id)" name="\(name)" type="password" inputmode="numeric" pattern="[0-9]{4,8}" maxlength="8" \
            autocomplete="off"\(required)>
            """
    }

    func button(_ deed: String, _ text: SeamText, _ rank: HTML) -> HTML {
        """
        <button class="\(rank)" name="do" value="\(deed)">\(said(text))</button>

        """
    }

    func hidden(_ name: String, _ value: String) -> HTML {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
}

extension DevicePage {
    /// The page that an installed LifeSignal shows without a connection.
    static func offline(_ language: SeamLanguage) -> WebPage {
        linked(DeviceWords.offline, "/", DeviceWords.retry, language)
    }

    /// The page that asks before a phone is added. Without a token, it has a field for the letters of the code.
    static func pairing(hasToken: Bool, _ language: SeamLanguage) -> WebPage {
        let words = DeviceWords.pairing
        let field: HTML =
            hasToken
            ? ""
            : """
            <label for="letters">\(DeviceWords.letters.said(in: language))</label>
            <input id="letters" name="letters" maxlength="20" autocomplete="off" autocapitalize="characters" \
            spellcheck="false" required>
            """
        return WebPage(
            title: words.title, language: language,
            body: """
                <h1>\(words.title.said(in: language))</h1>
                <p>\(words.text.said(in: language))</p>
                <form method="post">\(field)\
                <button class="main" name="do" value="add">\(DeviceWords.add.said(in: language))</button></form>
                """)
    }

    /// The page for a phone that was not added, or that was removed.
    static func notAdded(_ language: SeamLanguage) -> WebPage { linked(DeviceWords.notAdded, language) }

    /// A page with a text, and a link to the page that takes the letters of a code.
    static func linked(_ words: WebWords.Plain, _ language: SeamLanguage) -> WebPage {
        linked(words, "/p", DeviceWords.typeLetters, language)
    }

    private static func linked(
        _ words: WebWords.Plain, _ path: String, _ link: SeamText, _ language: SeamLanguage
    ) -> WebPage {
        WebPage(
            title: words.title, language: language,
            body: """
                <h1>\(words.title.said(in: language))</h1>
                <p>\(words.text.said(in: language))</p>
                <a class="button" href="\(path)?lang=\(language.code)">\(link.said(in: language))</a>
                """)
    }
}
