// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

public import Foundation
public import SeamSwiftUI
import TermUI

extension Color {
    /// Creates a colour from six or eight hexadecimal digits, "RRGGBB" or "RRGGBBAA", with or without "#". Returns nil
    /// for any other text.
    public nonisolated init?(lmk_hex: String) {
        var digits = Substring(lmk_hex.trimmingCharacters(in: .whitespacesAndNewlines))
        if digits.first == "#" { digits.removeFirst() }
        guard digits.utf8.count == 6 || digits.utf8.count == 8, digits.utf8.allSatisfy({ $0.isHexDigit }),
            let bits = UInt32(digits, radix: 16)
        else { return nil }
        let all = digits.utf8.count == 6 ? bits << 8 | 0xFF : bits
        func part(_ shift: UInt32) -> Double { Double(all >> shift & 0xFF) / 255 }
        self.init(red: part(24), green: part(16), blue: part(8), opacity: part(0))
    }

    /// The six hexadecimal digits "RRGGBB" that the colour has on a dark screen.
    public nonisolated var lmk_hexString: String {
        let parts = parts(on: .dark)
        return [parts.red, parts.green, parts.blue].map {
            let digits = String(Int(($0 * 255).rounded()), radix: 16, uppercase: true)
            return digits.count < 2 ? "0" + digits : digits
        }.joined()
    }

    /// Whether the colour looks light. This means that its luma is above one half (ITU-R BT.601).
    public nonisolated var lmk_isLight: Bool {
        let parts = parts(on: .dark)
        return 0.299 * parts.red + 0.587 * parts.green + 0.114 * parts.blue > 0.5
    }

    /// Returns the colour with its brightness multiplied by `factor`. Above 1, the colour becomes lighter. Below 1, the
    /// colour becomes darker.
    public nonisolated func lmk_adjustedBrightness(by factor: CGFloat) -> UIColor {
        var (hue, saturation, brightness, alpha) = (CGFloat(0), CGFloat(0), CGFloat(0), CGFloat(0))
        getHue(&hue, saturation: &saturation, brightness: &brightness, alpha: &alpha)
        return UIColor(
            hue: hue, saturation: saturation, brightness: LMKDesign.share(brightness * factor), alpha: alpha)
    }

    public nonisolated var lmk_contrastingTextColor: UIColor { lmk_isLight ? .black : .white }

    /// Returns the contrast that two colours have on a dark screen, from 1 to 21 (WCAG 2.2, contrast ratio).
    public nonisolated func lmk_contrastRatio(with other: UIColor) -> CGFloat {
        CGFloat(LMKContrast.ratio(LMKContrast.luminance(of: self), LMKContrast.luminance(of: other)))
    }
}

nonisolated extension UInt8 {
    fileprivate var isHexDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
