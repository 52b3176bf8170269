import Testing
import Wire

@Suite struct JSONFieldsTests {
    private func fields(_ json: JSON) throws -> JSONFields { try JSONFields(json, at: "/params") }

    @Test("JSON fields: reads what is there") func readsWhatIsThere() throws {
        var fields = try fields([
            "s": "text", "i": 7, "b": true, "ms": 1500, "bytes": "AQI", "time": "2026-11-21T10:00:00.000Z",
            "list": ["x", "y"], "none": .null,
        ])
        #expect(try fields.string("s") == "text")
        #expect(try fields.integer("i", in: 0...7) == 7)
        #expect(try fields.bool("b"))
        #expect(try fields.optionalMilliseconds("ms") == .milliseconds(1500))
        #expect(try fields.bytes("bytes") == [1, 2])
        #expect(try fields.timestamp("time").description == "2026-11-21T10:00:00.000Z")
        #expect(try fields.strings("list") == ["x", "y"])
        #expect(try fields.optionalString("none") == nil)
        #expect(try fields.optionalString("absent") == nil)
        try fields.end()
    }

    private enum Fruit: String, CaseIterable { case fig, pear }

    @Test("JSON fields: counts by words") func countsByWords() throws {
        var fields = try fields(["n": ["fig": 7, "pear": .null, "plum": 1], "wrong": ["fig": -1], "text": "fig"])
        let counts: [Fruit: Int64] = try fields.counts("n", isClosed: false)
        #expect(counts == [.fig: 7])
        let bytes = JSONWriter.bytes { writer in
            writer.beginObject()
            writer.member("n", counts: [Fruit.pear: 1, .fig: 2])
            writer.endObject()
        }
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"n":{"fig":2,"pear":1}}"#)
        func refused(_ key: StaticString, _ path: String, _ message: String) throws {
            var fields = try self.fields(["n": ["plum": 1], "wrong": ["fig": -1], "text": "fig"])
            #expect(throws: FieldFault(path, message)) {
                let _: [Fruit: Int64] = try fields.counts(key, isClosed: true)
            }
        }
        try refused("n", "/params/n/plum", "is not a known member")
        try refused("wrong", "/params/wrong/fig", "must be an integer from 0 to 9007199254740991")
        try refused("text", "/params/text", "must be an object")
    }

    @Test("JSON fields: names the field in every complaint") func namesTheFieldInEveryComplaint() throws {
        var wrong = try fields(["s": 1, "i": 8, "list": ["x", 2], "bytes": "A=", "a/b~": 1])
        #expect(throws: FieldFault("/params/s", "must be a string of 0 to 65536 bytes")) { try wrong.string("s") }
        #expect(throws: FieldFault("/params/i", "must be an integer from 0 to 7")) { try wrong.integer("i", in: 0...7) }
        #expect(throws: FieldFault("/params/x", "is missing")) { try wrong.string("x") }
        #expect(throws: FieldFault("/params/list/1", "must be a string of 0 to 65536 bytes")) {
            try wrong.strings("list")
        }
        #expect(throws: FieldFault.self) { try wrong.bytes("bytes") }
        #expect(throws: FieldFault("/params/a~1b~0", "is not a known member")) { try wrong.end() }
        #expect(throws: FieldFault("/params", "must be an object")) { try JSONFields("x", at: "/params") }
    }

    @Test("JSON fields: an error survives its JSON") func anErrorSurvivesItsJSON() throws {
        let error = WireError(
            .failedPrecondition, "radio.adapter_busy", "the adapter is in use", effect: .unknown,
            retry: .init(safe: true, after: .milliseconds(800)), field: "/params/x", details: ["adapter": "hci0"],
            trace: "00-4bf9")
        #expect(try WireError(json: error.json) == error)
        var newer = error.json.objectValue ?? JSONObject()
        newer["code"] = "of_a_newer_version"
        newer["effect"] = "of_a_newer_version"
        let read = try WireError(json: .object(newer))
        #expect(read.code == .unknown)
        #expect(read.effect == .unknown)
    }
}
