public import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

extension UIView {
    /// The way in which a picture fills its view.
    public nonisolated enum ContentMode: Int, Hashable, Sendable {
        case scaleToFill
        case scaleAspectFit
        case scaleAspectFill
        case redraw
        case center
        case top
        case bottom
        case left
        case right
        case topLeft
        case topRight
        case bottomLeft
        case bottomRight

        /// The place of a picture that keeps its size.
        fileprivate var alignment: Alignment? {
            switch self {
            case .scaleToFill, .scaleAspectFit, .scaleAspectFill, .redraw: nil
            case .center: .center
            case .top: .top
            case .bottom: .bottom
            case .left: .leading
            case .right: .trailing
            case .topLeft: .topLeading
            case .topRight: .topTrailing
            case .bottomLeft: .bottomLeading
            case .bottomRight: .bottomTrailing
            }
        }
    }
}

/// UIKit's view of a picture. A symbol and a code keep their size. A view without a ``UIView/frame`` has the size of
/// its picture, in the picture's proportions.
open class UIImageView: UIView {
    @Published public var image: UIImage?
    /// The way in which pixels fill the view.
    @Published public var contentMode = ContentMode.scaleToFill

    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }

    override open func makeContent() -> AnyView {
        guard let image else { return AnyView(EmptyView()) }
        guard image.width > 0, image.code == nil else { return AnyView(image.view.foregroundColor(tintColor)) }
        let picture = image.image
        if !hasFrame, !followsEdges, fixedSize == nil { return AnyView(picture) }
        if let alignment = contentMode.alignment { return AnyView(picture.filling(alignment)) }
        switch contentMode {
        case .scaleAspectFit: return AnyView(picture.resizable().scaledToFit().filling(.center))
        case .scaleAspectFill: return AnyView(picture.resizable().scaledToFill().filling(.center).clipped())
        default: return AnyView(picture.resizable())
        }
    }
}
