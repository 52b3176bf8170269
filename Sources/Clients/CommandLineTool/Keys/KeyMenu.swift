import LinuxSupport
import RPC
package import SeamModel
package import TermCore

/// The doors that open now, for a person to choose from.
package struct KeyMenu: Sendable, Hashable {
    /// A door, and the key that opens it.
    package struct Row: Sendable, Hashable {
        package let key: Credential
        /// The door, which is nil only for a key without named doors.
        package let entrance: Entrance?
        /// Whether the row's key opens other doors as well.
        fileprivate let isOneOfSeveral: Bool

        /// The row's name, such as `Front Door`, or `Home: Front Door` if the key opens several doors.
        package var name: TerminalSafe {
            guard isOneOfSeveral, let entrance else { return "\(key.name)" }
            return "\(key.name): \(entrance.name)"
        }

        /// The names by which a person may choose the row.
        fileprivate var names: [ShownName] { [key.name, entrance?.name].compactMap { $0.map(ShownName.init) } }

        /// The full names that cannot mean another door of the same key.
        fileprivate var ownNames: [ShownName] {
            let door = entrance.map { [$0.name] } ?? []
            return (isOneOfSeveral ? door + [name.description] : door + [key.name]).map(ShownName.init)
        }
    }

    /// The meaning of a person's answer.
    package enum Answer: Sendable, Hashable {
        case chosen(Row)
        /// The answer fits several doors, so the person is asked again about these doors.
        case narrowed(KeyMenu)
        case unknown
    }

    package let rows: [Row]

    private init(_ rows: [Row]) { self.rows = rows }

    /// Creates a menu of the usable keys among `keys`. `near` are the doors in range, with the strongest signal first.
    /// These doors come first in the menu.
    package init(_ keys: [Credential], near: [NearbyDoor.ID] = []) {
        let rows = keys.filter(\.errors.isEmpty).flatMap { key -> [Row] in
            let open = key.entrances.filter { $0.isBound || !$0.proximities.isEmpty }
            let doors = open.isEmpty ? key.entrances : open
            guard !doors.isEmpty else { return [Row(key: key, entrance: nil, isOneOfSeveral: false)] }
            return doors.map { Row(key: key, entrance: $0, isOneOfSeveral: key.entrances.count > 1) }
        }
        func place(_ row: Row) -> Int {
            near.firstIndex { door in
                door.credentialID == row.key.id && (row.entrance == nil || door.entranceID == row.entrance?.id)
            } ?? near.count
        }
        self.rows = rows.map { (place($0), $0) }.enumerated()
            .sorted { ($0.element.0, $0.offset) < ($1.element.0, $1.offset) }.map(\.element.1)
    }

    /// Whether rows can be chosen by number. Numbers are not possible if the name of a door is the number of a row.
    package var isNumbered: Bool {
        let places = Set((1...max(1, rows.count)).map { ShownName("\($0)") })
        return Set(rows.map(\.name)).count <= 1 || !rows.contains { !places.isDisjoint(with: $0.ownNames) }
    }

    /// The meaning of a typed answer. The answer may be a door's full name, or otherwise a row's number, counted from
    /// 1, or a part of a name.
    package func answer(_ typed: String) -> Answer {
        let wanted = ShownName(typed)
        if let whole = only(rows.filter { $0.ownNames.contains(wanted) }) { return whole }
        if isNumbered, let number = Int(typed), number >= 1, number <= rows.count { return .chosen(rows[number - 1]) }
        return only(rows.filter { row in row.names.contains { $0.contains(wanted) } }) ?? .unknown
    }

    /// The answer that means the given rows, if there are any.
    private func only(_ meant: [Row]) -> Answer? {
        guard let first = meant.first else { return nil }
        return meant.count == 1 ? .chosen(first) : .narrowed(KeyMenu(meant))
    }
}

extension KeyMenu {
    /// Asks on standard error until a door is chosen. An empty line, or a minute without an answer, ends the command.
    func choose(on console: Console) throws -> Row {
        var menu = self
        while true {
            let shown = menu
            let line = try? Prompt.line(isSecret: false, within: .seconds(60)) { shown.show(on: console) }
            let typed = line.map(AnswerLine.trimmed) ?? ""
            guard !typed.isEmpty else {
                console.talk("nothing was opened")
                throw CommandEnd(status: .cancelled)
            }
            switch menu.answer(typed) {
            case .chosen(let row): return row
            case .narrowed(let less):
                if less == menu { console.talk("'\(typed)' matches all of these") }
                menu = less
            case .unknown:
                console.talk("no door here is named '\(typed)'")
                menu = self
            }
        }
    }

    private func show(on console: Console) {
        for (place, row) in rows.enumerated() {
            let number = isNumbered ? String(place + 1) : ""
            console.ask("\(String(repeating: " ", count: max(0, 3 - number.count)))\(number)  \(row.name)\n")
        }
        console.ask(isNumbered ? "Which door? A number, or a part of its name: " : "Which door? A part of its name: ")
    }
}
