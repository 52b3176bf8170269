import SeamModel
import SeamSDK
import SessionAPI
import Testing
import Wire

@Suite("A public screen's report")
struct KioskReportTests {
    /// Reports would silently lose a word if the contract, the wire's type or the SDK lacked it.
    @Test("kiosk report: the contract, the wire's type and the SDK know the same ends of a visit, and the same states")
    func sameWords() throws {
        let types = try #require(try JSON(parsing: KioskContract.bytes)["types"])
        let ends = try #require(types["ends"]?["properties"]?.objectValue).members.map(\.key)
        #expect(KioskScreen.End.allCases.map(\.rawValue) == ends)
        #expect(SeamKioskReport.End.allCases.map(\.rawValue) == ends)
        let states = try #require(types["state"]?["enum"]?.arrayValue).compactMap(\.stringValue)
        #expect(KioskScreen.State.allCases.map(\.rawValue) == states)
        #expect(SeamKioskReport.State.allCases.map(\.rawValue) == states)
    }
}
