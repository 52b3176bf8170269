import Foundation
public import SeamSwiftUI
import TermCore

public struct LMKLabel: View, Equatable {
    private let text: String
    private let font: UIFont
    private let color: UIColor

    /// Creates a label. Control characters in the text are not drawn.
    public init(_ text: String, font: UIFont, color: UIColor) {
        (self.text, self.font, self.color) = (text, font, color)
    }

    public var body: some View { Text(verbatim: text).font(font).foregroundColor(color) }

    /// Returns the size of a text on one line, in points.
    nonisolated static func size(of text: String, _ font: UIFont) -> CGSize {
        CGSize(width: CGFloat(CellWidth.columns(text)) * 8, height: font.lineHeight)
    }
}
