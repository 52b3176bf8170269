import SeamModel
import SessionCore
import Testing
import Wire

@Suite("A key with many doors")
struct CredentialFittingTests {
    private func key(doors: Int, name: String = "Door", warnings: Int = 0) -> Credential {
        let entrances = (0..<doors).map { number in
            Entrance(id: "entrance-\(number)", name: "\(name) \(number)", isBound: number == doors - 1)
        }
        let notes = (0..<warnings).map { number in
            CredentialWarning(kind: "w\(number)", message: String(repeating: "\u{1}", count: 1_024), isBlocking: false)
        }
        return Credential(
            id: "k", isManaged: true, name: "Key", location: "House", accessMethod: .mobileKey, entrances: entrances,
            warnings: notes)
    }

    @Test("credential fitting: one that fits stays as it is")
    func fits() {
        let key = key(doors: 100)
        #expect(key.fittingItem == key)
    }

    @Test(
        "credential fitting: one that does not is cut to an item, and says so",
        arguments: [(600, "Door"), (950, "D"), (5_000, "Door"), (40, String(repeating: "\u{1}", count: 1_000))])
    func cut(doors: Int, name: String) throws {
        let all = key(doors: doors, name: name)
        let key = all.fittingItem
        #expect(key.json.bytes.count <= Credential.longestJSON)
        #expect(key.entrances.count < doors)
        #expect(key.entrances.contains { $0.isBound }, "what opens here comes first")
        #expect(key.warnings.first?.kind == "entrances_left_out")
        #expect(try Credential(json: key.json) == key)
    }

    @Test("credential fitting: warnings do not fill the item either")
    func warnings() throws {
        let key = key(doors: 100, warnings: 32).fittingItem
        #expect(key.json.bytes.count <= Credential.longestJSON)
        #expect(!key.warnings.isEmpty && !key.entrances.isEmpty)
    }

    @Test("credential fitting: a door that is not listed opens by its id")
    func hidden() throws {
        var world = try World()
        let ids = (0..<1_000).map { "e-\($0)" }
        world.entranceIDs = ids
        world.moreEntrances = ids
        let derived = try #require(world.derivation.credentials(at: World.now).first)
        #expect(derived.doors.count == 1_000)
        #expect(derived.credential.entrances.count < 1_000)
        #expect(derived.credential.json.bytes.count <= Credential.longestJSON)
    }
}
