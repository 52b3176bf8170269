import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// `seam signal me`: the person's own profile.
struct SignalMeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "me", abstract: "Tell or change who you are to others.",
        discussion: """
            Example: seam signal me --first-name Ada --last-name Moreno

            The emergency note is what responders read during an alarm. It is read from standard input with --note, \
            because arguments can be seen by others on this machine.
            """)

    @Option(help: "Your first name, 1 to 64 characters.")
    var firstName: String?

    @Option(help: "Your last name, 1 to 64 characters.")
    var lastName: String?

    @Flag(help: "Read the emergency note from standard input, at most 2,000 characters; an empty one removes it.")
    var note = false

    @Flag(help: "Make a new QR code; the one before is dead at once.")
    var newCode = false

    @Flag(help: "Go on, and tell every change.")
    var watch = false

    @OptionGroup var common: CommonOptions

    private var changesProfile: Bool { firstName != nil || lastName != nil || note }

    func validate() throws {
        if watch, changesProfile || newCode { throw ValidationError("--watch changes nothing") }
    }

    func perform(on console: Console) throws {
        if watch { return try follow(on: console) }
        let client = try Link.open(.signal, console.environment)
        let session = SignalSessionParams(session: common.session)
        var person = try client.call(UserGet.self, session)
        if changesProfile {
            let hasName = !person.firstName.isEmpty || firstName != nil && lastName != nil
            guard hasName else {
                throw UsageFault("give both names the first time", hint: "--first-name NAME --last-name NAME")
            }
            person = try client.call(
                UserUpdate.self,
                .init(
                    session: common.session, firstName: firstName ?? person.firstName,
                    lastName: lastName ?? person.lastName,
                    emergencyNote: note ? try Self.standardInput() : person.emergencyNote))
        }
        if newCode { person = try client.call(UserRefreshQR.self, session) }
        try Self.write(person, on: console)
    }

    private func follow(on console: Console) throws {
        try Following.topic(
            UserWatch.self, .init(session: common.session), from: .snapshot, at: .signal, on: console
        ) { item, _ in
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
        try console.line(person.isArmed ? "a deadline runs" : "no deadline runs yet")
        if !person.emergencyNote.isEmpty { try console.line("note: \(person.emergencyNote)") }
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

/// `seam signal settings`.
struct SignalSettingsCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "settings", abstract: "Tell or change what you want to hear of, and in which language.",
        discussion: "Example: seam signal settings --pings off --language es")

    @Option(help: "Alarms of people who rely on you. Without them you are no responder.")
    var alerts: Switch?

    @Option(help: "Pings.")
    var pings: Switch?

    @Option(help: "Your own check-ins, and reminders of them.")
    var checkIns: Switch?

    @Option(help: "Contacts who come, go or change.")
    var contacts: Switch?

    @Option(help: "The language of your notifications and messages: en, es, de, or machine for this machine's.")
    var language: SignalLanguage?

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        var wanted = try client.call(SettingsGet.self, .init(session: common.session))
        let before = wanted
        if let alerts { wanted.alerts = alerts == .on }
        if let pings { wanted.pings = pings == .on }
        if let checkIns { wanted.checkIns = checkIns == .on }
        if let contacts { wanted.contacts = contacts == .on }
        if let language { wanted.language = language.rawValue }
        if before.alerts, !wanted.alerts {
            let contacts = try client.call(ContactList.self, .init(session: common.session)).contacts
            try SignalRendering.leave(contacts, on: console)
        }
        if wanted != before {
            wanted = try client.call(SettingsSet.self, .init(session: common.session, preferences: wanted))
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

/// A language in which somebody can be told.
enum SignalLanguage: String, ExpressibleByArgument, CaseIterable {
    case machine
    case en, es, de
}

/// `seam signal code NUMBER`, for administrators.
struct SignalCodeCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "code", abstract: "As an administrator: the code of somebody who signs in, to be told in person.",
        discussion: """
            Example: seam signal code +4915112345678

            Tell it only to the person whose number it is, face to face: anybody who has the code is that person here. It \
            is the code of the user who asked last; where others also ask, '--uid' says whose you mean.
            """)

    @Argument(help: "Their number.")
    var number: [String]

    @Option(help: "The user who asks, by the number of 'id -u'.")
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
            "\(users) for a code for this number: is this the one before you? '--uid' gives another's", .bad)
    }
}

/// `seam signal people`, for administrators.
struct SignalPeopleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "people", abstract: "As an administrator: who has signed in here, and remove somebody.",
        subcommands: [SignalPeopleListCommand.self, SignalPeopleRemoveCommand.self],
        defaultSubcommand: SignalPeopleListCommand.self)
}

/// `seam signal people remove NUMBER`, for administrators.
struct SignalPeopleRemoveCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a person and everything that is kept of them.",
        discussion: """
            Example: seam signal people remove +4915112345678

            Their deadlines and alarms end, and all their contacts are told who was removed. It cannot be undone. The \
            store's two daily copies have it for two days more.
            """)

    @Argument(help: "Their number.")
    var number: [String]

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let number = number.joined(separator: " ")
        if Prompt.isTerminal {
            console.ask("Remove the person with \(TerminalSafe(number)) for good? [y/N] ")
            try SignalRendering.agreed(on: console)
        }
        _ = try client.call(PersonRemove.self, .init(phone: number))
        if console.isJSON { return try console.json(.members()) }
        try console.line("removed: nobody watches them here now, and their contacts are told")
    }
}

/// `seam signal people list`, for administrators.
struct SignalPeopleListCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Who has signed in here, without names.")

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

/// `seam signal clock`, for administrators.
struct SignalClockCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clock", abstract: "As an administrator: the time by which deadlines run.",
        subcommands: [SignalClockShowCommand.self, SignalClockSetCommand.self],
        defaultSubcommand: SignalClockShowCommand.self)
}

/// `seam signal clock set`, for administrators.
struct SignalClockSetCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Set the time by which deadlines run to the machine's clock.",
        discussion: """
            Example: seam signal clock set

            Set the machine's clock first: see timedatectl. What is left of a deadline stays as it is, if the time was \
            ahead; if it was behind, everybody whose deadline has passed is asked first.
            """)

    @Flag(help: "The machine's clock is right, although it is not synchronized.")
    var force = false

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let before = try client.call(ClockGet.self, .init()).time
        let clock = try client.call(ClockSet.self, .init(isForced: force))
        if console.isJSON { return try console.json(clock.json) }
        try console.line("deadlines run by \(LocalTime.text(clock.time)) now, and not by \(LocalTime.text(before))")
    }
}

/// `seam signal clock show`, for administrators.
struct SignalClockShowCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "The time by which deadlines run, and what is wrong with it.")

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signalAdmin, console.environment)
        let clock = try client.call(ClockGet.self, .init())
        if console.isJSON { return try console.json(clock.json) }
        try console.line("deadlines run by \(LocalTime.text(clock.time))")
        if let fault = clock.fault { try console.line(SignalExamination.words(ofFault: fault), .bad) }
        guard clock.isWatching else { return try console.line("nobody is watched at present", .bad) }
        try console.line("all deadlines are looked at", .good)
    }
}
