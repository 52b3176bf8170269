/// A schema in Swift: its type, and how the type is read and written.
struct Form: Equatable {
    var type: String
    /// A method of `JSONFields`, and its arguments besides the key.
    var reader: String
    var arguments = ""
    /// Converts the value read to the type.
    var conversion: String?
    /// The suffix of the value where it is written.
    var written = ""
    /// Whether it is read as a list: a list is empty, and not nil, if it is absent.
    var isList = false

    /// The requested part of a list: two members that are read and written as one.
    static let page = Form(type: "PageParams", reader: "")

    /// Whether it is the same, apart from what is additionally refused in parameters.
    func isLike(_ other: Form) -> Bool {
        var copy = other
        let readers: Set = [reader, other.reader]
        if readers == ["value", "closedValue"] { copy.reader = reader }
        return self == copy
    }
}

/// A member of an object.
struct Member {
    enum Presence {
        case required
        case optional
        /// If absent, a flag is false or a list is empty; such values are also left out when written.
        case absentIsNothing
    }

    var key: String
    var name: String
    var form: Form
    var presence: Presence
    var isSecret = false
    var description: String?

    var type: String { presence == .optional ? form.type + "?" : form.type }

    /// As a parameter of the initializer.
    var parameter: String {
        switch presence {
        case .required where form == .page: "\(name): \(type) = \(type)()"
        case .required: "\(name): \(type)\(form.isList ? " = []" : "")"
        case .optional: "\(name): \(type) = nil"
        case .absentIsNothing: "\(name): \(type) = \(form.isList ? "[]" : "false")"
        }
    }

    /// The lines of code that read it. Missing members of parameters are a fault; an absent list of a result is empty.
    func reading(inParameters: Bool) -> [String] {
        if form == .page { return ["\(name) = try \(type)(from: &fields)"] }
        let isOptional = presence != .required && !form.isList
        let optional = "optional" + form.reader.prefix(1).uppercased() + form.reader.dropFirst()
        let reader = isOptional ? optional : form.reader
        var value = "try fields.\(reader)(\"\(key)\"\(form.arguments.isEmpty ? "" : ", ")\(form.arguments))"
        if form.isList, let conversion = form.conversion {
            value += ".compactMap(\(conversion))"
        } else if let conversion = form.conversion {
            value = isOptional ? "\(value).map { \(conversion)($0) }" : "\(conversion)(\(value))"
        }
        guard form.isList else { return ["\(name) = \(value)" + (presence == .absentIsNothing ? " ?? false" : "")] }
        if presence == .absentIsNothing {
            let mayBeEmpty = form.arguments.hasPrefix("count: 0.")
            return ["\(name) = \(mayBeEmpty ? value : "fields.has(\"\(key)\") ? \(value) : []")"]
        }
        let missing = "guard fields.has(\"\(key)\") else { throw fields.missing(\"\(key)\") }"
        return (inParameters ? [missing] : []) + ["\(name) = \(value)"]
    }

    /// The line of code that writes it.
    var writing: String {
        if form == .page { return "\(name).writeMembers(to: &writer)" }
        let label = form.type == "[UInt8]" ? "bytes: " : form.reader == "counts" ? "counts: " : ""
        let value = presence == .optional && !form.written.isEmpty ? name + "?" : name
        let write = "writer.member(\"\(key)\", \(label)\(value)\(form.written))"
        return presence == .absentIsNothing ? "if \(form.isList ? "!\(name).isEmpty" : name) { \(write) }" : write
    }
}

/// An object.
struct Record {
    /// The name, including the enclosing type: `ContactAdd.Params`.
    var name: String
    var members: [Member]
    var description: String?
    /// Whether it occurs only in parameters: unknown members are then refused.
    var isClosed: Bool
    /// Whether it also specifies the requested part of a list.
    var isPaged = false
}

/// The possible words of a member.
struct Choice {
    var name: String
    var words: [String]
    var description: String?
}

/// A method.
struct Method {
    struct Item {
        var kind: String
        var type: String
        /// The member, if there is exactly one: the case then holds it directly, and not the object.
        var only: Member?
    }

    var key: String
    var name: String
    var description: String
    var onlyReads: Bool
    var params: String
    var result: String
    /// Nil for a method without items; empty if they are hand-written.
    var items: [Item]?
}
