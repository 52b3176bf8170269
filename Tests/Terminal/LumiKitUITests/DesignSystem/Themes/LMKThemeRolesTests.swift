import Foundation
import LumiKitCore
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import TestSupport
import Testing

/// Each role of a theme is either drawn by a component, or named in the list of the roles that a terminal does not
/// draw. The tests change the theme manager, and reset it before they suspend.
@MainActor @Suite("The roles of a LumiKit theme") struct LMKThemeRolesTests {
    private static let long = "A text that is too long for a single line of this narrow screen"

    private struct Parts: View {
        @State private var text = "typed"

        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                HStack(alignment: .top, spacing: 8) {
                    LMKBadge(.count(3))
                    LMKBadge(.text("Word"))
                    LMKBadge(.dot)
                    LMKChip("Chip", icon: UIImage(systemName: "key"))
                }
                LMKBanner(.warning, LMKThemeRolesTests.long, action: ("Do", {}))
                LMKCard { Text("in a card") }
                LMKCardFactory.cardView()
                LMKEmptyState("Nothing", icon: "tray", style: .inline)
                LMKField("Field", text: $text, icon: UIImage(systemName: "key"), helper: LMKThemeRolesTests.long)
                LMKTextView()
                LMKSearchBar()
                LMKToastBox(.info, LMKThemeRolesTests.long)
                LMKLoadingState(LMKThemeRolesTests.long)
            }
        }
    }

    private struct Controls: View {
        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                Button("A") {}.buttonStyle(LMKButtonStyle(.filled(LMKColor.primary)))
                Button("Off") {}.buttonStyle(LMKButtonStyle(.outlined(LMKColor.primary))).disabled(true)
                LMKButton(title: "Key", image: UIImage(systemName: "key"), style: .ghost(LMKColor.primary))
                LMKToggleButton(titleForStatusOff: "Toggle", imageForStatusOff: UIImage(systemName: "key"))
                ForEach(1..<5, id: \.self) {
                    LMKLabelFactory.heading(text: "\($0) \(LMKThemeRolesTests.long)", level: $0)
                }
                LMKLabelFactory.body(text: LMKThemeRolesTests.long)
                LMKLabelFactory.subbodyMedium(text: "subbody")
                LMKLabelFactory.caption(text: LMKThemeRolesTests.long)
                LMKLabelFactory.small(text: LMKThemeRolesTests.long)
                LMKLabelFactory.extraSmall(text: "extra small")
            }
        }
    }

    /// A view of the program's own, which draws with the values that no component uses.
    private struct Own: View {
        var body: some View {
            VStack(alignment: .leading, spacing: 0) {
                Text("xs").lmk_applyBorder(cornerRadius: LMKCornerRadius.xs)
                Text("xl").lmk_applyBorder(cornerRadius: LMKCornerRadius.xl)
                ForEach(
                    [
                        LMKAlpha.semiTransparent, LMKAlpha.overlayStrong, LMKAlpha.overlayLight, LMKAlpha.overlayDark,
                        LMKAlpha.overlayMedium, LMKAlpha.overlayOpaque,
                    ], id: \.self
                ) { Text("    ").background(UIColor.white.withAlphaComponent($0)) }
                Text("tiny").font(LMKTypography.extraExtraSmall)
                ForEach([LMKShadow.small(), LMKShadow.medium(), LMKShadow.large()], id: \.self) {
                    Text("shade").lmk_applyShadow($0)
                }
            }
        }
    }

    private func frame(_ view: some View) -> CellBuffer {
        var environment = EnvironmentValues()
        environment.colorScheme = .dark
        return shown(view, 40, 60, environment).frame
    }

    /// A design in which no text is dim, because all letters in a dim colour would look alike.
    private static let base = LMKDesign.named("phosphor") ?? LMKDesign()

    /// The components with a design.
    private func screens(_ design: LMKDesign) -> [CellBuffer] { with(design) { makers.map { $0() } } }

    /// Whether a design changes a screen. The screens after the first changed one are not drawn.
    private func isDrawn(_ design: LMKDesign, over usual: [CellBuffer]) -> Bool {
        with(design) { zip(makers, usual).contains { make, screen in make() != screen } }
    }

    private func with<Result>(_ design: LMKDesign, _ draw: () -> Result) -> Result {
        LMKThemeManager.shared.apply(design)
        defer { LMKThemeManager.shared.reset() }
        return draw()
    }

    private func over(_ present: (UIViewController) -> Void) -> CellBuffer {
        let controller = UIViewController()
        present(controller)
        return frame(Text("behind").foregroundColor(.systemRed).lmk_host(controller))
    }

    /// Each draws one screen.
    private var makers: [() -> CellBuffer] {
        [
            { frame(Parts()) }, { frame(Controls()) },
            { frame(LMKEmptyState(Self.long, title: Self.long, icon: "tray")) },
            {
                over {
                    let progress = LMKProgressViewController(title: Self.long)
                    progress.updateProgress(0.5, task: Self.long)
                    $0.present(progress)
                }
            },
            {
                over {
                    LMKAlertPresenter.presentConfirmation(on: $0, title: Self.long, message: Self.long, onConfirm: {})
                }
            },
            {
                over {
                    LMKActionSheet.present(
                        in: $0, title: Self.long, message: Self.long,
                        actions: [.init(title: "One", subtitle: "first", icon: UIImage(systemName: "key")) {}])
                }
            },
        ]
    }

    private func own(_ design: LMKDesign) -> CellBuffer { with(design) { frame(Own()) } }

    /// Checks that a changed design is either drawn, or named in the list of those that are not drawn.
    private func check(_ design: LMKDesign, _ name: String, _ usual: (screens: [CellBuffer], own: CellBuffer)) {
        guard design.isChanged else { return }
        let isDrawn = isDrawn(design, over: usual.screens)
        #expect(isDrawn == design.undrawn.isEmpty, "\(name) \(isDrawn) \(design.undrawn.map(\.description))")
        if design.undrawn.contains(where: \.isForPrograms) { #expect(own(design) != usual.own, "\(name)") }
    }

    private static let roles: [(category: String, values: [Double], names: [String])] = [
        (
            "spacing", [0, 12, 40],
            [
                "xxs", "xs", "small", "medium", "large", "xl", "xxl", "buttonPaddingVertical",
                "buttonPaddingHorizontal", "iconSpacing", "iconToText", "textViewPaddingVertical",
                "textViewPaddingHorizontal", "cardPaddingIPadCompact", "cardPaddingIPadRegular",
                "cardPaddingIPadLarge", "cardPaddingMac", "cellPaddingVerticalIPadCompact",
                "cellPaddingVerticalIPadRegular", "cellPaddingVerticalIPadLarge", "cellPaddingVerticalMac",
            ]
        ),
        ("cornerRadius", [0], ["xs", "small", "medium", "large", "xl"]),
        (
            "alpha", [0, 0.9],
            [
                "overlay", "dimmingOverlay", "disabled", "semiTransparent", "overlayStrong", "overlayLight",
                "overlayDark", "overlayMedium", "overlayOpaque",
            ]
        ),
        (
            "layout", [4, 72],
            [
                "minimumTouchTarget", "iconLarge", "iconMedium", "iconSmall", "iconExtraSmall", "pullThreshold",
                "cellHeightMin", "searchBarHeight", "searchBarIconSize", "clearButtonSize",
            ]
        ),
        ("badge", [3, 50], ["minWidth", "height", "horizontalPadding", "borderWidth", "dotSizeRatio"]),
        (
            "typography", [7, 30],
            [
                "h1Size", "h2Size", "h3Size", "h4Size", "bodySize", "subbodySize", "captionSize", "smallSize",
                "extraSmallSize",
            ]
        ),
        ("typography", [30], ["extraExtraSmallSize"]),
        (
            "typography", [1, 2],
            [
                "headingLineHeightMultiplier", "bodyLineHeightMultiplier", "captionLineHeightMultiplier",
                "smallLineHeightMultiplier",
            ]
        ),
    ]

    @Test("LMK theme role: each number of a file is drawn or refused") func eachNumberIsDrawnOrRefused() throws {
        let usual = (screens(Self.base), own(Self.base))
        for (category, values, names) in Self.roles {
            for (name, value) in names.flatMap({ name in values.map { (name, $0) } }).sampled {
                let file = "{\"base\": \"phosphor\", \"\(category)\": {\"\(name)\": \(value)}}"
                check(try LMKDesign.parse(Array(file.utf8), name: "mine.json"), file, usual)
            }
        }
    }

    @Test("LMK theme role: the other values are drawn or refused") func theOthersAreDrawnOrRefused() {
        let usual = (screens(Self.base), own(Self.base))
        func check(_ name: String, _ change: (inout LMKDesign) -> Void) {
            var design = Self.base
            change(&design)
            self.check(design, name, usual)
        }
        let shadows: [(String, WritableKeyPath<LMKShadowTheme, LMKShadowConfig>)] = [
            ("cellCard", \.cellCard), ("card", \.card), ("button", \.button), ("medium", \.medium), ("large", \.large),
        ]
        for (name, path) in shadows {
            check(name) { $0.shadow[keyPath: path] = LMKShadowConfig(radius: 10, opacity: 0.9, darkAlpha: 0.9) }
            check("\(name) offset") { $0.shadow[keyPath: path].offset.height = 9 }
        }
        check("small") { $0.shadow.small = LMKShadowConfig(radius: 10) }
        check("card radius") { $0.shadow.card.radius = 9 }
        check("icon") { $0.shadow.iconOverlayOpacity = 0.1 }
        let weights: [(String, WritableKeyPath<LMKTypographyTheme, UIFont.Weight>)] = [
            ("h1", \.h1Weight), ("h2", \.h2Weight), ("h3", \.h3Weight), ("h4", \.h4Weight),
        ]
        for (name, path) in weights {
            check(name) { $0.typography[keyPath: path] = .regular }
            check(name) { $0.typography[keyPath: path] = .black }
        }
        check("family") { $0.typography.fontFamily = "Inter" }
        check("heading letters") { $0.typography.headingLetterSpacing = 3 }
        check("body letters") { $0.typography.bodyLetterSpacing = 3 }
        check("small letters") { $0.typography.smallLetterSpacing = 3 }
        check("animation") { $0.animation.cardExpand = 3 }
    }

    @Test("LMK theme role: a refused value is logged once") func aRefusedValueIsLoggedOnce() {
        LMKLogger.enableLogStore()
        defer {
            LMKLogger.disableLogStore()
            LMKThemeManager.shared.reset()
        }
        func lines() -> [String] {
            (LMKLogger.logStore?.entries ?? []).map(\.message).filter { $0.contains("not drawn by a terminal") }
        }
        LMKThemeManager.shared.apply(spacing: .init(large: 40))
        #expect(lines() == [])
        LMKThemeManager.shared.apply(typography: .init(fontFamily: "Inter", headingLetterSpacing: 2))
        LMKThemeManager.shared.apply(spacing: .init(large: 48))
        #expect(lines().count == 1)
        #expect(lines().first?.contains("/typography/fontFamily (a terminal has one font)") == true)
        #expect(lines().first?.contains("/typography/headingLetterSpacing (letters are in columns)") == true)
    }

    @Test("LMK theme role: distances are blank cells") func distancesAreBlankCells() {
        func lines(_ design: LMKDesign, _ view: some View) -> [String] {
            LMKThemeManager.shared.apply(design)
            defer { LMKThemeManager.shared.reset() }
            return shown(view, 24, 7).lines.filter { !$0.isEmpty }
        }
        let card = LMKCard { Text("Lobby") }.frame(width: 112)
        #expect(lines(LMKDesign(), card)[1] == "│ Lobby      │")
        let wide = lines(LMKDesign(spacing: .init(large: 32)), card)
        #expect(wide[1] == "│            │" && wide[2] == "│   Lobby    │", "\(wide)")
        let button = Button("A") {}.buttonStyle(LMKButtonStyle(.outlined(.systemRed)))
        #expect(lines(LMKDesign(layout: .init(minimumTouchTarget: 72)), button) == ["[   A   ]"])
        #expect(lines(LMKDesign(spacing: .init(buttonPaddingHorizontal: 32)), button) == ["[   A   ]"])
        let label = LMKLabelFactory.body(text: "Two words").frame(width: 48)
        let tall = shown(label, 24, 7).lines
        LMKThemeManager.shared.apply(typography: .init(bodyLineHeightMultiplier: 2))
        defer { LMKThemeManager.shared.reset() }
        #expect(tall[1] == "words" && shown(label, 24, 7).lines[2] == "words")
    }
}

extension LMKDesign {
    /// Whether the design differs from LumiKit's own design in anything except its colours.
    fileprivate var isChanged: Bool {
        let own = LMKDesign()
        return spacing != own.spacing || cornerRadius != own.cornerRadius || alpha != own.alpha || layout != own.layout
            || badge != own.badge || typography != own.typography || shadow != own.shadow || animation != own.animation
    }
}
