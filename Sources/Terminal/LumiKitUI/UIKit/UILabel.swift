public import Foundation
import LumiKitCore
public import SeamCombine
public import SeamSwiftUI

/// UIKit's label, which shows a text in one font and colour.
open class UILabel: UIView {
    /// The text of the label. Nil means that there is no text.
    @Published public var text: String?
    @Published public var font: UIFont = .systemFont(ofSize: 17)
    @Published public var textColor: UIColor? = .label
    @Published public var textAlignment: NSTextAlignment = .natural
    /// The largest number of lines. The value 0 means that there is no limit.
    @Published public var numberOfLines = 1
    /// The kind of the text, for the height of its lines.
    @Published var type = LMKTypographyType.body

    /// The text with attributes. Only the font and the colour of the first letter are drawn, because LumiKit uses no
    /// other attributes.
    public var attributedText: NSAttributedString? {
        get {
            text.map {
                NSAttributedString(string: $0, attributes: [.font: font, .foregroundColor: textColor ?? .label])
            }
        }
        set {
            text = newValue?.string
            guard let newValue, newValue.length > 0 else { return }
            let attributes = unsafe newValue.attributes(at: 0, effectiveRange: nil)
            if let font = attributes[.font] as? UIFont { self.font = font }
            if let color = attributes[.foregroundColor] as? UIColor { textColor = color }
        }
    }

    /// The size of the text on one line.
    override open var intrinsicContentSize: CGSize { LMKLabel.size(of: text ?? "", font) }

    override open func makeContent() -> AnyView {
        AnyView(
            LMKLabel(text ?? "", font: font, color: textColor ?? .label, type: type)
                .multilineTextAlignment(textAlignment.drawn)
                .lineLimit(numberOfLines > 0 ? numberOfLines : nil))
    }
}

extension NSAttributedString.Key {
    public static let font = NSAttributedString.Key(rawValue: "NSFont")
    public static let foregroundColor = NSAttributedString.Key(rawValue: "NSColor")
    /// The letter spacing, in points.
    public static let kern = NSAttributedString.Key(rawValue: "NSKern")
}
