import Foundation
public import SeamSwiftUI
import TermCore

public struct LMKLabel: View, Equatable {
    private let text: String
    private let font: UIFont
    private let color: UIColor
    private let type: LMKTypographyType
    @Environment(\.lmkDesign) private var design

    /// Creates a label. Control characters in the text are not drawn. The `type`
    /// sets the height of the lines.
    public init(_ text: String, font: UIFont, color: UIColor, type: LMKTypographyType = .body) {
        (self.text, self.font, self.color, self.type) = (text, font, color, type)
    }

    public nonisolated static func == (one: LMKLabel, other: LMKLabel) -> Bool {
        one.text == other.text && one.font == other.font && one.color == other.color && one.type == other.type
    }

    public var body: some View {
        Text(verbatim: text).font(font).foregroundColor(color).lmk_lines(type, design.typography)
    }

    /// Returns the size of a text on one line, in points.
    nonisolated static func size(of text: String, _ font: UIFont) -> CGSize {
        CGSize(width: CGFloat(CellWidth.columns(text)) * 8, height: font.lineHeight)
    }
}
