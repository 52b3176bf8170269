import ArgumentParser
import PictureCodec
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal ack`.
struct SignalAckCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "ack", abstract: "Say that you are on the way to somebody who has an alarm.",
        discussion: """
            Example: seam signal ack BQRTNA

            The word is in each message about the alarm. The others are told that you are on the way, and hear no more \
            about it for half an hour, unless the person calls again or misses a check-in. When all is well, run 'seam \
            signal resolve'. You answer a drill in the same way.

            --operator is for administrators: it answers an alarm that 'seam signal outbox' shows. Half an hour later \
            everybody is alerted again, unless the alarm has ended. Only the first answer counts.
            """)

    @Argument(help: "The alarm's word.")
    var word: String

    @Flag(help: "As an administrator: say that you are taking care of an alarm that reached the operator.")
    var `operator` = false

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let word = try ContactRendering.word(word)
        guard !self.operator else { return try performAsOperator(word, on: console) }
        let client = try Link.open(.signal, console.environment)
        let before = (try? client.call(ContactList.self, .init(session: own.session)).contacts) ?? []
        let contact: SignalContact
        do throws(WireError) {
            contact = try client.call(AlertAck.self, .init(session: own.session, word: word))
        } catch {
            guard error.reason == "signal.unknown_alert" else { throw error }
            // The word may belong to a drill.
            let contact = try client.call(DrillAnswer.self, .init(session: own.session, word: word))
            if console.isJSON { return try console.json(contact.json) }
            return try console.line("you have answered the drill of \(ContactRendering.name(contact))", .good)
        }
        if console.isJSON { return try console.json(contact.json) }
        try console.line("you are on the way to \(ContactRendering.name(contact))", .good)
        let answered = before.compactMap(\.alert).contains {
            $0.word == word && $0.acknowledgedAt != nil && !$0.isWithOperator
        }
        if answered {
            try console.line("the alarm was already answered: the others are not told about you", .bad)
        }
        try ContactRendering.write(contact, on: console)
        try console.line("when all is well: seam signal resolve \(word)", .faint)
    }

    private func performAsOperator(_ word: String, on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let isTaken = try client.call(OutboxAck.self, .init(word: word)).isTaken
        if console.isJSON { return try console.json(.members(("word", .string(word)), ("taken", .bool(isTaken)))) }
        guard isTaken else {
            return try console.line("the alarm \(word) was already answered: the others are not told about you", .bad)
        }
        try console.line(
            "you are taking care of the alarm \(word), and everybody who was told about it has been informed", .good)
        try console.line("in half an hour, everybody is alerted again, unless the alarm has ended", .faint)
    }
}

/// The command `seam signal resolve`.
struct SignalResolveCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "resolve", abstract: "Say that somebody who had an alarm is well. The alarm ends for everybody.")

    @Argument(help: "The alarm's word.")
    var word: String

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let word = try ContactRendering.word(word)
        let contact = try client.call(AlertResolve.self, .init(session: own.session, word: word))
        if console.isJSON { return try console.json(contact.json) }
        try console.line("the alarm of \(ContactRendering.name(contact)) is over", .good)
    }
}

/// The command `seam signal mute`.
struct SignalMuteCommand: SessionCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Silence somebody's calls for help for an hour.",
        discussion: """
            Example: seam signal mute Ada

            This is for false calls: three calls must have been ended within a day. The other responders are told. \
            You still receive a call that can reach nobody else, and you are always told of a missed check-in.
            """)

    @Argument(help: "The contact: a name, the end of a number, or the beginning of an id.")
    var contact: String

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let found = try ContactRendering.find(contact, own.session, client)
        let muted = try client.call(AlertMute.self, .init(session: own.session, contact: found.id))
        if console.isJSON { return try console.json(muted.json) }
        let until: TerminalSafe = muted.mutedUntil.map { "until \(LocalTime.text($0))" } ?? "for an hour"
        try console.line("you receive no calls for help from \(ContactRendering.name(muted)) \(until)", .good)
    }
}

/// The command `seam signal ping`.
struct SignalPingCommand: SessionCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "ping", abstract: "Ask a dependent whether they are well, or list the people who were asked.",
        discussion: "Example: seam signal ping Ada")

    @Argument(
        help:
            "The contact: a name, the end of a number, or the start of an id. Without it, list the last day's pings."
    )
    var contact: String?

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let session = SignalSessionParams(session: own.session)
        guard let contact else {
            let pings = try client.call(PingList.self, session).pings
            if console.isJSON { return try pings.forEach { try console.json($0.json) } }
            let contacts = try client.call(ContactList.self, session).contacts
            for ping in pings {
                let name = contacts.first { $0.id == ping.contact }.map(ContactRendering.name) ?? "somebody"
                let what: TerminalSafe = ping.isMine ? "you asked \(name)" : "\(name) asks you"
                try console.line("\(LocalTime.text(ping.at))  \(what): \(Self.words(ofStatus: ping.status))")
            }
            return
        }
        let found = try ContactRendering.find(contact, own.session, client)
        let ping = try client.call(PingSend.self, .init(session: own.session, contact: found.id))
        if console.isJSON { return try console.json(ping.json) }
        try console.line("\(ContactRendering.name(found)) has been asked", .good)
    }

    private static func words(ofStatus status: String) -> TerminalSafe {
        switch status {
        case "pending": "not answered yet"
        case "responded": "answered"
        case "expired": "not answered within a day"
        default: "over"
        }
    }
}

/// The command `seam signal answer`.
struct SignalAnswerCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "answer", abstract: "Check in, and let everybody who has pinged you know that you are well.")

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let result = try client.call(PingRespond.self, .init(session: own.session))
        if console.isJSON { return try console.json(result.json) }
        try console.line(
            result.answered == 0 ? "nobody has asked; you have checked in" : "answered: \(result.answered)", .good)
        try SignalRendering.ownCall(client, own.session, on: console)
    }
}

/// The command `seam signal remind`.
struct SignalRemindCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "remind", abstract: "Be reminded once, at a time that you choose.",
        discussion: "Example: seam signal remind 90m")

    @Argument(help: "How long from now, up to 30d.")
    var time: String

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        guard let duration = TextDuration.parse(time, atMost: .seconds(86_400 * 30)), duration > .zero else {
            throw UsageFault(
                "this is not a duration of at most 30d: \(TerminalSafe(time))", hint: "such as \(TextDuration.forms)")
        }
        let client = try Link.open(.signal, console.environment)
        let result = try client.call(CheckInRemind.self, .init(session: own.session, delay: duration))
        if console.isJSON { return try console.json(result.json) }
        try console.line("you will be reminded in \(TextDuration.whole(duration))")
    }
}

extension SignalContact {
    /// Whether the contact asks for something that the person has not answered.
    var asks: Bool { proposal?.isMine == false }
}

/// Finds contacts by name, and shows them.
enum ContactRendering {
    /// A contact's first and last name, or the known part of the name. If no part is known, this is the telephone
    /// number.
    static func name(_ contact: SignalContact) -> TerminalSafe {
        let name = [contact.firstName, contact.lastName].filter { !$0.isEmpty }.joined(separator: " ")
        return name.isEmpty ? "\(contact.phone)" : "\(name)"
    }

    /// The only contact that a text names. The text may be the full name or the given name as shown, the beginning of
    /// the id, or the end of the telephone number.
    static func find(_ text: String, _ session: String?, _ client: BlockingClient) throws -> SignalContact {
        let contacts = try client.call(ContactList.self, .init(session: session)).contacts
        return try one(named(text, among: contacts), called: text, hint: "'seam signal contacts' lists them")
    }

    /// The only contact in `found`. If `found` is empty, throws a fault that ends with `hint`.
    private static func one(
        _ found: [SignalContact], called text: String, hint: TerminalSafe
    ) throws -> SignalContact {
        guard let contact = found.first else {
            throw UsageFault("no contact is called \(TerminalSafe(text))", hint: hint)
        }
        guard found.count == 1 else {
            throw UsageFault(
                "\(found.count) contacts are called \(TerminalSafe(text))",
                hint: "give the beginning of an id: see 'seam signal contacts --json'")
        }
        return contact
    }

    /// The only contact that a text names. If the text names several contacts, the contact who is waiting for an answer
    /// is meant. If the name fits nobody, the fault lists the contacts who are waiting.
    static func asking(_ text: String, _ session: String?, _ client: BlockingClient) throws -> SignalContact {
        let contacts = try client.call(ContactList.self, .init(session: session)).contacts
        let (found, waiting) = (named(text, among: contacts), contacts.filter(\.asks))
        let names = waiting.map { name($0).description }.joined(separator: ", ")
        let hint: TerminalSafe =
            waiting.isEmpty ? "nobody is waiting for your answer" : "these people are waiting for your answer: \(names)"
        let asking = found.filter(\.asks)
        return try one(asking.isEmpty ? found : asking, called: text, hint: hint)
    }

    /// Prints the contacts who are waiting for the person's answer, with their wishes.
    static func waiting(_ session: String?, _ client: BlockingClient, on console: Console) throws {
        let waiting = try client.call(ContactList.self, .init(session: session)).contacts.filter(\.asks)
        if console.isJSON { return try waiting.forEach { try console.json($0.json) } }
        guard !waiting.isEmpty else { return try console.line("nobody is waiting for your answer") }
        for contact in waiting { try write(contact, on: console) }
    }

    /// The contacts that a text names.
    static func named(_ text: String, among contacts: [SignalContact]) -> [SignalContact] {
        // A contact can be named by their line in the output of `contacts`, or by parts of the line.
        let names: [(SignalContact) -> String] = [
            { name($0).description }, \.firstName, \.phone, { "\(name($0))  \($0.phone)" },
        ]
        let text = TypedText.seen(text)
        for isCut in [false, true] {
            for name in names {
                let found = ShownName.best(text, among: contacts, isCut: isCut, name: name)
                if !found.isEmpty { return found }
            }
        }
        let (wanted, number) = (TypedText.plain(text).lowercased(), end(ofNumber: text))
        guard wanted.count >= 4 else { return [] }
        return contacts.filter {
            $0.id.description.hasPrefix(wanted) || number.count >= 4 && TypedText.joined($0.phone).hasSuffix(number)
        }
    }

    /// The end of a telephone number as a person typed it, without the zero for calls within a country.
    private static func end(ofNumber text: String) -> String {
        var digits = TypedText.plain(text).filter { !$0.isWhitespace && !"-()/.".contains($0) }
        if digits.first == "0" { digits.removeFirst() }
        return digits.allSatisfy { $0 == "+" || $0.isNumber } ? digits : ""
    }

    /// The alarm's word of six letters, read from a text.
    static func word(_ text: String) throws -> String {
        let word = TypedText.joined(text).uppercased()
        guard word.utf8.count == 6, word.utf8.allSatisfy({ (65...90).contains($0) }) else {
            throw UsageFault("an alarm's word must have six letters", hint: "it is in each message about the alarm")
        }
        return word
    }

    /// Prints a contact with their name, roles and open questions, and with the condition of a dependent.
    static func write(_ contact: SignalContact, on console: Console) throws {
        var parts: [TerminalSafe] = []
        if contact.isResponder {
            parts.append(
                cannotBeTold(contact).map { "a responder, tier \(contact.tier), but cannot be alerted: \($0)" }
                    ?? "told of your alarms, tier \(contact.tier)")
        }
        if !contact.channels.isEmpty { parts.append("told by \(contact.channels.joined(separator: ", "))") }
        if contact.isDependent { parts.append("you are told of their alarms") }
        if let until = contact.mutedUntil {
            parts.append("you receive no calls for help until \(LocalTime.text(until))")
        }
        if contact.consent == "ended" { parts.append("shares nothing with you") }
        let (name, phone) = (name(contact), "\(contact.phone)" as TerminalSafe)
        try console.line(name == phone ? phone : "\(name)  \(phone)", .strong)
        for part in parts { try console.line("  \(part)", cannotBeTold(contact) == nil ? .plain : .bad) }
        if let proposal = contact.proposal {
            let roles: TerminalSafe =
                switch (proposal.isResponder, proposal.isDependent) {
                case (true, true): "that you are told of each other's alarms"
                case (true, false): "that they are told of your alarms"
                default: "that you are told of their alarms"
                }
            try console.line("  \(proposal.isMine ? "you ask" : "asks") \(roles)")
            if !proposal.isMine {
                try console.line("  agree with 'seam signal accept', or refuse with 'seam signal decline'", .faint)
            }
        }
        guard let status = contact.status else { return }
        let isWell = status == "active" || status == "pendingPing"
        let since = contact.lastCheckIn.map { ", last check-in \(LocalTime.text($0))" as TerminalSafe } ?? ""
        try console.line("  \(words(status))\(since)", isWell ? .good : .bad)
        if let alert = contact.alert {
            let who: TerminalSafe = alert.acknowledgedAt == nil ? "nobody has answered" : "somebody has answered"
            try console.line("  alarm \(alert.word), \(who)", .bad)
            if alert.isConcealed { try console.line("  in secret: do not phone, somebody else may be listening", .bad) }
        }
        if let note = contact.emergencyNote { try console.line("  note: \(note)") }
    }

    /// Prints that a contact shows a picture, and draws the picture if the terminal can draw it.
    static func picture(
        of contact: SignalContact, _ session: String?, _ client: BlockingClient, on console: Console
    ) throws {
        guard let image = contact.image else { return }
        try console.line("  shows a picture", .faint)
        guard PictureDrawing.isPossible(on: console),
            let file = try? client.call(ImageGet.self, .init(session: session, image: image)).data,
            let small = try? PictureChild().decode(file, longestSide: PictureDrawing.side)
        else { return }
        for line in PictureDrawing.lines(width: small.width, height: small.height, pixels: small.bytes) {
            try console.line(line)
        }
    }

    /// The reason why alarms cannot reach a responder now. If alarms can reach the responder, this is nil.
    static func cannotBeTold(_ contact: SignalContact) -> TerminalSafe? {
        if contact.isSilent { return "they have turned alarms off" }
        return contact.isUnheard ? "they have not signed in under a name, and have no address that works" : nil
    }

    private static func words(_ status: String) -> TerminalSafe {
        switch status {
        case "active": "well, as far as is known"
        case "nonResponsive": "has missed a check-in"
        case "alertActive": "calls for help"
        case "pendingPing": "was asked, and has not answered yet"
        default: "this program does not know their state: install a newer version"
        }
    }
}
