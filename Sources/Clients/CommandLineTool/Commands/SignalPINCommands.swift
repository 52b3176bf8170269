import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The option of commands that a PIN may come with.
struct PINOptions: ParsableArguments {
    @Flag(help: "Read your PIN from standard input. On a terminal you are asked for it where it is needed.")
    var pin = false
}

/// Reads PINs from standard input; never from arguments.
enum PINInput {
    /// Calls `body` with the PIN that is given. Where one is needed and somebody sits at a terminal, asks for it.
    static func call<Answer>(
        _ options: PINOptions, on console: Console, _ body: (String?) throws(WireError) -> Answer
    ) throws -> Answer {
        if options.pin { return try body(try line("PIN: ", on: console)) }
        do throws(WireError) {
            return try body(nil)
        } catch {
            guard error.reason == "signal.pin_required", Prompt.isTerminal, !console.isJSON else { throw error }
        }
        return try body(try line("PIN: ", on: console))
    }

    /// One PIN.
    static func line(_ question: TerminalSafe, on console: Console) throws -> String {
        guard let pin = try optionalLine(question, on: console) else {
            throw UsageFault("a PIN has four to eight digits", hint: "on standard input")
        }
        return pin
    }

    /// A PIN that is new, which a terminal asks for twice, because nobody sees what is typed; nil for an empty line.
    static func newLine(_ question: TerminalSafe, on console: Console) throws -> String? {
        let pin = try optionalLine(question, on: console)
        guard pin != nil, Prompt.isTerminal else { return pin }
        guard try optionalLine("the same once more: ", on: console) == pin else {
            throw UsageFault("these were two different PINs: nothing has changed", hint: "begin again")
        }
        return pin
    }

    /// One PIN; nil for an empty line.
    static func optionalLine(_ question: TerminalSafe, on console: Console) throws -> String? {
        if Prompt.isTerminal { console.ask(question) }
        let line: String
        do {
            guard let read = try Prompt.line(isSecret: true) else {
                throw UsageFault("standard input has ended before a PIN came", hint: "an empty line is none")
            }
            line = read
        } catch let error as Prompt.Failure {
            guard error != .interrupted else { throw CommandEnd(status: .cancelled) }
            throw UsageFault("cannot read a PIN from standard input")
        }
        let pin = TypedText.joined(line)
        guard !line.isEmpty else { return nil }
        guard (4...8).contains(pin.utf8.count), pin.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw UsageFault("a PIN has four to eight digits", hint: "on standard input")
        }
        return pin
    }
}

/// `seam signal pin`.
struct SignalPINCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Give yourself a PIN, change it, or remove it.",
        discussion: """
            Example: seam signal pin

            With a PIN, what makes you less watched takes it: 'cancel', 'pause', a longer interval or grace, a \
            responder less or in a later tier; 'check-in' takes none, and looks at one that --pin gives. \
            The second PIN does the same and looks the same, and tells all your responders that you call for help in \
            secret; your own sessions do not show that alarm.

            Three lines are read from standard input, which a terminal asks for: the PIN that you have (empty if \
            none), the new one (empty for none), and the second one (empty for none). A terminal asks for each new \
            one twice.
            """)

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let old = try PINInput.optionalLine("the PIN that you have, empty if none: ", on: console)
        let new = try PINInput.newLine("the new PIN, empty for none: ", on: console)
        let forced = try PINInput.newLine("the PIN for when you are forced, empty for none: ", on: console)
        guard new != nil || forced == nil else { throw UsageFault("the second PIN needs a first one") }
        guard new == nil || new != forced else { throw UsageFault("the two PINs must not be the same") }
        let result: Nothing
        do throws(WireError) {
            result = try client.call(
                PINSet.self, .init(session: common.session, new: new, forced: forced, pin: old))
        } catch {
            guard error.reason == "signal.pin_required" else { throw error }
            throw UsageFault("you have a PIN already", hint: "it goes into the first line")
        }
        if console.isJSON { return try console.json(result.json) }
        try console.line(new == nil ? "you have no PIN" : "you have a PIN", .good)
    }
}

/// `seam signal pause`.
struct SignalPauseCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "After your next check-in, have no deadline for a while.",
        discussion: """
            Example: seam signal pause 7d

            A deadline that runs already stays: check in once more before you go. From that check-in on, nothing is \
            due for so long, and your responders are told that you have set this. 'off' ends a pause that has not \
            begun, and one that has: then the deadline is the one that you would have without it, but not within the \
            next 15 minutes.
            """)

    @Argument(help: "How long after your next check-in, up to 14d; or 'off', which ends every pause.")
    var time: String

    @OptionGroup var pin: PINOptions
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        var length: Duration?
        if time != "off" {
            length = TextDuration.parse(time, atMost: .seconds(86_400 * 14))
            guard let length, length > .zero else {
                throw UsageFault("not a time up to 14d: \(TerminalSafe(time))", hint: "such as \(TextDuration.forms)")
            }
        }
        let client = try Link.open(.signal, console.environment)
        let person = try PINInput.call(pin, on: console) { pin throws(WireError) in
            try client.call(CheckInPause.self, .init(session: common.session, length: length, pin: pin))
        }
        if console.isJSON { return try console.json(person.json) }
        if let length {
            try console.line("after your next check-in there is no deadline for \(TextDuration.whole(length))")
        } else {
            try console.line("there is no pause")
        }
        try SignalRendering.due(person, on: console)
        try SignalRendering.listeners(client, common.session, on: console)
    }
}
