import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal check-in`.
struct SignalCheckInCommand: QuietCommand, SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "check-in", abstract: "Say that you are well.",
        discussion: """
            Example: seam signal check-in

            The next check-in is due one interval later: see 'seam signal set --every'. You are reminded before it is \
            due. If you miss it, others are alerted.
            """)

    @OptionGroup var pin: PINOptions
    @OptionGroup var silence: QuietOption
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let person = try PINInput.call(pin, on: console) { pin throws(WireError) in
            try client.call(CheckInRecord.self, .init(session: own.session, pin: pin))
        }
        if console.isJSON { return try console.json(person.json) }
        try SignalRendering.due(person, on: console)
        try SignalRendering.ownCall(client, own.session, on: console)
        try SignalRendering.listeners(client, own.session, on: console)
    }
}

/// The command `seam signal status`.
struct SignalStatusCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Show when the next check-in is due, and whether there is an alarm.")

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let session = SignalSessionParams(session: own.session)
        let person = try client.call(UserGet.self, session)
        let alarm = try client.call(AlertGet.self, session)
        if console.isJSON {
            return try console.json(.members(("person", person.json), ("alert", alarm.alert?.json)))
        }
        try SignalRendering.alarm(alarm, on: console)
        defer { try? SignalRendering.listeners(client, own.session, on: console) }
        if let helper = alarm.alert?.acknowledgedBy {
            let contacts = try client.call(ContactList.self, session).contacts
            if let contact = contacts.first(where: { $0.id == helper }) {
                try console.line("the responder is \(ContactRendering.name(contact)), \(contact.phone)", .good)
            }
        }
        guard let alert = alarm.alert else {
            try SignalRendering.due(person, on: console)
            return try SignalRendering.doors(person, on: console)
        }
        guard alert.kind == "overdue" else {
            try console.line("'seam signal cancel' ends your call\(SignalRendering.end(of: alert))")
            return try SignalRendering.due(person, on: console)
        }
        if let due = person.nextDue { try console.line("the check-in was due by \(LocalTime.text(due))", .bad) }
        if alert.acknowledgedAt == nil {
            try console.line("others are alerted repeatedly, for a week at most, until one of them answers", .bad)
        }
        try console.line("'seam signal check-in' ends the alarm, and tells them that you are well")
    }
}

/// The command `seam signal set`.
struct SignalSetCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Show or change how often you check in.",
        discussion: """
            Example: seam signal set --every 12h --remind 1h --grace 10m

            Without options, it shows the settings that apply now, and those that apply from your next check-in on. A \
            change that makes a deadline earlier applies now, but makes nothing due within 15 minutes. A change \
            that makes it later, and everything that you set together with it, applies from the next check-in on.

            With --doors on, opening a door with 'seam unlock' or on a screen of Seam is a check-in. A key can open a \
            door without you, so doors never count while you have a PIN.
            """)

    @Option(help: "The time between two check-ins, 5m to 7d.")
    var every: String?

    @Option(help: "How long before the deadline you are first reminded.")
    var remind: String?

    @Option(help: "How long after the deadline others are alerted, at most 1h.")
    var grace: String?

    @Option(help: "Whether a door that you open counts as a check-in, unless you have a PIN. Responders are informed.")
    var doors: Switch?

    @OptionGroup var pin: PINOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        var params = CheckInSet.Params(
            session: own.session, interval: try Self.duration(every), reminder: try Self.duration(remind),
            grace: try Self.duration(grace), countsDoors: doors.map { $0 == .on })
        if every == nil, remind == nil, grace == nil, doors == nil {
            let person = try client.call(UserGet.self, .init(session: own.session))
            if console.isJSON { return try console.json(person.json) }
            return try SignalRendering.intervals(person, on: console)
        }
        let person = try PINInput.call(pin, on: console) { pin throws(WireError) in
            params.pin = pin
            return try client.call(CheckInSet.self, params)
        }
        if console.isJSON { return try console.json(person.json) }
        try SignalRendering.intervals(person, on: console)
    }

    private static func duration(_ text: String?) throws -> Duration? {
        guard let text else { return nil }
        guard let duration = TextDuration.parse(text, atMost: .seconds(604_800)) else {
            throw UsageFault(
                "this is not a duration of at most 7d: \(TerminalSafe(text))", hint: "such as \(TextDuration.forms)")
        }
        return duration
    }
}

/// The command `seam signal sos`.
struct SignalSOSCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "sos",
        abstract: "Call for help: your responders are alerted immediately. This does not call an emergency service.")

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let (client, alert): (BlockingClient, SignalAlert)
        do throws(WireError) {
            client = try Link.open(.signal, console.environment)
            alert = try client.call(AlertActivate.self, .init(session: own.session))
        } catch {
            if error.effect == .none { console.talk("nobody was told") }
            throw error
        }
        if console.isJSON { return try console.json(alert.json) }
        try console.line("your call for help was sent; the alarm began at \(LocalTime.text(alert.at))", .bad)
        if !alert.isStored {
            try console.line(
                "the call is lost if this machine stops, because its disk accepts no writes. Phone your people", .bad)
        }
        try SignalRendering.listeners(client, own.session, on: console)
        let end = SignalRendering.end(of: alert)
        try console.line("no emergency service is called; 'seam signal cancel' ends your call\(end)", .faint)
    }
}

/// The command `seam signal cancel`.
struct SignalCancelCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End an alarm that you have raised. To end an alarm for a missed check-in, use 'check-in'.")

    @OptionGroup var pin: PINOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let session = SignalSessionParams(session: own.session)
        let wasThere = try client.call(AlertGet.self, session).alert != nil
        let result = try PINInput.call(pin, on: console) { pin throws(WireError) in
            try client.call(AlertDeactivate.self, .init(session: own.session, pin: pin))
        }
        if console.isJSON { return try console.json(result.json) }
        let alarm = try client.call(AlertGet.self, session)
        guard alarm.alert != nil else {
            return try console.line(wasThere ? "the alarm is over" : "there is no alarm", .good)
        }
        try SignalRendering.alarm(alarm, on: console)
        try console.line("'seam signal check-in' ends the alarm")
    }
}

/// The command `seam signal history`.
struct SignalHistoryCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "history", abstract: "List your check-ins, or your alarms.")

    @Flag(help: "Alarms instead of check-ins.")
    var alarms = false

    @Option(help: "How many to list, newest first: 1 to 1000.")
    var limit = 100

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        guard (1...1_000).contains(limit) else { throw ValidationError("--limit must be 1 to 1000") }
    }

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let params = SignalListParams(session: own.session, limit: limit)
        guard alarms else {
            let rows = try client.call(CheckInList.self, params).checkIns
            if console.isJSON { return try rows.forEach { try console.json($0.json) } }
            for row in rows { try console.line("\(LocalTime.text(row.at))  \(Self.words(ofSource: row.source))") }
            return
        }
        let rows = try client.call(AlertList.self, params).alerts
        if console.isJSON { return try rows.forEach { try console.json($0.json) } }
        for row in rows {
            let what: TerminalSafe = row.kind == "manual" ? "call for help" : "missed check-in"
            let ends: [String: TerminalSafe] = [
                "cancelled": "you ended the alarm", "lateCheckIn": "you have checked in",
                "byResponder": "a responder ended the alarm",
            ]
            let how = row.resolution.flatMap { ends[$0] } ?? ""
            let end = row.resolvedAt.map { "until \(LocalTime.text($0)), \(how)" as TerminalSafe }
            try console.line("\(LocalTime.text(row.at))  \(what)  \(end ?? "still running")")
        }
    }

    private static func words(ofSource source: String) -> TerminalSafe {
        switch source {
        case "manual": "you checked in"
        case "automatic": "a program checked in for you"
        case "responderInitiated": "you answered a ping"
        default: "checked in"
        }
    }
}

/// The command `seam signal inbox`.
struct SignalInboxCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "inbox", abstract: "Show what has happened: reminders, alarms, pings, contacts.",
        discussion: """
            Example: seam signal inbox --watch --unread --json | jq .data

            With --json each entry is an object on a line: type, title, message; an alarm also has kind (alert, last, \
            all_clear, help, question, drill, own) and word, which 'seam signal ack' takes. --watch shows each entry \
            once, and also what happened while the daemon was away; with --unread it begins with the unread ones.
            """)

    @Flag(help: "Keep running, and show what happens.")
    var watch = false

    @Flag(help: "Only unread entries.")
    var unread = false

    @Flag(help: "Mark the entries shown as read.")
    var read = false

    @Flag(help: "Delete the entries shown.")
    var delete = false

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if watch, read || delete { throw ValidationError("--watch cannot be used with --read or --delete") }
    }

    func perform(on console: Console) throws {
        guard !watch else { return try follow(on: console) }
        let client = try Link.open(.signal, console.environment)
        let told = try list(client).filter { !unread || !$0.isRead }
        for notification in told { try Self.write(notification, on: console) }
        // Handles only the notifications that were printed, and not notifications that arrived in the meantime.
        for notification in told where delete || (read && !notification.isRead) {
            let params = NotificationParams(session: own.session, notification: notification.id)
            do throws(WireError) {
                _ =
                    try delete
                    ? client.call(NotificationDelete.self, params) : client.call(NotificationRead.self, params)
            } catch {
                guard error.reason == "signal.unknown_notification" else { throw error }
            }
        }
    }

    private func list(_ client: BlockingClient) throws -> [SignalNotification] {
        try client.call(NotificationList.self, .init(session: own.session, limit: 1_000)).notifications
    }

    private func follow(on console: Console) throws {
        var (told, hasBegun) = (RecentlyTold(), false)
        /// Prints the notifications that were not printed yet. At the beginning, the function prints the unread
        /// notifications if `unread` is set, and otherwise prints nothing.
        func catchUp() throws {
            for notification in try Following.ask(.signal, on: console, list).reversed()
            where told.insert(notification.id) && (hasBegun || (unread && !notification.isRead)) {
                try Self.write(notification, on: console)
            }
            hasBegun = true
        }
        try Following.topic(
            NotificationWatch.self, .init(session: own.session), from: .now, at: .signal, on: console
        ) { item, _, _ in
            // The stream has begun again, so the daemon may have sent something while nobody was listening.
            if item.kind == "synced" || !hasBegun { try catchUp() }
            switch try NotificationWatch.item(item) {
            case .notification(let notification):
                if told.insert(notification.id) { try Self.write(notification, on: console) }
            case .ended: console.talk("signed out")
            case nil: break
            }
        }
    }

    private static func write(_ notification: SignalNotification, on console: Console) throws {
        if console.isJSON { return try console.json(notification.json) }
        let style: TextStyle = notification.type == "alert" ? .bad : .plain
        let mark: TerminalSafe = notification.isRead ? " " : "*"
        try console.line(
            "\(mark) \(LocalTime.text(notification.at))  \(notification.title): \(notification.message)", style)
    }
}

/// The command `seam signal outbox`, for administrators.
struct SignalOutboxCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox", abstract: "As an administrator: show messages about alarms that nobody else answers.",
        discussion: """
            Example: seam signal outbox --watch --json | jq .data

            With --json each message is an object on a line: number, at, kind (alert, last, all_clear), text, alert. \
            --watch shows each message once, also those that came while the daemon was away.
            """)

    @Flag(help: "Keep running, and show new messages.")
    var watch = false

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        guard !watch else { return try follow(on: console) }
        let client = try Link.open(.signalAdmin, console.environment)
        let messages: [SignalMessage] = try client.list(OutboxList.self) { $0 }
        for message in messages { try Self.write(message, on: console) }
    }

    private func follow(on console: Console) throws {
        var last: Int64?
        /// Prints the messages that have arrived since the last message. At the beginning, the command prints nothing.
        func catchUp() throws {
            let page = try Following.ask(.signalAdmin, on: console) { client in
                let page = try client.call(OutboxList.self, .init()).elements
                guard let last, let oldest = page.last, oldest.number > last + 1 else { return page }
                // More messages have arrived than fit on a page.
                return try client.list(OutboxList.self) { $0 }
            }
            for message in page.reversed() where message.number > last ?? .max { try Self.write(message, on: console) }
            last = max(last ?? 0, page.first?.number ?? 0)
        }
        try Following.topic(OutboxWatch.self, .init(), from: .now, at: .signalAdmin, on: console) { item, _, _ in
            if item.kind == "synced" || last == nil { try catchUp() }
            guard case .message(let message)? = try OutboxWatch.item(item), message.number > last ?? 0 else { return }
            last = message.number
            try Self.write(message, on: console)
        }
    }

    private static func write(_ message: SignalMessage, on console: Console) throws {
        if console.isJSON { return try console.json(message.json) }
        try console.line(
            "\(LocalTime.text(message.at))  \(message.text)", message.kind == "all_clear" ? .good : .bad)
    }
}
