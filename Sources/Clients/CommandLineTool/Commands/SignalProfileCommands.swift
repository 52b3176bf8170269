import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal me`, which shows and changes the person's own profile.
struct SignalMeCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "me", abstract: "Show or change your profile, which others see.",
        discussion: """
            Example: seam signal me --first-name Ada --last-name Moreno

            Responders read the emergency note during an alarm. With --note it is read from standard input, because \
            others on this machine can see arguments.

            Contacts see your picture once both sides have agreed. It is made small, and everything else in its file is \
            left out, such as the place where it was taken.
            """)

    @Option(help: "Your first name, 1 to 64 characters.")
    var firstName: String?

    @Option(help: "Your last name, 1 to 64 characters.")
    var lastName: String?

    @Flag(help: "Read the emergency note from standard input, at most 2,000 characters; an empty one removes it.")
    var note = false

    @Option(name: .customLong("image"), help: "Show contacts this PNG or JPEG picture.", completion: .file())
    var picture: String?

    @Flag(name: .customLong("no-image"), help: "Delete your picture, so that contacts no longer see one.")
    var hidesPicture = false

    @Flag(help: "Make a new QR code. The old one stops working immediately.")
    var newCode = false

    @Flag(help: "Keep running, and show each change.")
    var watch = false

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    private var changesProfile: Bool { firstName != nil || lastName != nil || note }

    func validate() throws {
        if watch, changesProfile || newCode || picture != nil || hidesPicture {
            throw ValidationError("--watch changes nothing")
        }
        if picture != nil, hidesPicture { throw ValidationError("--image and --no-image exclude each other") }
    }

    func perform(on console: Console) throws {
        if watch { return try follow(on: console) }
        // A file that cannot be used changes nothing.
        let file = try picture.map(PictureFile.small)
        let client = try Link.open(.signal, console.environment)
        let session = SignalSessionParams(session: own.session)
        var person = try client.call(UserGet.self, session)
        // A picture that the daemon refuses changes nothing.
        let image = try file.map { try client.call(ImagePut.self, .init(session: own.session, data: $0)).image }
        if changesProfile {
            let hasName = !person.firstName.isEmpty || firstName != nil && lastName != nil
            guard hasName else {
                throw UsageFault("give both names the first time", hint: "--first-name NAME --last-name NAME")
            }
            person = try client.call(
                UserUpdate.self,
                .init(
                    session: own.session, firstName: firstName ?? person.firstName,
                    lastName: lastName ?? person.lastName,
                    emergencyNote: note ? try Self.standardInput() : person.emergencyNote))
        }
        if let image { _ = try client.call(UserSetImage.self, .init(session: own.session, image: image)) }
        if hidesPicture { _ = try client.call(UserSetImage.self, .init(session: own.session)) }
        if image != nil || hidesPicture { person = try client.call(UserGet.self, session) }
        if newCode { person = try client.call(UserRefreshQR.self, session) }
        try Self.write(person, on: console)
    }

    private func follow(on console: Console) throws {
        try Following.topic(
            UserWatch.self, .init(session: own.session), from: .snapshot, at: .signal, on: console
        ) { item, _, _ in
            if console.isJSON { return try console.json(item.line) }
            switch try UserWatch.item(item) {
            case .snapshot(let person), .user(let person): try Self.write(person, on: console)
            case .ended: try console.line("signed out")
            case nil: break
            }
        }
    }

    private static func write(_ person: SignalPerson, on console: Console) throws {
        if console.isJSON { return try console.json(person.json) }
        let name = "\(person.firstName) \(person.lastName)"
        try console.line(name == " " ? "no name yet" : "\(name)", .strong)
        try console.line("number: \(person.phone)")
        try console.line("checks in every \(TextDuration.whole(person.checkInInterval))")
        try SignalRendering.doors(person, on: console)
        try console.line(person.isArmed ? "a deadline is running" : "no deadline is running yet")
        if !person.emergencyNote.isEmpty { try console.line("note: \(person.emergencyNote)") }
        if person.image != nil { try console.line("your contacts see your picture") }
        if !person.isWatched { try console.line("nobody is watched at present: tell the operator", .bad) }
    }

    private static func standardInput() throws -> String {
        do throws(Prompt.Failure) {
            return String(decoding: try Prompt.everything(), as: UTF8.self)
        } catch {
            guard error != .interrupted else { throw CommandEnd(status: .cancelled) }
            throw UsageFault("cannot read the note from standard input")
        }
    }
}

/// The command `seam signal settings`.
struct SignalSettingsCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Show or change what you want to hear about, and in which language.",
        discussion: "Example: seam signal settings --pings off --language es")

    @Option(help: "Alarms from people who rely on you. If you turn them off, you are no longer their responder.")
    var alerts: Switch?

    @Option(help: "Pings.")
    var pings: Switch?

    @Option(help: "Your own check-ins, and reminders of them.")
    var checkIns: Switch?

    @Option(help: "Contacts that are added, removed or changed.")
    var contacts: Switch?

    @Option(
        help:
            "The language of your notifications and messages: en, es, de, or machine for the language of this machine.")
    var language: SignalLanguage?

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        var wanted = try client.call(SettingsGet.self, .init(session: own.session))
        let before = wanted
        if let alerts { wanted.alerts = alerts == .on }
        if let pings { wanted.pings = pings == .on }
        if let checkIns { wanted.checkIns = checkIns == .on }
        if let contacts { wanted.contacts = contacts == .on }
        if let language { wanted.language = language.rawValue }
        if before.alerts, !wanted.alerts {
            let contacts = try client.call(ContactList.self, .init(session: own.session)).contacts
            try SignalRendering.leave(contacts, on: console)
        }
        if wanted != before {
            wanted = try client.call(SettingsSet.self, .init(session: own.session, preferences: wanted))
        }
        if console.isJSON { return try console.json(wanted.json) }
        for (name, isOn) in [
            ("alerts", wanted.alerts), ("pings", wanted.pings), ("check-ins", wanted.checkIns),
            ("contacts", wanted.contacts),
        ] {
            try console.line("\(name): \(isOn ? "on" : "off")")
        }
        let language = wanted.language.map { $0 == SignalPreferences.machine ? nil : TerminalSafe($0) } ?? nil
        try console.line("language: \(language ?? "this machine's")")
    }
}

/// A choice of language for a person's messages.
enum SignalLanguage: String, ExpressibleByArgument, CaseIterable {
    case machine
    case en, es, de
}

/// The command `seam signal code NUMBER`, for administrators.
struct SignalCodeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "code", abstract: "As an administrator: show somebody's sign-in code, to pass on in person.",
        discussion: """
            Example: seam signal code +4915112345678

            Give the code only to the person who has this number, face to face: anybody with the code can act as that \
            person here. It is the code of the user who asked last. If other users have asked for this number as well, \
            '--uid' chooses.
            """)

    @Argument(help: "Their number.")
    var number: [String]

    @Option(help: "The user who has asked, by number: see 'id -u'.")
    var uid: UInt32?

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let result = try client.call(CodeIssue.self, .init(phone: number.joined(separator: " "), uid: uid))
        if console.isJSON { return try console.json(result.json) }
        var table = Table("CODE", "ASKED BY", "UNTIL")
        for code in result.codes {
            table.add(
                .init("\(code.code)", .strong), .init("uid \(code.uid), session \(code.session)"),
                .init("\(LocalTime.text(code.expiresAt))"))
        }
        try console.table(table)
        guard result.others > 0 else { return }
        let users: TerminalSafe = result.others == 1 ? "another user waits" : "\(result.others) other users wait"
        try console.line(
            "\(users) for a code for this number: is it the person in front of you? '--uid' gives another user's code",
            .bad)
    }
}

/// The command `seam signal people`, for administrators.
struct SignalPeopleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people",
        abstract: "As an administrator: list the people who have signed in here, or remove one of them.",
        subcommands: [SignalPeopleListCommand.self, SignalPeopleRemoveCommand.self],
        defaultSubcommand: SignalPeopleListCommand.self)
}

/// The command `seam signal people remove NUMBER`, for administrators.
struct SignalPeopleRemoveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a person and all data that is stored about them.",
        discussion: """
            Example: seam signal people remove +4915112345678

            Their deadlines and alarms end, all their contacts are told who was removed, and their data is erased. This \
            cannot be undone. The next daily copy of the store no longer has their data, and the older copy is gone a \
            day later.
            """)

    @Argument(help: "Their number.")
    var number: [String]

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let number = number.joined(separator: " ")
        if Prompt.isTerminal {
            let question: TerminalSafe = "Remove the person with \(TerminalSafe(number)) for good? [y/N] "
            try SignalRendering.agree(to: question, on: console)
        }
        _ = try client.call(PersonRemove.self, .init(phone: number))
        if console.isJSON { return try console.json(.members()) }
        try console.line("removed: they are no longer watched here, and their contacts are told")
    }
}

/// The command `seam signal people list`, for administrators.
struct SignalPeopleListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the people who have signed in here, without names.")

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let people: [ListedPerson] = try client.list(PersonList.self) { $0 }
        guard !console.isJSON else {
            for person in people { try console.json(person.json) }
            return
        }
        guard !people.isEmpty else { return try console.line("nobody has signed in yet") }
        var table = Table("NUMBER", "SINCE", "SESSIONS")
        for person in people {
            table.add(
                .init("\(person.phoneHint)"), .init("\(LocalTime.text(person.since))"), .init("\(person.sessions)"))
        }
        try console.table(table)
    }
}

/// The command `seam signal clock`, for administrators.
struct SignalClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "As an administrator: show or set the clock that deadlines use.",
        subcommands: [SignalClockShowCommand.self, SignalClockSetCommand.self],
        defaultSubcommand: SignalClockShowCommand.self)
}

/// The command `seam signal clock set`, for administrators.
struct SignalClockSetCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Let deadlines follow the machine's clock again.",
        discussion: """
            Example: seam signal clock set

            Set the machine's clock first: see timedatectl. If the time was ahead, everybody keeps the time that was \
            left until their deadline. If it was behind, everybody whose deadline has passed is asked first.
            """)

    @Flag(help: "Set the time although the machine's clock is not synchronized: check first that it is right.")
    var force = false

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let before = try client.call(ClockGet.self, .init()).time
        let clock = try client.call(ClockSet.self, .init(isForced: force))
        if console.isJSON { return try console.json(clock.json) }
        try console.line(
            "the time that deadlines follow is now \(LocalTime.text(clock.time)); it was \(LocalTime.text(before))")
    }
}

/// The command `seam signal clock show`, for administrators.
struct SignalClockShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Show the clock that deadlines use, and any fault of that clock.")

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let clock = try client.call(ClockGet.self, .init())
        if console.isJSON { return try console.json(clock.json) }
        try console.line("the time that deadlines follow is \(LocalTime.text(clock.time))")
        if let fault = clock.fault { try console.line(SignalExamination.words(ofFault: fault), .bad) }
        guard clock.isWatching else { return try console.line("nobody is watched at present", .bad) }
        try console.line("all deadlines are watched", .good)
    }
}
