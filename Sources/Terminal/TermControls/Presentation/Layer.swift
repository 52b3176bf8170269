import TermCore
public import TermUI

/// A view that is in front of the whole screen for as long as it exists. Keys, the mouse and the focus belong only to
/// this view. Esc closes the view if no view inside prevents this.
struct Layer<Content: View>: LayerView {
    let content: Content
    let dismiss: () -> Void
    let backdrop: Backdrop

    func update(_ node: ViewNode) {
        var environment = node.environment
        environment.dismiss = DismissAction(action: dismiss)
        environment.isPresented = true
        environment.navigation = nil
        // At its place in the tree, the layer is in a text style, but this style does not apply to the layer.
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
        switch backdrop {
        case .clear: break
        case .dimmed:
            canvas.restyle(node.frame) { style in
                style.foreground = .standard
                style.attributes = style.attributes.subtracting([.bold, .reverse]).union(.dim)
            }
        case .blank: canvas.fill(node.frame, " ", .plain)
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

/// How the screen behind a layer is drawn.
nonisolated package enum Backdrop: Hashable, Sendable {
    /// The screen is unchanged.
    case clear
    case dimmed
    /// The screen is not drawn.
    case blank
}

/// The requests of the views in a layer.
final class LayerWishes {
    /// Whether the layer stays open on Esc.
    var isKept = false
    /// Whether the layer takes at most half of the rows.
    var isHalf = false

    /// Returns the requests in the layer that contains a node.
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
    /// The action that Esc has in an alert. It is the action of the alert's cancel button.
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

/// A view together with the view that it shows in front of the screen.
private struct Presenting<Content: View, Front: View>: PrimitiveView {
    let content: Content
    let front: Front?
    let dismiss: () -> Void
    var onDismiss: (() -> Void)?
    var backdrop = Backdrop.dimmed

    static var isTransparent: Bool { true }

    func update(_ node: ViewNode) {
        let wasThere = node.storage[0] != nil
        node.storage[0] = front == nil ? nil : node
        var views: [(key: ViewNode.Key, view: any View)] = [(.place(0), content)]
        if let front { views.append((.place(1), Layer(content: front, dismiss: dismiss, backdrop: backdrop))) }
        node.setChildren(views)
        // The closure runs in every case, however the layer was closed.
        if wasThere, front == nil { onDismiss?() }
    }
}

/// The action that closes a layer in front of the screen, or goes back from a page.
public struct DismissAction {
    private let action: (() -> Void)?

    init(action: (() -> Void)?) {
        self.action = action
    }

    /// Closes the layer or the page. Does nothing if there is nothing to close.
    public func callAsFunction() { action?() }
}

private enum DismissKey: @MainActor EnvironmentKey { static let defaultValue = DismissAction(action: nil) }

extension EnvironmentValues {
    /// The action that leads back from the page that contains the view. If a sheet or an alert contains the view, the
    /// action closes it.
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
    /// Shows a view in front of the screen while `item` is not nil. The view has no box. It is closed only by its own
    /// keys, and by Esc, which calls `dismiss`.
    package func panel<Item, Front: View>(
        _ item: Item?, behind backdrop: Backdrop = .dimmed, dismiss: @escaping () -> Void,
        @ViewBuilder content: (Item) -> Front
    ) -> some View {
        Presenting(content: self, front: item.map(content), dismiss: dismiss, backdrop: backdrop)
    }

    /// Shows a sheet in front of the screen while `isPresented` is true. Esc closes the sheet. The closure `onDismiss`
    /// runs when the sheet has closed, however it was closed.
    public func sheet<Front: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: () -> Front
    ) -> some View {
        Presenting(
            content: self, front: isPresented.wrappedValue ? SheetBox(content: content()) : nil,
            dismiss: { isPresented.wrappedValue = false }, onDismiss: onDismiss)
    }

    /// Shows a sheet in front of the screen while `item` is not nil. Another item gets a new sheet.
    public func sheet<Item: Identifiable, Front: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Front
    ) -> some View {
        Presenting(
            content: self, front: item.wrappedValue.map { item in SheetBox(content: content(item).id(item.id)) },
            dismiss: { item.wrappedValue = nil }, onDismiss: onDismiss)
    }

    /// Shows a view in place of the whole screen while `isPresented` is true. Esc closes the view.
    public func fullScreenCover<Front: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: () -> Front
    ) -> some View {
        Presenting(
            content: self, front: isPresented.wrappedValue ? Cover(content: content()) : nil,
            dismiss: { isPresented.wrappedValue = false }, onDismiss: onDismiss)
    }

    /// Shows a view in place of the whole screen while `item` is not nil.
    public func fullScreenCover<Item: Identifiable, Front: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Front
    ) -> some View {
        Presenting(
            content: self, front: item.wrappedValue.map { item in Cover(content: content(item).id(item.id)) },
            dismiss: { item.wrappedValue = nil }, onDismiss: onDismiss)
    }

    /// Shows a sheet in place of a popover, because all layers of a terminal are in its middle.
    public func popover<Front: View>(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge? = nil,
        @ViewBuilder content: () -> Front
    ) -> some View { sheet(isPresented: isPresented, content: content) }

    /// Shows a sheet in place of a popover, because all layers of a terminal are in its middle.
    public func popover<Item: Identifiable, Front: View>(
        item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect, arrowEdge: Edge? = nil,
        @ViewBuilder content: @escaping (Item) -> Front
    ) -> some View { sheet(item: item, content: content) }
}

/// The place where a popover is attached. In a terminal, a popover is centred.
nonisolated public enum PopoverAttachmentAnchor: Sendable {
    case rect
    /// The popover is attached to a point of the view.
    case point
}

/// The box of a sheet. The box is as wide as its content, but no wider than 76 columns.
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
