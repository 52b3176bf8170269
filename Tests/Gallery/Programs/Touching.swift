import SwiftUI

/// A card that is thrown to one side, or falls back.
public struct CardView: View {
    @State private var offset = CGSize.zero
    @State private var answer = "none"
    @GestureState private var isDragging = false
    public init() {}
    public var body: some View {
        VStack {
            Text(isDragging ? "dragging" : "at rest")
            Text("Card").padding(.horizontal).border(Color.gray)
                .offset(x: offset.width, y: offset.height * 0.4)
                .rotationEffect(.degrees(Double(offset.width / 10)))
                .gesture(
                    DragGesture()
                        .onChanged { gesture in offset = gesture.translation }
                        .updating($isDragging) { _, state, _ in state = true }
                        .onEnded { gesture in
                            withAnimation {
                                if abs(gesture.predictedEndTranslation.width) > 100 {
                                    answer = offset.width > 0 ? "yes" : "no"
                                }
                                offset = .zero
                            }
                        })
            Text("Answer: \(answer), offset: \(Int(offset.width))")
        }
        .frame(width: 400)
    }
}

/// A slider that is made from a drag.
struct DragSlider: View {
    @Binding var value: Double
    @GestureState private var isHeld = false
    var body: some View {
        GeometryReader { geometry in
            ZStack(alignment: .leading) {
                Rectangle().fill(Color.gray.opacity(0.3))
                Rectangle().fill(isHeld ? Color.blue : Color.green).frame(width: geometry.size.width * value)
            }
            .gesture(
                DragGesture(minimumDistance: 0)
                    .updating($isHeld) { _, held, _ in held = true }
                    .onChanged { drag in value = min(max(drag.location.x / geometry.size.width, 0), 1) })
        }
        .frame(width: 160, height: 16)
    }
}

/// A row with a menu that a long press opens, and taps that count.
struct PressRow: View {
    @State private var isMenuShown = false
    @State private var isPressed = false
    @State private var log = ""
    var body: some View {
        VStack(alignment: .leading) {
            Text(isPressed ? "Message (pressed)" : "Message")
                .onTapGesture(count: 2) { log += "double " }
                .onTapGesture { log += "tap " }
                .onLongPressGesture(minimumDuration: 0.4) {
                    isMenuShown = true
                } onPressingChanged: { inProgress in
                    isPressed = inProgress
                }
            if isMenuShown { Button("Reply") { (isMenuShown, log) = (false, log + "reply ") } }
            Text("Log: \(log)")
        }
    }
}

/// A pin that can be moved after a long press.
struct Pin: View {
    enum DragState: Equatable {
        case inactive, pressing
        case dragging(translation: CGSize)
        var translation: CGSize { if case .dragging(let translation) = self { translation } else { .zero } }
    }
    @GestureState private var dragState = DragState.inactive
    @State private var position = CGSize.zero
    var body: some View {
        let longPressDrag = LongPressGesture(minimumDuration: 0.5)
            .sequenced(before: DragGesture())
            .updating($dragState) { value, state, transaction in
                switch value {
                case .first(true): state = .pressing
                case .second(true, let drag): state = .dragging(translation: drag?.translation ?? .zero)
                default: state = .inactive
                }
            }
            .onEnded { value in
                guard case .second(true, let drag?) = value else { return }
                position.width += drag.translation.width
                position.height += drag.translation.height
            }
        return HStack {
            Text("Pin").gesture(longPressDrag)
            Text("at \(Int(position.width + dragState.translation.width))")
            Text(dragState == .inactive ? "free" : "taken")
        }
    }
}

/// Views that a person touches.
public struct TouchingView: View {
    @State private var volume = 0.5
    @State private var zoom = 1.0
    @State private var places = ""
    @State private var taps = 0
    public init() {}
    public var body: some View {
        VStack(alignment: .leading) {
            DragSlider(value: $volume).accessibilityLabel("Volume")
            Text("Volume: \(Int((volume * 100).rounded()))")
            PressRow()
            Pin()
            Text("Zoom").gesture(MagnificationGesture().onChanged { zoom = $0 })
            Button("Buy") { places += "bought " }
                .simultaneousGesture(TapGesture().onEnded { taps += 1 })
            Text("Map").frame(width: 80, height: 48)
                .onTapGesture { location in places += "\(Int(location.x))/\(Int(location.y)) " }
            Text("\(places)\(taps) taps")
        }
    }
}
