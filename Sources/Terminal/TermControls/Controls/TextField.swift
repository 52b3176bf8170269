public import Foundation
public import TermUI

/// A field for editing a text. The field accepts typed and pasted text while it has the focus. While the field is
/// empty, its label or its prompt is shown. Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct TextField<Label: View>: View {
    private let label: Label
    private var prompt: Text?
    private var text = Binding.constant("")
    private var axis = Axis.horizontal
    private var editingChanged: ((Bool) -> Void)?
    private var onCommit: (() -> Void)?
    private var value: FormattedValue?

    @State private var draft: String?

    fileprivate init(_ label: Label, _ prompt: Text?, _ text: Binding<String>, _ axis: Axis = .horizontal) {
        (self.label, self.prompt, self.text, self.axis) = (label, prompt, text, axis)
    }

    fileprivate init(_ label: Label, _ prompt: Text?, _ value: FormattedValue) {
        (self.label, self.prompt, self.value) = (label, prompt, value)
    }

    fileprivate func telling(_ editingChanged: ((Bool) -> Void)?, _ onCommit: (() -> Void)?) -> TextField {
        var field = self
        (field.editingChanged, field.onCommit) = (editingChanged, onCommit)
        return field
    }

    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(label(), prompt, text)
    }

    /// Creates a field. If the axis is `.vertical`, the field grows downwards within ``View/lineLimit(_:)``. Enter
    /// starts a new line unless a view handles ``View/onSubmit(of:_:)``.
    public init(text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label) {
        self.init(label(), prompt, text, axis)
    }

    /// Creates a field for a value that is edited in a format. The text is parsed when the focus leaves the field, and
    /// on Enter.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String { self.init(label(), prompt, FormattedValue(value, format)) }

    /// Creates a field for an optional value. The field is empty if the value is missing.
    public init<F: ParseableFormatStyle>(
        value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil, @ViewBuilder label: () -> Label
    ) where F.FormatOutput == String { self.init(label(), prompt, FormattedValue(value, format)) }

    public var body: some View {
        PlacedField(label: label, field: edited)
    }

    private var edited: EditedText {
        var edited = EditedText(label: AnyView(label), prompt: prompt, text: written)
        if axis == .vertical { edited.rows = .growing }
        if value != nil { edited.settle = { settle() } }
        (edited.onCommit, edited.editingChanged) = (onCommit, editingChanged)
        return edited
    }

    private var written: Binding<String> {
        guard let value else { return text }
        return Binding(
            get: { MainActor.assumeIsolated { draft ?? value.read() } },
            set: { text in MainActor.assumeIsolated { draft = text } })
    }

    private func settle() {
        guard let draft, let value else { return }
        value.write(draft)
        self.draft = nil
    }
}

/// A value that is edited as text.
private struct FormattedValue {
    let read: () -> String
    /// A closure that sets the value. Text that cannot be parsed changes nothing.
    let write: (String) -> Void

    init<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput>, _ format: F) where F.FormatOutput == String {
        read = { format.format(value.wrappedValue) }
        write = { if let new = try? format.parseStrategy.parse($0) { value.wrappedValue = new } }
    }

    init<F: ParseableFormatStyle>(_ value: Binding<F.FormatInput?>, _ format: F) where F.FormatOutput == String {
        read = { value.wrappedValue.map { format.format($0) } ?? "" }
        write = { text in
            if text.isEmpty { value.wrappedValue = nil }
            if let new = try? format.parseStrategy.parse(text) { value.wrappedValue = new }
        }
    }

    init<V>(_ value: Binding<V>, _ formatter: Formatter) {
        read = { formatter.string(for: value.wrappedValue) ?? "" }
        write = { text in
            let object = FormattedValue.object(text, formatter)
            if let new = object as? V { value.wrappedValue = new }
        }
    }

    /// Parses a text with one of Foundation's formatters. Other formatters cannot parse text on Linux.
    private static func object(_ text: String, _ formatter: Formatter) -> Any? {
        switch formatter {
        case let formatter as NumberFormatter: formatter.number(from: text)
        case let formatter as DateFormatter: formatter.date(from: text)
        default: nil
        }
    }
}

