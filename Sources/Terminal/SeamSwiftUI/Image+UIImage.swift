@_exported public import PictureModel
@_exported public import Pictures
public import TermControls
import TermCore
import TermUI

nonisolated extension Image {
    /// Creates a picture from UIKit's value. Pixels are drawn as finely as the terminal can (`PictureStep`). The
    /// modules of a code have the smallest size that can be read.
    public init(uiImage: UIImage) {
        if let code = uiImage.code {
            self.init(code: CellModules(width: code.width, modules: code.dark))
        } else if let grid = PixelGrid(width: uiImage.width, height: uiImage.height, bytes: uiImage.pixels) {
            self.init(grid)
        } else {
            self.init(systemName: uiImage.systemName ?? "photo")
        }
    }
}
