import Foundation
import OpenCombine
import TermControls
import TermUI
import Testing

/// Tests which views are described again after a change, and which views are not.
@MainActor @Suite struct DescriptionTests {
    private final class Tally {
        var asked = 0
    }

    fileprivate final class Service: Sendable {}

    fileprivate struct ServiceKey: EnvironmentKey { static let defaultValue = Service() }
    fileprivate struct OtherKey: EnvironmentKey { static let defaultValue = Service() }

    /// A view whose description is always the same. It counts how often its body is evaluated.
    private struct Leaf: View, Equatable {
        let tally: Tally
        @Environment(\.openURL) private var openURL

        static func == (one: Leaf, other: Leaf) -> Bool { one.tally === other.tally }

        var body: some View {
            tally.asked += 1
            return Button("open") { if let url = URL(string: "app:x") { openURL(url) } }
        }
    }

    /// A program that sets an action in the environment each time it takes a step.
    private struct Steps: View {
        let tally: Tally
        @State private var step = 0
        @State private var opened = "-"

        var body: some View {
            VStack(alignment: .leading) {
                Text("step \(step), opened in \(opened)")
                Leaf(tally: tally).onSubmit { step += 10 }
            }
            .environment(
                \.openURL,
                OpenURLAction { _ in
                    opened = "\(step)"
                    return .handled
                }
            )
            .onKeyPress("+") {
                step += 1
                return .handled
            }
        }
    }

    @Test("description: an action of the environment is the newest and asks nobody")
    func anActionOfTheEnvironmentIsTheNewestAndAsksNobody() {
        let tally = Tally()
        let pilot = Pilot(Steps(tally: tally), columns: 40, rows: 4)
        pilot.press("+", "+", "+")
        #expect(pilot.shows("step 3") && tally.asked == 1)
        pilot.click("[ open ]")
        #expect(pilot.shows("opened in 3"))
    }

    @Test("description: an action that is handed back does what it did") func anActionThatIsHandedBackDoesWhatItDid() {
        struct Keeper: View {
            let keep: (OpenURLAction) -> Void
            @Environment(\.openURL) private var openURL

            var body: some View {
                Button("keep") {
                    keep(openURL)
                    if let url = URL(string: "app:x") { openURL(url) }
                }
            }
        }
        struct Outer: View {
            @State private var kept: OpenURLAction?
            @State private var opened = 0

            var body: some View {
                VStack {
                    Text("opened \(opened)")
                    Keeper { kept = $0 }
                        .environment(
                            \.openURL,
                            kept
                                ?? OpenURLAction { _ in
                                    opened += 1
                                    return .handled
                                })
                }
            }
        }
        let pilot = Pilot(Outer(), columns: 20, rows: 3)
        pilot.press(.return, .return)
        #expect(pilot.shows("opened 2"))
    }

    @Test("description: an object is at the place that is named last") func anObjectIsAtThePlaceThatIsNamedLast() {
        struct Reader: View {
            @Environment(\.service) private var one
            @Environment(\.other) private var other
            let service: Service

            var body: some View { Text("\(one === service) \(other === service)") }
        }
        struct Places: View {
            @State private var isOther = false
            @State private var service = Service()

            var body: some View {
                Reader(service: service).environment(isOther ? \.other : \.service, service)
                    .onKeyPress("+") {
                        isOther.toggle()
                        return .handled
                    }
            }
        }
        let pilot = Pilot(Places(), columns: 20, rows: 1)
        #expect(pilot.shows("true false"))
        pilot.press("+")
        #expect(pilot.shows("false true"))
    }

    @Test("description: an object of the environment asks only if it is another")
    func anObjectOfTheEnvironmentAsksOnlyIfItIsAnother() {
        struct Serving: View {
            let tally: Tally
            @State private var service = Service()
            @State private var step = 0

            var body: some View {
                VStack {
                    Text("step \(step)")
                    Leaf(tally: tally)
                }
                .environment(\.service, service)
                .onKeyPress(keys: ["+", "o"]) { press in
                    if press.key == "o" { service = Service() }
                    step += 1
                    return .handled
                }
            }
        }
        let tally = Tally()
        let pilot = Pilot(Serving(tally: tally), columns: 20, rows: 4)
        pilot.press("+", "+")
        #expect(pilot.shows("step 2") && tally.asked == 1)
        pilot.press("o")
        #expect(pilot.shows("step 3") && tally.asked == 2)
    }

