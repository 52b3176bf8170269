import Testing
import Wire

@Suite("Vectors: JSON")
struct JSONVectorTests {
    static let names = ProtocolFiles.names(in: "vectors/json", ending: ".json")

    @Test("JSON vector: there are vectors")
    func some() {
        #expect(Self.names.count >= 70)
    }

    @Test("JSON vector: a text is read and written as expected, or refused where expected", arguments: names)
    func read(name: String) throws {
        let vector = try Vector("json", name)
        do {
            let value = try JSON(parsing: vector.input)
            let expected = try #require(vector.json["expect"], "the fault \(String(describing: vector.json["fault"]))")
            if let count = expected["string_bytes"]?.integerValue {
                #expect(value.stringValue?.utf8.count == Int(count))
            } else {
                let text = try #require(expected.stringValue)
                #expect(value.text == text)
                #expect(try JSON(parsing: Array(text.utf8)) == value)
            }
        } catch let fault as JSONFault {
            #expect(fault.rule.rawValue == vector.json["fault"]?["rule"]?.stringValue, "\(fault)")
            #expect(Int64(fault.offset) == vector.json["fault"]?["offset"]?.integerValue, "\(fault)")
        }
    }

    @Test("JSON vector: passing over a value checks it just as strictly", arguments: names)
    func skip(name: String) throws {
        let vector = try Vector("json", name)
        do {
            _ = try JSONText(vector.input[...])
            #expect(vector.json["expect"] != nil)
        } catch {
            #expect(error.rule.rawValue == vector.json["fault"]?["rule"]?.stringValue, "\(error)")
            #expect(Int64(error.offset) == vector.json["fault"]?["offset"]?.integerValue, "\(error)")
        }
    }
}
