import SeamModel
import TermCore
import Wire

/// Shows keys to people.
enum KeyRendering {
    /// Writes a table of `keys`, followed by the remedies for the keys that do not work. As JSON, writes one key per
    /// line.
    ///
    /// `reading` is a text about how many keys have been read. If `keys` are all keys, it is nil.
    static func write(_ keys: [Credential], reading: TerminalSafe? = nil, on console: Console) throws {
        if let reading { console.talk("\(reading): this list is not complete yet") }
        guard !console.isJSON else {
            for key in keys { try console.json(key.json) }
            return
        }
        guard !keys.isEmpty || reading != nil else {
            return try console.line("no keys: if you expect some, see 'seam status'")
        }
        guard !keys.isEmpty else { return }
        var table = Table("NAME", .spare("DOORS"), .spare("OPENS"), .spare("UNTIL"), "STATE", .id("ID"))
        for key in keys {
            let (state, style) = state(of: key)
            table.add(
                .init("\(key.name)", .strong), .init(doors(of: key)), .init(ways(key.proximities)),
                .init(key.expiry.map(LocalTime.text) ?? "-"), .init(state, style), .init("\(key.id)", .faint))
        }
        try console.table(table)
        let remarks = keys.flatMap(remarks)
        guard !remarks.isEmpty else { return }
        try console.line("")
        for remark in remarks { try console.line(remark) }
    }

    /// Writes one line of `keys --watch`.
    static func writeChange(_ change: TerminalSafe, _ key: Credential, on console: Console) throws {
        let (state, style) = state(of: key)
        let painted = console.palette.paint(state, style)
        try console.line("\(change)  \(console.palette.paint("\(key.name)", .strong)) [\(key.id)]  \(painted)")
    }

    /// A key's current state.
    static func state(of key: Credential) -> (TerminalSafe, TextStyle) {
        let problem = KeyProblem.all(of: key).first
        if let problem, KeyProblem.isBroken(key) { return (problem.text, .bad) }
        if let code = key.code { return ("code \(code)", .plain) }
        if let card = key.cardNumber { return ("card \(card)", .plain) }
        return problem.map { ($0.text, .warning) } ?? ("ready", .good)
    }

    static func ways(_ proximities: [Proximity]) -> TerminalSafe {
        proximities.isEmpty ? "-" : proximities.map { TerminalSafe($0.rawValue) }.joined(separator: ", ")
    }

    private static func doors(of key: Credential) -> TerminalSafe {
        guard !key.entrances.isEmpty else { return key.location.isEmpty ? "-" : TerminalSafe(key.location) }
        let names = key.entrances.prefix(mostDoors).map { "\($0.name)" as TerminalSafe }.joined(separator: ", ")
        let more = key.entrances.count - mostDoors
        return more > 0 ? "\(names), and \(more) more" : names
    }

    /// The largest number of a key's doors that are named.
    private static let mostDoors = 4

    private static func remarks(_ key: Credential) -> [TerminalSafe] {
        let errors = KeyProblem.all(of: key).map { problem -> TerminalSafe in
            "\(key.name): \(problem.text): \(problem.remedy)"
        }
        return errors + key.warnings.map { "\(key.name): \(note($0))" }
    }

    /// A warning in words, or the warning's kind if there are no words for this kind.
    static func note(_ warning: CredentialWarning) -> TerminalSafe {
        warning.message.isEmpty ? "\(warning.kind)" : "\(warning.message)"
    }
}
