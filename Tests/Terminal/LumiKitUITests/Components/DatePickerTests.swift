import Foundation
import LumiKitCore
import LumiKitUI
import SeamSwiftUI
import TermUI
import Testing

@MainActor @Suite struct LMKDatePickerHelperTests {
    private let controller = UIViewController()

    /// A day relative to today, at noon.
    private func day(_ days: Int) -> Date {
        let calendar = LMKDateHelper.calendar
        return calendar.date(byAdding: .hour, value: 24 * days + 12, to: LMKDateHelper.today) ?? LMKDateHelper.today
    }

    private func days(_ date: Date) -> Int? {
        LMKDateHelper.calendar.dateComponents(
            [.day], from: LMKDateHelper.today, to: LMKDateHelper.startOfDay(for: date)
        ).day
    }

    private func screen() -> Pilot {
        var environment = EnvironmentValues()
        environment.timeZone = LMKDateHelper.calendar.timeZone
        return shown(controller, 60, 20, environment)
    }

    /// Presses Tab until the button with `title` has the focus, and then presses Enter.
    private func confirm(_ pilot: Pilot, _ title: String = "OK") {
        #expect(pilot.click(title), "\(pilot.text)")
    }

    @Test("LMK date picker helper: a default outside the limits becomes the nearest date") func limits() {
        let pilot = screen()
        var dates: [Int?] = []
        let take: (Date) -> Void = { dates.append(self.days($0)) }
        let ask: [() -> Void] = [
            {
                LMKDatePickerHelper.presentDatePickerAlert(
                    on: self.controller, title: "Taken", defaultDate: self.day(9), onConfirm: take)
            },
            {
                LMKDatePickerHelper.presentDatePicker(
                    on: self.controller, title: "Swapped", maximumDate: self.day(-9), minimumDate: self.day(-2),
                    onConfirm: take)
            },
            {
                LMKDatePickerHelper.presentFutureDatePicker(
                    on: self.controller, title: "Later", defaultDate: self.day(-3), onConfirm: take)
            },
            {
                LMKDatePickerHelper.presentFutureDatePicker(
                    on: self.controller, title: "Tomorrow", excludeToday: true, onConfirm: take)
            },
            {
                LMKDatePickerHelper.presentPastDatePicker(
                    on: self.controller, title: "Earlier", defaultDate: self.day(-4), onConfirm: take)
            },
        ]
        for ask in ask {
            ask()
            confirm(pilot)
            #expect(controller.presentedViewController == nil)
        }
        #expect(dates == [0, -2, 0, 1, -4])
    }

    @Test("LMK date picker helper: keys change the date within the limits, and Esc changes nothing") func keys() {
        let pilot = screen()
        var dates: [Int?] = []
        var cancelled = 0
        LMKDatePickerHelper.presentDatePickerAlert(
            on: controller, title: "Taken", defaultDate: day(0), onConfirm: { dates.append(self.days($0)) },
            onCancel: { cancelled += 1 })
        #expect(pilot.shows("Taken") && pilot.shows("OK"), "\(pilot.text)")
        pilot.press(.escape)
        #expect(dates.isEmpty && cancelled == 1 && !pilot.shows("Taken"))
        LMKDatePickerHelper.presentDatePicker(
            on: controller, title: "Day", defaultDate: day(-40), maximumDate: day(0), minimumDate: day(-40)
        ) { dates.append(self.days($0)) }
        // The year, then the month.
        pilot.press(.upArrow)
        confirm(pilot)
        #expect(dates == [0], "a year later is too late, so the latest date is taken")
    }

    @Test("LMK date picker helper: a day of a range moves the other day with it") func range() {
        let pilot = screen()
        var range: [Int?] = []
        LMKDatePickerHelper.presentDateRangePicker(
            on: controller, title: "Stay", defaultStartDate: day(5), defaultEndDate: day(3)
        ) { range = [self.days($0), self.days($1)] }
        #expect(pilot.shows("From") && pilot.shows("To"), "\(pilot.text)")
        pilot.press(.rightArrow, .rightArrow)
        for _ in 0..<4 { pilot.press(.upArrow) }
        confirm(pilot)
        #expect(range == [7, 7])
    }

    @Test("LMK date picker helper: a note is trimmed, and empty is none") func notes() {
        let pilot = screen()
        var notes: [String?] = []
        for text in ["  watered ", "   "] {
            LMKDatePickerHelper.presentDatePickerWithTextField(on: controller, title: "Note", message: "What?") {
                notes.append($1)
            }
            #expect(pilot.shows("Add notes...") && pilot.shows("What?"), "\(pilot.text)")
            pilot.type(text)
            confirm(pilot)
        }
        #expect(notes == ["watered", nil])
        #expect(LMKDatePickerHelper.Strings() == LMKDatePickerHelper.strings)
    }
}
