import ArgumentParser
import TermCore
import Wire

/// The command that the first words of the arguments name.
struct NamedCommand {
    /// The words of the command, such as `seam signal check-in`.
    private(set) var path = "seam"
    private var command: any ParsableCommand.Type = SeamCommand.self
    /// The words after the command, up to the first option.
    private var rest: ArraySlice<String>

    init(_ arguments: [String]) {
        rest = arguments.prefix { !$0.hasPrefix("-") }[...]
        if rest.first == "help" { rest = rest.dropFirst() }
        while let word = rest.first, let next = Self.commands(of: command).first(where: { $0.name == word }) {
            (path, command, rest) = ("\(path) \(word)", next.type, rest.dropFirst())
        }
    }

    /// The fault for a word that was expected to be a command but is not one. The value is nil if there is no such
    /// word.
    var unknownCommand: UsageFault? {
        guard let wanted = rest.first, wanted != "help", !command.configuration.subcommands.isEmpty else { return nil }
        // If the group has no similar command, only top-level commands are suggested, because other groups have
        // commands with the same names.
        let near =
            (path == "seam" ? Self.others[wanted].map { ["seam \($0)"] } : nil)
            ?? NameDistance.nearest(wanted, among: Self.all(below: command, path))
            ?? NameDistance.nearest(wanted, among: Self.direct(below: SeamCommand.self, "seam")) ?? []
        let names = near.map { "'\($0)'" as TerminalSafe }.joined(separator: ", or ")
        return UsageFault(
            "'\(path)' has no command '\(wanted)'",
            hint: near.isEmpty ? help : "did you mean \(names)? See '\(path) --help'",
            details: .members(("wanted", .string(wanted)), ("candidates", .array(near.map { .string($0) }))))
    }

    /// The commands for words that other programs use for the same purpose.
    private static let others = [
        "login": "init", "log-in": "init", "sign-in": "init", "signin": "init", "logout": "deactivate",
        "log-out": "deactivate", "sign-out": "deactivate", "signout": "deactivate", "open": "unlock",
    ]

    /// The fault that the parser found, with the advice that fits this command.
    func fault(_ found: String) -> UsageFault {
        // The parser lists allowed values on separate lines.
        let lines = found.split(separator: "\n", omittingEmptySubsequences: false).prefix { !$0.hasPrefix("Usage:") }
        let message = lines.filter { !$0.isEmpty }.map { $0.replacing(/^\s+-\s/, with: "") }
            .joined(separator: ", ").replacing(":, ", with: ": ")
        var sentence = message.prefix(1).lowercased() + message.dropFirst()
        // The parser gives no reason only where it expects a number.
        if sentence.hasSuffix(">'"), sentence.contains("is invalid for") { sentence += ": write a whole number" }
        let isTime = ["'--since", "'--until"].contains { sentence.hasPrefix("missing value for \($0)") }
        return UsageFault(
            TerminalSafe(sentence, limit: Self.longest), hint: isUnquoted(sentence) ? quoted : isTime ? time : help)
    }

    /// The most columns of a fault. The parser lists all values that an option can have.
    private static let longest = 1_000

    private var time: TerminalSafe { "write 1h for an hour ago, without a minus sign: see '\(path) --help'" }

    private var help: TerminalSafe { "see '\(path) --help'" }

    /// Whether the parser accepted the first word of a name, but not the words after it.
    private func isUnquoted(_ sentence: String) -> Bool {
        command is any NamingCommand.Type && sentence.contains("unexpected argument")
    }

    /// The advice to write the words up to the first option as one quoted word for a shell, even if the words contain
    /// special characters.
    private var quoted: TerminalSafe {
        guard rest.count > 1 else { return "put a name of several words in quotes: see '\(path) --help'" }
        // Words that have a space were in quotes already.
        guard !rest.contains(where: { $0.contains(" ") }) else { return "'\(path)' takes one name at a time" }
        let name = rest.joined(separator: " ").replacing("'", with: #"'\''"#)
        return "put a name of several words in quotes: \(path) '\(name)'"
    }

    private static func direct(
        below group: any ParsableCommand.Type, _ path: String
    ) -> [(name: String, path: String)] {
        commands(of: group).map { ($0.name, "\(path) \($0.name)") }
    }

    private static func all(below group: any ParsableCommand.Type, _ path: String) -> [(name: String, path: String)] {
        commands(of: group).flatMap { command in
            [(command.name, "\(path) \(command.name)")] + all(below: command.type, "\(path) \(command.name)")
        }
    }

    private static func commands(
        of group: any ParsableCommand.Type
    ) -> [(name: String, type: any ParsableCommand.Type)] {
        group.configuration.subcommands.compactMap { type in
            type.configuration.commandName.map { (name: $0, type: type) }
        }
    }
}
