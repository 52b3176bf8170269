/// The form of a schema in Swift, with its type and the code that reads and writes the type.
struct Form: Equatable {
    var type: String
    /// The name of a method of `JSONFields`, and the method's arguments other than the key.
    var reader: String
    var arguments = ""
    /// The function that converts the value to the type after the value was read. If no conversion is needed, this is
    /// nil.
    var conversion: String?
    /// The suffix that the written value gets.
    var written = ""
    /// Whether the value is read as a list. A missing list is empty, and not nil.
    var isList = false

    /// The requested part of a list. The two members of this form are read and written together.
    static let page = Form(type: "PageParams", reader: "")

    /// Whether both forms are the same, apart from the members that only parameters refuse.
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
        /// A missing flag is false, and a missing list is empty. When the object is written, false flags and empty
        /// lists are left out.
        case absentIsNothing
    }

    var key: String
    var name: String
    var form: Form
    var presence: Presence
    var isSecret = false
    var description: String?

    var type: String { presence == .optional ? form.type + "?" : form.type }

    /// The member as a parameter of the initializer.
    var parameter: String {
        switch presence {
        case .required where form == .page: "\(name): \(type) = \(type)()"
        case .required: "\(name): \(type)\(form.isList ? " = []" : "")"
        case .optional: "\(name): \(type) = nil"
        case .absentIsNothing: "\(name): \(type) = \(form.isList ? "[]" : "false")"
        }
    }

    /// Returns the lines of code that read the member. A missing member of parameters is a fault, but a missing list of
    /// a result is empty.
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

    /// The line of code that writes the member.
    var writing: String {
        if form == .page { return "\(name).writeMembers(to: &writer)" }
        let label = form.type == "[UInt8]" ? "bytes: " : form.reader == "counts" ? "counts: " : ""
        let value = presence == .optional && !form.written.isEmpty ? name + "?" : name
        let write = "writer.member(\"\(key)\", \(label)\(value)\(form.written))"
        return presence == .absentIsNothing ? "if \(form.isList ? "!\(name).isEmpty" : name) { \(write) }" : write
    }
}

/// An object of a contract.
struct Record {
    /// The name, including the enclosing type, such as `ContactAdd.Params`.
    var name: String
    var members: [Member]
    var description: String?
    /// Whether the object occurs only in parameters, so that unknown members are refused.
    var isClosed: Bool
    /// Whether the object also specifies the requested part of a list.
    var isPaged = false
}

/// The words that a member may have.
struct Choice {
    var name: String
    var words: [String]
    var description: String?
}

/// A method of a contract.
struct Method {
    struct Item {
        var kind: String
        var type: String
        /// The only member of the object. If the object has several members, this is nil. The case contains the only
        /// member directly, and not the object.
        var only: Member?
    }

    var key: String
    var name: String
    var description: String
    var onlyReads: Bool
    var params: String
    var result: String
    /// The items of the method. If the method has no items, the value is nil. If the items are hand-written, it is
    /// empty.
    var items: [Item]?
}
