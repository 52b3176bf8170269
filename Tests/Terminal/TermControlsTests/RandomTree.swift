import Foundation
import TermControls
import TermCore
import TermUI
import TestSupport

/// Makes views of any kind in any order, with any numbers and texts. A seed determines all random values.
@MainActor final class RandomTree {
    var random: SplitMix
    private let texts: [String]
    let namesActions: Bool
    /// The names of the controls, if each control has a name of its own. In that case, all controls are enabled.
    private(set) var actions: [String] = []

    init(seed: UInt64, texts: [String] = RandomTree.texts, namesActions: Bool = false) {
        (random, self.texts, self.namesActions) = (SplitMix(seed: seed), texts, namesActions)
    }

    /// Hostile and other texts. Other tests cover very long texts.
    static let texts =
        HostileText.samples.filter { $0.utf8.count < 2000 }
        + ["", "x", "a word", "漢字 and words", "**bold** _it_", "many words that\nare in lines\n\nof text"]

    /// A view that keeps a value. A person can change this value.
    struct Held<Value>: View {
        @State private var value: Value
        private let content: (Binding<Value>) -> any View

        init(_ value: Value, _ content: @escaping (Binding<Value>) -> any View) {
            _value = State(initialValue: value)
            self.content = content
        }

        var body: some View { AnyView(content($value)) }
    }

    // MARK: - Parameters

