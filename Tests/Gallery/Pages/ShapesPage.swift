public import SeamSwiftUI

/// Shapes, styles and fills, in 80 × 24 cells.
public struct ShapesPage: View {
    /// The page.
    public init() {}

    /// A custom shape.
    private struct Arrow: Shape {
        func path(in rect: CGRect) -> Path {
            Path { path in
                path.move(to: CGPoint(x: rect.minX, y: rect.midY))
                path.addLine(to: CGPoint(x: rect.maxX, y: rect.midY))
                path.addLine(to: CGPoint(x: rect.maxX - 12, y: rect.minY))
                path.addQuadCurve(
                    to: CGPoint(x: rect.maxX - 12, y: rect.maxY), control: CGPoint(x: rect.maxX, y: rect.midY))
            }
        }
    }

    private let rainbow = Gradient(colors: [.red, .yellow, .green, .blue])

    /// Rows with names and the appearance of each name.
    public var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text("Shapes, styles and fills").font(.headline)
            row("fill") {
                Rectangle().fill(.red).frame(width: 32, height: 32)
                RoundedRectangle(cornerRadius: 12).fill(.green).frame(width: 48, height: 32)
                UnevenRoundedRectangle(topLeadingRadius: 16, bottomTrailingRadius: 16).fill(.teal)
                    .frame(width: 48, height: 32)
                Capsule().fill(.orange).frame(width: 64, height: 16)
                Circle().fill(.blue).frame(width: 32, height: 32)
                Ellipse().fill(.purple).frame(width: 80, height: 32)
                Circle().fill(.mint).frame(width: 8, height: 8)
                AnyShape(Circle()).frame(width: 16, height: 16)
            }
            row("stroke") {
                Rectangle().stroke(.red).frame(width: 40, height: 48)
                RoundedRectangle(cornerRadius: 8).strokeBorder(.green, lineWidth: 1).frame(width: 40, height: 48)
                Rectangle().strokeBorder(.orange, lineWidth: 3).frame(width: 40, height: 48)
                Rectangle().stroke(.indigo, style: StrokeStyle(lineWidth: 1, dash: [4])).frame(width: 40, height: 48)
                Circle().stroke(.blue, lineWidth: 2).frame(width: 48, height: 48)
                Circle().trim(from: 0, to: 0.7).rotation(.degrees(-90)).stroke(.brown, lineWidth: 6)
                    .frame(width: 48, height: 48)
                Capsule().stroke(.cyan).frame(width: 64, height: 48)
                Arrow().stroke(.pink, style: StrokeStyle(lineWidth: 2, lineCap: .round)).frame(width: 80, height: 48)
            }
            row("path") {
                Path {
                    $0.addArc(
                        center: CGPoint(x: 16, y: 32), radius: 16, startAngle: .zero, endAngle: .degrees(180),
                        clockwise: true)
                }.stroke(.red).frame(width: 40, height: 32)
                Path(ellipseIn: CGRect(x: 0, y: 0, width: 32, height: 32)).fill(.yellow, style: FillStyle(eoFill: true))
                    .frame(width: 40, height: 32)
                Rectangle().rotation(.degrees(45)).scale(0.7).fill(.gray).frame(width: 32, height: 32)
                Rectangle().size(width: 16, height: 16).offset(x: 8, y: 16).fill(.blue).frame(width: 32, height: 32)
                Rectangle().inset(by: 8).fill(.green).stroke(.primary, lineWidth: 1).frame(width: 48, height: 32)
            }
            row("gradients") {
                LinearGradient(gradient: rainbow, startPoint: .leading, endPoint: .trailing)
                RadialGradient(gradient: rainbow, center: .center, startRadius: 0, endRadius: 40)
                AngularGradient(gradient: rainbow, center: .center)
                EllipticalGradient(gradient: rainbow)
                Rectangle().fill(Color.purple.gradient)
            }
            .frame(height: 32)
            styles
        }
        .padding(8)
    }

    @ViewBuilder private var styles: some View {
        row("styles") {
            Text("primary").foregroundStyle(.primary)
            Text("secondary").foregroundStyle(.secondary)
            Text("tertiary").foregroundStyle(.tertiary)
            Text("second").foregroundStyle(.secondary).foregroundStyle(.red, .green)
            Text("tint").foregroundStyle(.tint).tint(.pink)
            Text("half").foregroundStyle(.red.opacity(0.5))
            Text("any").foregroundStyle(AnyShapeStyle(rainbow))
        }
        row("background") {
            Text(" pill ").background(.blue, in: Capsule())
            Text(" card ").padding(8).background(RoundedRectangle(cornerRadius: 8).fill(.quaternary))
            Text(" material ").background(.regularMaterial)
            Text(" own ").background(.background).backgroundStyle(.green)
            Text(" tinted ").overlay(.red.opacity(0.3))
            Text("masked").mask { Rectangle().frame(width: 24) }
            Text("clip").clipShape(Circle()).contentShape(Rectangle()).containerShape(Rectangle())
        }
        row("border") {
            Text("one").border(.red)
            Text("two").border(.green, width: 2)
            Text("padded").padding(8).overlay(RoundedRectangle(cornerRadius: 8).stroke(.gray))
            Text("named").foregroundStyle(Color("brand")).environment(\.namedColors, ["brand": .orange])
            Text("hue").foregroundStyle(Color(hue: 0.6, saturation: 0.5, brightness: 1))
            Text("grey").foregroundStyle(Color(white: 0.6))
        }
    }

    private func row<Content: View>(_ name: String, @ViewBuilder content: () -> Content) -> some View {
        HStack {
            Text(name).foregroundStyle(.secondary).frame(width: 80, alignment: .leading)
            content()
        }
    }
}
