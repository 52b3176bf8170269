public import TermUI

/// A control for choosing one of the named colours. A colour without a name is kept until another colour is chosen.
/// Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct ColorPicker<Label: View>: View {
    private let selection: Binding<Color>
    private let label: Label

    /// Creates a control for choosing a colour. A terminal's colours are never transparent.
    public init(selection: Binding<Color>, supportsOpacity: Bool = true, @ViewBuilder label: () -> Label) {
        (self.selection, self.label) = (selection, label())
    }

    private static var colors: [(name: LocalizedStringKey, color: Color)] {
        [
            ("red", .red), ("orange", .orange), ("yellow", .yellow), ("green", .green), ("blue", .blue),
            ("purple", .purple), ("pink", .pink), ("gray", .gray), ("black", .black), ("white", .white),
        ]
    }

    public var body: some View {
        let isNamed = Self.colors.contains { $0.color == selection.wrappedValue }
        Picker(selection: selection) {
            if !isNamed { row("other", selection.wrappedValue) }
            ForEach(Array(Self.colors.indices), id: \.self) { row(Self.colors[$0].name, Self.colors[$0].color) }
        } label: {
            label
        }
        .pickerStyle(.menu)
    }

    private func row(_ name: LocalizedStringKey, _ color: Color) -> some View {
        TermControls.Label {
            Text(name)
        } icon: {
            Image(systemName: "square.fill").foregroundColor(color)
        }
        .tag(color)
    }
}

extension ColorPicker where Label == Text {
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection) { Text(title) }
    }
}
