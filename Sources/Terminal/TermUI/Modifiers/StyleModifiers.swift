import TermCore

extension View {
    /// Uses the colours of a scheme for the views below, whatever background the terminal has.
    public func colorScheme(_ colorScheme: ColorScheme) -> some View { environment(\.colorScheme, colorScheme) }

    /// Leaves the view unchanged, because the background belongs to the terminal.
    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        without("background of a program's choice")
    }

    /// Sets the font of text in the view, or nil for the default font.
    public func font(_ font: Font?) -> some View { modified(StyleChange(.font(font ?? .body))) }

    /// Sets the weight of text in the view, or nil for the font's own weight.
    public func fontWeight(_ weight: Font.Weight?) -> some View { modified(StyleChange(.weight(weight))) }

    /// Sets the colour of text in the view, or nil for the default colour.
    public func foregroundColor(_ color: Color?) -> some View { modified(StyleChange(.color(color ?? .primary))) }

    /// Sets the style of text and shapes in the view. A text has only one colour. If the style is a gradient, this is
    /// the colour in the gradient's middle.
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        modified(StyleChange(.styles([AnyShapeStyle(style)])))
    }

    /// Sets the style of text and shapes in the view, and also the style that `.secondary` means in the view.
    public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle>(_ primary: S1, _ secondary: S2) -> some View {
        modified(StyleChange(.styles([AnyShapeStyle(primary), AnyShapeStyle(secondary)])))
    }

    /// Sets the style of text and shapes in the view, and also the styles that `.secondary` and `.tertiary` mean in the
    /// view.
    public func foregroundStyle<S1: ShapeStyle, S2: ShapeStyle, S3: ShapeStyle>(
        _ primary: S1, _ secondary: S2, _ tertiary: S3
    ) -> some View {
        modified(StyleChange(.styles([AnyShapeStyle(primary), AnyShapeStyle(secondary), AnyShapeStyle(tertiary)])))
    }

    /// Sets the colour of interactive elements in the view, or nil for the default. A gradient gives its middle colour.
    public func tint(_ tint: Color?) -> some View { modified(StyleChange(.tint(tint.map { AnyShapeStyle($0) }))) }

    public func tint<S: ShapeStyle>(_ tint: S?) -> some View {
        modified(StyleChange(.tint(tint.map { AnyShapeStyle($0) })))
    }

    /// Sets the tint, like ``tint(_:)``.
    public func accentColor(_ color: Color?) -> some View { tint(color) }

    /// Sets the style that `.background` means in the view.
    public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        modified(StyleChange(.background(AnyShapeStyle(style))))
    }

    public func bold(_ isActive: Bool = true) -> some View { modified(StyleChange(.attribute(.bold, isActive))) }

    public func italic(_ isActive: Bool = true) -> some View { modified(StyleChange(.attribute(.italic, isActive))) }

    /// Limits text to `number` lines. The number is 1 or more. If there is more text, the last line ends in an
    /// ellipsis. With nil, there is no limit.
    public func lineLimit(_ number: Int?) -> some View { modified(StyleChange(.lineLimit(number.map { max(1, $0) }))) }

    /// Sets the alignment of lines of different lengths.
    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        modified(StyleChange(.alignment(alignment)))
    }

    /// Sets a value for the views below. These views are evaluated again if the value changes. If the value is the same
    /// object as before, changes inside the object reach the views through observation.
    public func environment<Value>(_ path: WritableKeyPath<EnvironmentValues, Value>, _ value: Value) -> some View {
        modified(EnvironmentChange(path: path, value: value))
    }

    /// Disables the controls below, and dims them.
    public func disabled(_ isDisabled: Bool) -> some View { modified(Disabled(isDisabled: isDisabled)) }

    /// Sets whether clicks reach the view. Otherwise, they go to the views behind it. Keys reach it in any case.
    public func allowsHitTesting(_ enabled: Bool) -> some View {
        modified(HitTesting(isAllowed: enabled))
    }
}

private struct HitTesting: NodeModifier, Equatable {
    let isAllowed: Bool

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: isAllowed) { $0.allowsHitTesting = $0.allowsHitTesting && isAllowed }
    }
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
        case blankRows(Int)
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
        case .blankRows(let rows): style.blankRows = rows
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
