import Foundation
import Observation
import OpenCombine
import TermControls
import TermCore
import TermUI
import Testing

/// Tests state that belongs to a place in the tree, and modifiers that apply to several views. The state and the
/// modifiers behave as SwiftUI documents.
@MainActor @Suite struct PlaceTests {
    private static func trimmed(_ pilot: Pilot) -> [String] {
        pilot.text.split(separator: "\n").map { String($0.drop { $0 == " " }) }
    }

    @Test("place: a modifier after for each is one after each row of a list")
    func aModifierAfterForEachIsOneAfterEachRowOfAList() {
        @MainActor struct Rows: View {
            @State private var selected: Int?

            var body: some View {
                List(selection: $selected) { ForEach(0..<3, id: \.self) { Text("row \($0)") }.padding(.leading, 16) }
            }
        }
        let pilot = Pilot(Rows(), columns: 20, rows: 3)
        #expect(Self.trimmed(pilot) == ["row 0", "row 1", "row 2"])
        pilot.press(.downArrow, .downArrow)
        #expect(pilot.style(of: "row 1") != pilot.style(of: "row 0"))
    }

    @Observable fileprivate final class Model {
        var name = "Ada"
        var other = 0
    }

    @Test("place: an observable model redraws its readers only") func anObservableModelRedrawsItsReadersOnly() {
        struct Reader: View {
            let model: Model
            let asked: (String) -> Void

            var body: some View {
                asked("reader")
                return Text(model.name)
            }
        }
        struct Owner: View {
            @State var model = Model()
            let asked: (String) -> Void

            var body: some View {
                asked("owner")
                return VStack { Reader(model: model, asked: asked) }
                    .onKeyPress("n") {
                        model.name = "Grace"
                        return .handled
                    }
                    .onKeyPress("o") {
                        model.other += 1
                        return .handled
                    }
            }
        }
        var log: [String] = []
        let pilot = Pilot(Owner { log.append($0) })
        #expect(log == ["owner", "reader"])
        pilot.press("n")
        #expect(pilot.shows("Grace") && log == ["owner", "reader", "reader"])
        pilot.press("o")
        #expect(log.count == 3)
    }

    @Test("place: models come from the environment by type") func modelsComeFromTheEnvironmentByType() {
        final class Old: ObservableObject {
            @Published var count = 0
        }
        struct Inner: View {
            @Environment(Model.self) private var model
            @Environment(Model.self) private var maybe: Model?
            @EnvironmentObject private var old: Old

            var body: some View {
                @Bindable var model = model
                return Text("\(model.name) \(maybe == nil ? "none" : "some") \(old.count)")
                    .onKeyPress("+") {
                        old.count += 1
                        $model.name.wrappedValue += "!"
                        $old.count.wrappedValue += 1
                        return .handled
                    }
            }
        }
        let pilot = Pilot(VStack { Inner() }.environment(Model()).environmentObject(Old()))
        #expect(pilot.shows("Ada some 0"))
        pilot.press("+")
        #expect(pilot.shows("Ada! some 2"))
    }

    @Test("place: a modifier has state of its own") func aModifierHasStateOfItsOwn() {
        struct Counted: ViewModifier {
            let step: Int
            @State private var count = 0

            func body(content: Content) -> some View {
                HStack {
                    content
                    Text("\(count)")
                }
                .onKeyPress(.space) {
                    count += step
                    return .handled
                }
            }
        }
        let pilot = Pilot(Text("x").modifier(Counted(step: 2)).modifier(EmptyModifier()))
        pilot.press(.space)
        #expect(pilot.shows("x 2"))
        let both = Pilot(Text("x").modifier(Counted(step: 1).concat(Counted(step: 3))))
        both.press(.space)
        #expect(both.shows("x 1 0"))
    }

    @Test("place: a binding of a collection is one of its elements") func aBindingOfACollectionIsOneOfItsElements() {
        struct Item: Identifiable {
            let id: Int
            var name: String
        }
        struct Owner: View {
            @State private var items = [Item(id: 1, name: "one"), Item(id: 2, name: "two")]

            var body: some View {
                VStack {
                    ForEach($items) { $item in TextField("name", text: $item.name) }
                    Text(items.map(\.name).joined(separator: "+"))
                }
                .onKeyPress(.escape) {
                    items.removeAll()
                    return .handled
                }
            }
        }
        let pilot = Pilot(Owner())
        pilot.type("!")
        #expect(pilot.shows("one!+two"))
        pilot.press(.escape)
        #expect(!pilot.shows("one"))
    }

    @Test("place: stored values are there when the program runs again")
    func storedValuesAreThereWhenTheProgramRunsAgain() throws {
        enum Level: String { case low, high }
        struct Owner: View {
            @AppStorage("count") private var count = 1
            @AppStorage("name") private var name = "nobody"
            @AppStorage("level") private var level = Level.low
            @AppStorage("maybe") private var maybe: Double?

            var body: some View {
                Text("\(count) \(name) \(level.rawValue) \(maybe ?? 0)").onKeyPress("+") {
                    (count, name, level, maybe) = (count + 1, "Ada", .high, 2.5)
                    return .handled
                }
            }
        }
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("program/values.json")
        func run() -> Pilot {
            Pilot(
                VStack {
                    Owner(); Owner()
                }.environment(\.appStore, AppStore(file: file)))
        }
        let first = run()
        #expect(first.shows("1 nobody low 0.0"))
        first.press("+")
        #expect(first.lines.filter { $0.contains("2 Ada high 2.5") }.count == 2)
        #expect(run().shows("2 Ada high 2.5"))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try Data("{ not JSON".utf8).write(to: file)
        #expect(run().shows("1 nobody low 0.0"))
        #expect(FileManager.default.fileExists(atPath: file.path + ".damaged"))
    }
}
