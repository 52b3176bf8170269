import SeamModel
import SessionCore
import Testing
import Wire

/// Tests the daemon's knowledge about public screens. The clock is virtual.
@Suite struct KioskScreensTests {
    private static let time = Timestamp(millisecondsSince1970: 1)
    private static let later = Timestamp(millisecondsSince1970: 2)

    private static func screen(
        _ kiosk: String, _ state: KioskScreen.State = .waiting, at time: Timestamp = time,
        ended: [KioskScreen.End: Int64] = [.idle: 2]
    ) -> KioskScreen {
        KioskScreen(kiosk: kiosk, state: state, isSilent: false, heardAt: time, endedVisits: ended)
    }

    @Test("kiosk screens: one that says nothing is silent after fifteen seconds")
    func oneThatSaysNothingIsSilentAfterFifteenSeconds() {
        var screens = KioskScreens()
        screens.take(Self.screen("tty2"), moment: .seconds(100))
        screens.take(Self.screen("tty1", .visit, at: Self.later), moment: .seconds(101))
        #expect(screens.list(at: .seconds(115)).map(\.kiosk) == ["tty1", "tty2"])
        #expect(screens.list(at: .seconds(115)).map(\.isSilent) == [false, false])
        #expect(screens.list(at: .milliseconds(115_001)).map(\.isSilent) == [false, true])
        #expect(screens.list(at: .seconds(115))[1].heardAt == Self.time)
    }

    @Test("kiosk screens: they are well while each serves") func theyAreWellWhileEachServes() {
        var screens = KioskScreens()
        #expect(!screens.areWell(at: .zero), "there is none")
        for state in KioskScreen.State.allCases {
            screens.take(Self.screen("tty1", state), moment: .seconds(1))
            #expect(screens.areWell(at: .seconds(2)) == [.waiting, .visit, .staff].contains(state), "\(state)")
        }
        screens.take(Self.screen("tty1"), moment: .seconds(1))
        screens.take(Self.screen("tty2", .unavailable), moment: .seconds(1))
        #expect(!screens.areWell(at: .seconds(2)), "one of two does not")
        screens.take(Self.screen("tty2"), moment: .seconds(10))
        #expect(screens.areWell(at: .seconds(16)) && !screens.areWell(at: .seconds(17)), "the first is silent")
    }

    @Test("kiosk screens: visits count from the first report on") func visitsCountFromTheFirstReportOn() {
        var screens = KioskScreens()
        for (kiosk, ended) in [("a", 12_000), ("b", 7), ("a", 12_003), ("b", 7), ("a", 2), ("a", 2)]
            as [(String, Int64)]
        {
            screens.take(Self.screen(kiosk, ended: [.ended: ended]), moment: .seconds(1))
        }
        #expect(screens.ended == [.ended: 5], "three more, and two of a count that began anew")
    }

    /// Anyone who may send reports can send the greatest number, 2^53, as often as they like. The sum of 1,024 such
    /// numbers does not overflow.
    @Test("kiosk screens: no number's stop the count") func noNumbersStopTheCount() {
        var screens = KioskScreens()
        for number in 0..<4_096 {
            let count: Int64 = number.isMultiple(of: 2) ? 0 : 9_007_199_254_740_991
            screens.take(Self.screen("a", ended: [.idle: count]), moment: .seconds(1))
        }
        #expect(screens.ended == [.idle: .max])
    }

    @Test("kiosk screens: the one heard longest ago makes room") func theOneHeardLongestAgoMakesRoom() {
        var screens = KioskScreens()
        for number in 0..<KioskScreens.most {
            screens.take(Self.screen("k\(number)"), moment: .seconds(number))
        }
        screens.take(Self.screen("k0"), moment: .seconds(100))
        screens.take(Self.screen("new"), moment: .seconds(101))
        let names = screens.list(at: .seconds(101)).map(\.kiosk)
        #expect(names.count == KioskScreens.most && names.contains("new") && names.contains("k0"))
        #expect(!names.contains("k1"))
    }
}
