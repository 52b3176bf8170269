import ArgumentParser
import Glibc
import QRCodes
import RPC
import SignalAPI
import TermCore
import Wire

/// The value of an option that can be on or off.
enum Switch: String, ExpressibleByArgument, CaseIterable {
    case on
    case off
}

/// The command `seam signal qr`.
struct SignalQRCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "qr", abstract: "Show your QR code: anybody who scans it can ask to be your contact.",
        discussion: """
            On a terminal with colours and UTF-8 the code is drawn. The other side can also type its text instead of \
            scanning it. After 'seam signal me --new-code', this code no longer works.

            With --png or --svg the code is written to a new file, which only you can read.
            """)

    @Option(help: "Write the code to a new PNG file.", completion: .file(extensions: ["png"]))
    var png: String?

    @Option(help: "Write the code to a new SVG file.", completion: .file(extensions: ["svg"]))
    var svg: String?

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let person = try client.call(UserGet.self, .init(session: own.session))
        let text = SignalCodeText.text(of: person.qrCodeID)
        try writeFiles(text)
        if console.isJSON { return try console.json(.members(("code", .string(text)))) }
        if let size = console.terminalSize, let ink = QRDrawing.Ink(on: console),
            let lines = QRDrawing.lines(text, ink, columns: size.columns)
        {
            for line in lines { try console.line(line) }
        }
        try console.line("\(text)", .strong)
    }

    private func writeFiles(_ text: String) throws {
        guard png != nil || svg != nil else { return }
        guard let code = QRModules(text) else { throw UsageFault("the code could not be drawn", status: .fault) }
        let picture = try png.map { _ in try PictureFile.png(of: code) }
        if let svg { try PictureFile.create(svg, Array(code.drawing.utf8)) }
        guard let png, let picture else { return }
        do {
            try PictureFile.create(png, picture)
        } catch {
            // The same command can be repeated.
            if let svg { unsafe unlink(svg) }
            throw error
        }
    }
}

/// The command `seam signal add`.
struct SignalAddCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add somebody by their QR code, as your responder, your dependent, or both.",
        discussion: """
            Example: seam signal add --responder < code

            The code is read from standard input, where a scanner types it; 'seam signal qr' shows it. Until the other \
            side agrees with 'seam signal accept', nothing is shared, and nobody is told of anything.
            """)

    @Flag(help: "They are told when you need help.")
    var responder = false

    @Flag(help: "You are told when they need help.")
    var dependent = false

    @Option(help: "The contact's tier: 1 is told first, then 2, then 3.")
    var tier = 1

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if !responder, !dependent { throw ValidationError("give --responder, --dependent or both") }
        guard (1...3).contains(tier) else { throw ValidationError("--tier must be 1, 2 or 3") }
    }

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let code: SignalID
        do throws(SignalCodeText.Fault) {
            code = try SignalCodeText.id(in: try Self.text(on: console))
        } catch {
            throw UsageFault("\(error.message)", hint: "a code begins with LS1: and has 32 characters")
        }
        let info = try client.call(ContactInfoGet.self, .init(session: own.session, qrCodeID: code))
        let wish = ContactWish(
            firstName: "", lastName: "", phone: "", isResponder: responder, isDependent: dependent, tier: tier)
        let contact = try client.call(
            ContactAdd.self, .init(session: own.session, ticket: info.ticket, wish: wish))
        if console.isJSON { return try console.json(contact.json) }
        let isAgreed = contact.consent == "active"
        try console.line("\(ContactRendering.name(contact)) \(isAgreed ? "is your contact" : "has been asked")", .good)
        if !isAgreed { try console.line("until they agree, nobody is told of anything", .faint) }
    }

    private static func text(on console: Console) throws(SignalCodeText.Fault) -> String {
        do {
            let answer = try Prompt.answer(isSecret: false) {
                if Prompt.isTerminal { console.ask("scan or type their code: ") }
            }
            return answer ?? ""
        } catch {
            throw .notACode
        }
    }
}

