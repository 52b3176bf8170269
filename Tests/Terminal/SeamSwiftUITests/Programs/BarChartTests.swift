import GalleryPrograms
import TermCore
import TermUI
import Testing

@MainActor @Suite struct BarChartTests {
    /// The heights of the bars in cells, from the left.
    private func heights(_ pilot: Pilot) -> [Int] {
        let frame = pilot.frame
        let rows = (0..<frame.height).map { y in frame.row(y).map { $0.style.background != .standard } }
        let columns = (0..<frame.width).map { x in rows.count { $0[x] } }
        return columns.indices.filter { $0 > 0 && columns[$0] > 0 && columns[$0 - 1] == 0 }.map { columns[$0] }
    }

    @Test("bar chart: by keys") func byKeys() {
        let pilot = Pilot(BarChartView())
        #expect(pilot.shows("Average 5.6"))
        let week = heights(pilot)
        #expect(week.count == 5 && week.max() == week[3] && week.min() == week[0] && week[1] > week[2])
        pilot.press(.tab, .tab, .return)
        #expect(pilot.shows("Tue: 7 thousand") && !pilot.shows("Average"))
        pilot.press(.tab, .tab, .return)
        #expect(pilot.shows("Thu: 9 thousand"))
        for _ in 0..<4 { pilot.press(.tab, modifiers: .shift) }
        pilot.press(.rightArrow)
        #expect(pilot.shows("[Year]") && pilot.shows("Average 40.0") && heights(pilot).count == 4)
    }

    @Test("bar chart: by mouse") func byMouse() {
        let pilot = Pilot(BarChartView())
        pilot.click("Fri")
        #expect(pilot.shows("Fri: 4 thousand"))
        pilot.click("Year")
        #expect(pilot.shows("Average 40.0"))
        pilot.click("Q3")
        #expect(pilot.shows("Q3: 60 thousand"))
    }

    @Test("bar chart: in lines") func inLines() {
        let pilot = Pilot(BarChartView())
        #expect(pilot.told.first == "Steps" && pilot.tells("Average 5.6"))
        pilot.choose("Wed")
        #expect(pilot.tells("Wed: 5 thousand"))
        pilot.choose("Span", "Year")
        pilot.choose("Q4")
        #expect(pilot.tells("Q4: 35 thousand") && !pilot.tells("Wed"))
    }
}
