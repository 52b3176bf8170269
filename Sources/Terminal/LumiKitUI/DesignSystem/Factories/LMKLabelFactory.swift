public import Foundation
public import SeamSwiftUI

public enum LMKLabelFactory {
    /// Returns a title. The `level` is 1 for the title of a screen. The greatest level is 4.
    public static func heading(text: String, level: Int = 1) -> UILabel {
        let font =
            switch level {
            case 1: LMKTypography.h1
            case 2: LMKTypography.h2
            case 3: LMKTypography.h3
            default: LMKTypography.h4
            }
        let label = label(text, font, LMKColor.textPrimary, .heading)
        label.accessibilityTraits = .header
        return label
    }

    public static func body(text: String, color: UIColor? = nil) -> UILabel {
        label(text, LMKTypography.body, color ?? LMKColor.textPrimary)
    }

    public static func bodyMedium(text: String, color: UIColor? = nil) -> UILabel {
        label(text, LMKTypography.bodyMedium, color ?? LMKColor.textPrimary)
    }

    public static func bodyBold(text: String, color: UIColor? = nil) -> UILabel {
        label(text, LMKTypography.bodyBold, color ?? LMKColor.textPrimary)
    }

    public static func subbodyMedium(text: String, color: UIColor? = nil) -> UILabel {
        label(text, LMKTypography.subbodyMedium, color ?? LMKColor.textSecondary)
    }

    public static func caption(text: String, color: UIColor? = nil) -> UILabel {
        label(text, LMKTypography.caption, color ?? LMKColor.textSecondary, .caption)
    }

    public static func small(text: String, color: UIColor? = nil) -> UILabel {
        label(text, LMKTypography.small, color ?? LMKColor.textTertiary, .small)
    }

    public static func extraSmall(text: String, color: UIColor? = nil) -> UILabel {
        label(text, LMKTypography.extraSmall, color ?? LMKColor.textTertiary, .small)
    }

    public static func scientificName(text: String) -> UILabel {
        label(text, LMKTypography.italicBody, LMKColor.info)
    }

    public static func attributedString(
        text: String, font: UIFont, color: UIColor, type: LMKTypographyType
    ) -> NSAttributedString {
        NSAttributedString(
            string: text,
            attributes: [
                .font: font, .foregroundColor: color,
                .kern: NSNumber(value: Double(LMKTypography.letterSpacing(for: type))),
            ])
    }

    private static func label(
        _ text: String, _ font: UIFont, _ color: UIColor, _ type: LMKTypographyType = .body
    ) -> UILabel {
        let label = UILabel()
        label.type = type
        (label.text, label.font, label.textColor, label.numberOfLines) = (text, font, color, 0)
        return label
    }
}
