import Glibc
import TermCore
import Testing
import Wire

@testable import CommandLineTool

@Suite("Local times")
struct LocalTimeTests {
    @Test("follow the machine's zone while the program runs")
    func zoneThatChanges() async {
        await #expect(processExitsWith: .exitCode(42)) {
            let time = Timestamp(millisecondsSince1970: 1_795_615_200_000)
            setenv("TZ", "Europe/Berlin", 1)
            let before = LocalTime.clock(time).description
            setenv("TZ", "Asia/Tokyo", 1)
            let after = LocalTime.clock(time).description
            exit(before == "15:00:00" && after == "23:00:00" ? 42 : 1)
        }
    }
}
