import OpenCombine
import TermUI
import Testing

/// Tests objects that views observe.
@MainActor @Suite struct ObjectCheckTests {
    private final class Inner: ObservableObject {
        @Published var value: Int

        init(_ value: Int = 0) { self.value = value }
    }

    private final class Model: ObservableObject {
        @Published var name = "old"
        /// The inner object is not a published value of the outer object, so a change of the inner object does not
        /// count as a change of the outer one.
        var inner = Inner()
        private let log: CheckLog?

        init(_ log: CheckLog? = nil) {
            self.log = log
            log?.note("made")
        }

        deinit { log?.note("released") }
    }

    private struct Owner: View {
        @StateObject private var model: Model

        init(_ log: CheckLog) { _model = StateObject(wrappedValue: Model(log)) }

        var body: some View {
            Text(model.name).onKeyPress("+") {
                $model.name.wrappedValue += "!"
                return .handled
            }
        }
    }

    // Check 3a: SwiftUI documents this behaviour.
    @Test("object check: an object of a state is made once and kept") func anObjectOfAStateIsMadeOnceAndKept() {
        let log = CheckLog()
        let pilot = Pilot(
            Turning { turn in
                Owner(log)
                Text("turn \(turn)")
            })
        pilot.press("+", "s", "+")
        #expect(pilot.shows("old!!") && pilot.shows("turn 1") && log.lines == ["made"])
    }

    // Check 3b: SwiftUI documents this behaviour.
    @Test("object check: an object goes with its view and is made again") func anObjectGoesWithItsViewAndIsMadeAgain() {
        let log = CheckLog()
        let pilot = Pilot(Turning { if $0 % 2 == 0 { Owner(log) } })
        pilot.press("+", "s")
        #expect(log.lines == ["made", "released"])
        pilot.press("s")
        #expect(log.lines == ["made", "released", "made"] && pilot.shows("old") && !pilot.shows("old!"))
    }

    private struct Shown: View {
        @ObservedObject var model: Model

        var body: some View { Text("\(model.name) \(model.inner.value)") }
    }

    // Checks 4a and 4b: SwiftUI documents this behaviour.
    @Test("object check: a nested object is not observed and is there next time")
    func aNestedObjectIsNotObservedAndIsThereNextTime() {
        let model = Model()
        let pilot = Pilot(Shown(model: model))
        model.inner.value = 5
        #expect(pilot.shows("old 0"))
        model.name = "new"
        #expect(pilot.shows("new 5"))
    }

    // Check 4c: SwiftUI documents this behaviour.
    @Test("object check: another object is observed in its place") func anotherObjectIsObservedInItsPlace() {
        let (one, two) = (Model(), Model())
        let pilot = Pilot(Turning { Shown(model: $0 == 0 ? one : two) })
        pilot.press("s")
        two.name = "second"
        #expect(pilot.shows("second 0"))
        one.name = "first"
        #expect(pilot.shows("second 0"))
    }

    // Check 13d: SwiftUI documents this behaviour.
    @Test("object check: a property may be made of others") func aPropertyMayBeMadeOfOthers() {
        struct Doubled: DynamicProperty {
            @State var value = 1
            @Environment(\.isEnabled) var isEnabled
            var twice = 0

            mutating func update() { twice = value * 2 }
        }
        struct Owner: View {
            var doubled = Doubled()

            var body: some View {
                Text("\(doubled.value) twice \(doubled.twice) \(doubled.isEnabled ? "on" : "off")")
                    .onKeyPress("+") {
                        doubled.value += 1
                        return .handled
                    }
            }
        }
        let pilot = Pilot(Owner())
        pilot.press("+")
        #expect(pilot.shows("2 twice 4 on"))
    }

    // Check 19b: SwiftUI documents this behaviour.
    @Test("object check: a publisher is heard while the view is there") func aPublisherIsHeardWhileTheViewIsThere() {
        struct Heard: View {
            let subject: PassthroughSubject<Int, Never>
            @State private var sum = 0

            var body: some View { Text("sum \(sum)").onReceive(subject) { sum += $0 } }
        }
        let subject = PassthroughSubject<Int, Never>()
        let pilot = Pilot(Heard(subject: subject))
        subject.send(2)
        subject.send(3)
        #expect(pilot.shows("sum 5"))
        pilot.close()
        subject.send(1)
    }
}
