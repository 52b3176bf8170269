public import TermUI

/// Whether the rows of a list are being edited.
nonisolated public enum EditMode: Hashable, Sendable {
    /// They are not.
    case inactive
    /// They are, for a moment.
    case transient
    /// They are.
    case active

    /// Whether they are.
    public var isEditing: Bool { self != .inactive }
}

nonisolated private enum EditModeKey: EnvironmentKey {
    static var defaultValue: Binding<EditMode>? { nil }
}

nonisolated extension EnvironmentValues {
    /// Whether the views here are being edited. The pages of a navigation have it by themselves; elsewhere the
    /// program sets it, or there is none.
    public var editMode: Binding<EditMode>? {
        get { self[EditModeKey.self] }
        set { self[EditModeKey.self] = newValue }
    }
}

/// A button that begins and ends editing: `Edit`, `Done`.
public struct EditButton: View {
    @Environment(\.editMode) private var editMode

    /// A button for the mode of its surroundings; without one it cannot be pressed.
    public init() {}

    /// The button.
    public var body: some View {
        let isEditing = editMode?.wrappedValue.isEditing == true
        Button(isEditing ? LocalizedStringKey("Done") : "Edit") {
            editMode?.wrappedValue = isEditing ? .inactive : .active
        }
        .disabled(editMode == nil)
    }
}

/// Gives the views in it a mode.
struct EditModeSetting: NodeModifier {
    let mode: Binding<EditMode>

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: mode.wrappedValue) { $0.editMode = mode }
    }
}
