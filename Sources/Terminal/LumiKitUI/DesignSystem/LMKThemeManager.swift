public import Observation

/// The design in force. Whatever was drawn with a value of it is drawn anew when that value changes; nothing else of
/// the screen's state does.
@Observable public final class LMKThemeManager {
    /// The one of this program.
    public static let shared = LMKThemeManager()

    private var kept = LMKDesign() { didSet { mend() } }
    /// What is drawn: `kept`, with colours that can be read on this terminal.
    private var drawn = LMKDesign()
    @ObservationIgnored private var terminal: LMKTerminal?

    private init() {}

    /// All values in force, with colours that can be read on the program's terminal.
    public var design: LMKDesign { drawn }

    /// The terminal on which the program is shown.
    func show(on terminal: LMKTerminal) {
        guard terminal != self.terminal else { return }
        self.terminal = terminal
        mend()
    }

    private func mend() { drawn = terminal.map { kept.readable(on: $0) } ?? kept }

    /// Colours, as the program gave them.
    public var current: any LMKTheme { kept.colors }
    /// Fonts.
    public var typography: LMKTypographyTheme { kept.typography }
    /// Distances.
    public var spacing: LMKSpacingTheme { kept.spacing }
    /// The radii of corners.
    public var cornerRadius: LMKCornerRadiusTheme { kept.cornerRadius }
    /// Shadows.
    public var shadow: LMKShadowTheme { kept.shadow }
    /// How much is seen of what is partly seen.
    public var alpha: LMKAlphaTheme { kept.alpha }
    /// Sizes.
    public var layout: LMKLayoutTheme { kept.layout }
    /// How long motion takes.
    public var animation: LMKAnimationTheme { kept.animation }
    /// Sizes of badges.
    public var badge: LMKBadgeTheme { kept.badge }

    /// Sets the colours.
    public func apply(_ theme: some LMKTheme) { kept.colors = theme }

    /// Sets one category.
    public func apply(typography: LMKTypographyTheme) { kept.typography = typography }

    /// Sets one category.
    public func apply(spacing: LMKSpacingTheme) { kept.spacing = spacing }

    /// Sets one category.
    public func apply(cornerRadius: LMKCornerRadiusTheme) { kept.cornerRadius = cornerRadius }

    /// Sets one category.
    public func apply(shadow: LMKShadowTheme) { kept.shadow = shadow }

    /// Sets one category.
    public func apply(alpha: LMKAlphaTheme) { kept.alpha = alpha }

    /// Sets one category.
    public func apply(layout: LMKLayoutTheme) { kept.layout = layout }

    /// Sets one category.
    public func apply(animation: LMKAnimationTheme) { kept.animation = animation }

    /// Sets one category.
    public func apply(badge: LMKBadgeTheme) { kept.badge = badge }

    /// Sets everything at once.
    public func apply(_ design: LMKDesign) { kept = design }

    /// Sets what is given, at once, and leaves the others.
    public func configure(
        colors: (any LMKTheme)? = nil,
        typography: LMKTypographyTheme? = nil,
        spacing: LMKSpacingTheme? = nil,
        cornerRadius: LMKCornerRadiusTheme? = nil,
        shadow: LMKShadowTheme? = nil,
        alpha: LMKAlphaTheme? = nil,
        layout: LMKLayoutTheme? = nil,
        animation: LMKAnimationTheme? = nil,
        badge: LMKBadgeTheme? = nil
    ) {
        var design = kept
        if let colors { design.colors = colors }
        if let typography { design.typography = typography }
        if let spacing { design.spacing = spacing }
        if let cornerRadius { design.cornerRadius = cornerRadius }
        if let shadow { design.shadow = shadow }
        if let alpha { design.alpha = alpha }
        if let layout { design.layout = layout }
        if let animation { design.animation = animation }
        if let badge { design.badge = badge }
        kept = design
    }

    /// Sets LumiKit's own values.
    public func reset() { kept = LMKDesign() }
}
