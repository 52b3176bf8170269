import Foundation
import TestSupport
import Testing

/// Runs `seam tui theme check` and `seam tui --theme` as a person does.
@Suite struct ThemeTests {
    private func run(_ arguments: [String]) async throws -> (status: Int32, output: String, errors: String) {
        let child = try ChildProcess(try Products.executable("seam-tui"), arguments)
        let status = try await child.awaitExit()
        return (status, child.output, child.errors)
    }

    private func file(_ text: String) throws -> URL {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("lmk_\(UUID()).json")
        try Data(text.utf8).write(to: file)
        return file
    }

    @Test("theme: a theme that can be read is said to be") func aThemeThatCanBeReadIsSaidToBe() async throws {
        for name in ["default", "high-contrast", "mono", "phosphor"] {
            let told = try await run(["theme", "check", name])
            #expect(told.status == 0 && told.output.contains("Everything can be read"), "\(name): \(told.errors)")
            #expect(told.output.contains("textPrimary") && told.output.contains("truecolor"))
        }
    }

    @Test("theme: one that cannot has status2 and its pairs") func oneThatCannotHasStatus2AndItsPairs() async throws {
        let file = try file(##"{"base": "phosphor", "colors": {"error": "#200000"}}"##)
        defer { try? FileManager.default.removeItem(at: file) }
        let told = try await run(["theme", "check", file.path])
        #expect(told.status == 2 && told.errors.contains("pairs of colours cannot be read"))
        #expect(told.output.split(separator: "\n").contains { $0.hasPrefix("error ") && $0.contains("!") })
        #expect(!told.output.split(separator: "\n").contains { $0.hasPrefix("textPrimary") && $0.contains("!") })
    }

    @Test("theme: values that a terminal does not draw are marked") func undrawnValuesAreMarked() async throws {
        let file = try file(##"{"layout": {"iconLarge": 40}, "spacing": {"large": 18, "xxl": 64}}"##)
        defer { try? FileManager.default.removeItem(at: file) }
        let told = try await run(["theme", "check", file.path])
        let marked = told.output.split(separator: "\n").filter { $0.contains("not drawn by a terminal") }
        #expect(told.status == 0)
        #expect(
            marked == [
                "/spacing/large is not drawn by a terminal: 18 is drawn like 16",
                "/layout/iconLarge is not drawn by a terminal: a symbol has the size of letters",
            ])
    }

    @Test("theme: a file that is wrong has its place") func aFileThatIsWrongHasItsPlace() async throws {
        let file = try file("{\n  \"colors\": {\"primary\": 7}\n}")
        defer { try? FileManager.default.removeItem(at: file) }
        for arguments in [["theme", "check", file.path], ["--theme", file.path]] {
            let told = try await run(arguments)
            #expect(told.status == 65 && told.output.isEmpty)
            #expect(told.errors.hasPrefix("seam tui: \(file.path):2:25: /colors/primary must be a colour"))
        }
        #expect(try await run(["theme", "check", "/nowhere.json"]).status == 65)
        #expect(try await run(["theme", "paint", "default"]).status == 64)
    }
}
