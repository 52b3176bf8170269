import TermCore
public import TermUI

/// A view in front of the whole screen while it is there. Keys, the mouse and the focus belong to it alone; Esc
/// closes it, unless something within does not allow that.
struct Layer<Content: View>: LayerView {
    let content: Content
    let dismiss: () -> Void

    func update(_ node: ViewNode) {
        var environment = node.environment
        environment.dismiss = DismissAction(action: dismiss)
        environment.isPresented = true
        environment.navigation = nil
        // The text style of the place that it comes from does not apply to it.
        environment.textStyle = TextStyle()
        environment.leaveList()
        environment.submit = nil
        environment.shortcut = nil
        node.setChild(Single(content: content), environment)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        let child = node.children[0]
        var room = rect.size
        if LayerWishes.of(node).isHalf { room.height = (room.height + 1) / 2 }
        child.place(in: rect.aligned(child.size(CellProposal(room)), .center))
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
        if let cancel = node.cancelButton {
            cancel()
        } else if !LayerWishes.of(node).isKept {
            dismiss()
        }
        return true
    }

    func appear(_ node: ViewNode) { node.graph.present(node) }
}

/// The wishes of the views in a layer.
final class LayerWishes {
    /// Whether Esc does not close it.
    var isKept = false
    /// Whether it takes half of the rows at most.
    var isHalf = false

    /// The wishes of the layer that contains the node.
    static func of(_ node: ViewNode) -> LayerWishes {
        var layer = node
        while !layer.isInFront, let parent = layer.parent { layer = parent }
        if let wishes = layer.memo as? LayerWishes { return wishes }
        let wishes = LayerWishes()
        if layer.isInFront { layer.memo = wishes }
        return wishes
    }
}

extension ViewNode {
    /// The action of Esc in an alert: its button with the role of cancelling.
    fileprivate var cancelButton: (() -> Void)? {
        if environment.afterPress != nil, let view = primitive as? any CancellingView, view.isCancelling {
            return { view.perform(self) }
        }
        for child in children where !child.isInFront && !child.isAside {
            if let found = child.cancelButton { return found }
        }
        return nil
    }
}

/// A view, and what is in front of the screen meanwhile.
private struct Presenting<Content: View, Front: View>: PrimitiveView {
    let content: Content
    let front: Front?
    let dismiss: () -> Void
    var onDismiss: (() -> Void)?

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) {
        let wasThere = node.storage[0] != nil
        node.storage[0] = front == nil ? nil : node
        var views: [(key: ViewNode.Key, view: any View)] = [(.place(0), content)]
        if let front { views.append((.place(1), Layer(content: front, dismiss: dismiss))) }
        node.setChildren(views)
        // Runs however it was closed.
        if wasThere, front == nil { onDismiss?() }
    }
}

/// Closes what is in front of the screen, or goes back from a page.
public struct DismissAction {
    private let action: (() -> Void)?

    init(action: (() -> Void)?) {
        self.action = action
    }

    /// Closes it; does nothing if nothing is there.
    public func callAsFunction() { action?() }
}

private enum DismissKey: @MainActor EnvironmentKey { static let defaultValue = DismissAction(action: nil) }

extension EnvironmentValues {
    /// Goes back from the page, or closes the sheet or the alert that contains the view.
    public var dismiss: DismissAction {
        get { self[DismissKey.self] }
        set { self[DismissKey.self] = newValue }
    }

    public var presentationMode: Binding<PresentationMode> {
        let (dismiss, isPresented) = (dismiss, isPresented)
        return Binding(
            get: { PresentationMode(isPresented: isPresented) },
            set: { if !$0.isPresented { MainActor.assumeIsolated { dismiss() } } })
    }
}

nonisolated extension EnvironmentValues {
    @Entry public var isPresented = false
}

nonisolated public struct PresentationMode {
    public fileprivate(set) var isPresented: Bool

    public mutating func dismiss() { isPresented = false }
}

extension View {
    /// A view in front of the screen while `item` is not nil. It has no box, and no way out but its own keys, and
    /// `dismiss` for Esc.
    package func panel<Item, Front: View>(
        _ item: Item?, dismiss: @escaping () -> Void, @ViewBuilder content: (Item) -> Front
    ) -> some View {
        Presenting(content: self, front: item.map(content), dismiss: dismiss)
    }

    /// A sheet in front of the screen while `isPresented`; Esc closes it. `onDismiss` is run when it has gone, however
    /// it was closed.
    public func sheet<Front: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: () -> Front
    ) -> some View {
        Presenting(
            content: self, front: isPresented.wrappedValue ? SheetBox(content: content()) : nil,
            dismiss: { isPresented.wrappedValue = false }, onDismiss: onDismiss)
    }

    /// A sheet in front of the screen while `item` is not nil; another item gets another sheet.
    public func sheet<Item: Identifiable, Front: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Front
    ) -> some View {
        Presenting(
            content: self, front: item.wrappedValue.map { item in SheetBox(content: content(item).id(item.id)) },
            dismiss: { item.wrappedValue = nil }, onDismiss: onDismiss)
    }

    /// A view in place of the whole screen while `isPresented`; Esc closes it.
    public func fullScreenCover<Front: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: () -> Front
    ) -> some View {
        Presenting(
            content: self, front: isPresented.wrappedValue ? Cover(content: content()) : nil,
            dismiss: { isPresented.wrappedValue = false }, onDismiss: onDismiss)
    }

    /// A view in place of the whole screen while `item` is not nil.
    public func fullScreenCover<Item: Identifiable, Front: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Front
    ) -> some View {
        Presenting(
            content: self, front: item.wrappedValue.map { item in Cover(content: content(item).id(item.id)) },
            dismiss: { item.wrappedValue = nil }, onDismiss: onDismiss)
    }

    /// A sheet: a terminal's layers stand in the middle.
    public func popover<Front: View>(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge? = nil,
        @ViewBuilder content: () -> Front
    ) -> some View { sheet(isPresented: isPresented, content: content) }

    /// A sheet: a terminal's layers stand in the middle.
    public func popover<Item: Identifiable, Front: View>(
        item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge? = nil,
        @ViewBuilder content: @escaping (Item) -> Front
    ) -> some View { sheet(item: item, content: content) }
}

/// Where a popover is attached; a terminal's stand in the middle.
nonisolated public enum PopoverAttachmentAnchor: Sendable {
    case rect
    /// To a point of the view.
    case point
}

/// A sheet's box: as wide as its content, and 76 columns at most.
private struct SheetBox<Content: View>: View {
    let content: Content

    var body: some View {
        Box(.accentColor) { content }.frame(maxWidth: CellMetrics.points(76, along: .horizontal))
    }
}

/// A view in place of the whole screen.
private struct Cover<Content: View>: PrimitiveView {
    let content: Content

    func update(_ node: ViewNode) { node.setChild(Single(content: content)) }

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let inner = node.children[0].size(proposal)
        return CellSize(proposal.width ?? inner.width, proposal.height ?? inner.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        let child = node.children[0]
        child.place(in: rect.aligned(child.size(CellProposal(rect.size)), .center))
    }

    func paint(_ node: ViewNode, on canvas: inout Canvas) {
        canvas.fill(node.frame, " ", .plain)
        node.paintContent(on: &canvas)
    }
}
