import TermCore

/// A view in front of the whole screen while it is there. Keys, the mouse and the focus belong to it alone; Esc
/// closes it.
struct Layer<Content: View>: LayerView {
    let content: Content
    let dismiss: () -> Void

    func update(_ node: ViewNode) {
        var environment = node.environment
        environment.dismiss = DismissAction(action: dismiss)
        // The text style of the place that it comes from does not apply to it.
        environment.textStyle = TextStyle()
        environment.isSelected = false
        environment.submit = nil
        environment.shortcut = nil
        node.setChildren([Single(content: content)], environment)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        let child = node.children[0]
        child.place(in: rect.aligned(child.size(CellProposal(rect.size)), .center))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        canvas.restyle(node.frame) { style in
            style.foreground = .standard
            style.attributes = style.attributes.subtracting([.bold, .reverse]).union(.dim)
        }
        node.paintContent(on: &canvas)
    }

    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard key == KeyPress(.escape) else { return false }
        dismiss()
        return true
    }

    func appear(_ node: ViewNode) { node.graph.present(node) }
}

/// A view, and what is in front of the screen meanwhile.
private struct Presenting<Content: View, Front: View>: PrimitiveView {
    let content: Content
    let front: Front?
    let dismiss: () -> Void

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) {
        var views: [(key: ViewNode.Key, view: any View)] = [(.place(0), content)]
        if let front { views.append((.place(1), Layer(content: front, dismiss: dismiss))) }
        node.setChildren(views)
    }
}

/// Closes what is in front of the screen.
public struct DismissAction {
    fileprivate let action: (() -> Void)?

    /// Closes it; does nothing if nothing is there.
    public func callAsFunction() { action?() }
}

private enum DismissKey: @MainActor EnvironmentKey { static let defaultValue = DismissAction(action: nil) }

extension EnvironmentValues {
    /// Closes the sheet or the alert that contains the view.
    public var dismiss: DismissAction {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }
}

extension View {
    /// A view in front of the screen while `item` is not nil. It has no box, and no way out but its own keys, and
    /// `dismiss` for Esc.
    package func panel<Item, Front: View>(
        _ item: Item?, dismiss: @escaping () -> Void, @ViewBuilder content: (Item) -> Front
    ) -> some View {
        Presenting(content: self, front: item.map(content), dismiss: dismiss)
    }

    /// A sheet in front of the screen while `isPresented`; Esc closes it.
    public func sheet<Front: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: () -> Front
    ) -> some View {
        let dismiss = {
            isPresented.wrappedValue = false
            onDismiss?()
        }
        return Presenting(
            content: self, front: isPresented.wrappedValue ? SheetBox(content: content()) : nil, dismiss: dismiss)
    }

    /// A sheet in front of the screen while `item` is not nil; another item gets another sheet.
    public func sheet<Item: Identifiable, Front: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Front
    ) -> some View {
        let dismiss = {
            item.wrappedValue = nil
            onDismiss?()
        }
        return Presenting(
            content: self, front: item.wrappedValue.map { item in SheetBox(content: content(item).id(item.id)) },
            dismiss: dismiss)
    }
}

/// A sheet's box: as wide as its content, and 76 columns at most.
private struct SheetBox<Content: View>: View {
    let content: Content

    var body: some View {
        Box(.accentColor) { content }.frame(maxWidth: CellMetrics.points(76, along: .horizontal))
    }
}
