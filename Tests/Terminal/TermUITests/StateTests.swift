import TermUI
import Testing

/// Tests which state of a view is kept when the view is described again, and which state begins again.
@MainActor @Suite struct StateTests {
    /// A counter that a person operates with keys. The counter also counts the evaluations of its body.
    private struct Counter: View {
        let name: String
        let asked: Tally
        @State private var count = 0

        var body: some View {
            asked.count(name)
            return Text("\(name) \(count)").onKeyPress("+") {
                count += 1
                return .handled
            }
        }
    }

    private final class Tally {
        private(set) var counts: [String: Int] = [:]

        func count(_ name: String) { counts[name, default: 0] += 1 }
    }

    private static func trimmed(_ pilot: Pilot) -> [String] {
        pilot.lines.map { String($0.drop { $0 == " " }) }
    }

    @Test("state: a value is kept and shown") func aValueIsKeptAndShown() {
        let tally = Tally()
        let pilot = Pilot(Counter(name: "n", asked: tally))
        #expect(pilot.text.contains("n 0"))
        pilot.press("+", "+")
        #expect(pilot.text.contains("n 2") && tally.counts == ["n": 3])
    }

    @Test("state: only what has changed is asked again") func onlyWhatHasChangedIsAskedAgain() {
        struct Pair: View {
            let tally: Tally

            var body: some View {
                tally.count("pair")
                return VStack {
                    Counter(name: "first", asked: tally)
                    Text("between")
                    Counter(name: "second", asked: tally).disabled(true)
                }
            }
        }
        let tally = Tally()
        let pilot = Pilot(Pair(tally: tally))
        pilot.press("+")
        #expect(pilot.shows("first 1") && pilot.shows("second 0"))
        #expect(tally.counts == ["pair": 1, "first": 2, "second": 1])
    }

    @Test("state: set to the same nothing is asked") func setToTheSameNothingIsAsked() {
        struct Same: View {
            let tally: Tally
            @State private var value = 1

            var body: some View {
                tally.count("same")
                return Text("\(value)").onKeyPress("=") {
                    value = 1
                    return .handled
                }
            }
        }
        let tally = Tally()
        Pilot(Same(tally: tally)).press("=", "=")
        #expect(tally.counts == ["same": 1])
    }

    @Test("state: a binding changes its owner") func aBindingChangesItsOwner() {
        struct Child: View {
            @Binding var value: Int

            var body: some View {
                Text("child \(value)").onKeyPress("+") {
                    value += 1
                    return .handled
                }
            }
        }
        struct Parent: View {
            @State private var value = 0

            var body: some View {
                VStack {
                    Text("parent \(value)")
                    Child(value: $value)
                }
            }
        }
        let pilot = Pilot(Parent())
        pilot.press("+", "+")
        #expect(pilot.shows("parent 2") && pilot.shows("child 2"))
    }

    @Test("state: two rows of one identity are both shown") func twoRowsOfOneIdentityAreBothShown() {
        let pilot = Pilot(VStack { ForEach(["x", "x", "x"], id: \.self) { Text($0) } }, columns: 3, rows: 3)
        #expect(pilot.lines == [" x", " x", " x"])
    }

    @Test("state: two rows of one identity stay apart") func twoRowsOfOneIdentityStayApart() {
        struct Rows: View {
            let tally: Tally
            @State private var turn = 0

            var body: some View {
                VStack {
                    ForEach(["x", "x"], id: \.self) { Counter(name: $0, asked: tally) }
                    Text("turn \(turn)")
                }
                .onKeyPress("r") {
                    turn += 1
                    return .handled
                }
            }
        }
        let pilot = Pilot(Rows(tally: Tally()), columns: 6, rows: 3)
        pilot.press("+", "r", "r")
        #expect(Self.trimmed(pilot) == ["x 0", "x 1", "turn 2"])
    }

    @Test("state: the environment reaches those below") func theEnvironmentReachesThoseBelow() {
        struct Reader: View {
            let tally: Tally
            @Environment(\.isEnabled) private var isEnabled

            var body: some View {
                tally.count("reader")
                return Text(isEnabled ? "enabled" : "disabled")
            }
        }
        struct Root: View {
            let tally: Tally
            @State private var isDisabled = false

            var body: some View {
                VStack { Reader(tally: tally) }.disabled(isDisabled).onKeyPress("d") {
                    isDisabled.toggle()
                    return .handled
                }
            }
        }
        let tally = Tally()
        let pilot = Pilot(Root(tally: tally))
        #expect(pilot.shows("enabled"))
        pilot.press("d")
        #expect(pilot.shows("disabled") && tally.counts == ["reader": 2])
    }
}
