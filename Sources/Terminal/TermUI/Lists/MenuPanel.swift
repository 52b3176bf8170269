import TermCore

extension View {
    /// A list in front of the screen while `isOpen`: the arrows go through its rows, and Esc closes it.
    func menuPanel<Rows: View>(_ isOpen: Binding<Bool>, @ViewBuilder rows: @escaping () -> Rows) -> some View {
        let dismiss = { isOpen.wrappedValue = false }
        return panel(isOpen.wrappedValue ? true : nil, dismiss: dismiss) { _ in
            Box(.accentColor) {
                ScrollView { VStack(alignment: .leading) { rows() }.lineLimit(1).modified(MenuKeys()) }.hugging()
            }
            .environment(\.afterPress, AfterPress(action: dismiss))
            .buttonLook(.plain)
        }
    }

    func plainButtons() -> some View { buttonLook(.plain) }
}

/// The arrows go from row to row.
struct MenuKeys: NodeModifier, Equatable {
    func press(_ key: KeyPress, _ node: ViewNode) -> Bool {
        guard key.modifiers.isEmpty else { return false }
        switch key.key {
        case .upArrow: return node.graph.moveFocus(by: -1)
        case .downArrow: return node.graph.moveFocus(by: 1)
        default: return false
        }
    }
}
