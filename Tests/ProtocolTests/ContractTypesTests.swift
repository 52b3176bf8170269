import Foundation
import TestSupport
import Testing

/// Tests the generator of the contracts' types. The contracts in these tests are made for this purpose.
@Suite struct ContractTypesTests {
    /// Runs the generator on a contract that has the given types and a method `a.b`. The method has the given
    /// parameters and result. Returns the generated Swift code.
    private static func made(
        _ part: String = "all", types: String = "{}", params: String = #"{"type":"object","properties":{}}"#,
        result: String = #"{"type":"object","properties":{}}"#
    ) throws -> (status: Int32, text: String, error: String) {
        let directory = try TestDirectory()
        let (contract, output) = (directory.file("contract.json"), directory.file("out.swift"))
        try """
        {"service": "s", "types": \(types),
         "methods": [{"name": "a.b", "kind": "unary", "params": \(params), "result": \(result), "doc": "Says so."}]}
        """.write(toFile: contract, atomically: true, encoding: .utf8)
        let process = Process()
        process.executableURL = URL(filePath: try Products.executable("ContractTypes"))
        process.arguments = [output, part, "Wire", "Given", contract]
        let errors = Pipe()
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        let error = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (process.terminationStatus, (try? String(contentsOfFile: output, encoding: .utf8)) ?? "", error)
    }

    private static func object(_ members: String, required: String = "") -> String {
        #"{"type":"object","properties":{\#(members)},"required":[\#(required)],"additionalProperties":false}"#
    }

    @Test("contract types: what a contract says is made") func whatAContractSaysIsMade() throws {
        let params = Self.object(
            ##""qr_code_id":{"$ref":"#/types/id"},"grace_ms":{"type":"integer","minimum":1,"maximum":9},"##
                + ##""armed":{"type":"boolean"},"quiet":{"type":"boolean","swift":"isQuiet?"},"##
                + ##""uid":{"type":"integer","minimum":0,"maximum":4294967295},"pin":{"$ref":"#/types/pin"}"##,
            required: #""grace_ms""#)
        let pin = #"{"type":"string","pattern":"^[0-9]{4,8}$","secret":true}"#
        let types = #"{"id":{"type":"string","swift":"Given"},"pin":\#(pin)}"#
        let (status, text, error) = try Self.made(types: types, params: params)
        #expect(status == 0, "\(error)")
        for line in [
            "/// `a.b`: Says so.", "package enum AB: TypedMethod {", "package var qrCodeID: Given?",
            "grace = Duration.milliseconds(try fields.integer(\"grace_ms\", in: 1...9))",
            "isArmed = try fields.optionalBool(\"armed\") ?? false", "package var isQuiet: Bool?",
            "uid = try fields.optionalInteger(\"uid\", in: 0...4294967295).map { UInt32($0) }",
            "pin = try fields.optionalString(\"pin\", as: Rules.pin)", "try fields.end()",
            "if isArmed { writer.member(\"armed\", isArmed) }", "extension AB.Params: Withheld {}",
        ] { #expect(text.contains(line), "\(line)\n\(text)") }
    }

    @Test("contract types: a number that may be negative is not read as one that may not")
    func aNumberThatMayBeNegativeIsNotReadAsOneThatMayNot() throws {
        let params = Self.object(#""n":{"type":"integer","maximum":4294967295}"#)
        #expect(try Self.made(params: params).text.contains("package var n: Int?"))
    }

    /// Methods share the common types of parameters and results. These types do not need the methods, so a program can
    /// link them alone.
    @Test("contract types: methods and values can be made apart") func methodsAndValuesCanBeMadeApart() throws {
        let ways = ##""ways":{"type":"array","items":{"$ref":"#/types/way"},"maxItems":2}"##
        let thing = Self.object(##"\##(ways),"ephemeral":{"const":true}"##)
        let types = #"{"thing":\#(thing),"way":{"type":"string","enum":["near","far"]}}"#
        let page = #""next_page_token":{"type":"string"}"#
        let result = Self.object(##""things":{"type":"array","items":{"$ref":"#/types/thing"}},\##(page)"##)
        let params = Self.object(#""door":{"type":"string"},"page_token":{"type":"string"},"limit":{"type":"integer"}"#)
        let values = try Self.made("values", types: types, params: params, result: result).text
        let methods = try Self.made("methods", types: types, params: params, result: result).text
        for line in [
            "package struct Thing: JSONRecord, Hashable {", "package enum Way: String",
            "ways = try fields.strings(\"ways\", count: 0...64, bytes: 0...64).compactMap(Way.init(rawValue:))",
            "isEphemeral = try fields.optionalBool(\"ephemeral\") ?? false",
        ] { #expect(values.contains(line) && !methods.contains(line), "\(line)\n\(values)") }
        for line in [
            "package enum AB: TypedMethod {", "page = try PageParams(from: &fields)", "page.writeMembers(to: &writer)",
            "extension Thing: Listed {", "package typealias Result = Page<Thing>",
        ] { #expect(methods.contains(line) && !values.contains(line), "\(line)\n\(methods)") }
    }

    @Test("contract types: a list of secrets is withheld") func aListOfSecretsIsWithheld() throws {
        let params = Self.object(#""pins":{"type":"array","maxItems":3,"items":{"type":"string","secret":true}}"#)
        #expect(try Self.made(params: params).text.contains("extension AB.Params: Withheld {}"))
    }

    @Test(
        "contract types: what has no form in Swift is refused, and named",
        arguments: [
            (#""x":{"type":"string","const":"yes"}"#, "AB.Params.x"), (#""x":{"oneOf":[]}"#, "no type for x"),
            (#""x":{"type":"string","pattern":"^a$","maxLength":1}"#, "or a pattern and a length"),
            (#""x":{"type":"array","items":{"type":"integer"}}"#, "a list of Int64"),
            (#""x":{"type":"object","additionalProperties":{"type":"string"}}"#, "other members"),
        ])
    func refused(member: String, why: String) throws {
        let (status, _, error) = try Self.made(params: Self.object(member))
        #expect(status == 1 && error.contains(why) && error.contains("s: "), "\(error)")
    }

    @Test("contract types: what is answered can be a parameter") func whatIsAnsweredCanBeAParameter() throws {
        let inner = #"{"type":"object","swift":"Inner","properties":{"x":{"type":"string"}}}"#
        let outer = #"{"type":"object","swift":"Outer","properties":{"inner":\#(inner)}}"#
        let (status, text, error) = try Self.made(params: Self.object(#""outer":\#(outer)"#), result: outer)
        #expect(status == 0 && text.contains("outer = try fields.optionalClosedValue(\"outer\")"), "\(error)")
    }

    @Test("contract types: one name has one form") func oneNameHasOneForm() throws {
        let one = #"{"type":"object","swift":"Same","properties":{"x":{"type":"string","maxLength":4}}}"#
        let other = #"{"type":"object","swift":"Same","properties":{"x":{"type":"string","maxLength":5}}}"#
        let (status, _, error) = try Self.made(params: one, result: other)
        #expect(status == 1 && error.contains("Same has two forms: x"), "\(error)")
        #expect(try Self.made(params: one, result: one).status == 0)
    }
}
