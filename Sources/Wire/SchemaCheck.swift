/// A schema made ready to check many texts, as a server checks the parameters of calls. Make it once.
package struct SchemaCheck: Sendable {
    private let contract: Contract
    private let schema: Schema
    private let plan: SchemaPlan

    /// `contract` has the types that `schema` refers to.
    package init(_ schema: Schema, of contract: Contract) {
        self.contract = contract
        self.schema = schema
        plan = SchemaPlan(schema, types: contract.types)
    }

    /// Checks that `text` is as the schema demands; `path` is the JSON Pointer of the value, for faults.
    package func validate(_ text: JSONText, at path: String = "") throws(FieldFault) {
        if plan.accepts(text) { return }
        try contract.validate(text.json, against: schema, at: path)
    }
}

extension Contract {
    /// Checks that `text` is as `schema` demands; for more than one text, ``SchemaCheck``.
    package func validate(_ text: JSONText, against schema: Schema, at path: String = "") throws(FieldFault) {
        try SchemaCheck(schema, of: self).validate(text, at: path)
    }
}
