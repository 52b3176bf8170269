// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names in this file are LumiKit's own.

public import Foundation
public import PictureModel
public import SeamSwiftUI
import TermUI

nonisolated extension UIImage {
    /// Returns the picture with its longer side as long as `maxDimension`, in its own proportions. A symbol stays as it
    /// is.
    public func lmk_resized(maxDimension: CGFloat) -> UIImage {
        guard size.width > 0, size.height > 0 else { return self }
        let scale = maxDimension / max(size.width, size.height)
        return lmk_resized(to: CGSize(width: size.width * scale, height: size.height * scale))
    }

    /// Returns the picture in another size. A side that no picture has becomes the nearest that a picture has.
    public func lmk_resized(to targetSize: CGSize) -> UIImage { resized(to: targetSize) }

    /// Returns a picture of one colour, as it is on a dark screen.
    public static func lmk_solidColor(_ color: UIColor, size: CGSize = CGSize(width: 1, height: 1)) -> UIImage {
        let parts = color.parts(on: .dark)
        func byte(_ part: Double) -> UInt8 { UInt8((min(max(part, 0), 1) * 255).rounded()) }
        return UIImage(
            red: byte(parts.red), green: byte(parts.green), blue: byte(parts.blue), opacity: byte(parts.alpha)
        ).resized(to: size)
    }

    /// Returns the picture with round corners. The pixels outside of them are transparent.
    public func lmk_rounded(cornerRadius: CGFloat) -> UIImage { rounded(radius: Double(cornerRadius)) }
}
