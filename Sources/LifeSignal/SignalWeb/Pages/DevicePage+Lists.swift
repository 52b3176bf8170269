import SeamWords
import SignalAPI

/// The lists: the people on both sides, the inbox, and the phones.
extension DevicePage {
    var people: HTML {
        guard !sight.contacts.isEmpty else { return "<h1>\(said(DeviceWords.noContacts))</h1>\(codes)" }
        let (dependents, responders) = (sight.dependents, sight.responders)
        let first: HTML =
            dependents.isEmpty
            ? ""
            : "<h1>\(said(DeviceWords.lookingOut))</h1><ul>\(HTML(dependents.map(dependent)))</ul>"
        let rest: HTML =
            responders.isEmpty
            ? "<p class=\"warning\">\(said(DeviceWords.nobodyYet))</p>"
            : "<ul>\(HTML(responders.map(responder)))</ul>"
        return "\(asking)\(first)<h1>\(said(DeviceWords.alerted))</h1>\(rest)\(contacts)\(codes)"
    }

    /// What contacts ask the person for.
    var asking: HTML { HTML(sight.asking.map(wish)) }

    private func wish(_ contact: SignalContact) -> HTML {
        guard let proposal = contact.proposal else { return "" }
        let fields =
            [("contact", contact.id.description)]
            + (proposal.isResponder ? [("responder", "yes")] : [])
            + (proposal.isDependent ? [("dependent", "yes")] : [])
        return """
            <section class="asked"><h2>\(said(DeviceWords.theyAsk))</h2>
            <p dir="auto">\(said(DeviceWords.wish(proposal, of: contact)))</p>
            <form method="post">\(HTML(fields.map(hidden)))\(button("agree", DeviceWords.agree, "main"))
            \(button("decline", DeviceWords.decline, "other"))</form></section>
            """
    }

    private func dependent(_ contact: SignalContact) -> HTML {
        let kind: HTML = contact.alert != nil || contact.isOverdue ? "late" : "well"
        let name = said(DeviceWords.name(contact))
        return """
            <li class="\(kind)" dir="auto"><b>\(name)</b>: \(said(words.state(of: contact)))\(ping(contact))</li>

            """
    }

    /// Asks whether they are well, unless others know already that they may not be.
    private func ping(_ contact: SignalContact) -> HTML {
        guard contact.alert == nil, !contact.isAsked else { return "" }
        return """
            <form method="post">\(hidden("contact", contact.id.description))\
            \(button("ping", DeviceWords.ping, "other"))</form>
            """
    }

    private func responder(_ contact: SignalContact) -> HTML {
        """
        <li dir="auto">\(String(contact.tier)). <b>\(said(DeviceWords.name(contact)))</b> \(said(DeviceWords.reach(contact)))</li>

        """
    }

    var inbox: HTML {
        let title: HTML = "<h1>\(said(words.name(.inbox)))</h1>"
        guard !sight.inbox.isEmpty else { return "\(title)<p>\(said(DeviceWords.nothingYet))</p>" }
        let read: HTML =
            sight.unread == 0 ? "" : "<form method=\"post\">\(button("read", DeviceWords.markRead, "other"))</form>"
        return "\(title)\(read)\(HTML(sight.inbox.map(message)))"
    }

    private func message(_ message: SignalNotification) -> HTML {
        """
        <h2 dir="auto">\(AlarmWords.lines(message.title))</h2>
        <p>\(said(words.arrived(message)))</p>
        <p class="note" dir="auto">\(AlarmWords.lines(message.message))</p>

        """
    }

    var devices: HTML {
        """
        <h1>\(said(words.name(.devices)))</h1>
        \(HTML(sight.devices.map(device)))
        \(push)
        """
    }

    private func device(_ device: SignalDevice) -> HTML {
        let own: HTML = device.isCurrent ? "<p><b>\(said(DeviceWords.thisPhone))</b></p>" : ""
        return """
            <h2 dir="auto">\(AlarmWords.lines(device.name))</h2>\(own)
            <p>\(said(words.use(of: device)))</p>
            <form method="post">\(hidden("device", device.id.description))\
            \(button("remove", DeviceWords.remove, "other"))</form>

            """
    }
}
