import Foundation
import LumiKitCore
public import Observation

/// Keeps the current design. A view that is drawn with a value of the design is redrawn when this value changes. All
/// other state of the screen is unaffected.
@Observable public final class LMKThemeManager {
    public static let shared = LMKThemeManager()

    private var kept = LMKDesign() {
        didSet {
            report(oldValue)
            mend()
        }
    }
    /// The design that is drawn. It is `kept` with colours that are readable on this terminal.
    private var drawn = LMKDesign()
    @ObservationIgnored private var terminal: LMKTerminal?

    /// The size of the program's screen in points. Before the screen is shown, this is nil.
    private(set) var screen: CGSize?

    private init() {}

    /// All current values. The colours are readable on the program's terminal.
    public var design: LMKDesign { drawn }

    /// Sets the terminal on which the program is shown.
    func show(on terminal: LMKTerminal) {
        guard terminal != self.terminal else { return }
        self.terminal = terminal
        mend()
    }

    /// Sets the size of the program's screen.
    func show(on screen: CGSize) { if screen != self.screen { self.screen = screen } }

    /// Logs the values that were set although a terminal does not draw them.
    private func report(_ before: LMKDesign) {
        let known = before.undrawn
        let refused = kept.undrawn.filter { !$0.isForPrograms && !known.contains($0) }
        guard !refused.isEmpty else { return }
        let values = refused.map { "\($0.place) (\($0.reason))" }.joined(separator: ", ")
        LMKLogger.warning("not drawn by a terminal: \(values)", category: .ui)
    }

    private func mend() { drawn = terminal.map { kept.readable(on: $0) } ?? kept }

    public var current: any LMKTheme { kept.colors }
    public var typography: LMKTypographyTheme { kept.typography }
    public var spacing: LMKSpacingTheme { kept.spacing }
    public var cornerRadius: LMKCornerRadiusTheme { kept.cornerRadius }
    public var shadow: LMKShadowTheme { kept.shadow }
    /// The opacities of translucent elements.
    public var alpha: LMKAlphaTheme { kept.alpha }
    public var layout: LMKLayoutTheme { kept.layout }
    public var animation: LMKAnimationTheme { kept.animation }
    public var badge: LMKBadgeTheme { kept.badge }

    public func apply(_ theme: some LMKTheme) { kept.colors = theme }

    public func apply(typography: LMKTypographyTheme) { kept.typography = typography }

    public func apply(spacing: LMKSpacingTheme) { kept.spacing = spacing }

    public func apply(cornerRadius: LMKCornerRadiusTheme) { kept.cornerRadius = cornerRadius }

    public func apply(shadow: LMKShadowTheme) { kept.shadow = shadow }

    public func apply(alpha: LMKAlphaTheme) { kept.alpha = alpha }

    public func apply(layout: LMKLayoutTheme) { kept.layout = layout }

    public func apply(animation: LMKAnimationTheme) { kept.animation = animation }

    public func apply(badge: LMKBadgeTheme) { kept.badge = badge }

    public func apply(_ design: LMKDesign) { kept = design }

    /// Sets the given values immediately. All other values stay unchanged.
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

    public func reset() { kept = LMKDesign() }
}
