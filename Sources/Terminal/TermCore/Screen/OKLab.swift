import Glibc

/// A colour in a space that matches people's perception. Equal distances in this space look equally far apart (Björn
/// Ottosson, "A perceptual color space for image processing", 2020).
struct OKLab: Sendable {
    let lightness: Float
    let greenRed: Float
    let blueYellow: Float

    /// Converts a colour from sRGB.
    init(_ parts: Palette.Parts) {
        let (red, green, blue) = (Self.linear(parts.red), Self.linear(parts.green), Self.linear(parts.blue))
        let long = cbrtf(0.412_221_47 * red + 0.536_332_54 * green + 0.051_445_995 * blue)
        let medium = cbrtf(0.211_903_50 * red + 0.680_699_55 * green + 0.107_396_96 * blue)
        let short = cbrtf(0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_70 * blue)
        lightness = 0.210_454_26 * long + 0.793_617_79 * medium - 0.004_072_047 * short
        greenRed = 1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short
        blueYellow = 0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short
    }

    /// Returns the square of the distance. This is enough for comparisons.
    func distance(to other: OKLab) -> Float {
        let (l, a, b) = (
            lightness - other.lightness, greenRed - other.greenRed, blueYellow - other.blueYellow
        )
        return l * l + a * a + b * b
    }

    private static func linear(_ part: UInt8) -> Float {
        let value = Float(part) / 255
        return value <= 0.040_45 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

}
