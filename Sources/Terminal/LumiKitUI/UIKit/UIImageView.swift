public import SeamCombine
public import SeamSwiftUI

/// UIKit's view of a picture.
open class UIImageView: UIView {
    @Published public var image: UIImage?

    public convenience init(image: UIImage?) {
        self.init(frame: .zero)
        self.image = image
    }

    override open func makeContent() -> AnyView {
        AnyView(image.map { AnyView($0.view.foregroundColor(tintColor)) } ?? AnyView(EmptyView()))
    }
}
