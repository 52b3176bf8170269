import SeamSwiftUI

/// Views that programs rarely create by name, because modifiers and the statements of a `body` create them.
@MainActor private enum ComposedViews {
    static let nothing = EmptyView()
    static let pair: TupleView<Text, Text> = ViewBuilder.buildBlock(Text("one"), Text("two"))
    static let circle: PaintedShape<Circle> = Circle().fill(.red)
    static let once: EquatableView<Text> = Text("one").equatable()

    static func row(_ parts: some View) -> some View {
        HStack { ForEach(subviews: parts) { (part: Subview) in part.padding(8) } }
    }

    static func choice(_ isOpen: Bool) -> ConditionalContent<Text, EmptyView> {
        if isOpen { return ViewBuilder.buildEither(first: Text("open")) }
        return ViewBuilder.buildEither(second: EmptyView())
    }
}

private struct Framed: ViewModifier {
    func body(content: ViewModifierContent<Self>) -> some View { content.border(.gray) }
}

private struct Fading: Transition {
    func body(content: TransitionContent<Self>, phase: TransitionPhase) -> some View {
        content.opacity(phase.isIdentity ? 1 : 0)
    }
}
