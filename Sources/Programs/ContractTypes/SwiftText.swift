/// Writes the content of contracts as Swift code, line by line.
enum SwiftText {
    /// The part to write. This is everything, the methods together with the types in them, or the types that are not in
    /// methods.
    enum Part: String { case all, methods, values }

    static func lines(_ contracts: ContractReader, _ part: Part, with modules: [String]) -> [String] {
        let names = Set(contracts.methods.map(\.name))
        func isHere(_ name: String, _ isOfMethods: Bool = false) -> Bool {
            let isOfMethods = isOfMethods || names.contains(String(name.prefix { $0 != "." }))
            return part == .all || isOfMethods == (part == .methods)
        }
        let rules = contracts.rules.sorted { $0.key < $1.key }.map { name, rule in
            "static let \(name) = TextRule(#\"\(rule.pattern)\"#, \(rule.words.map { "#\"\($0)\"#" } ?? "nil"))"
        }
        return ["// From Protocol/contract, by ContractTypes."] + modules.map { "package import \($0)" } + [""]
            + block("enum Rules", rules) + (part == .values ? [] : contracts.methods.flatMap(method))
            + contracts.choices.filter { isHere($0.name) }.flatMap(choice)
            + contracts.records.filter { isHere($0.name, $0.isClosed) }.flatMap(record)
            + (part == .values ? [] : reading(contracts.methods))
            + (part == .values ? [] : contracts.plurals.sorted { $0.key < $1.key }.flatMap(listed))
    }

    private static func method(_ method: Method) -> [String] {
        let kinds = [method.items == nil ? "TypedMethod" : "TypedStream"] + (method.onlyReads ? ["ReadingMethod"] : [])
        var body = ["package static let name = \"\(method.key)\""]
        if method.params != "\(method.name).Params" { body.append("package typealias Params = \(method.params)") }
        if method.result != "\(method.name).Result" { body.append("package typealias Result = \(method.result)") }
        if let items = method.items, !items.isEmpty { body += [""] + self.items(items) }
        return comment("`\(method.key)`: \(method.description)")
            + block("package enum \(method.name): \(kinds.joined(separator: ", "))", body)
    }

    private static func items(_ items: [Method.Item]) -> [String] {
        var (cases, reads, kinds, values) = ([String](), [String](), [String](), [String]())
        for item in items {
            let name = Names.member(item.kind)
            kinds.append("case .\(name): \"\(item.kind)\"")
            guard item.type != "Nothing" else {
                cases.append("case \(name)")
                reads.append("case \"\(item.kind)\": self = .\(name)")
                values.append("case .\(name): Nothing().json")
                continue
            }
            let label = item.only.map { "\($0.name): " } ?? ""
            let read = "try \(item.type)(json: data)" + (item.only.map { ".\($0.name)" } ?? "")
            cases.append("case \(name)(\(label)\(item.only?.type ?? item.type))")
            reads.append("case \"\(item.kind)\": self = .\(name)(\(label)\(read))")
            let value = item.only == nil ? "value" : "\(item.type)(\(label)value)"
            values.append("case .\(name)(let value): \(value).json")
        }
        func choose(_ subject: String, _ cases: [String]) -> [String] { ["switch \(subject) {"] + cases + ["}"] }
        let reader = "package init?(kind: String, data: JSON) throws(FieldFault)"
        return block(
            "package enum Item: StreamItem",
            cases + [""] + block(reader, choose("kind", reads + ["default: return nil"]))
                + block("package var kind: String", choose("self", kinds))
                + block("package var json: JSON", choose("self", values)))
    }

    private static func choice(_ choice: Choice) -> [String] {
        let cases = choice.words.map { word in
            let name = Names.member(word)
            return "case \(name)" + (name == word ? "" : " = \"\(word)\"")
        }
        return placed(choice.name, choice.description) {
            block("package enum \($0): String, Sendable, Hashable, CaseIterable", cases)
        }
    }

    /// Returns the facts about each reason that `seam` knows.
    static func reasons(_ sections: Tree) throws -> [String] {
        let names = sections.members.flatMap(\.value.members).map(\.key)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ContractReader.Fault("\(twice) occurs twice")
        }
        let rows = sections.members.flatMap(\.value.members).map { reason in
            let (row, code) = (reason.value, Names.member(reason.value["code"]?.text ?? ""))
            let parts = [
                ".\(code)", row["retry"]?.isTrue == true ? "retry: .safe" : nil,
                row["exit"]?.word.map { "exit: ExitStatus(rawValue: \($0))" },
                row["hint"]?.text.map { "hint: #\"\($0)\"#" },
            ]
            return "    \"\(reason.key)\": Reason(\(parts.compactMap(\.self).joined(separator: ", "))),"
        }
        let head = ["/// Every reason of all contracts.", "package static let known: [String: Reason] = ["]
        let imports = ["internal import TermCore", "internal import Wire", ""]
        return ["// From Protocol/reasons.json, by ContractTypes."] + imports
            + block("extension Reason", head + rows + ["]"])
    }

    private static func reading(_ methods: [Method]) -> [String] {
        let names = methods.filter(\.onlyReads).map { "\"\($0.key)\"," }
        return ["/// What the contracts say of all their methods."]
            + block(
                "package enum ContractMethods",
                ["/// Those that change nothing."] + ["package static let reading: Set<String> = ["] + names + ["]"])
    }

    private static func listed(_ name: String, _ plural: String) -> [String] {
        block("extension \(name): Listed", ["package static let plural: StaticString = \"\(plural)\""])
    }

    private static func record(_ record: Record) -> [String] {
        let page = Member(key: "page", name: "page", form: .page, presence: .required)
        let members = record.members + (record.isPaged ? [page] : [])
        var body = members.flatMap { comment($0.description) + ["package var \($0.name): \($0.type)"] } + [""]
        body += block(
            "package init(\(members.map(\.parameter).joined(separator: ", ")))",
            members.map { "self.\($0.name) = \($0.name)" })
        body += block(
            "package init(fields: inout JSONFields) throws(FieldFault)",
            members.flatMap { $0.reading(inParameters: record.isClosed) }
                + (record.isClosed ? ["try fields.end()"] : []))
        body += block("package func writeMembers(to writer: inout JSONWriter)", members.map(\.writing))
        let isSecret = members.contains(where: \.isSecret)
        return placed(record.name, record.description) {
            block("package struct \($0): JSONRecord, Hashable", body)
        } + (isSecret ? ["extension \(record.name): Withheld {}", ""] : [])
    }

    /// Returns a type inside its enclosing type.
    private static func placed(_ name: String, _ text: String?, _ type: (String) -> [String]) -> [String] {
        guard let dot = name.lastIndex(of: ".") else { return comment(text) + type(name) }
        return block("extension \(name[..<dot])", comment(text) + type(String(name[name.index(after: dot)...])))
    }

    private static func block(_ head: String, _ body: [String]) -> [String] {
        let body = body.last == "" ? body.dropLast() : body[...]
        return ["\(head) {"] + body.map { $0.isEmpty ? "" : "    \($0)" } + ["}", ""]
    }

    private static func comment(_ text: String?) -> [String] {
        guard let text else { return [] }
        return text.split(whereSeparator: \.isWhitespace).reduce(into: ["///"]) { lines, word in
            if lines[lines.count - 1].count + word.count > 110 { lines.append("///") }
            lines[lines.count - 1] += " \(word)"
        }
    }
}
