import TermControls
import TermUI
import Testing

/// Tests two things: which state the rows of a `ForEach` keep, and bindings to parts of values.
@MainActor @Suite struct ForEachCheckTests {
    private struct Row: View {
        let name: String
        let log: CheckLog
        @State private var count = 0

        var body: some View {
            Button("\(name) \(count)") { count += 1 }.onAppear { log.note("+\(name)") }
                .onDisappear { log.note("-\(name)") }
        }
    }

    /// The rows on the screen after the test has pressed the first row, and has then pressed "s" to change the rows.
    private func turned(_ first: [String], _ then: [String], _ log: CheckLog = CheckLog()) -> [String] {
        let pilot = Pilot(
            Turning { turn in ForEach(turn == 0 ? first : then, id: \.self) { Row(name: $0, log: log) } },
            columns: 7, rows: 3)
        pilot.press(.return)
        pilot.press("s")
        return pilot.lines.filter { !$0.isEmpty }
    }

    // Check 2a: SwiftUI documents this behaviour.
    @Test("for each check: another order moves states and nothing appears")
    func anotherOrderMovesStatesAndNothingAppears() {
        let log = CheckLog()
        #expect(turned(["a", "b", "c"], ["c", "b", "a"], log) == ["[ c 0 ]", "[ b 0 ]", "[ a 1 ]"])
        #expect(log.lines == ["+a", "+b", "+c"])
    }

    // Check 2b: SwiftUI documents this behaviour.
    @Test("for each check: another ID in a place begins anew") func anotherIDInAPlaceBeginsAnew() {
        let log = CheckLog()
        #expect(turned(["a", "b"], ["z", "b"], log) == ["[ z 0 ]", "[ b 0 ]"])
        #expect(log.lines.sorted() == ["+a", "+b", "+z", "-a"])
    }

    // Check 2c: SwiftUI documents this behaviour.
    @Test("for each check: what is removed is forgotten and others keep theirs")
    func whatIsRemovedIsForgottenAndOthersKeepTheirs() {
        let log = CheckLog()
        #expect(turned(["a", "b", "c"], ["a", "c"], log) == ["[ a 1 ]", "[ c 0 ]"])
        #expect(log.lines.last == "-b")
    }

    // Check 2d: SwiftUI documents this behaviour for a constant range. If the range changes, SwiftUI behaves in the
    // same way but does not document this.
    @Test("for each check: a range grows and shrinks") func aRangeGrowsAndShrinks() {
        let log = CheckLog()
        let pilot = Pilot(
            Turning { turn in ForEach(0..<[1, 3, 2][turn % 3], id: \.self) { Row(name: "\($0)", log: log) } },
            columns: 7, rows: 3)
        pilot.press(.return, "s")
        #expect(pilot.lines == ["[ 0 1 ]", "[ 1 0 ]", "[ 2 0 ]"])
        pilot.press("s")
        #expect(pilot.shows("0 1") && pilot.shows("1 0") && !pilot.shows("2 0") && log.lines.last == "-2")
    }

    private struct Child: View {
        @Binding var value: Int

        var body: some View {
            Text("child \(value)").onKeyPress("+") {
                value += 1
                return .handled
            }
        }
    }

    // Check 12a: SwiftUI documents this behaviour.
    @Test("for each check: a binding of an element changes its array") func aBindingOfAnElementChangesItsArray() {
        struct Owner: View {
            @State private var values = [1, 2, 3]

            var body: some View {
                VStack {
                    Child(value: $values[1])
                    Text("\(values)")
                }
            }
        }
        let pilot = Pilot(Owner())
        pilot.press("+")
        #expect(pilot.shows("child 3") && pilot.shows("[1, 3, 3]"))
    }

    // Check 12b: SwiftUI documents this behaviour.
    @Test("for each check: a binding of two functions changes what they say")
    func aBindingOfTwoFunctionsChangesWhatTheySay() {
        struct Owner: View {
            @State private var half = 4

            var body: some View { Child(value: Binding(get: { half * 2 }, set: { half = $0 - 5 })) }
        }
        let pilot = Pilot(Owner())
        pilot.press("+")
        #expect(pilot.shows("child 8"))
        pilot.press("+")
        #expect(pilot.shows("child 8"), "9 is set: half of it is 4 again")
    }
}
