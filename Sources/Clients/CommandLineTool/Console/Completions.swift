import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The names from the daemon that a shell offers for an argument. If the daemon does not answer, the shell offers
/// nothing.
///
/// Bash expands the words that it offers, as if a person had typed them. For this reason, a name is offered only if it
/// consists of letters, digits and a few other characters that mean nothing to a shell. Otherwise, the id is offered
/// instead.
enum Completions {
    /// The names of the user's keys, and of the keys' doors.
    static func doors() -> [String] {
        guard let client = try? Link.open(.session, Environment()),
            let keys = try? KeysCommand.list(client, session: SessionOption.named(nil))
        else { return [] }
        return offered(keys.flatMap { key in [(key.name, key.id)] + key.entrances.map { ($0.name, key.id) } })
    }

    /// The names of the bound locks, for administrators.
    static func locks() -> [String] {
        offered(all.map { (LockRendering.name(of: $0), $0.id) })
    }

    /// The bindings' ids, for administrators.
    static func bindings() -> [String] { offered(all.map { ($0.id, $0.id) }) }

    /// The ids of the newest attempts.
    static func attempts() -> [String] {
        let params = AuditList.Params(session: SessionOption.named(nil))
        guard let client = try? Link.open(.session, Environment()),
            let attempts: [Attempt] = try? client.list(
                AuditList.self, limit: 20,
                params: { page in
                    var params = params
                    params.page = page
                    return params
                })
        else { return [] }
        return offered(attempts.map { ($0.attemptID, $0.attemptID) })
    }

    private static var all: [Binding] {
        guard let client = try? Link.open(.admin, Environment()) else { return [] }
        return (try? client.list(LocksList.self) { $0 }) ?? []
    }

    private static func offered(_ names: [(name: String, id: String)]) -> [String] {
        let isBash = Environment(reading: ["SAP_SHELL"])["SAP_SHELL"] == "bash"
        var words: [String] = []
        for (name, id) in names {
            guard let word = [name, id].first(where: isHarmless) else { continue }
            // The script's `compgen` removes one backslash, and the command line removes the other.
            let escaped = isBash ? word.replacing(" ", with: #"\\\ "#) : word
            if !words.contains(escaped) { words.append(escaped) }
        }
        return words
    }

    private static let marks = Set("0123456789 ._-+,".unicodeScalars)

    private static func isHarmless(_ name: String) -> Bool {
        !name.isEmpty && name == TerminalSafe(name).description
            && name.unicodeScalars.allSatisfy { $0.properties.isAlphabetic || marks.contains($0) }
    }
}
