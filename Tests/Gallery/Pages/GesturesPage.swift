public import SeamSwiftUI

/// Views that a person touches, each with the ways in which it can be touched, in 80 × 24 cells.
public struct GesturesPage: View {
    @State private var told = "nothing yet"
    @State private var zoom = 1.0
    @State private var angle = Angle.zero
    @GestureState private var way = CGSize.zero

    /// The page.
    public init() {}

    /// Rows with names and the appearance of each name.
    public var body: some View {
        VStack(alignment: .leading) {
            Text("Gestures").font(.headline)
            HStack(spacing: 24) {
                Text("Tap").onTapGesture { told = "tap" }
                Text("Twice").onTapGesture(count: 2) { told = "twice" }
                Text("Hold").onLongPressGesture { told = "hold" }
                Text("Where").gesture(SpatialTapGesture().onEnded { told = "at \($0.location.x)" })
                Text("Either").gesture(
                    TapGesture(count: 2).exclusively(before: TapGesture()).onEnded { value in
                        switch value {
                        case .first: told = "two taps"
                        case .second: told = "one tap"
                        }
                    })
            }
            HStack(spacing: 24) {
                Text("Drag \(Int(way.width))").gesture(drag)
                Text("Swipe").gesture(DragGesture().onEnded { told = "\($0.translation.width)" }, including: .gesture)
                Text("Hold, then drag").gesture(
                    LongPressGesture().sequenced(before: DragGesture()).onEnded { value in
                        if case .second(true, let drag?) = value { told = "by \(drag.translation.width)" }
                    })
                Text("Both").gesture(
                    TapGesture().simultaneously(with: LongPressGesture()).map { $0.second ?? false }
                        .onEnded { told = $0 ? "held" : "tapped" })
            }
            HStack(spacing: 24) {
                Button("Usual") { told = "the button" }.simultaneousGesture(TapGesture().onEnded { told += ", a tap" })
                Button("First") { told = "the button" }.highPriorityGesture(
                    TapGesture().onEnded { told = "only a tap" })
                Text("Not clicked").onTapGesture { told = "clicked" }.allowsHitTesting(false)
                Text("Any").gesture(AnyGesture(TapGesture().onEnded { told = "any" }))
            }
            HStack(spacing: 24) {
                Text("Magnified \(zoom, specifier: "%.1f")")
                    .gesture(MagnifyGesture().onChanged { zoom = $0.magnification })
                    .gesture(MagnificationGesture().onChanged { zoom = $0 })
                Text("Turned \(angle.degrees, specifier: "%.0f") degrees")
                    .gesture(RotateGesture().onChanged { angle = $0.rotation })
                    .gesture(RotationGesture().onChanged { angle = $0 })
            }
            Rectangle().fill(.green).frame(width: 160, height: 64)
                .onTapGesture { told = "the area" }
                .accessibilityLabel("Lawn")
            Text("Last: \(told)")
        }
    }

    private var drag: GestureStateGesture<DragGesture, CGSize> {
        DragGesture(coordinateSpace: .global).updating($way) { value, way, _ in way = value.translation }
    }
}
