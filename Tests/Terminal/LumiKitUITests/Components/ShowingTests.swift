import Foundation
import LumiKitUI
import SeamSwiftUI
import TermCore
import TermUI
import Testing

@MainActor @Suite struct LMKBadgeViewTests {
    @Test("LMK badge view: a number is shown up to99") func aNumberIsShownUpTo99() {
        let badge = LMKBadgeView()
        let pilot = shown(badge, 20, 1)
        #expect(pilot.text == "●")
        badge.configure(count: 5)
        #expect(pilot.text == " 5" && badge.accessibilityLabel == "5")
        badge.configure(count: 150)
        #expect(pilot.text == " 99+" && badge.accessibilityLabel == "150")
        badge.configure(count: 0)
        #expect(badge.isHidden && pilot.text.isEmpty)
        badge.configure(text: "New")
        #expect(!badge.isHidden && pilot.text == " New")
        badge.configure(text: "")
        #expect(badge.isHidden)
    }

    @Test("LMK badge view: a dot is smaller than a number") func aDotIsSmallerThanANumber() {
        let badge = LMKBadgeView()
        badge.configure()
        let dot = badge.intrinsicContentSize
        badge.configure(count: 5)
        #expect(dot.width < badge.intrinsicContentSize.width && badge.intrinsicContentSize.height == 18)
    }

    @Test("LMK badge view: a word is said once") func aWordIsSaidOnce() {
        let badge = LMKBadgeView()
        badge.configure(text: "New")
        let pilot = Pilot(VStack { badge }, columns: 20, rows: 3)
        #expect(pilot.plain.lines.map(\.description).filter { $0.contains("New") } == ["New"])
    }
}

@MainActor @Suite struct LMKCardViewTests {
    @Test("LMK card view: a card is around its content") func aCardIsAroundItsContent() {
        let card = LMKCardView()
        #expect(card.cardCornerRadius == LMKCornerRadius.medium && card.contentInsets.left == 16)
        let label = LMKLabelFactory.body(text: "inside")
        card.contentView.addSubview(label)
        let pilot = shown(card, 14, 3)
        #expect(pilot.lines == ["╭────────────╮", "│ inside     │", "╰────────────╯"])
        card.cardCornerRadius = 0
        #expect(pilot.lines[0] == "┌────────────┐")
        label.removeFromSuperview()
        #expect(!pilot.text.contains("inside") && card.contentView.subviews.isEmpty)
    }

    @Test("LMK card view: a shadow is only where colours are known") func aShadowIsOnlyWhereColoursAreKnown() {
        var environment = EnvironmentValues()
        #expect(shown(LMKCard { Text("a") }, 7, 4, environment).lines[3].isEmpty)
        environment.colorScheme = .light
        #expect(
            shown(LMKCard { Text("a") }, 7, 4, environment).lines == [
                "╭────╮", "│ a  │▌", "╰────╯▌", " ▀▀▀▀▀▀",
            ])
    }
}

@MainActor @Suite struct LMKCardFactoryTests {
    @Test("LMK card factory: a rows card has no insets") func aRowsCardHasNoInsets() {
        #expect(LMKCardFactory.cardView().contentInsets == .zero)
        #expect(LMKCardFactory.cardView().cardBackgroundColor == LMKColor.backgroundSecondary)
    }

    @Test("LMK card factory: an elevated card has a shadow, and a flat card has a line only") func shadows() {
        var environment = EnvironmentValues()
        environment.colorScheme = .light
        for (card, hasShadow) in [(LMKCardFactory.elevatedCardView(), true), (LMKCardFactory.flatCardView(), false)] {
            card.contentView.addSubview(LMKLabelFactory.body(text: "a"))
            let pilot = shown(card, 7, 4, environment)
            #expect(pilot.shows("▀") == hasShadow && pilot.shows("a") && pilot.shows("╭"), "\(pilot.text)")
            #expect(card.contentInsets == .zero && card.cardBackgroundColor == LMKColor.backgroundSecondary)
        }
    }
}

