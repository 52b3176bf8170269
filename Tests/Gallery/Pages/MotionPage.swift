public import SeamSwiftUI

/// Views that would move on other systems, and views that are drawn with drawing commands, in 80 × 24 cells.
public struct MotionPage: View {
    @State private var count = 0
    @State private var isOpen = false
    @State private var completed = 0

    /// The page.
    public init() {}

    /// Rows with names and the appearance of each name.
    public var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text("Motion, and drawing by hand").font(.headline)
            HStack {
                Button("Count") {
                    withAnimation(.spring(response: 0.3, dampingFraction: 0.6)) {
                        count += 1
                    } completion: {
                        completed += 1
                    }
                }
                Text("\(count), \(completed) completed").contentTransition(.numericText())
                    .animation(.bouncy, value: count).transaction { $0.animation = nil }
                    .sensoryFeedback(.increase, trigger: count)
                Button("Open") { withAnimation(.easeInOut(duration: 0.2).delay(0.1)) { isOpen.toggle() } }
                Image(systemName: "chevron.right").rotationEffect(.degrees(isOpen ? 90 : 0))
                if isOpen { Text("opened").transition(.move(edge: .leading).combined(with: .opacity)) }
                Text("hidden").scaleEffect(isOpen ? 1 : 0)
            }
            HStack {
                Text("effects").foregroundStyle(.secondary)
                Text("grey").foregroundStyle(.red).grayscale(1)
                Text("hue").foregroundStyle(.red).hueRotation(.degrees(120))
                Text("inverted").foregroundStyle(.red).colorInvert()
                Text("multiplied").foregroundStyle(.yellow).colorMultiply(.green)
                Text("blurred").blur(radius: 2).brightness(0.1).contrast(2).saturation(1).blendMode(.multiply)
                Text("grouped").compositingGroup().drawingGroup().rotation3DEffect(
                    .degrees(9), axis: (x: 0, y: 1, z: 0))
                Text("glass").glassEffect(.regular.tint(.blue), in: .capsule)
            }
            HStack {
                Text("phases").foregroundStyle(.secondary)
                PhaseAnimator([false, true]) { Text($0 ? "last" : "first") }
                Text("first").phaseAnimator([1, 2], trigger: count) { content, _ in content }
                KeyframeAnimator(initialValue: 0.0, trigger: count) {
                    Text("at \($0)")
                } keyframes: { _ in
                    KeyframeTrack(\.self) { LinearKeyframe(1, duration: 1) }
                }
            }
            HStack {
                Text("time").foregroundStyle(.secondary)
                TimelineView(.periodic(from: .now, by: 1)) { Text($0.date > .distantPast ? "now" : "never") }
                TimelineView(.everyMinute) { Text($0.cadence == .live ? "live" : "seconds") }
            }
            HStack(alignment: .top) {
                Text("canvas").foregroundStyle(.secondary)
                Canvas { context, size in
                    context.stroke(
                        Path(roundedRect: CGRect(origin: .zero, size: size), cornerRadius: 8), with: .color(.gray))
                    var wave = Path()
                    wave.move(to: CGPoint(x: 8, y: size.height / 2))
                    for x in stride(from: 8, to: size.width - 8, by: 4) {
                        wave.addLine(to: CGPoint(x: x, y: size.height / 2 - sin(x / 24) * size.height / 3))
                    }
                    context.stroke(
                        wave,
                        with: .linearGradient(
                            Gradient(colors: [.red, .blue]), startPoint: .zero, endPoint: CGPoint(x: size.width, y: 0)))
                    context.draw(Text("wave").bold(), at: CGPoint(x: size.width / 2, y: 24))
                }
                .frame(width: 320, height: 128)
                AsyncImage(url: URL(string: "https://example.com/picture.png")) {
                    $0.foregroundStyle(.red)
                } placeholder: {
                    Text("placeholder")
                }
            }
            text
        }
        .padding(8)
    }

    @ViewBuilder private var text: some View {
        HStack {
            Text("text").foregroundStyle(.secondary)
            Text("capitals").textCase(.uppercase)
            Text("cut in the middle").lineLimit(1).truncationMode(.middle).frame(width: 80)
            Text("under").underline(color: .red)
            Text("through").strikethrough(pattern: .dash)
            Text("spaced").kerning(2).tracking(1).baselineOffset(2)
            Text("small").minimumScaleFactor(0.5).allowsTightening(true).lineSpacing(4).textSelection(.enabled)
        }
        ZStack {
            Text("front").zIndex(1)
            Text("back ").zIndex(0)
        }
        .position(x: 200, y: 8).frame(height: 16).ignoresSafeArea()
        Text("moved").offset(CGSize(width: 16, height: 0))
    }
}
