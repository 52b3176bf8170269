import Testing
import Wire

@Suite("Schemas")
struct SchemaTests {
    /// A contract whose only method has the result `schema`.
    static func contract(_ schema: JSON, types: JSON = [:]) throws -> Contract {
        try Contract(json: [
            "service": "test", "version": 1, "types": types,
            "methods": [
                [
                    "name": "test.run", "kind": "unary", "sockets": ["session"],
                    "params": ["type": "object", "additionalProperties": false],
                    "result": schema,
                    "timeout_ms": ["default": 1000, "max": 1000], "doc": "Runs.",
                ]
            ],
        ])
    }

    static func validate(_ value: JSON, _ schema: JSON, types: JSON = [:]) throws {
        let contract = try contract(schema, types: types)
        try contract.validate(JSONText(value), against: contract.methods[0].result)
    }

    static let door: JSON = [
        "type": "object",
        "properties": [
            "id": ["type": "string", "minLength": 1, "maxLength": 4],
            "level": ["type": "integer", "minimum": 0, "maximum": 9],
            "share": ["type": "number", "minimum": 0, "maximum": 1],
            "state": ["type": "string", "enum": ["open", "closed"]],
            "since": ["type": "string", "format": "timestamp"],
            "key": ["type": "string", "format": "base64url", "maxLength": 8],
            "tags": ["type": "array", "items": ["type": "string", "maxLength": 2], "minItems": 1, "maxItems": 2],
            "is_bound": ["type": "boolean"],
            "version": ["const": 1],
            "any": [:],
        ],
        "required": ["id"], "additionalProperties": false,
    ]

    @Test(
        "schema: a value is refused at its place",
        arguments: [
            ([], "", "must be an object"),
            ([:], "/id", "is missing"),
            (["id": .null], "/id", "is missing"),
            (["id": ""], "/id", "must be a string of 1 to 4 bytes"),
            (["id": "ééé"], "/id", "must be a string of 1 to 4 bytes"),
            (["id": 7], "/id", "must be a string of 1 to 4 bytes"),
            (["id": "a", "level": 10], "/level", "must be an integer from 0 to 9"),
            (["id": "a", "level": .number(1.5)], "/level", "must be an integer from 0 to 9"),
            (["id": "a", "share": 2], "/share", "must be a number from 0.0 to 1.0"),
            (["id": "a", "state": "ajar"], "/state", "must be one of open, closed"),
            (["id": "a", "since": "2026-01-31"], "/since", "must be a time as in 2026-01-31T08:15:30.000Z"),
            (["id": "a", "since": "2026-01-31T08:15:30Z"], "/since", "must be a time as in 2026-01-31T08:15:30.000Z"),
            (["id": "a", "key": "AA=="], "/key", "must be bytes in base64url without padding"),
            (["id": "a", "tags": []], "/tags", "must be an array of 1 to 2 elements"),
            (["id": "a", "tags": ["x", "xyz"]], "/tags/1", "must be a string of 0 to 2 bytes"),
            (["id": "a", "is_bound": 1], "/is_bound", "must be true or false"),
            (["id": "a", "version": 2], "/version", "must be 1"),
            (["id": "a", "fr/ob~": 1], "/fr~1ob~0", "is not a known member"),
        ] as [(JSON, String, String)])
    func refused(value: JSON, field: String, message: String) throws {
        #expect(throws: FieldFault(field, message)) { try Self.validate(value, Self.door) }
    }

    @Test(
        "schema: a value within the bounds is accepted",
        arguments: [
            ["id": "éé"], ["id": "a", "level": 0], ["id": "a", "level": 9, "share": .number(0.5)],
            ["id": "a", "share": 1],
            ["id": "a", "since": "2026-01-31T08:15:30.000Z", "key": "AA", "tags": ["x", ""], "any": [1, .null]],
            ["id": "a", "level": .null, "state": "open", "version": 1, "is_bound": false],
        ] as [JSON])
    func accepted(value: JSON) throws {
        try Self.validate(value, Self.door)
    }

    static let event: JSON = [
        "oneOf": [
            ["$ref": "#/types/started"],
            [
                "type": "object", "required": ["kind", "reason"], "additionalProperties": false,
                "properties": ["kind": ["const": "ended"], "reason": ["type": "string", "minLength": 1]],
            ],
        ]
    ]
    static let started: JSON = [
        "started": ["type": "object", "required": ["kind"], "properties": ["kind": ["const": "started"]]]
    ]

    @Test("schema: a union looks at its tag")
    func union() throws {
        try Self.validate(["kind": "started", "more": 1], Self.event, types: Self.started)
        try Self.validate(["kind": "ended", "reason": "x"], Self.event, types: Self.started)
        #expect(throws: FieldFault("/reason", "is missing")) {
            try Self.validate(["kind": "ended"], Self.event, types: Self.started)
        }
        #expect(throws: FieldFault("/kind", "must be one of started, ended")) {
            try Self.validate(["kind": "other"], Self.event, types: Self.started)
        }
    }

    @Test("schema: members under any key share a schema")
    func map() throws {
        let schema: JSON = ["type": "object", "additionalProperties": ["type": "integer", "minimum": 0]]
        try Self.validate(["a": 1, "b": 2], schema)
        #expect(throws: FieldFault.self) { try Self.validate(["a": -1], schema) }
    }

    @Test("schema: keys and choices of any length are told apart to the last byte", arguments: 1...26)
    func longNames(_ count: Int) throws {
        let name = String("abcdefghijklmnopqrstuvwxyz".prefix(count))
        let schema: JSON = .members(
            ("type", "object"), ("additionalProperties", false),
            ("properties", .members((name, .members(("type", "string"), ("enum", .array([.string(name)])))))))
        try Self.validate(.members((name, .string(name))), schema)
        var others = [name + "X", String(name.dropLast()), String(name.dropFirst()), "", name + name]
        for index in name.indices {
            var other = name
            other.replaceSubrange(index...index, with: "X")
            others.append(other)
        }
        for other in others {
            #expect(throws: FieldFault(FieldFault.token(other), "is not a known member"), "\(other)") {
                try Self.validate(.members((other, .string(name))), schema)
            }
            #expect(throws: FieldFault("/" + name, "must be one of \(name)"), "\(other)") {
                try Self.validate(.members((name, .string(other))), schema)
            }
        }
    }

    @Test(
        "schema: a schema outside the subset is refused at its place",
        arguments: [
            (["type": "null"], "/type"), (["type": "string", "minlength": 1], "/minlength"),
            (["type": "string", "minLength": 2, "maxLength": 1], "/maxLength"),
            (["type": "string", "pattern": "^(a|b)$"], "/pattern"), (["type": "string", "format": "email"], "/format"),
            (["type": "integer", "minimum": 2, "maximum": 1], "/maximum"), (["type": "array"], "/items"),
            (["type": "object", "required": ["x"]], "/required/0"), (["$ref": "#/types/none"], "/$ref"),
            (["$ref": "other.json#/types/none"], "/$ref"), (["anyOf": []], "/anyOf"), (["oneOf": []], "/oneOf"),
            (["oneOf": [["type": "string"], ["type": "integer"]]], "/oneOf"),
            (["type": "string", "enum": ["a", "a"]], "/enum"), (["type": "object", "properties": []], "/properties"),
            (["type": "object", "properties": ["a/b": ["type": "x"]]], "/properties/a~1b/type"),
        ] as [(JSON, String)])
    func schemaRefused(schema: JSON, place: String) throws {
        let fault = try #require(throws: FieldFault.self) { try Self.contract(schema) }
        #expect(fault.field == "/methods/0/result" + place)
    }
}
