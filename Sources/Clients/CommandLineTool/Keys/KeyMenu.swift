import LinuxSupport
import RPC
package import SeamModel
package import TermCore

/// The doors that open now, for a person to choose from.
package struct KeyMenu: Sendable, Hashable {
    /// A door, and the key that opens it.
    package struct Row: Sendable, Hashable {
        package let key: Credential
        /// Nil for a key with one door, or with none that is named.
        package let entrance: Entrance?

        /// `Front Door`, or `Home: Front Door` where the key opens several.
        package var name: TerminalSafe { entrance.map { "\(key.name): \($0.name)" } ?? "\(key.name)" }

        /// Whether a person may have meant it by this part of a name.
        fileprivate func matches(_ typed: String) -> Bool {
            let part = typed.lowercased()
            let names = [key.name, entrance?.name] + (entrance == nil ? key.entrances.map { $0.name } : [])
            return names.contains { $0?.lowercased().contains(part) == true }
        }
    }

    /// The effect of an answer.
    package enum Answer: Sendable, Hashable {
        case chosen(Row)
        /// The doors that fit; ask again.
        case narrowed(KeyMenu)
        case unknown
    }

    package let rows: [Row]

    private init(_ rows: [Row]) { self.rows = rows }

    /// The usable ones of `keys`. `near` are the doors that are heard, the strongest first: they come first.
    package init(_ keys: [Credential], near: [NearbyDoor.ID] = []) {
        let rows = keys.filter(\.errors.isEmpty).flatMap { key -> [Row] in
            let doors = key.entrances.filter(\.isBound)
            return doors.count > 1 ? doors.map { Row(key: key, entrance: $0) } : [Row(key: key, entrance: nil)]
        }
        func place(_ row: Row) -> Int {
            near.firstIndex { door in
                door.credentialID == row.key.id && (row.entrance == nil || door.entranceID == row.entrance?.id)
            } ?? near.count
        }
        self.rows = rows.map { (place($0), $0) }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// What a person means by a line: a row's number, counted from 1, or a part of a name.
    package func answer(_ typed: String) -> Answer {
        if let number = Int(typed), number >= 1, number <= rows.count { return .chosen(rows[number - 1]) }
        let meant = rows.filter { $0.matches(typed) }
        guard let first = meant.first else { return .unknown }
        return meant.count == 1 ? .chosen(first) : .narrowed(KeyMenu(meant))
    }
}

extension KeyMenu {
    /// Asks on standard error until a door is chosen. An empty line, or a minute without an answer, ends the command.
    func choose(on console: Console) throws -> Row {
        var menu = self
        while true {
            for (place, row) in menu.rows.enumerated() {
                let number = String(place + 1)
                console.ask("\(String(repeating: " ", count: max(0, 3 - number.count)))\(number)  \(row.name)\n")
            }
            console.ask("Which door? A number, or a part of its name: ")
            let line = try? Prompt.line(isSecret: false, within: .seconds(60))
            let typed = line.map(AnswerLine.trimmed) ?? ""
            guard !typed.isEmpty else {
                console.talk("nothing was opened")
                throw CommandEnd(status: .cancelled)
            }
            switch menu.answer(typed) {
            case .chosen(let row): return row
            case .narrowed(let less): menu = less
            case .unknown:
                console.talk("no door here is named '\(typed)'")
                menu = self
            }
        }
    }
}
