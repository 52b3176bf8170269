public import Foundation
public import PictureModel
public import SeamSwiftUI

public nonisolated enum LMKImageUtil {
    /// Returns a symbol, or nil if the name is empty. A terminal draws a symbol in the size and the colour of the text
    /// around it.
    public static func getSFSymbolImage(_ name: String, pointSize: CGFloat, color: UIColor? = nil) -> UIImage? {
        UIImage(systemName: name)
    }
}
