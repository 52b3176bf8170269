package import TermCore
package import Wire

/// A contract as text for people. The type has no side effects, so that every case can be tested.
package struct ContractText {
    /// The column at which a description is wrapped.
    private static let width = 96

    /// The contract's file.
    private let file: JSON
    private(set) package var lines: [TerminalSafe] = []

    package init(_ file: JSON) {
        self.file = file
    }

    /// Adds one line for each method. The line shows whether the method may be called, its kind of answer, and its
    /// purpose in brief.
    package mutating func addMethods(refusals: [String: String]) {
        let methods = file["methods"]?.arrayValue ?? []
        let longest = methods.map { $0["name"]?.stringValue?.count ?? 0 }.max() ?? 0
        for method in methods {
            let name = method["name"]?.stringValue ?? "?"
            let padding = TerminalSafe(trusted: String(repeating: " ", count: max(0, longest - name.count)))
            let kind: TerminalSafe = method["kind"] == "stream" ? "stream" : "unary "
            let doc = Self.firstSentence(method["doc"]?.stringValue ?? "")
            let refusal: TerminalSafe = refusals[name].map { "[\($0)] " } ?? ""
            lines.append("  \(name)\(padding)  \(kind)  \(refusal)\(doc)")
        }
    }

    /// Adds everything about one method. `refusal` is the reason why the daemon refuses the method.
    package mutating func add(method: JSON, refusal: String?) {
        lines.append("\(method["name"]?.stringValue ?? "?")")
        addWrapped(method["doc"]?.stringValue ?? "", indent: 2)
        lines.append("")
        addFacts(of: method, refusal: refusal)
        var named: [String] = []
        addSchema("parameters", method["params"], &named)
        if let items = method["items"]?.objectValue {
            for item in items.members { addSchema("item \(item.key)", item.value, &named) }
        }
        addSchema("result", method["result"], &named)
        addReasons(method)
        var shown: Set<String> = []
        while !named.isEmpty {
            let name = named.removeFirst()
            guard shown.insert(name).inserted, let type = file["types"]?[name] else { continue }
            addSchema("type \(name)", type, &named)
        }
    }

    private mutating func addFacts(of method: JSON, refusal: String?) {
        func strings(_ key: String) -> String {
            (method[key]?.arrayValue ?? []).compactMap(\.stringValue).joined(separator: ", ")
        }
        let isStream = method["kind"] == "stream"
        lines.append("  kind        \(method["kind"]?.stringValue ?? "?")")
        lines.append("  sockets     \(strings("sockets"))")
        lines.append("  you         \(refusal.map { "may not call it here: \($0)" } ?? "may call it here")")
        lines.append("  needs       \(method["needs"]?.stringValue ?? "none")")
        lines.append("  idem        \(method["idem"]?.stringValue ?? "none")")
        let timeout = method["timeout_ms"]
        let ending = timeout?["default"]?.integerValue.map { "\($0) ms" } ?? (isStream ? "none" : "10000 ms")
        let most = timeout?["max"]?.integerValue.map { ", at most \($0) ms" } ?? ""
        lines.append("  deadline    \(ending)\(most)")
        lines.append("  retry       \(method["retry_safe"] == true ? "safe after effect none" : "not safe")")
        let finishes = method["on_disconnect"] == "finish"
        lines.append("  if you go   \(finishes ? "it runs to its end" : "it is cancelled")" as TerminalSafe)
        guard isStream else { return }
        let resumes: TerminalSafe = method["resume"] == true ? ", can be resumed" : ""
        lines.append("  slow reader \(strings("overflow"))\(resumes)")
    }

    private mutating func addReasons(_ method: JSON) {
        let reasons = (method["reasons"]?.arrayValue ?? []).compactMap(\.stringValue)
        guard !reasons.isEmpty else { return }
        lines.append("")
        lines.append("reasons, and seam's exit code if nothing happened")
        let longest = reasons.map(\.count).max() ?? 0
        for reason in reasons {
            let padding = TerminalSafe(trusted: String(repeating: " ", count: longest - reason.count + 2))
            let exit: TerminalSafe = Reason.status(of: reason).map { "\($0.rawValue)" } ?? "by its code"
            lines.append("  \(reason)\(padding)\(exit)")
        }
    }

    // MARK: - schemas

    private mutating func addSchema(_ title: String, _ schema: JSON?, _ named: inout [String]) {
        guard let schema else { return }
        lines.append("")
        let resolved = Self.name(of: schema).flatMap { file["types"]?[$0] } ?? schema
        if let variants = resolved["oneOf"]?.arrayValue {
            lines.append("\(title): one of")
            for (index, variant) in variants.enumerated() {
                lines.append("  \(index + 1):")
                addMembers(of: Self.name(of: variant).flatMap { file["types"]?[$0] } ?? variant, depth: 2, &named)
            }
        } else if resolved["type"] == "object" {
            let isEmpty = resolved["properties"]?.objectValue?.members.isEmpty ?? true
            lines.append(isEmpty ? "\(title): no members" : "\(title)")
            addMembers(of: resolved, depth: 1, &named)
        } else {
            lines.append("\(title): \(words(resolved))")
        }
    }

    private mutating func addMembers(of object: JSON, depth: Int, _ named: inout [String]) {
        let members = object["properties"]?.objectValue?.members ?? []
        let required = Set((object["required"]?.arrayValue ?? []).compactMap(\.stringValue))
        let longest = members.map { $0.key.count }.max() ?? 0
        let indent = TerminalSafe(trusted: String(repeating: "  ", count: depth))
        for member in members {
            let padding = TerminalSafe(trusted: String(repeating: " ", count: max(0, longest - member.key.count)))
            let need: TerminalSafe = required.contains(member.key) ? "required" : "optional"
            lines.append("\(indent)\(member.key)\(padding)  \(need)  \(words(member.value))")
            note(member.value, &named)
            let inner = member.value["items"] ?? member.value
            // The text has only a few levels, because nobody reads more. A contract may be as deep as the wire allows.
            if inner["properties"] != nil, depth < 6 { addMembers(of: inner, depth: depth + 1, &named) }
        }
    }

    /// Adds the types in a schema to the types that are described separately below.
    private func note(_ schema: JSON, _ named: inout [String]) {
        for schema in [schema, schema["items"]].compactMap({ $0 }) {
            guard let name = Self.name(of: schema), let type = file["types"]?[name] else { continue }
            if isTold(type) { named.append(name) }
        }
    }

    /// Whether a type is described separately.
    private func isTold(_ type: JSON) -> Bool {
        type["type"] == "object" || ["oneOf", "pattern", "enum"].contains { type[$0] != nil }
    }

    private static func name(of schema: JSON) -> String? {
        schema["$ref"]?.stringValue.map { String($0.dropFirst("#/types/".count)) }
    }

    /// The type and the limits of a schema, in a few words.
    private func words(_ schema: JSON) -> String {
        if let name = Self.name(of: schema) {
            // A type that fits on one line is described where it is used.
            guard let type = file["types"]?[name], !isTold(type) else { return name }
            return words(type)
        }
        if let values = schema["enum"]?.arrayValue {
            return "one of " + values.compactMap(\.stringValue).joined(separator: ", ")
        }
        if let constant = schema["const"] { return constant.text }
        if schema["oneOf"] != nil { return "one of several objects" }
        let type = schema["type"]?.stringValue
        switch type {
        case "array":
            let limit = Self.range(schema, "minItems", "maxItems").map { ", \($0)" } ?? ""
            return "array of \(schema["items"].map(words) ?? "anything")\(limit)"
        case "string":
            var parts = ["string"]
            if let length = Self.range(schema, "minLength", "maxLength") { parts.append("\(length) bytes") }
            if let format = schema["format"]?.stringValue { parts.append(format) }
            if let pattern = schema["pattern"]?.stringValue { parts.append(pattern) }
            return parts.joined(separator: ", ")
        case "integer", "number":
            return [type, Self.range(schema, "minimum", "maximum")].compactMap { $0 }.joined(separator: ", ")
        case nil: return "anything"
        case let type?: return type
        }
    }

    private static func range(_ schema: JSON, _ low: String, _ high: String) -> String? {
        switch (schema[low]?.text, schema[high]?.text) {
        case (nil, nil): nil
        case (let low?, nil): "at least \(low)"
        case (nil, let high?): "at most \(high)"
        case (let low?, let high?): "\(low) to \(high)"
        }
    }

    // MARK: - prose

    private mutating func addWrapped(_ text: String, indent: Int) {
        let space = String(repeating: " ", count: indent)
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + word.count + 1 > Self.width - indent {
                lines.append("\(TerminalSafe(trusted: space))\(line)")
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        if !line.isEmpty { lines.append("\(TerminalSafe(trusted: space))\(line)") }
    }

    private static func firstSentence(_ text: String) -> String {
        var depth = 0
        let sentence = text.prefix { character in
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            return depth > 0 || !".;:".contains(character)
        }
        guard sentence.count > 80 else { return String(sentence) }
        let words = sentence.prefix(79)
        return words.prefix(upTo: words.lastIndex(of: " ") ?? words.endIndex) + "…"
    }
}
