import DevCloud
import Testing
import Wire

@Suite struct SeedTests {
    private let start = Timestamp(millisecondsSince1970: 1_780_000_000_000)

    @Test("seed: shipped seed is readable") func shippedSeedIsReadable() throws {
        _ = try Seed(shippedSeed(), start: start)
    }

    @Test(
        "seed: refuses what is no seed",
        arguments: [
            "", "[]", "{}", #"{"workspace":{}}"#, #"{"workspace":{"workspace_id":"w"},"frobs":[]}"#,
            #"{"workspace":{"workspace_id":"w"},"phones":{}}"#, #"{"workspace":{"workspace_id":"w"},"phones":[{}]}"#,
            #"{"workspace":{"workspace_id":"w"},"phones":[{"device_id":"a"},{"device_id":"a"}]}"#,
            #"{"workspace":{"workspace_id":"w","workspace_id":"w"}}"#, #"{"workspace":{"workspace_id":"w"}}x"#,
        ])
    func refusesWhatIsNoSeed(text: String) {
        #expect(throws: DevCloudError(.seed, "")) { try Seed(Array(text.utf8), start: start) }
    }

    @Test("seed: names line and column") func namesLineAndColumn() throws {
        let error = #expect(throws: DevCloudError.self) { try Seed(Array("{\n  x}".utf8), start: start) }
        #expect(error?.description.contains("line 2, column 3") == true)
    }

    @Test("seed: resolves relative times") func resolvesRelativeTimes() async throws {
        let seed = """
            {"workspace":{"workspace_id":"w"},"acs_credentials":[
            {"acs_credential_id":"c","starts_at":"-90m","ends_at":"+30d","issued_at":"now","display_name":"+30d"}]}
            """
        try await withDevCloud(seed: seed) { cloud in
            let rows = try await cloud.control("rows/list", ["table": "acs_credentials"])["rows"]?.arrayValue
            let row = try #require(rows?.first)
            #expect(row["starts_at"]?.stringValue == "2026-06-01T10:30:00.000Z")
            #expect(row["ends_at"]?.stringValue == "2026-07-01T12:00:00.000Z")
            #expect(row["issued_at"]?.stringValue == "2026-06-01T12:00:00.000Z")
            #expect(row["display_name"]?.stringValue == "+30d")
        }
    }
}
