/// Reads contracts. Each object, choice and method is read once, even if several places name it.
struct ContractReader {
    struct Fault: Error, CustomStringConvertible {
        var description: String

        init(_ description: String) { self.description = description }
    }

    /// The names of the hand-written types.
    let given: Set<String>
    private(set) var records: [Record] = []
    private(set) var choices: [Choice] = []
    private(set) var methods: [Method] = []
    /// The names of lists, by the type of a page's elements.
    private(set) var plurals: [String: String] = [:]
    /// The patterns of strings, and their descriptions in words, by type name.
    private(set) var rules: [String: (pattern: String, words: String?)] = [:]
    private var types: Tree = .object([])
    /// The objects that occur in results and items. All other objects occur only in parameters.
    private var answered: Set<String> = []
    private var isAnswer = true

    init(_ contracts: [Tree], given: Set<String>) throws {
        self.given = given
        // The reader must know which types occur in answers before it reads any parameters.
        let answers = try contracts.map { contract in try Self.naming(contract) { try self.answers(of: contract) } }
        isAnswer = false
        for (contract, answers) in zip(contracts, answers) {
            try Self.naming(contract) { try readParameters(of: contract, answers) }
        }
    }

    private typealias Answer = (name: String, result: String, items: [Method.Item]?)

    /// Runs `body`, and adds the service's name to any fault.
    private static func naming<Value>(_ contract: Tree, _ body: () throws -> Value) throws -> Value {
        do { return try body() } catch { throw Fault("\(contract["service"]?.text ?? "a contract"): \(error)") }
    }

    private mutating func readParameters(of contract: Tree, _ answers: [Answer]) throws {
        types = contract["types"] ?? .object([])
        for (method, answer) in zip(contract["methods"]?.elements ?? [], answers) {
            let params = try object(method["params"], as: "\(answer.name).Params", empty: "NoParams")
            methods.append(
                Method(
                    key: method["name"]?.text ?? "", name: answer.name, description: method["doc"]?.text ?? "",
                    onlyReads: method["reads"]?.isTrue == true, params: params, result: answer.result,
                    items: answer.items))
        }
    }

    private mutating func answers(of contract: Tree) throws -> [Answer] {
        types = contract["types"] ?? .object([])
        return try (contract["methods"]?.elements ?? []).map { method in
            let name = method["swift"]?.text ?? Names.type(method["name"]?.text ?? "")
            let result = try object(method["result"], as: "\(name).Result", empty: "Nothing")
            return (name, result, try items(of: method, name))
        }
    }

    private mutating func items(of method: Tree, _ name: String) throws -> [Method.Item]? {
        guard method["kind"]?.text == "stream" else { return nil }
        let items = (method["items"] ?? .object([])).members
        if given.contains("\(name).Item") {
            for item in items where target(of: item.value)["swift"] != nil {
                _ = try object(item.value, as: "\(name).\(Names.type(item.key))", empty: nil)
            }
            return []
        }
        return try items.map { item in
            let type = try object(item.value, as: "\(name).\(Names.type(item.key))", empty: nil)
            let members = records.first { $0.name == type }?.members ?? []
            // A case exposes its value, so a secret value stays in its object.
            let isPlain = members.count == 1 && members[0].presence == .required && !members[0].isSecret
            return Method.Item(kind: item.key, type: type, only: isPlain ? members[0] : nil)
        }
    }

