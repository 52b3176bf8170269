import Wire

/// Contracts check any value without a trap, in a time proportional to the value's size. If a value was made to fit a
/// schema, it fits. If a value was changed so that it no longer fits, it is refused, and the refusal says where the
/// fault is. Any other refusal names either a place in the value, or a place that the value lacks. A pattern matches
/// the same texts as a matcher that tries all possibilities.
///
/// The first byte chooses the check, the next two choose a schema, and the rest is a value, a pattern or a contract.
enum SchemaProperty {
    static func check(_ bytes: [UInt8]) throws {
        var source = ByteSource(bytes)
        switch source.number(below: 4) {
        case 0: try text(&source)
        case 1: try sample(&source)
        case 2: try PatternProperty.check(source.takeAll())
        default: try contract(source.takeAll())
        }
    }

    /// An input that checks `json` against a schema.
    static func seed(json: [UInt8]) -> [UInt8] { [0, UInt8(json.count % 4), UInt8(json.count % 251)] + json }

    private static func schema(_ source: inout ByteSource) -> (contract: Contract, schema: Schema)? {
        let contract = source.element(of: FuzzContracts.all)
        guard let contract, let method = source.element(of: contract.methods) else { return nil }
        let schemas = [method.params, method.result] + method.items.map(\.data)
        return source.element(of: schemas).map { (contract, $0) }
    }

    private static func text(_ source: inout ByteSource) throws {
        guard let (contract, schema) = schema(&source) else { return }
        let bytes = source.takeAll()
        guard let text = try? JSONText(bytes[...]) else { return }
        try judge(text.json, contract, schema)
        // Also checks the text in its original form. In this form, it has white space and escapes, and its members are
        // in any order.
        let verdict = Result { () throws(FieldFault) in try contract.validate(text.json, against: schema) }
        let spelled = Result { () throws(FieldFault) in try contract.validate(text, against: schema) }
        try expect(verdict.failure == spelled.failure, "\(text.string) is judged in two ways")
    }

    private static func judge(_ json: JSON, _ contract: Contract, _ schema: Schema) throws {
        let verdict = Result { () throws(FieldFault) in try contract.validate(json, against: schema) }
        let written = Result { () throws(FieldFault) in try contract.validate(JSONText(json), against: schema) }
        try expect(verdict.failure == written.failure, "\(json.text) is judged in two ways")
        guard let fault = verdict.failure else { return }
        try expect(fault.description.utf8.count <= 4096, "a message of \(fault.description.utf8.count) bytes")
        let error = WireError.invalidParameter(fault)
        let reply = ServerMessage.reply(id: 1, .error(error))
        try expect(try ServerMessage.decode(reply.encoded()) == reply, "a client cannot read \(error)")
        let tokens = fault.field.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        try expect(reaches(tokens.dropLast(), json), "\(fault.field) is no place in \(json.text)")
    }

    private static func reaches(_ tokens: ArraySlice<Substring.UnicodeScalarView>, _ json: JSON) -> Bool {
        guard let token = tokens.first else { return true }
        let key = Array(String(token).utf8)
        switch json {
        case .object(let object):
            // The fault contains only the beginning of a long key.
            return object.members.contains { member in
                let name = FieldFault.token(member.key).utf8.dropFirst()
                return name.starts(with: key) && reaches(tokens.dropFirst(), member.value)
            }
        case .array(let elements):
            guard let index = Int(String(token)), elements.indices.contains(index) else { return false }
            return reaches(tokens.dropFirst(), elements[index])
        case .null, .bool, .integer, .number, .string: return false
        }
    }

    /// Checks a value that was made from the schema, and also checks the value after it was changed in one place.
    private static func sample(_ source: inout ByteSource) throws {
        guard let (contract, schema) = schema(&source) else { return }
        let samples = SchemaSamples(contract)
        if source.bool() {
            let values = samples.invalid(schema)
            let index = Int(source.byte()) << 8 | Int(source.byte())
            guard !values.isEmpty else { return }
            let invalid = values[index % values.count]
            let verdict = Result { () throws(FieldFault) in try contract.validate(invalid.value, against: schema) }
            let field = verdict.failure?.field
            try expect(field == invalid.field, "\(invalid.value.text) is wrong at \(invalid.field), not \(field ?? "")")
            return
        }
        let values = samples.valid(schema)
        let index = Int(source.byte()) << 8 | Int(source.byte())
        guard !values.isEmpty else { return }
        let value = values[index % values.count]
        try contract.validate(value, against: schema)
        let replacement = (try? JSON(parsing: source.take(source.number(below: 32)))) ?? .null
        var path = source
        try judge(changed(value, replacement, &path), contract, schema)
    }

    private static func changed(_ json: JSON, _ replacement: JSON, _ path: inout ByteSource) -> JSON {
        guard !path.isEmpty else { return replacement }
        let choice = Int(path.byte())
        switch json {
        case .object(var object):
            guard object.count > 0 else { return replacement }
            if choice == 255 {
                object["frob/~"] = replacement
            } else {
                let member = object.members[choice % object.count]
                object[member.key] = choice >= 250 ? nil : changed(member.value, replacement, &path)
            }
            return .object(object)
        case .array(var elements):
            guard !elements.isEmpty else { return .array([replacement]) }
            elements[choice % elements.count] = changed(elements[choice % elements.count], replacement, &path)
            return .array(elements)
        case .null, .bool, .integer, .number, .string: return replacement
        }
    }

    /// Checks that a contract can always be read without a trap, although contracts are our own files.
    private static func contract(_ bytes: [UInt8]) throws {
        guard let json = try? JSON(parsing: bytes) else { return }
        _ = try? Contract(json: json)
        guard let contract = FuzzContracts.recursive,
            let schema = try? Schema(json: json, types: FuzzContracts.recursiveTypes)
        else { return }
        let samples = SchemaSamples(contract)
        for value in samples.valid(schema).prefix(20) { try contract.validate(value, against: schema) }
        for invalid in samples.invalid(schema).prefix(20) {
            let verdict = Result { () throws(FieldFault) in try contract.validate(invalid.value, against: schema) }
            try expect(!verdict.isSuccess, "\(invalid.value.text) passes \(json.text)")
        }
    }
}