    /// Objects that are views, like those of LumiKit.
    private class Face: View {
        final var body: some View { Text(verbatim: words) }
        var words: String { "face" }
    }

    private final class Smile: Face {
        override var words: String { "smile" }
    }

    @Test("description: an object that is a view may be handed over as its superclass")
    func anObjectThatIsAViewMayBeHandedOverAsItsSuperclass() {
        struct Faces: View {
            let plain = Face()
            let smile = Smile()
            @State private var step = 0

            var body: some View {
                ZStack {
                    switch step {
                    case 0: AnyView(smile as Face)
                    case 1: AnyView(smile)
                    default: AnyView(plain)
                    }
                }
                .onKeyPress("+") {
                    step += 1
                    return .handled
                }
            }
        }
        let pilot = Pilot(Faces(), columns: 20, rows: 1)
        #expect(pilot.shows("smile"))
        pilot.press("+")
        #expect(pilot.shows("smile"))
        pilot.press("+")
        #expect(pilot.shows("face"))
    }

    @Test("description: an optional view is not what is in it") func anOptionalViewIsNotWhatIsInIt() {
        struct Perhaps: View {
            @State private var step = 0

            var body: some View {
                VStack(alignment: .leading) {
                    if step % 2 == 0 { Text("even") }
                    if step > 0 { Text("step \(step)") }
                }
                .onKeyPress("+") {
                    step += 1
                    return .handled
                }
            }
        }
        let pilot = Pilot(Perhaps(), columns: 20, rows: 3)
        for shown in [["even"], ["step 1"], ["even", "step 2"], ["step 3"]] {
            #expect(pilot.lines.map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty } == shown)
            pilot.press("+")
        }
    }

    private final class Model: ObservableObject {
        @Published var one = 0
        @Published var other = 0
    }

    private struct Both: View {
        @ObservedObject var model: Model

        var body: some View {
            VStack {
                Text("\(model.one)")
                Text("\(model.other)")
            }
        }
    }

    @Test("description: who reads the lines is told though nothing is drawn")
    func whoReadsTheLinesIsToldThoughNothingIsDrawn() {
        let model = Model()
        let graph = ViewGraph(Both(model: model), now: .now)
        graph.resize(to: CellSize(10, 2))
        _ = graph.semantics
        var told = 0
        graph.onChange = { told += 1 }
        for round in 1...3 {
            (model.one, model.other) = (round, round)
            #expect(told == round)
            #expect(graph.semantics.map(\.text) == ["\(round)", "\(round)"])
            told = round
        }
    }

    @Test("description: who shows the frames is told once for each") func whoShowsTheFramesIsToldOnceForEach() {
        let model = Model()
        let graph = ViewGraph(Both(model: model), now: .now)
        graph.resize(to: CellSize(10, 2))
        _ = graph.frame()
        var told = 0
        graph.onChange = { told += 1 }
        for round in 1...3 {
            (model.one, model.other) = (round, round)
            #expect(graph.needsFrame && told == round)
            // A view may change again while it is being drawn, so the host must check for changes after drawing.
            _ = graph.frame()
            told = round
            #expect(!graph.needsFrame)
        }
    }
}

extension EnvironmentValues {
    fileprivate var service: DescriptionTests.Service {
        get { self[DescriptionTests.ServiceKey.self] }
        set { self[DescriptionTests.ServiceKey.self] = newValue }
    }

    fileprivate var other: DescriptionTests.Service {
        get { self[DescriptionTests.OtherKey.self] }
        set { self[DescriptionTests.OtherKey.self] = newValue }
    }
}
