import CommandLineTool
import Foundation
import RPC
import SeamModel
import SessionAPI
import TermCore
import TestSupport
import Testing
import Wire

/// The menu of keys that `seam unlock` shows if no key is named.
@Suite(.serialized) struct KeyMenuTests {
    private static let office = Credential(
        id: "cred-office", isManaged: true, name: "Office", location: "", provider: "nuki", accessMethod: .mobileKey,
        proximities: [.nearby],
        entrances: [
            Entrance(id: "main", name: "Main", isBound: true), Entrance(id: "garage", name: "Garage", isBound: true),
        ])

    private static func names(_ menu: KeyMenu) -> [String] { menu.rows.map(\.name.description) }

    @Test("key menu: it has the doors that open now, those that are heard first") func order() {
        let keys = [Script.home, Script.pool, Self.office]
        #expect(Self.names(KeyMenu(keys)) == ["Home", "Office: Main", "Office: Garage"])
        let near = [
            NearbyDoor.ID(credentialID: "cred-office", entranceID: "garage"),
            NearbyDoor.ID(credentialID: "cred-home", entranceID: "ent-front"),
        ]
        #expect(Self.names(KeyMenu(keys, near: near)) == ["Office: Garage", "Home", "Office: Main"])
    }

    @Test("key menu: a number or a part of a name chooses, and a part of several names narrows") func answers() {
        let menu = KeyMenu([Script.home, Self.office])
        #expect(menu.answer("2") == .chosen(menu.rows[1]))
        #expect(menu.answer("FRONT") == .chosen(menu.rows[0]), "the door of a key with one door")
        #expect(menu.answer("gar") == .chosen(menu.rows[2]))
        guard case .narrowed(let less) = menu.answer("office") else {
            Issue.record("not narrowed")
            return
        }
        #expect(Self.names(less) == ["Office: Main", "Office: Garage"] && less.answer("2") == .chosen(menu.rows[2]))
        for typed in ["0", "4", "-1", "99999999999999999999", "pool"] { #expect(menu.answer(typed) == .unknown) }
    }

    private static func key(_ id: String, _ name: String, _ doors: [(String, isBound: Bool)]) -> Credential {
        Credential(
            id: id, isManaged: true, name: name, location: "", provider: "nuki", accessMethod: .mobileKey,
            proximities: [.nearby], entrances: doors.map { Entrance(id: $0.0, name: $0.0, isBound: $0.isBound) })
    }

    @Test("key menu: a door that the row does not open is not chosen by its name") func otherDoors() {
        let menu = KeyMenu([Self.key("k", "House", [("North", true), ("South", false)]), Script.home])
        #expect(Self.names(menu) == ["House: North", "Home"])
        #expect(menu.answer("south") == .unknown)
        #expect(menu.answer("house") == .chosen(menu.rows[0]) && menu.rows[0].entrance?.id == "North")
    }

    @Test("key menu: a whole name wins over a part of another, and over a row's number") func wholeNames() {
        let numbers = KeyMenu([Self.key("b", "2", []), Self.key("a", "1", [])])
        #expect(!numbers.isNumbered, "row 1 is door 2")
        #expect(numbers.answer("1") == .chosen(numbers.rows[1]))
        let menu = KeyMenu([Self.key("a", "Door", []), Self.key("b", "Door 2", [])])
        #expect(menu.isNumbered && menu.answer("door") == .chosen(menu.rows[0]))
        let twins = KeyMenu([Self.key("a", "1", []), Self.key("b", "1", [])])
        #expect(twins.isNumbered && twins.answer("1") == .narrowed(twins), "only the number tells these two apart")
    }

    @Test("key menu: off a terminal a name is needed") func offTerminal() async throws {
        for arguments in [["unlock"], ["unlock", "--json"]] {
            let program = try await FinishedProgram.run(
                [Products.executable("seam")] + arguments, environment: [:], input: "1\n", directory: TestDirectory())
            #expect(program.status == 64 && program.errors.contains("name a key or a door"), "\(program)")
        }
    }

    @Test("key menu: at a terminal the chosen door opens") func atTerminal() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls, [Script.home, Self.office, Script.pool])
            Script.unlock(&handlers, calls, Script.result(.granted, .applied), .grantedAccess)
        } _: { daemon in
            let folder = URL(filePath: try Products.executable("seam")).deletingLastPathComponent()
            let terminal = try await TmuxTerminal(columns: 80, rows: 40, path: folder.path(percentEncoded: false))
            func awaits(_ text: String, times: Int) async throws {
                try await terminal.awaitScreen("\(text), \(times) times") {
                    $0.components(separatedBy: text).count == times + 1
                }
            }
            try await terminal.type("export SEAM_SOCKET='\(daemon.environment["SEAM_SOCKET"] ?? "")'")
            try await terminal.type("seam unlock")
            try await awaits("Which door?", times: 1)
            try await awaits("  3  Office: Garage", times: 1)
            try await terminal.type("pool")
            try await awaits("no door here is named 'pool'", times: 1)
            try await awaits("Which door?", times: 2)
            try await terminal.type("office")
            try await awaits("  2  Office: Garage", times: 1)
            try await awaits("Which door?", times: 3)
            try await terminal.type("2")
            try await awaits("granted: ", times: 1)
            try await terminal.type("seam unlock")
            try await awaits("Which door?", times: 4)
            try await terminal.press("Enter")
            try await awaits("nothing was opened", times: 1)
            #expect(daemon.calls.methods.filter { $0 == "unlock.start" }.count == 1)
        }
    }
}
