import Foundation
@_exported public import PictureModel
@_exported public import Pictures
import SeamSwiftUI
import TermControls
import TermUI

// A terminal shows the character that represents a symbol (`Image(systemName:)`).
extension UIImage {
    nonisolated init(code: LMKQRCode, points: CGFloat = 0) {
        self.init(code: code.modules, side: Int(min(max(points, 0), 2_048).rounded()))
    }

    /// The symbol or the pixels as a view.
    var image: Image { Image(uiImage: self) }

    /// The picture as a view. The view shows the symbol, the pixels or the whole code.
    @ViewBuilder var view: some View {
        if let code { LMKModules(code: LMKQRCode(code), points: size.width) } else { image }
    }
}

/// A code. It has the largest size that was requested and for which there is space.
private struct LMKModules: View {
    let code: LMKQRCode
    let points: CGFloat

    var body: some View {
        let large = code.scaled(to: points)
        if large.width > code.width {
            ViewThatFits {
                CellModules(width: large.width, modules: large.modules)
                CellModules(width: code.width, modules: code.modules.dark)
            }
        } else {
            CellModules(width: code.width, modules: code.modules.dark)
        }
    }
}