extension TextField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        self.init(Text(titleKey), prompt, text)
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
        self.init(Text(title), prompt, text)
    }

    /// Creates a field with a title. With `.vertical`, the field grows downwards.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil, axis: Axis) {
        self.init(Text(titleKey), prompt, text, axis)
    }

    /// Creates a field with a title. With `.vertical`, the field grows downwards.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil, axis: Axis) {
        self.init(Text(title), prompt, text, axis)
    }

    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(titleKey), prompt, FormattedValue(value, format)) }

    @_disfavoredOverload
    public init<F: ParseableFormatStyle>(
        _ title: some StringProtocol, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(title), prompt, FormattedValue(value, format)) }

    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(titleKey), prompt, FormattedValue(value, format)) }

    @_disfavoredOverload
    public init<F: ParseableFormatStyle>(
        _ title: some StringProtocol, value: Binding<F.FormatInput?>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String { self.init(Text(title), prompt, FormattedValue(value, format)) }

    public init<V>(_ titleKey: LocalizedStringKey, value: Binding<V>, formatter: Formatter, prompt: Text? = nil) {
        self.init(Text(titleKey), prompt, FormattedValue(value, formatter))
    }

    @_disfavoredOverload
    public init<V>(_ title: some StringProtocol, value: Binding<V>, formatter: Formatter, prompt: Text? = nil) {
        self.init(Text(title), prompt, FormattedValue(value, formatter))
    }

    // This extension has the initializers from before iOS 15.

    /// Creates a text field that calls closures at two times: when it gains or loses the focus, and when Enter is
    /// pressed.
    public init(
        _ titleKey: LocalizedStringKey, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void = {}
    ) { self = Self(Text(titleKey), nil, text).telling(onEditingChanged, onCommit) }

    /// Creates a text field that calls closures at two times: when it gains or loses the focus, and when Enter is
    /// pressed.
    @_disfavoredOverload
    public init(
        _ title: some StringProtocol, text: Binding<String>, onEditingChanged: @escaping (Bool) -> Void,
        onCommit: @escaping () -> Void = {}
    ) { self = Self(Text(title), nil, text).telling(onEditingChanged, onCommit) }

    /// Creates a text field that calls a closure when Enter is pressed.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        self = Self(Text(titleKey), nil, text).telling(nil, onCommit)
    }

    /// Creates a text field that calls a closure when Enter is pressed.
    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, onCommit: @escaping () -> Void) {
        self = Self(Text(title), nil, text).telling(nil, onCommit)
    }
}

/// A field for a secret of one line. Typed characters are shown only as dots. Example: `ControlsPage.swift` in
/// `Tests/Gallery`.
public struct SecureField<Label: View>: View {
    private let label: Label
    private let prompt: Text?
    private let text: Binding<String>
    private var onCommit: (() -> Void)?

    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        (self.label, self.prompt, self.text) = (label(), prompt, text)
    }

    public var body: some View {
        PlacedField(
            label: label,
            field: EditedText(label: AnyView(label), prompt: prompt, text: text, isSecret: true, onCommit: onCommit))
    }
}

/// The kind of place where a field is drawn: in a box, in a form, or in neither of them.
private struct PlacedField<Label: View>: View {
    let label: Label
    let field: EditedText

    @Environment(\.textFieldIsBoxed) private var isBoxed
    @Environment(\.labelsAreSpread) private var isInForm
    @Environment(\.labelsAreHidden) private var isUnlabelled

    /// The number of columns for the labels in a form, so that all its fields begin in the same column. A longer label
    /// takes more columns.
    private static var labelColumns: Int { 16 }

    var body: some View {
        if isBoxed {
            Box { field }
        } else if isInForm, !isUnlabelled, Label.self != EmptyView.self {
            HStack(alignment: .top) {
                label.frame(minWidth: CellMetrics.points(Self.labelColumns, along: .horizontal), alignment: .leading)
                    .accessibilityHidden(true)
                HStack(alignment: .top, spacing: 0) {
                    Text(verbatim: "[").accessibilityHidden(true)
                    withoutLabel
                    Text(verbatim: "]").accessibilityHidden(true)
                }
            }
        } else {
            field
        }
    }

    /// The field without its label, so that an empty field does not repeat the label.
    private var withoutLabel: EditedText {
        var field = field
        field.prompt = field.prompt ?? Text(verbatim: "")
        return field
    }
}

extension SecureField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text? = nil) {
        self.init(text: text, prompt: prompt) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init(_ title: some StringProtocol, text: Binding<String>, prompt: Text? = nil) {
        self.init(text: text, prompt: prompt) { Text(title) }
    }

    /// Creates a field that calls a closure when Enter is pressed. The initializer is from before iOS 15.
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, onCommit: @escaping () -> Void) {
        self.init(text: text) { Text(titleKey) }
        self.onCommit = onCommit
    }
}

/// A field for editing a text of several lines. The field takes all of the offered space, and scrolls. Enter starts a
/// new line, and Tab leaves the field. Example: `ControlsPage.swift` in `Tests/Gallery`.
public struct TextEditor: View {
    private let text: Binding<String>

    /// Creates a field for any text. Only the first 100,000 characters can be edited.
    public init(text: Binding<String>) {
        self.text = text
    }

    public var body: some View { EditedText(label: AnyView(EmptyView()), text: text, rows: .filling) }
}