    /// Returns the name of an object's type. It is the name that the contract gives. If the contract gives no name, it
    /// is `name`.
    private mutating func object(_ schema: Tree?, as name: String, empty: String?) throws -> String {
        let named = schema.flatMap(Self.reference).map(Names.type)
        guard let schema = schema.map(target), schema["type"]?.text == "object" else {
            throw Fault("\(name) is not an object")
        }
        if let rest = schema["additionalProperties"], rest.word == nil { throw Fault("\(name): other members") }
        let properties = schema["properties"]?.members ?? []
        if properties.isEmpty { return empty ?? "Nothing" }
        let keys = properties.map(\.key)
        if keys == ["page_token", "limit"] { return "PageParams" }
        if keys.count == 2, keys[1] == "next_page_token", let items = properties[0].value["items"] {
            let element = try object(items, as: "\(name).Element", empty: nil)
            plurals[element] = keys[0]
            return "Page<\(element)>"
        }
        let name = schema["swift"]?.text ?? named ?? name
        if isAnswer { answered.insert(name) }
        guard !given.contains(name) else { return name }
        let required = Set((schema["required"]?.elements ?? []).compactMap(\.text))
        let isPaged = keys.contains("page_token") && keys.contains("limit")
        let own = isPaged ? properties.filter { !["page_token", "limit"].contains($0.key) } : properties
        let members = try own.map { try member($0, isRequired: required.contains($0.key), of: name) }
        try keep(
            Record(
                name: name, members: members, description: schema["description"]?.text,
                isClosed: !answered.contains(name), isPaged: isPaged))
        return name
    }

    /// Keeps a record. If two records have the same name, the first record must contain all members of the second
    /// record, and may have more members.
    private mutating func keep(_ record: Record) throws {
        guard let known = records.first(where: { $0.name == record.name }) else { return records.append(record) }
        for member in record.members {
            guard let twin = known.members.first(where: { $0.key == member.key }), twin.name == member.name,
                twin.form.isLike(member.form), twin.presence == member.presence, twin.isSecret == member.isSecret
            else { throw Fault("\(record.name) has two forms: \(member.key)") }
        }
    }

    /// Returns the name of the type to which a schema refers.
    private static func reference(_ schema: Tree) -> String? {
        schema["$ref"]?.text.map { String($0.dropFirst("#/types/".count)) }
    }

    private func target(of schema: Tree) -> Tree { Self.reference(schema).flatMap { types[$0] } ?? schema }

    private mutating func member(_ property: Tree.Member, isRequired: Bool, of record: String) throws -> Member {
        let (key, schema) = (property.key, property.value)
        let form = try form(schema, key: key, of: record)
        // For an inline object or enumeration, `swift` is the name of its type.
        let word = schema["properties"] == nil && schema["enum"] == nil ? schema["swift"]?.text : nil
        var name = word ?? Names.member(key, form.type)
        let isUndecided = name.hasSuffix("?")
        if isUndecided { name.removeLast() }
        let mayBeNothing = form.isList || form.type == "Bool" && !isUndecided
        let parts = [schema, target(of: schema)]
        let items = parts.compactMap { $0["items"] }
        return Member(
            key: key, name: name, form: form,
            presence: isRequired ? .required : mayBeNothing ? .absentIsNothing : .optional,
            isSecret: (parts + items + items.map(target)).contains { $0["secret"]?.isTrue == true },
            description: schema["description"]?.text)
    }