@MainActor @Suite struct LMKChipViewTests {
    @Test("LMK chip view: a chip shows and acts") func aChipShowsAndActs() {
        let chip = LMKChipView(text: "Indoor", style: .outlined)
        let pilot = shown(chip, 20, 1)
        #expect(pilot.text == "(Indoor)" && chip.accessibilityTraits == .staticText)
        #expect(!pilot.press(.return))
        var taps = 0
        chip.tapHandler = { taps += 1 }
        #expect(chip.accessibilityTraits == .button)
        pilot.press(.return)
        pilot.click("Indoor")
        #expect(taps == 2)
        chip.configure(text: "Outdoor", icon: UIImage(systemName: "key"))
        #expect(pilot.text.contains("Outdoor") && chip.accessibilityLabel == "Outdoor")
    }

    @Test("LMK chip view: a filled one is in brackets without colours") func aFilledOneIsInBracketsWithoutColours() {
        var environment = EnvironmentValues()
        environment.colorDepth = .mono
        #expect(shown(LMKChip("Indoor"), 20, 1).text == " Indoor")
        #expect(shown(LMKChip("Indoor"), 20, 1, environment).text == "(Indoor)")
    }

    @Test("chip bar: one chip is chosen by keys, and the program's own choice is not reported")
    func bar() {
        let bar = LMKFilterChipBar()
        var chosen: [Int?] = []
        bar.selectionChangedHandler = { chosen.append($0) }
        bar.configure(allTitle: "All", filterTitles: ["Indoor", "Outdoor"])
        var environment = EnvironmentValues()
        environment.colorDepth = .mono
        let pilot = shown(bar, 60, 1, environment)
        #expect(pilot.shows("[All]") && pilot.shows("(Indoor)"), "\(pilot.text)")
        bar.setSelectedIndex(1)
        pilot.advance(by: .zero)
        #expect(pilot.shows("(All)") && pilot.shows("[Outdoor]") && chosen.isEmpty, "\(pilot.text)")
        pilot.press(.tab, .return)
        #expect(pilot.shows("[Indoor]") && bar.selectedIndex == 0, "\(pilot.text)")
        pilot.press(.leftArrow, .return)
        #expect(pilot.shows("[All]") && chosen == [0, nil], "\(pilot.text)")
    }
}

@MainActor @Suite struct LMKDividerViewTests {
    @Test("LMK divider view: a line fills its room") func aLineFillsItsRoom() {
        let divider = LMKDividerView()
        #expect(divider.orientation == .horizontal && divider.intrinsicContentSize.height == divider.thickness)
        let pilot = shown(divider, 5, 2)
        #expect(pilot.text == "─────")
        divider.orientation = .vertical
        #expect(pilot.lines == ["│", "│"])
        #expect(pilot.plain.lines.isEmpty)
    }

    @Test("LMK divider view: the thickness is in cells") func theThicknessIsInCells() {
        let divider = LMKDividerView(orientation: .vertical, thickness: 16)
        let pilot = shown(divider, 5, 2)
        #expect(pilot.lines == ["││", "││"])
        divider.thickness = 0
        #expect(pilot.lines == ["", ""])
        (divider.orientation, divider.thickness) = (.horizontal, 32)
        #expect(pilot.lines == ["─────", "─────"])
    }
}

@MainActor @Suite struct LMKEmptyStateViewTests {
    @Test("LMK empty state view: it says why and what to do") func itSaysWhyAndWhatToDo() {
        let view = LMKEmptyStateView()
        view.configure(message: "No keys yet", icon: "key", style: .card)
        let pilot = shown(view, 30, 6)
        #expect(pilot.text.contains("No keys yet") && view.accessibilityLabel == "No keys yet")
        var asked = 0
        view.configure(message: "No keys yet", style: .fullScreen, actionTitle: "Ask again") { asked += 1 }
        pilot.press(.return)
        pilot.click("Ask again")
        #expect(asked == 2 && pilot.plain.lines.contains { $0.description.contains("Ask again") })
    }