    func below(_ count: Int) -> Int { Int(random.next() % UInt64(max(1, count))) }
    func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }
    var text: String { namesActions ? "plain" : one(of: texts) }
    var flag: Bool { below(2) == 0 }
    var length: CGFloat { one(of: below(4) == 0 ? Self.oddLengths : [0, 1, 4, 8, 16, 24, 40, 80, 160, 400]) }
    var perhaps: CGFloat? { flag ? nil : length }
    var count: Int { one(of: [0, 0, 1, 2, 3, 7, 30]) }
    var style: AnyShapeStyle { one(of: Self.styles) }
    var color: Color { one(of: [.red, .clear, .primary, Color(white: Double(length)), Color("no such"), .mint]) }
    var alignment: Alignment { one(of: [.center, .topLeading, .bottomTrailing, .leading, .bottom]) }
    var symbol: String { one(of: ["star", "chevron.right", "no.such.symbol", text]) }

    private static let oddLengths: [CGFloat] = [
        .nan, .infinity, -.infinity, -1, -1e6, 1e6, 1e18, -1e18, .greatestFiniteMagnitude, 1e-300, 0.5,
    ]

    private static let styles: [AnyShapeStyle] = {
        let gradient = Gradient(colors: [.red, .blue])
        return [
            AnyShapeStyle(.red), AnyShapeStyle(.tertiary), AnyShapeStyle(.tint), AnyShapeStyle(.regularMaterial),
            AnyShapeStyle(.linearGradient(Gradient(colors: []), startPoint: .top, endPoint: .bottom)),
            AnyShapeStyle(LinearGradient(gradient: gradient, startPoint: .leading, endPoint: .trailing)),
            AnyShapeStyle(RadialGradient(gradient: gradient, center: .center, startRadius: .nan, endRadius: 1e18)),
            AnyShapeStyle(AngularGradient(gradient: gradient, center: .top, angle: .degrees(.infinity))),
            AnyShapeStyle(MeshGradient(width: 2, height: -1, points: [], colors: [])),
        ]
    }()

    /// The name of a control.
    var title: String {
        guard namesActions else { return text }
        actions.append("act\(1000 + actions.count)z")
        return actions.last ?? ""
    }

    // MARK: - Views

    /// A random view. The view may contain other views, nested up to `depth`.
    func view(_ depth: Int) -> AnyView {
        let kind = depth > 0 ? below(8) : below(5)
        var view = kind < 2 ? leaf() : kind < 5 ? control() : container(depth)
        for _ in 0..<one(of: [0, 0, 1, 1, 2, 3]) { view = modified(view) }
        return view
    }

    func leaf() -> AnyView { Self.erased(leaf(below(Self.leafs))) }
    func control() -> AnyView { Self.erased(control(below(Self.controls))) }
    static let leafs = count { $0.leaf($1) }
    static let controls = count { $0.control($1) }

    static func erased(_ view: (any View)?) -> AnyView {
        guard let view else { return AnyView(EmptyView()) }
        return AnyView(view)
    }

    /// The number of kinds that `make` can make.
    static func count(_ make: (RandomTree, Int) -> Any?) -> Int {
        (0...).first { make(RandomTree(seed: 1), $0) == nil } ?? 0
    }

    /// A view that shows something.
    func leaf(_ kind: Int) -> (any View)? {
        let (words, other, a, b) = (text, text, length, length)
        return switch kind {
        case 0: Text(words)
        case 1: Text(LocalizedStringKey(words))
        case 2: Text(words).bold() + Text("\(Double(a)) ").underline() + Text(verbatim: other)
        case 3: Text(.now, style: one(of: [.timer, .relative, .date, .time, .offset]))
        case 4: Label(words, systemImage: symbol)
        case 5: Image(systemName: words)
        case 6: Image(words).resizable().aspectRatio(a, contentMode: .fill)
        case 7: Image(decorative: words)
        case 8: Spacer(minLength: perhaps)
        case 9: Divider()
        case 10: color
        case 11: EmptyView()
        case 12: one(of: [AnyView(ProgressView()), AnyView(ProgressView().progressViewStyle(.linear))])
        case 13: ProgressView(words, value: Double(a), total: Double(b))
        case 14: gauge(words, other, Double(a))
        case 15: LabeledContent(words, value: other)
        case 16: ContentUnavailableView(words, systemImage: symbol, description: Text(other))
        case 17: ContentUnavailableView.search(text: words)
        case 18: GeometryReader { Text("\($0.size.width)") }
        case 19: TimelineView(.periodic(from: .now, by: Double(a))) { _ in Text(words) }
        case 20: AsyncImage(url: nil)
        case 21: KeyHints([KeyBinding("q", words, other) {}, KeyBinding(.return, "Enter", words) {}])
        case 22: drawing(words, a, b)
        case 23: Text(words).lineLimit(1...3).truncationMode(one(of: [.head, .middle, .tail])).textCase(.uppercase)
        case 24: Text(timerInterval: Date.distantPast...Date.distantFuture)
        default: shape(kind - 25, a, b)
        }
    }

    private func gauge(_ words: String, _ other: String, _ value: Double) -> some View {
        Gauge(value: value) {
            Text(words)
        } currentValueLabel: {
            Text(other)
        } minimumValueLabel: {
            Text(words)
        } maximumValueLabel: {
            Text(other)
        }
    }

    private func drawing(_ words: String, _ a: CGFloat, _ b: CGFloat) -> some View {
        DrawingCanvas { context, size in
            context.fill(Path(ellipseIn: CGRect(x: a, y: b, width: size.width, height: b)), with: .color(.red))
            context.stroke(Path(CGRect(x: 0, y: 0, width: a, height: b)), with: .color(.blue), lineWidth: a)
            context.draw(Text(words), at: CGPoint(x: a, y: b))
            context.draw(Text(words), in: CGRect(x: -b, y: a, width: a, height: size.height))
        }
    }

    private func shape(_ kind: Int, _ a: CGFloat, _ b: CGFloat) -> (any View)? {
        switch kind {
        case 0: RoundedRectangle(cornerRadius: a).fill(style)
        case 1: Capsule().stroke(style, lineWidth: a)
        case 2: Circle().trim(from: a, to: b).stroke(style, style: StrokeStyle(lineWidth: b, dash: [a, b]))
        case 3: UnevenRoundedRectangle(topLeadingRadius: a, bottomTrailingRadius: b).strokeBorder(style, lineWidth: 2)
        case 4: Ellipse().rotation(.degrees(a)).scale(b).offset(x: a, y: b).fill(style)
        case 5: Rectangle().inset(by: a).fill(style).frame(width: b, height: a)
        case 6:
            Path { path in
                path.move(to: CGPoint(x: a, y: b))
                path.addLine(to: CGPoint(x: b, y: 10))
                path.addQuadCurve(to: CGPoint(x: 30, y: a), control: CGPoint(x: b, y: b))
                path.addArc(
                    center: CGPoint(x: 20, y: 20), radius: b, startAngle: .degrees(a), endAngle: .degrees(b),
                    clockwise: flag)
                path.closeSubpath()
            }
            .stroke(style, lineWidth: 1)
        default: nil
        }
    }
}
