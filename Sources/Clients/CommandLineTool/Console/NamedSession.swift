import ArgumentParser
import TermCore

/// A command about one of the user's sessions.
protocol SessionCommand: ConsoleCommand {
    var own: SessionOption { get }
}

/// The session that a person named with `--session`. The commands that a message advises must be about the same
/// session.
enum NamedSession {
    /// Returns `text`. In each command that it advises, `--session` is added if the command takes this option.
    static func added(_ session: String?, to text: TerminalSafe) -> TerminalSafe {
        guard let session else { return text }
        var (rest, result) = (text.description[...], "")
        while let found = rest.firstRange(of: "seam ") {
            let isCommand = rest[..<found.lowerBound].last.map { " '(".contains($0) } ?? true
            result += rest[..<found.upperBound]
            rest = rest[found.upperBound...]
            guard isCommand, let end = endOfCommand(rest) else { continue }
            result += rest[..<end]
            rest = rest[end...]
            if !rest.hasPrefix(" --session") { result += " --session \(session)" }
        }
        return TerminalSafe(trusted: result + rest)
    }

    /// The end of the command's name at the beginning of `text`. If this command takes no session, this is nil.
    private static func endOfCommand(_ text: Substring) -> String.Index? {
        var command: any ParsableCommand.Type = SeamCommand.self
        var end = text.startIndex
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            let name = word.prefix { $0.isLetter || $0 == "-" }
            guard
                let next = command.configuration.subcommands.first(where: {
                    $0.configuration.commandName == String(name)
                })
            else { break }
            (command, end) = (next, name.endIndex)
            guard name.endIndex == word.endIndex else { break }
        }
        let takesOne =
            command is any SessionCommand.Type || command.configuration.defaultSubcommand is any SessionCommand.Type
        return takesOne ? end : nil
    }
}