    @Test("LMK empty state view: the styles have LumiKit kit's sizes") func theStylesHaveLumiKitsSizes() {
        #expect(LMKEmptyStateStyle.allCases.map(\.iconSize) == [80, 40, 20])
        #expect(LMKEmptyStateStyle.allCases.map(\.isHorizontal) == [false, false, true])
        #expect(LMKEmptyStateStyle.inline.font == LMKTypography.caption)
        #expect(LMKEmptyStateView.inlineCellHeight == 44 && LMKEmptyStateView.cardCellHeight == 120)
        #expect(LMKEmptyStateView.inlineHorizontalInsets == 32)
    }
}

@MainActor @Suite struct LMKGradientViewTests {
    @Test("LMK gradient view: the colour goes from one side to the other") func theColourGoesFromOneSideToTheOther() {
        let view = LMKGradientView(colors: [UIColor(lmk_hex: "000000")!, UIColor(lmk_hex: "FFFFFF")!])
        let pilot = shown(view, 4, 3)
        func backgrounds() -> Int { Set((0..<3).map { pilot.frame[0, $0].style.background }).count }
        #expect(backgrounds() == 3)
        view.direction = .leftToRight
        #expect(backgrounds() == 1)
        view.locations = [0.5, 1]
        #expect(pilot.frame[0, 0].style == pilot.frame[1, 0].style)
        view.locations = [0.5]
        #expect(pilot.frame[0, 0].style != pilot.frame[1, 0].style)
        view.colors = []
        #expect(pilot.text.isEmpty)
    }
}

@MainActor @Suite struct LMKLoadingStateViewTests {
    @Test("LMK loading state view: it is there while something is under way") func itIsThereWhileSomethingIsUnderWay() {
        let view = LMKLoadingStateView()
        let pilot = shown(view, 30, 3)
        #expect(view.isHidden && pilot.text.isEmpty)
        view.startLoading(message: "Reading keys")
        #expect(pilot.text.contains("Reading keys") && pilot.isWaiting)
        view.updateMessage("")
        #expect(view.message == nil && !pilot.text.contains("Reading"))
        view.stopLoading()
        #expect(pilot.text.isEmpty && !pilot.isWaiting)
    }
}

@MainActor @Suite struct LMKSkeletonCellTests {
    @Test("LMK skeleton cell: it stands still") func itStandsStill() {
        let cells = [LMKSkeletonCell(), LMKSkeletonCell()]
        LMKSkeletonCell.startShimmers(in: cells)
        #expect(cells.map(\.isShimmering) == [true, true])
        cells[0].stopShimmer()
        #expect(!cells[0].isShimmering)
        let pilot = shown(cells[1], 40, 3)
        #expect(pilot.lines.allSatisfy { $0.hasPrefix("░░") } && !pilot.isWaiting)
        #expect(pilot.plain.lines.map(\.description) == ["Loading"])
        #expect(shown(LMKSkeleton(lines: .max), 40, 30).text.split(separator: "\n").count == 20)
    }
}

@MainActor @Suite struct LMKLabelFactoryTests {
    @Test("LMK label factory: labels have the fonts of the design") func labelsHaveTheFontsOfTheDesign() {
        #expect(LMKLabelFactory.heading(text: "a").font == LMKTypography.h1)
        #expect(
            (2...5).map { LMKLabelFactory.heading(text: "a", level: $0).font } == [
                LMKTypography.h2, LMKTypography.h3, LMKTypography.h4, LMKTypography.h4,
            ])
        #expect(LMKLabelFactory.caption(text: "a").textColor == LMKColor.textSecondary)
        #expect(LMKLabelFactory.body(text: "a", color: .red).textColor == .red)
        #expect(LMKLabelFactory.scientificName(text: "a").font.isItalic)
        #expect(LMKLabelFactory.small(text: "a").numberOfLines == 0)
    }

    @Test("LMK label factory: an attributed text is taken over") func anAttributedTextIsTakenOver() {
        let text = LMKLabelFactory.attributedString(text: "abc", font: LMKTypography.h1, color: .red, type: .heading)
        let label = UILabel()
        label.attributedText = text
        #expect(label.text == "abc" && label.font == LMKTypography.h1 && label.textColor == .red)
        #expect(shown(label, 5, 1).text == "abc")
        label.attributedText = nil
        #expect(label.text == nil)
    }
}