/// The command `seam signal contacts`.
struct SignalContactsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "contacts",
        abstract: "List your contacts, your roles for each other, and the state of your dependents.")

    @Flag(help: "Keep running, and show each change.")
    var watch = false

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        guard !watch else { return try follow(on: console) }
        let client = try Link.open(.signal, console.environment)
        let contacts = try client.call(ContactList.self, .init(session: own.session)).contacts
        if console.isJSON { return try contacts.forEach { try console.json($0.json) } }
        guard !contacts.isEmpty else {
            return try console.line("no contacts: 'seam signal qr' shows your code, 'seam signal add' reads theirs")
        }
        for contact in contacts {
            try ContactRendering.write(contact, on: console)
            try ContactRendering.picture(of: contact, own.session, client, on: console)
        }
        guard contacts.contains(where: \.isDependent),
            let settings = try? client.call(SettingsGet.self, .init(session: own.session)), !settings.alerts
        else { return }
        try console.line(
            "you have turned alarms off, so you receive none: turn them on with 'seam signal settings --alerts on'",
            .bad)
    }

    private func follow(on console: Console) throws {
        try Following.topic(
            ContactWatch.self, .init(session: own.session), from: .snapshot, at: .signal, on: console
        ) { item, _, _ in
            if console.isJSON { return try console.json(item.line) }
            switch try ContactWatch.item(item) {
            case .snapshot(let contact), .contact(let contact): try ContactRendering.write(contact, on: console)
            case .removed: try console.line("a contact no longer exists")
            case .ended: try console.line("signed out")
            case nil: break
            }
        }
    }
}

/// The command `seam signal accept`.
struct SignalAcceptCommand: SessionCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept",
        abstract: "Agree to a contact's request, or list the people who are waiting for your answer.",
        discussion: "Example: seam signal accept Ben\n\nYou agree only to what 'seam signal contacts' shows.")

    @Argument(
        help: "The contact: a name, the end of a number, or the beginning of an id. Without it, list who is waiting.")
    var contact: String?

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        guard let contact else { return try ContactRendering.waiting(own.session, client, on: console) }
        let found = try ContactRendering.asking(contact, own.session, client)
        let accepted = try client.call(
            ContactAccept.self,
            .init(
                session: own.session, contact: found.id, isResponder: found.proposal?.isResponder,
                isDependent: found.proposal?.isDependent))
        if console.isJSON { return try console.json(accepted.json) }
        if !found.asks { try console.line("\(ContactRendering.name(found)) asks for nothing more") }
        try ContactRendering.write(accepted, on: console)
        if accepted.isDependent { try SignalRendering.reach([accepted], client, own.session, on: console) }
        if accepted.isResponder { try SignalRendering.listeners(client, own.session, on: console) }
    }
}

/// The command `seam signal decline`.
struct SignalDeclineCommand: SessionCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "decline",
        abstract: "Refuse a contact's request, or list the people who are waiting for your answer.")

    @Argument(
        help: "The contact: a name, the end of a number, or the beginning of an id. Without it, list who is waiting.")
    var contact: String?

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        guard let contact else { return try ContactRendering.waiting(own.session, client, on: console) }
        let found = try ContactRendering.asking(contact, own.session, client)
        let result = try client.call(ContactDecline.self, .init(session: own.session, contact: found.id))
        if console.isJSON { return try console.json(result.json) }
        try console.line(
            found.asks
                ? "you have refused the request of \(ContactRendering.name(found)); they can see that"
                : "\(ContactRendering.name(found)) asks for nothing: there was nothing to decline")
    }
}

