public import TermUI

/// Whether the rows of a list are being edited.
nonisolated public enum EditMode: Hashable, Sendable {
    case inactive
    case transient
    case active

    public var isEditing: Bool { self != .inactive }
}

nonisolated extension EnvironmentValues {
    /// Whether the surrounding views are being edited. Navigation pages set this value automatically. In all other
    /// places, the value is nil if the program does not set it.
    @Entry public var editMode: Binding<EditMode>? = nil
}

/// A button that starts and stops editing. The button's title is `Edit` or `Done`. Example: `TodoList.swift` in
/// `Tests/Gallery`.
public struct EditButton: View {
    @Environment(\.editMode) private var editMode

    /// Creates a button for the surrounding edit mode. Without an edit mode, the button cannot be pressed.
    public init() {}

    public var body: some View {
        let isEditing = editMode?.wrappedValue.isEditing == true
        Button(isEditing ? LocalizedStringKey("Done") : "Edit") {
            editMode?.wrappedValue = isEditing ? .inactive : .active
        }
        .disabled(editMode == nil)
    }
}

/// Sets an edit mode for the views inside.
struct EditModeSetting: NodeModifier {
    let mode: Binding<EditMode>

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: mode.wrappedValue) { $0.editMode = mode }
    }
}
