import ArgumentParser
import Glibc
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal phone`.
struct SignalPhoneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone", abstract: "Check in from your phone: add one, list yours, or remove one.",
        discussion: """
            Example: seam signal phone add

            A phone that you have added can do everything in your name, without an app. After 180 days without use it \
            is removed.
            """,
        subcommands: [SignalPhoneListCommand.self, SignalPhoneAddCommand.self, SignalPhoneRemoveCommand.self],
        defaultSubcommand: SignalPhoneListCommand.self)
}

/// The command `seam signal phone list`.
struct SignalPhoneListCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List your phones, and when each was last used.")

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let result = try client.call(DeviceList.self, .init(session: own.session))
        if console.isJSON { return try console.json(result.json) }
        guard !result.devices.isEmpty else { return try console.line("you have added no phone") }
        var table = Table("ID", "NAME", "ADDED", "LAST USED")
        for device in result.devices {
            table.add(
                .init("\(device.id.description)"), .init("\(device.name)"), .init("\(LocalTime.text(device.pairedAt))"),
                .init("\(LocalTime.text(device.usedAt))"))
        }
        try console.table(table)
    }
}

/// The command `seam signal phone add`.
struct SignalPhoneAddCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a phone: scan the QR code with it, or type the letters.",
        discussion: """
            Example: seam signal phone add

            The code works once, for ten minutes, and only while this command runs. Show it to nobody: the phone that \
            uses it can do everything in your name. If you have a PIN, you are asked for it.
            """)

    @OptionGroup var pin: PINOptions
    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        client.whileWaiting = nil
        client.cancel(whenReaderLeaves: STDOUT_FILENO)
        var result: DeviceBegin.Result?
        try Following.run(on: console) { step in
            result = try PINInput.call(pin, on: console) { pin throws(WireError) in
                try client.stream(DeviceBegin.self, .init(session: own.session, pin: pin)) { item, message in
                    step {
                        if console.isJSON { return try console.json(message.line) }
                        if case .pairing(let pairing) = item { try Self.show(pairing, on: console) }
                    }
                }
            }
        }
        guard let result else { return }
        if console.isJSON {
            try console.json(.members(("result", result.json)))
        } else if let device = result.device {
            try console.line("added: \(device.name)", .good)
        } else {
            try console.line("no phone was added: the code is over", .bad)
        }
        if result.device == nil { throw CommandEnd(status: .timedOut) }
    }

    /// The address as a QR code, or nil if the terminal cannot show the whole code with the lines below it.
    private static func drawing(of url: String, on console: Console) -> [TerminalSafe]? {
        guard let size = console.terminalSize, let ink = QRDrawing.Ink(on: console),
            let lines = QRDrawing.lines(url, ink, columns: size.columns), lines.count + 4 <= size.rows
        else { return nil }
        return lines
    }

    private static func show(_ pairing: SignalPairing, on console: Console) throws {
        let drawing = drawing(of: pairing.url, on: console)
        for line in drawing ?? ["\(pairing.url)"] { try console.line(line) }
        let way: TerminalSafe = drawing == nil ? "open this address on the phone" : "scan this with the phone"
        try console.line("\(way), or open \(pairing.site)/p and type:")
        try console.line("\(pairing.letters)", .strong)
        try console.line("the code is valid until \(LocalTime.text(pairing.expiresAt)); waiting for the phone", .faint)
    }
}

/// The command `seam signal phone remove`.
struct SignalPhoneRemoveCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a phone, or all of them. It is signed out immediately.",
        discussion: "Example: seam signal phone remove --all")

    @Argument(help: "The phone's id: see 'seam signal phone list'.")
    var id: String?

    @Flag(help: "Remove all your phones, and end all codes that wait for one.")
    var all = false

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if (id == nil) != all { throw ValidationError("give either an id or --all") }
    }

    func perform(on console: Console) throws {
        let id = try id.map { text in
            guard let id = SignalID(TypedText.plain(text)) else {
                throw UsageFault("this is not an id: \(TerminalSafe(text))", hint: "see 'seam signal phone list'")
            }
            return id
        }
        let client = try Link.open(.signal, console.environment)
        let result = try client.call(
            DeviceRemove.self, .init(session: own.session, id: id, isAll: all))
        if console.isJSON { return try console.json(result.json) }
        try console.line(all ? "you have no phone now" : "removed")
    }
}
