// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

import Foundation
import SeamSwiftUI
import TermControls
import TermUI

/// How a terminal draws a number of a design. A column is 8 points and a row is 16 points.
nonisolated enum LMKMeasure: Sendable {
    /// The number becomes columns. There are never fewer columns than this.
    case columns(atLeast: Int)
    /// The number becomes rows. There are never fewer rows than this.
    case rows(atLeast: Int)
    /// The view has this length in any case, so only the points beyond it become blank columns.
    case columnsBeyond(CGFloat)
    /// The view has this length in any case, so only the points beyond it become blank rows.
    case rowsBeyond(CGFloat)
    /// The number is the space between a box of lines and its content.
    case box
    /// The number is an opacity, which has three steps.
    case opacity
    /// The number is the radius of a corner. A terminal draws a corner either square or round.
    case corner
    /// The number is the size of letters. Letters below 13 points are dim.
    case letters
    /// The number is the height of a line, as a multiple of the size of its letters. A line takes as many rows as the
    /// multiple has whole units.
    case lines
    /// LumiKit does not draw the number, but a program's own views may use it.
    case program
    /// The number is never drawn, for the given reason.
    case never(String)

    /// Returns a value. It differs for two numbers only if a terminal draws them differently. If no component draws the
    /// number, returns nil.
    func drawn(_ number: CGFloat) -> Int? {
        switch self {
        case .columns(let least): max(least, CellMetrics.columns(number))
        case .rows(let least): max(least, CellMetrics.rows(number))
        case .columnsBeyond(let own): CellMetrics.columns(max(0, number - own))
        case .rowsBeyond(let own): CellMetrics.rows(max(0, number - own))
        case .box: CellMetrics.columns(max(0, number - 8)) * 1_000 + CellMetrics.rows(max(0, number - 16))
        case .opacity: Self.step(number).rawValue
        case .corner: number >= 4 ? 1 : 0
        case .letters: number < 13 ? 1 : 0
        case .lines: Self.rows(ofLine: number)
        case .program, .never: nil
        }
    }

    /// The steps of an opacity that every terminal can show.
    enum Step: Int {
        case invisible
        case dim
        case full
    }

    static func step(_ opacity: CGFloat) -> Step { opacity < 0.125 ? .invisible : opacity < 0.75 ? .dim : .full }

    /// Returns the number of rows of a line, from 1 to 100.
    static func rows(ofLine share: CGFloat) -> Int { share.isFinite ? Int(min(max(share, 1), 100)) : 1 }
}

nonisolated extension LMKDesign {
    /// Returns the space between a box of lines and its content. The box itself takes a row above and below, and a
    /// column on each side, so lengths up to this size are already covered.
    static func boxed(_ insets: UIEdgeInsets) -> EdgeInsets {
        EdgeInsets(
            top: max(0, insets.top - 16), leading: max(0, insets.left - 8), bottom: max(0, insets.bottom - 16),
            trailing: max(0, insets.right - 8))
    }

    static func boxed(_ length: CGFloat) -> EdgeInsets {
        boxed(UIEdgeInsets(top: length, left: length, bottom: length, right: length))
    }

    /// Returns how a screen is drawn behind an overlay that has this opacity.
    static func backdrop(_ opacity: CGFloat) -> Backdrop {
        switch LMKMeasure.step(opacity) {
        case .invisible: .clear
        case .dim: .dimmed
        case .full: .blank
        }
    }
}

nonisolated extension LMKTypographyTheme {
    /// Returns the height of a line, as a multiple of the size of its letters.
    func lineHeightMultiplier(_ type: LMKTypographyType) -> CGFloat {
        switch type {
        case .heading: headingLineHeightMultiplier
        case .body: bodyLineHeightMultiplier
        case .caption: captionLineHeightMultiplier
        case .small: smallLineHeightMultiplier
        }
    }
}

extension View {
    /// Sets the height of the text's lines.
    func lmk_lines(_ type: LMKTypographyType, _ typography: LMKTypographyTheme) -> some View {
        let rows = LMKMeasure.rows(ofLine: typography.lineHeightMultiplier(type)) - 1
        return lineSpacing(CellMetrics.points(rows, along: .vertical))
    }
}

/// Makes a view this number of columns wide if it needs fewer columns and there is space for them.
struct LMKLeastColumns: NodeModifier, Equatable {
    let columns: Int

    func size(_ proposal: CellProposal, _ node: ViewNode) -> CellSize {
        let inner = node.contentSize(proposal)
        return CellSize(max(inner.width, min(columns, proposal.width ?? columns)), inner.height)
    }

    func place(in rect: CellRect, _ node: ViewNode) {
        node.placeContent(in: rect.aligned(node.contentSize(CellProposal(rect.size)), .center))
    }
}

/// Blanks that fill a distance in points. They have the style of the surrounding text.
struct LMKBlank: View {
    let columns: Int

    init(_ points: CGFloat) { self.init(columns: CellMetrics.columns(points)) }

    init(columns: Int) { self.columns = min(max(columns, 0), 100) }

    var body: some View {
        if columns > 0 { Text(verbatim: String(repeating: " ", count: columns)).accessibilityHidden(true) }
    }
}
