/// One service of the wire. It has the types and the method table that the file `Protocol/contract/SERVICE.json`
/// defines.
///
/// The daemons serve the file byte for byte (`rpc.describe`) and dispatch calls by its table. Tests check the Swift
/// types against the file.
package struct Contract: Sendable, Hashable {
    package var service: String
    /// The contract's version. It grows when a method or a member is added. Methods and members are never removed, and
    /// never get another meaning.
    package var version: Int
    /// The schemas to which `$ref` refers, by name.
    package var types: [String: Schema]
    /// The methods, in the order of the file.
    package var methods: [ContractMethod]

    private let positions: [String: Int]

    /// Reads a contract's file.
    package init(bytes: some Sequence<UInt8>) throws(ContractFault) {
        do {
            try self.init(json: JSON(parsing: bytes))
        } catch let fault as JSONFault {
            throw .syntax(fault)
        } catch let fault as FieldFault {
            throw .content(fault)
        } catch {
            throw .content(FieldFault("", "cannot be read"))
        }
    }

    /// Reads a contract. Anything outside the format is refused.
    package init(json: JSON) throws(FieldFault) {
        var fields = try JSONFields(json)
        service = try fields.string("service", bytes: 1...64)
        version = Int(try fields.integer("version", in: 1...1_000_000))
        _ = try fields.optionalString("doc", bytes: 0...4096)
        let raw = try Self.rawTypes(&fields)
        types = [:]
        for member in raw.members {
            types[member.key] = try Schema(json: member.value, types: raw, at: "/types" + FieldFault.token(member.key))
        }
        methods = []
        var positions: [String: Int] = [:]
        guard case .array(let elements) = try fields.json("methods") else {
            throw fields.fault("methods", "must be an array")
        }
        for (index, element) in elements.enumerated() {
            let method = try ContractMethod(json: element, types: raw, at: "/methods/\(index)")
            guard positions.updateValue(index, forKey: method.name) == nil else {
                throw FieldFault("/methods/\(index)/name", "is also the name of another method")
            }
            guard case .object(let rule) = Self.target(of: method.params, in: types), rule.rest == .closed else {
                throw FieldFault("/methods/\(index)/params", "must be an object without additional properties")
            }
            methods.append(method)
        }
        self.positions = positions
        try fields.end()
    }

    /// Creates a contract that has only types.
    init(types: [String: Schema]) {
        (service, version, self.types, methods, positions) = ("", 0, types, [], [:])
    }

    /// The method with this name.
    package subscript(method method: String) -> ContractMethod? { positions[method].map { methods[$0] } }

    /// The schema itself. If it is a reference, this is the schema that it names.
    package func target(of schema: Schema) -> Schema { Self.target(of: schema, in: types) }

    private static func target(of schema: Schema, in types: [String: Schema]) -> Schema {
        guard case .reference(let name) = schema else { return schema }
        return types[name] ?? schema
    }

    /// The types as the file contains them. No type is a plain `$ref`, so every chain of references ends.
    private static func rawTypes(_ fields: inout JSONFields) throws(FieldFault) -> JSONObject {
        guard let json = fields.optionalJSON("types") else { return JSONObject() }
        guard case .object(let types) = json else { throw fields.fault("types", "must be an object") }
        for member in types.members {
            guard member.value["$ref"] == nil else {
                throw FieldFault("/types" + FieldFault.token(member.key), "must not be just another name for a type")
            }
        }
        return types
    }
}

/// Why bytes are not a contract.
package enum ContractFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The bytes are not JSON that the wire accepts.
    case syntax(JSONFault)
    /// The bytes are JSON but not a contract. The fault names the place.
    case content(FieldFault)

    package var description: String {
        switch self {
        case .syntax(let fault): fault.description
        case .content(let fault): fault.description
        }
    }
}
