import Foundation
import TermControls
import TermUI
import Testing

/// Tests that state belongs to a place in the tree of views.
@MainActor @Suite struct IdentityCheckTests {
    /// Presses the counter's key once, and then presses the key "s" `turns` times. Returns the text of the counter
    /// afterwards.
    private func counted(_ view: some View, turns: Int = 1) -> String {
        let pilot = Pilot(view)
        pilot.press("+")
        for _ in 0..<turns { pilot.press("s") }
        return pilot.lines.map { String($0.drop { $0 == " " }) }.first { $0.hasPrefix("n ") } ?? ""
    }

    // Check 1a: SwiftUI documents this behaviour.
    @Test("identity check: another branch begins anew") func anotherBranchBeginsAnew() {
        let view = Turning { if $0 % 2 == 0 { CheckCounter() } else { CheckCounter() } }
        #expect(counted(view, turns: 0) == "n 1" && counted(view) == "n 0" && counted(view, turns: 2) == "n 0")
    }

    // Check 1b: SwiftUI documents this behaviour.
    @Test("identity check: a modifier with another value keeps the state")
    func aModifierWithAnotherValueKeepsTheState() {
        #expect(counted(Turning { CheckCounter().padding(CGFloat($0) * 8).disabled($0 > 5) }) == "n 1")
    }

    // Check 1c: SwiftUI documents this behaviour.
    @Test("identity check: another ID begins anew") func anotherIDBeginsAnew() {
        #expect(counted(Turning { CheckCounter().id($0) }) == "n 0")
        #expect(counted(Turning { CheckCounter().id($0 / 2) }) == "n 1")
    }

    // Check 1e: SwiftUI documents this behaviour.
    @Test("identity check: a view that comes before it keeps the state") func aViewThatComesBeforeItKeepsTheState() {
        let view = Turning { turn in
            if turn % 2 == 1 { Text("before") }
            CheckCounter()
        }
        #expect(counted(view) == "n 1" && counted(view, turns: 2) == "n 1")
    }

    // Check 1f: SwiftUI documents this behaviour.
    @Test("identity check: another case begins anew") func anotherCaseBeginsAnew() {
        let view = Turning {
            switch $0 / 2 {
            case 0: CheckCounter()
            case 1: CheckCounter()
            default: Text("n none")
            }
        }
        #expect(counted(view) == "n 1" && counted(view, turns: 2) == "n 0" && counted(view, turns: 4) == "n none")
    }

    private struct Pressed: View {
        @State private var count = 0

        var body: some View { Button("n \(count)") { count += 1 } }
    }

    // Check 1d: SwiftUI documents this behaviour.
    @Test("identity check: one view in two places has two states") func oneViewInTwoPlacesHasTwoStates() {
        let view = Pressed()
        let pilot = Pilot(
            VStack {
                view.id(1)
                view.id(2)
            }, columns: 7, rows: 2)
        pilot.press(.return)
        #expect(pilot.lines == ["[ n 1 ]", "[ n 0 ]"])
        pilot.press(.tab, .return, .return)
        #expect(pilot.lines == ["[ n 1 ]", "[ n 2 ]"])
    }

    // Check 1d': SwiftUI documents this behaviour.
    @Test("identity check: a container that repeats its content repeats its state")
    func aContainerThatRepeatsItsContentRepeatsItsState() {
        struct Repeated<Content: View>: View {
            @ViewBuilder let content: Content

            var body: some View { VStack { ForEach(0..<2, id: \.self) { _ in content } } }
        }
        let pilot = Pilot(Repeated { Pressed() }, columns: 7, rows: 2)
        pilot.press(.return, .tab, .return, .return)
        #expect(pilot.lines == ["[ n 1 ]", "[ n 2 ]"])
    }

    // Check 14a: SwiftUI documents this behaviour.
    @Test("identity check: an equatable view that says the same is not asked")
    func anEquatableViewThatSaysTheSameIsNotAsked() {
        struct Same: View, Equatable {
            let log: CheckLog
            @State private var count = 0

            nonisolated static func == (one: Same, other: Same) -> Bool { true }

            var body: some View {
                log.note("asked")
                return Text("n \(count)").onKeyPress("+") {
                    count += 1
                    return .handled
                }
            }
        }
        let log = CheckLog()
        let pilot = Pilot(Turning { _ in Same(log: log) })
        pilot.press("s", "s")
        #expect(log.lines.count == 1)
        pilot.press("+")
        #expect(log.lines.count == 2 && pilot.shows("n 1"), "its own state redraws it")
    }

    // Check 14b: SwiftUI behaves in this way, but does not document this behaviour.
    @Test("identity check: a change that makes another settles") func aChangeThatMakesAnotherSettles() {
        struct Settling: View {
            @State private var count = 0

            var body: some View {
                Text("n \(count)").onChange(of: count) { if count < 4 { count += 1 } }
                    .onKeyPress("+") {
                        count = 1
                        return .handled
                    }
            }
        }
        #expect(counted(Settling(), turns: 0) == "n 4")
    }

    // Check 16: SwiftUI documents this behaviour.
    @Test("identity check: an erased view keeps its state while it is of one type")
    func anErasedViewKeepsItsStateWhileItIsOfOneType() {
        let view = Turning { $0 < 2 ? AnyView(CheckCounter()) : AnyView(CheckCounter().bold()) }
        #expect(counted(view) == "n 1" && counted(view, turns: 2) == "n 0")
    }

    // Check 17: SwiftUI documents this behaviour.
    @Test("identity check: a state that is set in an initializer has its first value")
    func aStateThatIsSetInAnInitializerHasItsFirstValue() {
        struct Own: View {
            @State private var value: Int

            init(_ value: Int) { _value = State(initialValue: value) }

            var body: some View { Text("n \(value)") }
        }
        #expect(counted(Turning { Own($0 + 7) }) == "n 7" && counted(Turning { Own($0 + 7).id($0) }) == "n 8")
    }
}
