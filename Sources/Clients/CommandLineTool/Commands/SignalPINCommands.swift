import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The option of commands that accept a PIN.
struct PINOptions: ParsableArguments {
    @Flag(help: "Read your PIN from standard input. On a terminal you are asked for it when it is needed.")
    var pin = false
}

/// Reads PINs from standard input, never from arguments.
enum PINInput {
    /// Calls `body` with the given PIN. If the daemon requires a PIN and a person is at a terminal, asks for the PIN.
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

    /// Reads one PIN.
    static func line(_ question: TerminalSafe, on console: Console) throws -> String {
        guard let pin = try optionalLine(question, on: console) else {
            throw UsageFault("a PIN must have four to eight digits", hint: "on standard input")
        }
        return pin
    }

    /// Reads a new PIN. Returns nil for an empty line. A terminal asks twice, because the PIN is not echoed.
    static func newLine(_ question: TerminalSafe, on console: Console) throws -> String? {
        let pin = try optionalLine(question, on: console)
        guard pin != nil, Prompt.isTerminal else { return pin }
        guard try optionalLine("the same again: ", on: console) == pin else {
            throw UsageFault("the two PINs differ: nothing has changed", hint: "start again")
        }
        return pin
    }

    /// Reads one PIN. Returns nil for an empty line.
    static func optionalLine(_ question: TerminalSafe, on console: Console) throws -> String? {
        let line: String
        do {
            let read = try Prompt.line(isSecret: true) { if Prompt.isTerminal { console.ask(question) } }
            guard let read else {
                throw UsageFault("standard input ended before a PIN was read", hint: "an empty line means no PIN")
            }
            line = read
        } catch let error as Prompt.Failure {
            guard error != .interrupted else { throw CommandEnd(status: .cancelled) }
            throw UsageFault("cannot read a PIN from standard input")
        }
        let pin = TypedText.joined(line)
        guard !line.isEmpty else { return nil }
        guard (4...8).contains(pin.utf8.count), pin.utf8.allSatisfy({ (48...57).contains($0) }) else {
            throw UsageFault("a PIN must have four to eight digits", hint: "on standard input")
        }
        return pin
    }
}

/// The command `seam signal pin`.
struct SignalPINCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "pin", abstract: "Set, change or remove your PIN.",
        discussion: """
            Example: seam signal pin

            Once you have a PIN, you need it for anything that makes you less watched: 'cancel', 'pause', a longer \
            interval or grace, or fewer or later responders. 'check-in' needs no PIN, but checks the one that \
            --pin gives. The second PIN does the same and looks the same. With it, all your responders are told that \
            you call for help in secret; your own sessions do not show that alarm.

            Three lines are read from standard input; on a terminal you are asked for each: your current PIN, the new \
            one, and the second one. An empty line means no PIN. A terminal asks for each new PIN twice.
            """)

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let old = try PINInput.optionalLine("your current PIN, empty for none: ", on: console)
        let new = try PINInput.newLine("the new PIN, empty for none: ", on: console)
        let forced = try PINInput.newLine("the second PIN, for when someone forces you; empty for none: ", on: console)
        guard new != nil || forced == nil else { throw UsageFault("a second PIN needs a first PIN") }
        guard new == nil || new != forced else { throw UsageFault("the two PINs must not be the same") }
        let result: Nothing
        do throws(WireError) {
            result = try client.call(
                PINSet.self, .init(session: own.session, new: new, forced: forced, pin: old))
        } catch {
            guard error.reason == "signal.pin_required" else { throw error }
            throw UsageFault("you already have a PIN", hint: "give it in the first line")
        }
        if console.isJSON { return try console.json(result.json) }
        try console.line(new == nil ? "you have no PIN" : "you have a PIN", .good)
    }
}

/// The command `seam signal pause`.
struct SignalPauseCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: "Pause your deadlines for a while, starting at your next check-in.",
        discussion: """
            Example: seam signal pause 7d

            A deadline that is already running stays: check in again before you go. The pause begins with that \
            check-in: nothing is due until it ends, and your responders are told of it. 'off' ends any pause. If the \
            pause has already begun, the deadline that you would have had without it applies, but not within the next \
            15 minutes.
            """)

    @Argument(help: "How long to pause, counted from your next check-in, up to 14d; 'off' ends every pause.")
    var time: String

    @OptionGroup var pin: PINOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        var length: Duration?
        if time != "off" {
            length = TextDuration.parse(time, atMost: .seconds(86_400 * 14))
            guard let length, length > .zero else {
                throw UsageFault(
                    "this is not a duration of at most 14d: \(TerminalSafe(time))",
                    hint: "such as \(TextDuration.forms)")
            }
        }
        let client = try Link.open(.signal, console.environment)
        let person = try PINInput.call(pin, on: console) { pin throws(WireError) in
            try client.call(CheckInPause.self, .init(session: own.session, length: length, pin: pin))
        }
        if console.isJSON { return try console.json(person.json) }
        if let length {
            try console.line("after your next check-in there is no deadline for \(TextDuration.whole(length))")
        } else {
            try console.line("there is no pause")
        }
        try SignalRendering.due(person, on: console)
        try SignalRendering.listeners(client, own.session, on: console)
    }
}
