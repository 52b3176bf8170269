import Testing
import Wire

@Suite struct TimestampTests {
    @Test(
        "timestamp: is written and read",
        arguments: [
            (0, "1970-01-01T00:00:00.000Z"),
            (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_799_999, "2000-02-29T23:59:59.999Z"),
            (1_709_251_199_007, "2024-02-29T23:59:59.007Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (1_700_000_000_123, "2023-11-14T22:13:20.123Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00.000Z"),
        ] as [(Int64, String)])
    func isWrittenAndRead(milliseconds: Int64, text: String) {
        let time = Timestamp(millisecondsSince1970: milliseconds)
        #expect(time.description == text)
        #expect(Timestamp(text) == time)
    }

    @Test(
        "timestamp: reads what clouds write",
        arguments: [
            ("2026-11-21T10:00:00Z", "2026-11-21T10:00:00.000Z"),
            ("2026-11-21T10:00:00.5Z", "2026-11-21T10:00:00.500Z"),
            ("2026-11-21T10:00:00.123456789Z", "2026-11-21T10:00:00.123Z"),
            ("2026-11-21t10:00:00z", "2026-11-21T10:00:00.000Z"),
            ("2026-11-21T10:00:00+01:30", "2026-11-21T08:30:00.000Z"),
            ("2026-01-01T00:00:00.000-00:01", "2026-01-01T00:01:00.000Z"),
        ])
    func readsWhatCloudsWrite(text: String, same: String) {
        #expect(Timestamp(text)?.description == same)
    }

    @Test(
        "timestamp: refuses everything else",
        arguments: [
            "", "2026", "2026-11-21", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
            "2026-11-21T24:00:00Z", "2026-11-21T10:60:00Z", "2026-11-21T10:00:60Z", "2026-11-21T10:00:00",
            "2026-11-21T10:00:00.Z", "2026-11-21T10:00:00.1234567890Z", "2026-11-21T10:00:00+24:00",
            "0000-01-01T00:00:00Z",
            "2026-11-21T10:00:00Zx", "२०२६-11-21T10:00:00Z", "0001-01-01T00:00:00+00:01",
        ])
    func refusesEverythingElse(text: String) {
        #expect(Timestamp(text) == nil)
    }

    @Test("timestamp: stays within its years") func staysWithinItsYears() {
        #expect(Timestamp(millisecondsSince1970: .max).description == "9999-12-31T23:59:59.999Z")
        #expect(Timestamp(millisecondsSince1970: .min).description == "0001-01-01T00:00:00.000Z")
        let last = Timestamp(millisecondsSince1970: .max)
        #expect(last.advanced(by: .seconds(Int64.max / 2)) == last)
        #expect(Timestamp(millisecondsSince1970: 5).advanced(by: .milliseconds(-7)).millisecondsSince1970 == -2)
        #expect(Timestamp(millisecondsSince1970: 0).duration(to: last) == .milliseconds(last.millisecondsSince1970))
    }
}
