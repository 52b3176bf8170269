import Foundation
import TermControls
import TermCore
import TermUI
import Testing

/// Tests sliders, steppers, gauges and progress.
@MainActor @Suite struct RangeControlTests {
    private struct Sliders: View {
        @State private var volume = 0.5
        @State private var size: Float = 4
        @State private var events = ""

        var body: some View {
            VStack(alignment: .leading) {
                Slider(value: $volume) {
                    Text("Volume")
                } onEditingChanged: {
                    events += $0 ? "(" : ")"
                }
                Slider(value: $size, in: 0...10, step: 2) {
                    Text("Size")
                } minimumValueLabel: {
                    Text("0")
                } maximumValueLabel: {
                    Text("10")
                }
                .labelsHidden()
                Text("\(Int(volume * 100)) \(Int(size)) \(events)")
            }
        }
    }

    private static func lines(_ pilot: Pilot) -> [String] { pilot.plain.lines.map(\.description) }

    @Test("range control: a slider is moved by keys and by the mouse") func aSliderIsMovedByKeysAndByTheMouse() {
        let pilot = Pilot(Sliders(), columns: 28, rows: 3)
        #expect(pilot.lines[0] == "Volume ━━━━━━━━━━●──────────")
        #expect(pilot.lines[1] == "0 ━━━━━━━━━●───────────── 10")
        pilot.press(.rightArrow)
        #expect(pilot.shows("55 4 ()"))
        pilot.press(.end, .rightArrow)
        #expect(pilot.shows("100 4 ()()"), "there is no more, and nothing is told")
        pilot.press(.home, .tab, "+")
        #expect(pilot.shows("0 6 ()()()"))
        pilot.click(x: 27, y: 0)
        pilot.click(x: 3, y: 1)
        #expect(pilot.shows("100 0"))
    }

    @Test("range control: a slider is read and written") func aSliderIsReadAndWritten() {
        let pilot = Pilot(Sliders(), columns: 28, rows: 3)
        #expect(Self.lines(pilot).prefix(2) == ["1. Volume, 50%", "2. Size, 4"])
        #expect(pilot.plain.perform("1 --") == .done && pilot.plain.perform("2 7.2") == .done)
        #expect(pilot.shows("40 8"))
        #expect(pilot.plain.perform("1 90%") == .done && pilot.plain.perform("1 nan") == .unknown)
        #expect(pilot.plain.perform("1") == .unknown && pilot.shows("90 8"))
    }

    @Test("range control: a scale takes any numbers") func aScaleTakesAnyNumbers() {
        for value in [Double.nan, .infinity, -.infinity, 1e300, -5] {
            for bounds in [0...1, -1e308...1e308, 0...0, 0...Double.infinity] {
                let pilot = Pilot(Hostile(value: value, bounds: bounds), columns: 12, rows: 3)
                pilot.press(.rightArrow, .leftArrow, .home, .end)
                pilot.click(x: 6, y: 0)
                #expect(pilot.shows("x ") && Self.lines(pilot).count == 3)
            }
        }
        let none = Pilot(Sliders(), columns: 1, rows: 1)
        none.press(.rightArrow)
        none.click(x: 0, y: 0)
        #expect(none.frame.width == 1)
    }

    private struct Hostile: View {
        @State var value: Double
        let bounds: ClosedRange<Double>

        var body: some View {
            Slider(value: $value, in: bounds, step: .nan) { Text("x") }
            Gauge(value: value, in: bounds) { Text("y") }
            ProgressView(value: value, total: 0) {
                Text("z")
            } currentValueLabel: {
                Text("w")
            }
        }
    }

    private struct Steppers: View {
        @State private var count = 3
        @State private var byte: UInt8 = 250
        @State private var log = ""

        var body: some View {
            VStack(alignment: .leading) {
                Stepper("Count: \(count)", value: $count, in: 0...5)
                Stepper("Byte", value: $byte, step: 4, format: .number)
                Stepper("Own") {
                    log += "+"
                } onDecrement: {
                    log += "-"
                }
                Text("\(count) \(byte) \(log)")
            }
        }
    }

    @Test("range control: a stepper goes up and down") func aStepperGoesUpAndDown() {
        let pilot = Pilot(Steppers().filling(), columns: 20, rows: 4)
        #expect(pilot.lines.prefix(3) == ["Count: 3 [-|+]", "Byte [- 250 +]", "Own [-|+]"])
        pilot.press(.rightArrow, "+", "+", "+")
        #expect(pilot.shows("5 250"))
        pilot.press("-", .tab, .rightArrow, .rightArrow, .rightArrow)
        #expect(pilot.shows("4 254"), "the type has no larger value")
        pilot.click("[-")
        pilot.press(.tab, .tab, .rightArrow, .leftArrow, .leftArrow)
        #expect(pilot.shows("3 254 +--"))
        #expect(Self.lines(pilot) == ["1. Count: 3", "2. Byte, 254", "3. Own", "3 254 +--"])
        #expect(pilot.plain.perform("1 --") == .done && pilot.plain.perform("2 17") == .done)
        #expect(pilot.plain.perform("2 300") == .unknown && pilot.shows("1 17 +--"))
    }

    @Test("range control: a gauge tells its value") func aGaugeTellsItsValue() {
        let pilot = Pilot(
            VStack(alignment: .leading) {
                Gauge(value: 0.25) { Text("Fuel") }.gaugeStyle(.accessoryCircular)
                Gauge(value: 30.0, in: 0...60) {
                    Text("Heat")
                } currentValueLabel: {
                    Text("30 °C")
                } minimumValueLabel: {
                    Text("0")
                } maximumValueLabel: {
                    Text("60")
                }
            }, columns: 22, rows: 2)
        #expect(pilot.lines == ["Fuel ████░░░░░░░░░░░░", "Heat 0 ███░░░ 60 30 °C"])
        #expect(Self.lines(pilot) == ["Fuel, 25%", "Heat, 30 °C"])
    }

    @Test("range control: progress has styles") func progressHasStyles() {
        struct Words: ProgressViewStyle {
            func makeBody(configuration: Configuration) -> some View {
                HStack {
                    configuration.label
                    Text("at \(configuration.fractionCompleted ?? -1, specifier: "%.1f")")
                }
            }
        }
        let now = Date.now
        let pilot = Pilot(
            VStack(alignment: .leading) {
                ProgressView("Copy", value: 1, total: 2).progressViewStyle(Words())
                ProgressView(value: 0.2) { Text("Load") }.progressViewStyle(.circular)
                ProgressView { Text("Wait") }
                ProgressView(timerInterval: now.addingTimeInterval(-50)...now.addingTimeInterval(50)) {
                    Text("Time")
                } currentValueLabel: {
                    Text("soon")
                }
            }, columns: 20, rows: 4)
        #expect(pilot.lines == ["Copy at 0.5", "Load 20%", "◐ Wait", "Time █████░░░░░ soon"])
    }
}
