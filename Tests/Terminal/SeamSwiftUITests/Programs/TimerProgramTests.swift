import GalleryPrograms
import TermCore
import TermUI
import Testing

/// Tests the timer program. Each second of its timer takes five milliseconds.
@MainActor @Suite(.timeLimit(.minutes(5))) struct TimerProgramTests {
    private func pilot() -> Pilot { Pilot(TimerProgramView(interval: 0.005)) }

    @Test("timer program: by keys") func byKeys() async {
        let pilot = pilot()
        pilot.press(.rightArrow, .leftArrow, .leftArrow)
        #expect(pilot.shows("00:30") && pilot.shows("30 seconds"))
        pilot.press(.tab, .return)
        #expect(pilot.shows("Pause"))
        #expect(await pilot.wait { !pilot.shows("00:30") })
        pilot.press(.tab, .return)
        #expect(pilot.shows("Lap 1: "))
        #expect(await pilot.wait { pilot.shows("Time is up") })
        #expect(pilot.shows("00:00") && pilot.shows("Start"))
        // The button for laps is now disabled, so the focus has moved.
        pilot.press(.tab, .tab, .return)
        #expect(pilot.shows("00:30") && !pilot.shows("Time is up") && !pilot.shows("Lap 1"))
    }

    @Test("timer program: by mouse") func byMouse() async {
        let pilot = pilot()
        pilot.click("+]")
        #expect(pilot.shows("01:30"))
        pilot.click("Start")
        #expect(await pilot.wait { !pilot.shows("01:30") })
        pilot.click("Pause")
        let clock = pilot.lines.first { $0.contains("01:") }
        #expect(pilot.shows("Start") && clock != nil)
        for _ in 0..<1000 { await Task.yield() }
        #expect(pilot.lines.contains { $0 == clock }, "a timer that was stopped does not go on")
        pilot.click("Reset")
        #expect(pilot.shows("01:30"))
    }

    @Test("timer program: in lines") func inLines() async {
        let pilot = pilot()
        #expect(pilot.tells("01:00") && pilot.tells("60 seconds"))
        pilot.choose("60 seconds", "-")
        pilot.choose("Start")
        #expect(pilot.tells("Pause") && !pilot.tells("Start"))
        pilot.choose("Lap")
        #expect(pilot.told.contains { $0.hasPrefix("Lap 1: ") })
        #expect(await pilot.wait { pilot.tells("Time is up") })
        pilot.choose("Reset")
        #expect(pilot.tells("00:30"))
    }
}
