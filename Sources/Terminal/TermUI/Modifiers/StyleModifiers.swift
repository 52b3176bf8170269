import TermCore

extension View {
    /// Uses that scheme's colours for the views below, whatever the terminal's background.
    public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }

    /// Leaves the view as it is: the background is the terminal's.
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        without("background of a program's choice")
    }

    /// The font of text in the view; nil: the default.
    public func font(_ font: Font?) -> some View { modified(StyleChange(.font(font ?? .body))) }

    /// The weight of text in the view; nil: the font's own.
    public func fontWeight(_ weight: Font.Weight?) -> some View { modified(StyleChange(.weight(weight))) }

    /// The colour of text in the view; nil: the default.
    public func foregroundColor(_ color: Color?) -> some View { modified(StyleChange(.color(color ?? .primary))) }

    /// The style of text and shapes in the view. Text has one colour: for a gradient, the middle one.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        modified(StyleChange(.styles([AnyShapeStyle(style)])))
    }

    /// The same, and also sets what `.secondary` stands for in the view.
    public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
        modified(StyleChange(.styles([AnyShapeStyle(primary), AnyShapeStyle(secondary)])))
    }

    /// The same, and also sets what `.secondary` and `.tertiary` stand for in the view.
    public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle, S3: ShapeStyle>(
        _ primary: S1, _ secondary: S2, _ tertiary: S3
    ) -> some View {
        modified(StyleChange(.styles([AnyShapeStyle(primary), AnyShapeStyle(secondary), AnyShapeStyle(tertiary)])))
    }

    /// Sets the colour of interactive elements in the view; nil for the default. A gradient gives its middle colour.
    public func tint(_ tint: Color?) -> some View { modified(StyleChange(.tint(tint.map { AnyShapeStyle($0) }))) }

    public func tint<S: ShapeStyle>(_ tint: S?) -> some View {
        modified(StyleChange(.tint(tint.map { AnyShapeStyle($0) })))
    }

    /// The same as ``tint(_:)``.
    public func accentColor(_ color: Color?) -> some View { tint(color) }

    /// The style that `.background` stands for in the view.
    public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        modified(StyleChange(.background(AnyShapeStyle(style))))
    }

    public func bold(_ isActive: Bool = true) -> some View { modified(StyleChange(.attribute(.bold, isActive))) }

    public func italic(_ isActive: Bool = true) -> some View { modified(StyleChange(.attribute(.italic, isActive))) }

    /// At most `number` lines, 1 or more; if there is more text, the last line ends in an ellipsis. Nil: no limit.
    public func lineLimit(_ number: Int?) -> some View { modified(StyleChange(.lineLimit(number.map { max(1, $0) }))) }

    /// How lines of different lengths are aligned.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        modified(StyleChange(.alignment(alignment)))
    }

    /// Sets a value for the views below. They are evaluated again if the value changes; if the object is the same, they
    /// are evaluated again through observation.
    public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        modified(EnvironmentChange(path: path, value: value))
    }

    /// Disables the controls below, and dims them.
    public func disabled(_ isDisabled: Bool) -> some View { modified(Disabled(isDisabled: isDisabled)) }
}

struct StyleChange: NodeModifier, Equatable {
    enum Change: Equatable {
        case font(Font)
        case weight(Font.Weight?)
        case color(Color)
        case styles([AnyShapeStyle])
        case tint(AnyShapeStyle?)
        case background(AnyShapeStyle)
        case attribute(CellStyle.Attributes, Bool)
        case lineLimit(Int?)
        case lines(least: Int, most: Int?)
        case truncation(Text.TruncationMode)
        case textCase(Text.Case?)
        case alignment(TextAlignment)
    }

    let change: Change

    init(_ change: Change) {
        self.change = change
    }

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: change) { values in
            switch change {
            case .styles(let styles):
                let paints = styles.map { $0.paint(in: values) }
                values.textStyle.color = paints.first?.color ?? .primary
                if case .solid? = paints.first, paints.count == 1 { return values.textStyle.styles = [] }
                values.textStyle.styles = paints
            case .tint(let style):
                let color = style?.paint(in: values).color
                // The accent colour is already the tint.
                if color?.isAccent != true { values.tint = color }
            case .background(let style): values.backgroundPaint = style.paint(in: values)
            default: apply(to: &values.textStyle)
            }
        }
    }

    private func apply(to style: inout TextStyle) {
        switch change {
        case .styles, .tint, .background: break
        case .font(let font): style.font = font
        case .weight(let weight): if let weight { style.font = style.font.weight(weight) }
        case .color(let color): (style.color, style.styles) = (color, [])
        case .attribute(let attribute, true): style.attributes.insert(attribute)
        case .attribute(let attribute, false): style.attributes.remove(attribute)
        case .lineLimit(let number): (style.leastLines, style.lineLimit) = (0, number)
        case .lines(let least, let most): (style.leastLines, style.lineLimit) = (least, most)
        case .truncation(let mode): style.truncation = mode
        case .textCase(let textCase): style.textCase = textCase
        case .alignment(let alignment): style.alignment = alignment
        }
    }
}

private struct Disabled: NodeModifier, Equatable {
    let isDisabled: Bool

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: isDisabled) { values in
            guard isDisabled else { return }
            values.isEnabled = false
            values.textStyle.attributes.insert(.dim)
        }
    }
}