/// The command `seam signal role`.
struct SignalRoleCommand: SessionCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "role", abstract: "Change a contact's role. A new role needs their agreement.",
        discussion: "Example: seam signal role Ben --responder on --tier 2")

    @Argument(help: "The contact: a name, the end of a number, or the beginning of an id.")
    var contact: String

    @Option(help: "Whether they are told when you need help.")
    var responder: Switch?

    @Option(help: "Whether you are told when they need help.")
    var dependent: Switch?

    @Option(help: "The contact's tier: 1 is told first, then 2, then 3.")
    var tier: Int?

    @OptionGroup var pin: PINOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if let tier, !(1...3).contains(tier) { throw ValidationError("--tier must be 1, 2 or 3") }
        if responder == nil, dependent == nil, tier == nil {
            throw ValidationError("give --responder, --dependent or --tier")
        }
    }

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let found = try ContactRendering.find(contact, own.session, client)
        let mine = found.proposal.flatMap { $0.isMine ? $0 : nil }
        let wish = ContactWish(
            firstName: found.firstName, lastName: found.lastName, phone: "…",
            isResponder: responder.map { $0 == .on } ?? mine?.isResponder ?? found.isResponder,
            isDependent: dependent.map { $0 == .on } ?? mine?.isDependent ?? found.isDependent, tier: tier)
        guard wish.isResponder || wish.isDependent || (responder == nil && dependent == nil) else {
            throw UsageFault(
                "without a role, this person would no longer be a contact", hint: "'seam signal remove' ends a contact")
        }
        if dependent == .off, found.isDependent { try SignalRendering.leave([found], on: console) }
        if responder == .off { try SignalRendering.dismiss(found, client, own.session, on: console) }
        let changed = try PINInput.call(pin, on: console) { pin throws(WireError) in
            try client.call(
                ContactUpdate.self, .init(session: own.session, contact: found.id, wish: wish, pin: pin))
        }
        if console.isJSON { return try console.json(changed.json) }
        try ContactRendering.write(changed, on: console)
    }
}

/// The command `seam signal remove`.
struct SignalRemoveCommand: SessionCommand, NamingCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "End a contact immediately, for both sides.",
        discussion: """
            They are told, unless they have turned such news off. If they lose a responder, they are told in any case. \
            The remaining responders are told as well. With --quiet the contact is told only if they lose a responder; \
            otherwise they can see that it has ended, but not when.
            """)

    @Argument(help: "The contact: a name, the end of a number, or the beginning of an id.")
    var contact: String

    @Flag(help: "Do not tell them, unless they lose a responder.")
    var quiet = false

    @OptionGroup var pin: PINOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let found = try ContactRendering.find(contact, own.session, client)
        try SignalRendering.leave([found], on: console)
        try SignalRendering.dismiss(found, client, own.session, on: console)
        let result = try PINInput.call(pin, on: console) { pin throws(WireError) in
            try client.call(
                ContactRemove.self,
                .init(session: own.session, contact: found.id, isQuiet: quiet, pin: pin))
        }
        if console.isJSON { return try console.json(result.json) }
        try console.line("\(ContactRendering.name(found)) is no longer a contact")
        if found.isResponder { try SignalRendering.listeners(client, own.session, on: console) }
    }
}

/// The command `seam signal who-sees-me`.
struct SignalWhoSeesMeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "who-sees-me", abstract: "Show what each contact can see about you.")

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let sights = try client.call(ContactWhoSeesMe.self, .init(session: own.session)).sights
        if console.isJSON { return try sights.forEach { try console.json($0.json) } }
        guard !sights.isEmpty else { return try console.line("nobody can see anything about you") }
        for sight in sights {
            let name = [sight.firstName, sight.lastName].filter { !$0.isEmpty }.joined(separator: " ")
            let more = sight.seesInAlarm.filter { !sight.sees.contains($0) }
            try console.line("\(name.isEmpty ? "somebody" : name)", .strong)
            try console.line("  now: \(Self.words(sight.sees))")
            if !more.isEmpty { try console.line("  in an alarm also: \(Self.words(more))") }
        }
    }

    private static func words(_ fields: [String]) -> String {
        guard !fields.isEmpty else { return "nothing" }
        let words = [
            "phone_hint": "parts of your number", "last_check_in": "last check-in",
            "channels": "how you are reached", "image": "picture",
        ]
        return fields.map { words[$0] ?? $0.replacing("_", with: " ") }.joined(separator: ", ")
    }
}
