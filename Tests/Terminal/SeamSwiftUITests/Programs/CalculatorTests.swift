import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct CalculatorTests {
    /// The number in the first line of the calculator's screen.
    private func result(_ pilot: Pilot) -> String {
        pilot.text.prefix { $0 != "\n" }.filter { "0123456789.-+eEror".contains($0) }
    }

    @Test("calculator: by keys") func byKeys() {
        let pilot = Pilot(CalculatorView())
        pilot.type("12*3=")
        #expect(result(pilot) == "36" && pilot.shows("= 36"))
        pilot.type("-0.5+1=")
        #expect(result(pilot) == "36.5")
        pilot.type("c7/0=")
        #expect(result(pilot) == "Error")
        pilot.type("c")
        pilot.press(.tab, .tab, .tab, .return, .tab, .return)
        #expect(result(pilot) == "78", "the keys of the screen can be gone through, too")
    }

    @Test("calculator: by mouse") func byMouse() {
        let pilot = Pilot(CalculatorView())
        for key in ["9", "×", "8", "=", "±"] { #expect(pilot.click(key)) }
        #expect(result(pilot) == "-72" && pilot.shows("= 72"))
        pilot.click("C")
        #expect(result(pilot) == "0")
    }

    @Test("calculator: in lines") func inLines() {
        let pilot = Pilot(CalculatorView())
        #expect(pilot.told.first == "Result 0" && pilot.told.count == 19)
        for key in ["1", "0", "÷", "4", "="] { pilot.choose(key) }
        #expect(pilot.told.first == "Result 2.5" && pilot.told.last == "= 2.5")
    }
}
