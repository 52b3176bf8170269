import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal`, which gives access to LifeSignal.
struct SignalCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "signal", abstract: "LifeSignal: check in, and others are alerted if you do not.",
        discussion: """
            Example: seam signal sign-in +4915112345678

            LifeSignal is not an emergency service: it alerts the people you choose and the operator of this machine, \
            and nobody else. It has its own daemon, lifesignald. LIFESIGNAL_SOCKET and LIFESIGNAL_ADMIN_SOCKET \
            name its sockets if they are not in /run/seam.
            """,
        // The commands that a newcomer needs.
        subcommands: [
            SignalSignInCommand.self, SignalCheckInCommand.self, SignalStatusCommand.self, SignalAddCommand.self,
            SignalSOSCommand.self,
        ],
        groupedSubcommands: [
            CommandGroup(
                name: "check-ins",
                subcommands: [
                    SignalSetCommand.self, SignalPauseCommand.self, SignalCancelCommand.self, SignalHistoryCommand.self,
                    SignalRemindCommand.self, SignalInboxCommand.self,
                ]),
            CommandGroup(
                name: "people",
                subcommands: [
                    SignalContactsCommand.self, SignalQRCommand.self, SignalAcceptCommand.self,
                    SignalDeclineCommand.self, SignalRoleCommand.self, SignalRemoveCommand.self,
                    SignalWhoSeesMeCommand.self,
                ]),
            CommandGroup(
                name: "alarms",
                subcommands: [
                    SignalAckCommand.self, SignalResolveCommand.self, SignalMuteCommand.self, SignalPingCommand.self,
                    SignalAnswerCommand.self,
                ]),
            CommandGroup(
                name: "yourself",
                subcommands: [
                    SignalVerifyCommand.self, SignalSignOutCommand.self, SignalMeCommand.self, SignalPINCommand.self,
                    SignalNumberCommand.self, SignalSettingsCommand.self, SignalReachCommand.self,
                    SignalPhoneCommand.self, SignalDrillCommand.self, SignalDoctorCommand.self,
                    SignalPromisesCommand.self, SignalLeaveCommand.self,
                ]),
            CommandGroup(
                name: "administration",
                subcommands: [
                    SignalCodeCommand.self, SignalPeopleCommand.self, SignalClockCommand.self, SignalOutboxCommand.self,
                    SignalDeliveriesCommand.self,
                ]),
        ])
}

/// The command `seam signal sign-in NUMBER`.
struct SignalSignInCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Sign in with your telephone number and a code.",
        discussion: """
            Example: seam signal sign-in +4915112345678

            Write the number as you like, with the country code: '+49 151 12345678' and '+49 0151 12345678' are the \
            same. An administrator of this machine reads the code out to you: 'seam signal code NUMBER'. On a terminal \
            you are asked for it; in a script, pass it to 'seam signal verify' on standard input within ten minutes.
            """)

    @Argument(help: "Your number, with a plus sign and the country code.")
    var number: [String]

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let params = AuthSignIn.Params(session: own.session, phone: number.joined(separator: " "))
        let result = try client.call(AuthSignIn.self, params)
        guard try SignalVerifyCommand.isAsked(result.json, result.expiresAt, "seam signal verify", on: console) else {
            return
        }
        try SignalVerifyCommand.verify(client, session: own.session, on: console)
    }
}

/// The command `seam signal verify`.
struct SignalVerifyCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Finish signing in, with the code.",
        discussion: """
            The code is read from standard input, never from an argument: 'seam signal verify < code'. You have five \
            tries.
            """)

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        try Self.verify(try Link.open(.signal, console.environment), session: own.session, on: console)
    }

    static func verify(_ client: BlockingClient, session: String?, on console: Console) throws {
        let person = try untilRight(on: console) { code throws(WireError) in
            try client.call(AuthVerify.self, .init(session: session, code: code))
        }
        if console.isJSON { return try console.json(person.json) }
        try console.line("signed in\(person.firstName.isEmpty ? "" : " as \(person.firstName)")", .good)
        guard person.firstName.isEmpty else { return }
        try console.line("next: seam signal me --first-name NAME --last-name NAME", .faint)
    }

    /// Says where a requested code is. Returns whether the code is asked for now, on a terminal. Otherwise also says
    /// which command reads the code.
    static func isAsked(
        _ result: JSON, _ expiresAt: Timestamp, _ command: TerminalSafe, on console: Console
    ) throws -> Bool {
        if console.isJSON {
            try console.json(result)
            return false
        }
        guard Prompt.isTerminal else {
            let until = LocalTime.text(expiresAt)
            try console.line("an administrator has your code until \(until): seam signal code NUMBER")
            try console.line("next: \(command), with the code on standard input", .faint)
            return false
        }
        console.talk("an administrator has your code: seam signal code NUMBER")
        return true
    }

    /// Asks for a code and tries it. On a terminal, asks again until the code is correct or no longer valid.
    static func untilRight<Answer>(
        on console: Console, _ call: (String) throws(WireError) -> Answer
    ) throws -> Answer {
        while true {
            let code = try code(on: console)
            do throws(WireError) {
                return try call(code)
            } catch {
                guard Prompt.isTerminal, !console.isJSON, error.reason == "signal.code_wrong",
                    let left = error.details?["tries_left"]?.integerValue, left > 0
                else { throw error }
                console.talk("the code is wrong; \(left) more tries")
            }
        }
    }

    static func code(on console: Console) throws -> String {
        let line: String
        do throws(Prompt.Failure) {
            line = try Prompt.answer(isSecret: true) { if Prompt.isTerminal { console.ask("code: ") } } ?? ""
        } catch {
            guard error != .interrupted else { throw CommandEnd(status: .cancelled) }
            throw UsageFault("cannot read a code from standard input")
        }
        let digits = TypedText.joined(line)
        guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw UsageFault("a code must have six digits", hint: "on standard input")
        }
        return digits
    }
}

/// The command `seam signal sign-out`.
struct SignalSignOutCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-out", abstract: "Sign this session out.",
        discussion: """
            Your deadlines and calls for help go on. A terminal asks first if there are any. To end them and leave, use \
            'seam signal leave'.
            """)

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let session = SignalSessionParams(session: own.session)
        let person = try? client.call(UserGet.self, session)
        let dependents = ((try? client.call(ContactList.self, session).contacts) ?? []).filter(\.isDependent)
        let reach = (try? client.call(ReachList.self, session).addresses) ?? []
        let call = (try? client.call(AlertGet.self, session))?.alert.flatMap { $0.kind == "manual" ? $0 : nil }
        let running = Self.running(person, isCalling: call != nil)
        let isAsking = Prompt.isTerminal && !console.isJSON && !running.isEmpty
        if isAsking {
            running.forEach { console.talk($0) }
            try SignalRendering.agree(to: "Sign out anyway? [y/N] ", on: console)
        }
        let result = try client.call(AuthSignOut.self, .init(session: own.session))
        if console.isJSON { return try console.json(result.json) }
        try console.line("signed out")
        if !isAsking { for text in running { try console.line(text, .bad) } }
        guard !dependents.isEmpty, !reach.contains(where: { $0.isVerified && !$0.isBroken }) else { return }
        let names = TerminalSafe(dependents.map { ContactRendering.name($0).description }.joined(separator: ", "))
        try console.line("you are told of the alarms of \(names) only if you are signed in elsewhere", .bad)
    }

    /// What goes on after signing out: the person's deadline, and their call for help.
    private static func running(_ person: SignalPerson?, isCalling: Bool) -> [TerminalSafe] {
        var running: [TerminalSafe] = []
        if let person, let due = person.nextDue {
            let text: TerminalSafe =
                switch (person.isLate, person.status) {
                case (false, _): "your deadline still runs: check in by \(LocalTime.text(due)), or others are alerted"
                case (true, "active"): "your check-in is overdue: sign in again and check in, or others are alerted"
                case (true, _): "your check-in is overdue: others are alerted until you sign in again and check in"
                }
            running.append(text)
        }
        if isCalling { running.append("your call for help is still active: to cancel it, sign in again") }
        return running
    }
}
