public import SeamSwiftUI

extension EnvironmentValues {
    @Entry var shade: String = "entry"
}

/// A page with state and text.
public struct TextPage: View {
    @Observable final class Model {
        var count = 3
    }

    final class Old: ObservableObject {
        @Published var name = "old"
    }

    struct Item: Identifiable {
        let id: Int
        var isOn: Bool
    }

    private struct Framed: ViewModifier {
        @State private var count = 1

        func body(content: Content) -> some View {
            HStack {
                Text("<\(count)")
                content
                Text(">")
            }
        }
    }

    private struct Reader: View {
        @Environment(Model.self) private var model
        @EnvironmentObject private var old: Old
        @Environment(\.shade) private var shade

        var body: some View {
            @Bindable var model = model
            return Text("model \($model.count.wrappedValue), \(old.name), \(shade)")
        }
    }

    @State private var model = Model()
    @StateObject private var old = Old()
    @State private var items = [Item(id: 1, isOn: true), Item(id: 2, isOn: false)]
    @SceneStorage("scene") private var scene = "scene"
    @ScaledMetric private var length = 8.0
    @Namespace private var space
    private let date = Date(timeIntervalSince1970: 0)

    /// The page.
    public init() {}

    /// A line for each name.
    public var body: some View {
        VStack(alignment: .leading) {
            Text("**bold** *italic* `code` ~~gone~~ [link](https://example.org)")
            Text("one ") + Text("two ").bold() + Text("three").foregroundColor(.red)
            Text("\(5) of \(7, specifier: "%03d"), \(2.5, format: .number), \(Text("text").italic())")
            Text("title").font(.largeTitle) + Text(" caption").font(.caption)
            Text("system").font(.system(.headline, design: .rounded, weight: .bold)).monospacedDigit()
            Text("verbatim \u{1b}[31m").fontWeight(.semibold)
            Text(AttributedString("attributed")).underline()
            Text("strike").strikethrough()
            Text("modified").modifier(Framed())
            Text("twice").modifier(Framed().concat(EmptyModifier()))
            Reader().environment(model).environmentObject(old)
            ForEach($items) { $item in Text("item \(item.id) \($item.isOn.wrappedValue ? "on" : "off")") }
            Text("\(scene) \(Int(length))").equatable()
            Group {
                Text("a")
                Text("b")
            }
            .padding(.leading, 16)
            Text("mint").foregroundColor(.mint) + Text(" teal").foregroundColor(.teal)
                + Text(" indigo").foregroundColor(.indigo)
            Text("half").foregroundColor(.red.opacity(0.5))
        }
        .onChange(of: model.count) { _ in }
        .task(id: model.count) {}
    }
}

#Preview { TextPage() }

#Preview("named", traits: .sizeThatFitsLayout) { TextPage() }

struct TextPage_Previews: PreviewProvider {
    static var previews: some View { TextPage().previewLayout(.sizeThatFits).previewDisplayName("old") }
}
