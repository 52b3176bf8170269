/// A schema that was prepared for checking many texts. A server uses it to check the parameters of calls. A program
/// should create it only once.
package struct SchemaCheck: Sendable {
    private let plan: SchemaPlan
    /// The function that finds the fault, if there is one.
    private let check: @Sendable (JSON) throws(FieldFault) -> Void

    /// Creates the check. `contract` contains the types to which `schema` refers.
    package init(_ schema: Schema, of contract: Contract) {
        plan = SchemaPlan(schema, types: contract.types)
        check = { (json) throws(FieldFault) in try contract.validate(json, against: schema) }
    }

    /// Creates the check from a schema in JSON. `types` must contain all types to which the schema refers, directly or
    /// through other types.
    init(_ json: JSON, types raw: JSONObject) throws(FieldFault) {
        let schema = try Schema(json: json, types: raw, at: "")
        var types: [String: Schema] = [:]
        for member in raw.members { types[member.key] = try Schema(json: member.value, types: raw, at: "") }
        plan = SchemaPlan(schema, types: types)
        check = { [types] (json) throws(FieldFault) in try Contract(types: types).validate(json, against: schema) }
    }

    /// Checks that `text` matches the schema. `path` is the JSON Pointer of the value. It is used in faults.
    package func validate(_ text: JSONText, at path: String = "") throws(FieldFault) {
        if plan.accepts(text) { return }
        do throws(FieldFault) {
            try check(text.json)
        } catch {
            throw error.under(path)
        }
    }
}

extension Contract {
    /// Checks that `text` matches `schema`. For more than one text, ``SchemaCheck`` should be used.
    package func validate(_ text: JSONText, against schema: Schema, at path: String = "") throws(FieldFault) {
        try SchemaCheck(schema, of: self).validate(text, at: path)
    }
}
