/// A schema prepared for checking many texts, as a server checks the parameters of calls. Make it once.
package struct SchemaCheck: Sendable {
    private let plan: SchemaPlan
    /// Finds out what is wrong, if anything.
    private let check: @Sendable (JSON) throws(FieldFault) -> Void

    /// `contract` contains the types that `schema` refers to.
    package init(_ schema: Schema, of contract: Contract) {
        plan = SchemaPlan(schema, types: contract.types)
        check = { (json) throws(FieldFault) in try contract.validate(json, against: schema) }
    }

    /// Does the same for a schema as JSON. `types` must contain all types that it refers to, directly or through other
    /// types.
    init(_ json: JSON, types raw: JSONObject) throws(FieldFault) {
        let schema = try Schema(json: json, types: raw, at: "")
        var types: [String: Schema] = [:]
        for member in raw.members { types[member.key] = try Schema(json: member.value, types: raw, at: "") }
        plan = SchemaPlan(schema, types: types)
        check = { [types] (json) throws(FieldFault) in try Contract(types: types).validate(json, against: schema) }
    }

    /// Checks that `text` matches the schema. `path` is the JSON Pointer of the value, for faults.
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
    /// Checks that `text` matches `schema`. To check more than one text, use ``SchemaCheck``.
    package func validate(_ text: JSONText, against schema: Schema, at path: String = "") throws(FieldFault) {
        try SchemaCheck(schema, of: self).validate(text, at: path)
    }
}
