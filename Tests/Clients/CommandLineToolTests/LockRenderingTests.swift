import RadioModel
import SeamModel
import TermCore
import Testing
import Wire

@testable import CommandLineTool

@Suite("What people read of a lock")
struct LockRenderingTests {
    private static let now = Timestamp(millisecondsSince1970: 1_800_000_000_000)

    private static func status(_ report: LockReport, age: Duration = .seconds(190)) -> LockStatus {
        LockStatus(report, asOf: now.advanced(by: .zero - age))
    }

    @Test("lock rendering: nothing known is unknown, never locked")
    func unknown() {
        #expect(LockRendering.state(of: nil, at: Self.now).0 == "unknown")
        #expect(LockRendering.state(of: Self.status(LockReport(.unknown)), at: Self.now).0 == "unknown")
        #expect(LockRendering.battery(of: nil).0 == "-")
    }

    @Test("lock rendering: a state has its age")
    func ages() {
        func text(_ age: Duration) -> String {
            LockRendering.state(of: Self.status(LockReport(.locked), age: age), at: Self.now).0.description
        }
        #expect(text(.seconds(190)) == "locked, 3 min ago")
        #expect(text(.seconds(2)) == "locked, just now")
        #expect(text(.seconds(-5)) == "locked, just now")
        #expect(text(.seconds(7_300)) == "locked, 2 h ago")
        #expect(text(.seconds(-7_300)).hasPrefix("locked, at 2"), "the clock was set back")
    }

    @Test("lock rendering: a battery has its charge, and a warning first")
    func batteries() {
        func text(_ report: LockReport) -> String { LockRendering.battery(of: Self.status(report)).0.description }
        #expect(text(LockReport(.locked, batteryPercent: 82, isBatteryCritical: false)) == "82 %")
        #expect(text(LockReport(.locked, batteryPercent: 4, isBatteryCritical: true)) == "low, 4 %")
        #expect(text(LockReport(.locked, isBatteryCritical: true)) == "low")
        #expect(text(LockReport(.locked, batteryPercent: 12)) == "low, 12 %", "it never says more")
        #expect(text(LockReport(.locked)) == "-")
    }
}
