import CommandLineTool
import TestSupport
import Testing
import Wire

@Suite("JSON that is safe for a terminal")
struct SafeJSONTests {
    @Test("safe JSON: JSON keeps the value and shows nothing dangerous", arguments: HostileText.samples)
    func json(text: String) throws {
        guard !text.unicodeScalars.contains("\u{0}"), text.utf8.count <= 65_536 else { return }
        let value = JSON.object(JSONObject([JSONMember(key: "k" + text, value: .string(text))]))
        let line = SafeJSON.line(JSONText(value))
        for scalar in line.unicodeScalars { #expect(!HostileText.isDangerous(scalar), "\(scalar.value)") }
        #expect(try JSON(parsing: line.utf8) == value)
    }

    @Test("safe JSON: JSON spells out what looks like nothing, and what changes the character before it")
    func unseen() {
        let line = SafeJSON.line(JSONText(["door": "a\u{2800}b\u{1F44D}\u{1F3FD}"]))
        #expect(line == "{\"door\":\"a\\u2800b\u{1F44D}\\ud83c\\udffd\"}")
    }

    @Test("safe JSON: JSON is one line, whatever the server's white space")
    func oneLine() throws {
        let text = try JSONText(Array("{ \"a\" :\n [ 1 ,\t\"b \\\" c\" ] }".utf8)[...])
        #expect(SafeJSON.line(text) == "{\"a\":[1,\"b \\\" c\"]}")
    }
}