    private mutating func form(_ schema: Tree, key: String, of record: String) throws -> Form {
        let (full, type) = (target(of: schema), Self.reference(schema))
        let word = full["swift"]?.text
        if let value = full["const"] {
            guard value.isTrue else { throw Fault("\(record).\(key) is one value") }
            return Form(type: "Bool", reader: "bool")
        }
        if full["oneOf"] != nil, let name = word ?? type.map(Names.type), given.contains(name) {
            return Form(type: name, reader: "value")
        }
        switch full["type"]?.text ?? (full["enum"] == nil ? nil : "string") {
        case "string":
            if let words = full["enum"]?.elements.compactMap(\.text) {
                var name = word ?? type.map(Names.type) ?? "\(record).\(Names.type(key))"
                let isOpen = name.hasSuffix("?")
                if isOpen { name.removeLast() }
                if let known = choices.first(where: { $0.name == name }) {
                    guard known.words == words else { throw Fault("\(name) has two forms") }
                } else if !given.contains(name) {
                    choices.append(Choice(name: name, words: words, description: full["description"]?.text))
                }
                let rest = isOpen ? "else: .unknown" : ""
                return Form(type: name, reader: "enumeration", arguments: rest, written: ".rawValue")
            }
            if type != nil, let word { return Form(type: word, reader: "value") }
            let name = type.map { Names.member($0) } ?? Names.member("\(record)_\(key)")
            return try text(full, name: name)
        case "integer": return integer(full, isDuration: key.hasSuffix("_ms"))
        case "boolean": return Form(type: "Bool", reader: "bool")
        case "array":
            let element = try form(full["items"] ?? .object([]), key: key, of: record)
            let count = "count: " + Self.range(full["minItems"], full["maxItems"], most: "65_536")
            switch element.reader {
            case "string":
                return Form(
                    type: "[String]", reader: "strings", arguments: "\(count), \(element.arguments)", isList: true)
            // Words that this version does not know are left out of an answer, even if there are many. Parameters must
            // contain no unknown words.
            case "enumeration" where isAnswer:
                return Form(
                    type: "[\(element.type)]", reader: "strings", arguments: "count: 0...64, bytes: 0...64",
                    conversion: "\(element.type).init(rawValue:)", written: ".map(\\.rawValue)", isList: true)
            case "value":
                return Form(type: "[\(element.type)]", reader: "values", arguments: count, isList: true)
            default: throw Fault("\(record): a list of \(element.type)")
            }
        case "object" where word?.hasPrefix("[") == true:
            // The keys of this object are the enumeration's words, and its values are numbers.
            let name = String((word ?? "").dropFirst().prefix { $0 != ":" })
            let words = full["properties"]?.members.map(\.key) ?? []
            if !choices.contains(where: { $0.name == name }) { choices.append(Choice(name: name, words: words)) }
            return Form(type: word ?? "", reader: "counts", arguments: "isClosed: \(!isAnswer)")
        case "object":
            let name = try object(schema, as: "\(record).\(Names.type(key))", empty: nil)
            // Unknown members are ignored in a result, but refused in parameters.
            return Form(type: name, reader: !isAnswer && answered.contains(name) ? "closedValue" : "value")
        default: throw Fault("\(record): no type for \(key)")
        }
    }

    private mutating func text(_ schema: Tree, name: String) throws -> Form {
        switch (schema["format"]?.text, schema["pattern"]?.text) {
        case ("timestamp", _): return Form(type: "Timestamp", reader: "timestamp", written: ".description")
        case ("base64url", _):
            // Four characters encode three bytes.
            let most = schema["maxLength"]?.word.flatMap { Int($0) }.map { "\($0 / 4 * 3 + $0 % 4 * 3 / 4)" }
            let least = schema["minLength"]?.word.flatMap { Int($0) }.map { "\($0 * 3 / 4)" }
            return Form(type: "[UInt8]", reader: "bytes", arguments: "count: \(least ?? "0")...\(most ?? "49_152")")
        case (_, let pattern?):
            let known = rules[name]
            guard known?.pattern ?? pattern == pattern, schema["minLength"] == nil, schema["maxLength"] == nil else {
                throw Fault("\(name) has two patterns, or a pattern and a length")
            }
            rules[name] = (pattern, known?.words ?? schema["description"]?.text)
            return Form(type: "String", reader: "string", arguments: "as: Rules.\(name)")
        default:
            let bytes = Self.range(schema["minLength"], schema["maxLength"], most: "65_536")
            return Form(type: "String", reader: "string", arguments: "bytes: \(bytes)")
        }
    }

    private func integer(_ schema: Tree, isDuration: Bool) -> Form {
        let least = schema["minimum"] ?? .word("-JSON.largestInteger")
        let range = "in: " + Self.range(least, schema["maximum"], most: "JSON.largestInteger")
        var form = Form(type: "Int64", reader: "integer", arguments: range)
        let most = schema["maximum"]?.word.flatMap { Int64($0) } ?? .max
        if isDuration {
            (form.type, form.conversion, form.written) = ("Duration", "Duration.milliseconds", ".milliseconds")
        } else if most <= Int64(UInt32.max) {
            let isNatural = least.word.flatMap { Int64($0) } ?? -1 >= 0
            // The highest number of an account means that there is no account.
            form.type = most >= Int64(UInt32.max) - 1 && isNatural ? "UInt32" : "Int"
            form.conversion = form.type
        }
        return form
    }

    private static func range(_ low: Tree?, _ high: Tree?, most: String) -> String {
        "\(low?.word ?? "0")...\(high?.word ?? most)"
    }
}
