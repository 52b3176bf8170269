import Testing
import Wire

@Suite("Samples of schemas")
struct SchemaSamplesTests {
    static let schemas: [JSON] = [
        SchemaTests.door, SchemaTests.event, ["$ref": "#/types/tree"], [:],
        ["type": "object", "additionalProperties": ["$ref": "#/types/started"]],
        ["type": "string", "pattern": "^[A-Za-z0-9_-]{16,64}$"],
    ]
    static let types: JSON = [
        "started": ["type": "object", "required": ["kind"], "properties": ["kind": ["const": "started"]]],
        "tree": [
            "type": "object", "additionalProperties": false, "required": ["name"],
            "properties": [
                "name": ["type": "string", "minLength": 1, "maxLength": 3],
                "branches": ["type": "array", "items": ["$ref": "#/types/tree"], "maxItems": 1],
            ],
        ],
    ]

    @Test("schema samples: valid samples pass, and survive writing and reading", arguments: schemas)
    func valid(schema: JSON) throws {
        let contract = try SchemaTests.contract(schema, types: Self.types)
        let samples = SchemaSamples(contract).valid(contract.methods[0].result)
        #expect(!samples.isEmpty)
        for sample in samples {
            try contract.validate(sample, against: contract.methods[0].result)
            try contract.validate(JSONText(sample), against: contract.methods[0].result)
            #expect(try JSON(parsing: sample.bytes) == sample)
        }
    }

    @Test("schema samples: invalid samples are refused at the place they name", arguments: schemas)
    func invalid(schema: JSON) throws {
        let contract = try SchemaTests.contract(schema, types: Self.types)
        for sample in SchemaSamples(contract).invalid(contract.methods[0].result) {
            let fault = try #require(throws: FieldFault.self, "\(sample.value.text)") {
                try contract.validate(sample.value, against: contract.methods[0].result)
            }
            #expect(fault.field == sample.field, "\(sample.value.text)")
            #expect(throws: fault, "as a text") {
                try contract.validate(JSONText(sample.value), against: contract.methods[0].result)
            }
        }
    }

    @Test("schema samples: each bound is tried on both sides")
    func bounds() throws {
        let contract = try SchemaTests.contract(["type": "integer", "minimum": 1, "maximum": 5])
        let samples = SchemaSamples(contract)
        #expect(samples.valid(contract.methods[0].result) == [1, 5])
        #expect(samples.invalid(contract.methods[0].result).map(\.value) == ["1", .number(0.5), 0, 6])
    }
}
