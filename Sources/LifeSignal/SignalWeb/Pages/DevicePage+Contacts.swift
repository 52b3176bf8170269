import QRCodes
import SeamWords
import SignalAPI

/// The part of the page of people that changes them, and adds new ones.
extension DevicePage {
    var contacts: HTML {
        guard !sight.contacts.isEmpty else { return "" }
        return """
            <h1>\(said(DeviceWords.contacts))</h1>
            \(HTML(sight.contacts.map(contact)))
            """
    }

    private func contact(_ contact: SignalContact) -> HTML {
        let (id, name) = (contact.id.description, said(DeviceWords.name(contact)))
        return """
            <details><summary dir="auto"><b>\(name)</b>: \(said(DeviceWords.relation(contact)))</summary>
            \(tier(contact))\(roles(contact))\(mute(contact))
            <form method="post">\(hidden("contact", id))\(button("end", DeviceWords.end(contact), "other"))</form></details>

            """
    }

    private func tier(_ contact: SignalContact) -> HTML {
        guard contact.isResponder else { return "" }
        let id = contact.id.description
        let choices = zip(1..., DeviceWords.tiers).map { tier, text in
            option("\(tier)", said(text), isChosen: contact.tier == tier)
        }
        return """
            <form method="post">\(hidden("contact", id))\
            \(choice("tier", DeviceWords.alertedWhen, choices, id: "tier-\(id)"))\
            \(sight.person.hasPIN ? "<p>\(said(DeviceWords.pinForLater))</p>" : "")\(pin("pin-\(id)", isRequired: false))\
            \(button("tier", DeviceWords.store, "other"))</form>

            """
    }

    private func roles(_ contact: SignalContact) -> HTML {
        guard !contact.hasEnded else { return "" }
        if contact.proposal?.isMine == true {
            return """
                <form method="post">\(hidden("contact", contact.id.description))\
                \(button("withdraw", DeviceWords.withdraw, "other"))</form>

                """
        }
        guard contact.proposal == nil else { return "" }
        let roles = [(ContactDeed.Role.responder, contact.isResponder), (.dependent, contact.isDependent)]
        let forms = roles.map { role, hasRole -> HTML in
            let press = hasRole ? ("drop", DeviceWords.drop(role)) : ("ask", DeviceWords.ask(role))
            return """
                <form method="post">\(hidden("contact", contact.id.description))\(hidden("role", role.rawValue))\
                \(button(press.0, press.1, "other"))</form>

                """
        }
        return HTML(forms)
    }

    private func mute(_ contact: SignalContact) -> HTML {
        guard contact.isDependent, contact.alert?.isCall == true else { return "" }
        return """
            <form method="post">\(hidden("contact", contact.id.description))\
            \(button("mute", DeviceWords.mute, "other"))</form>

            """
    }

    // MARK: - Adding somebody

    /// The form that takes the code of somebody else, and the person's own code.
    var codes: HTML {
        """
        <h1>\(said(DeviceWords.addSomebody))</h1>
        <form method="post"><label for="person">\(said(DeviceWords.theirCode))</label>
        <input id="person" name="person" maxlength="256" autocomplete="off" autocapitalize="characters" \
        spellcheck="false" required>
        <p>\(said(DeviceWords.whereCodes))</p>\(button("find", DeviceWords.lookUp, "other"))</form>
        <h1>\(said(DeviceWords.ownCode))</h1>
        \(drawing)
        <p>\(said(DeviceWords.sendCode))<br><b class="code">\(address)</b></p>
        <form method="post">\(button("new_code", DeviceWords.renewCode, "other"))</form>

        """
    }

    private var address: String { SignalCodeText.address(of: sight.person.qrCodeID, at: site) }

    private var drawing: HTML {
        guard let code = QRModules(address) else { return "" }
        let side = String(code.side)
        return """
            <svg class="code" role="img" aria-label="\(said(DeviceWords.ownCode))" \
            viewBox="0 0 \(side) \(side)" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(side)v\(side)H0z"/>\
            <path fill="#000" d="\(code.path)"/></svg>
            """
    }

    /// The page that offers to look up a code that somebody has scanned or was sent.
    func adding(_ code: String) -> WebPage {
        let form: HTML = """
            <form method="post" action="\(DevicePlace.people.rawValue)?lang=\(language.code)">\
            \(hidden("person", site + SignalCodeText.addingPath + code))\(button("find", DeviceWords.lookUp, "main"))</form>
            """
        return page(.people, .none, "<h1>\(said(DeviceWords.addSomebody))</h1>\(form)")
    }

    /// The question in which way the person behind a code becomes a contact.
    func found(_ info: ContactInfoGet.Result) -> WebPage {
        let question = DeviceWords.addQuestion(info)
        let forms = [
            (DeviceWords.lookOutForMe, ["responder"]), (DeviceWords.lookOutForThem, ["dependent"]),
            (DeviceWords.both, ["responder", "dependent"]),
        ].map { text, roles -> HTML in
            """
            <form method="post">\(hidden("ticket", info.ticket.description))\(HTML(roles.map { hidden($0, "yes") }))\
            \(button("add_person", text, "other"))</form>

            """
        }
        return WebPage(
            title: words.title, language: language, isPhone: true,
            body: """
                \(connection)<h1 dir="auto">\(said(question.title))</h1>
                <p>\(said(question.text))</p>
                \(HTML(forms))<a class="button" href="?lang=\(language.code)">\(said(DeviceWords.back))</a>
                """)
    }
}
