// The names of styles that are written with a dot, such as `.fill(.tint)`.

nonisolated extension ShapeStyle where Self == Color {
    /// For what went wrong.
    public static var red: Color { Color.red }
    /// For what needs attention.
    public static var orange: Color { Color.orange }
    /// For what needs attention.
    public static var yellow: Color { Color.yellow }
    /// For what is well.
    public static var green: Color { Color.green }
    /// A light green.
    public static var mint: Color { Color.mint }
    /// Between green and blue.
    public static var teal: Color { Color.teal }
    /// A light blue.
    public static var cyan: Color { Color.cyan }
    /// Blue.
    public static var blue: Color { Color.blue }
    /// Between blue and purple.
    public static var indigo: Color { Color.indigo }
    /// Purple.
    public static var purple: Color { Color.purple }
    /// Pink.
    public static var pink: Color { Color.pink }
    /// Brown.
    public static var brown: Color { Color.brown }
    /// Between black and white.
    public static var gray: Color { Color.gray }
    /// Black.
    public static var black: Color { Color.black }
    /// White.
    public static var white: Color { Color.white }
    /// Nothing.
    public static var clear: Color { Color.clear }
    /// For what can be done here.
    public static var accentColor: Color { Color.accentColor }
}

nonisolated extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// The style of text here.
    public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle.primary }
    /// For what matters less.
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle.secondary }
    /// For what matters still less.
    public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle.tertiary }
    /// For what hardly matters.
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle.quaternary }
}

nonisolated extension ShapeStyle where Self == ForegroundStyle {
    /// The style of text here.
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

nonisolated extension ShapeStyle where Self == BackgroundStyle {
    /// The background here.
    public static var background: BackgroundStyle { BackgroundStyle() }
}

nonisolated extension ShapeStyle where Self == TintShapeStyle {
    /// The colour of what can be done here.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

nonisolated extension ShapeStyle where Self == Material {
    /// The faintest pane of glass.
    public static var ultraThinMaterial: Material { Material.ultraThin }
    /// A faint pane of glass.
    public static var thinMaterial: Material { Material.thin }
    /// The usual pane of glass.
    public static var regularMaterial: Material { Material.regular }
    /// A strong pane of glass.
    public static var thickMaterial: Material { Material.thick }
    /// The strongest pane of glass.
    public static var ultraThickMaterial: Material { Material.ultraThick }
    /// The background of bars.
    public static var bar: Material { Material.bar }
}

nonisolated extension ShapeStyle where Self == LinearGradient {
    /// A gradient along a line.
    public static func linearGradient(_ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) -> Self {
        LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
    }

    /// Colours at equal distances along a line.
    public static func linearGradient(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) -> Self {
        LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
    }
}
