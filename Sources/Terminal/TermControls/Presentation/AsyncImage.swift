public import Foundation
public import TermUI

/// A picture from an address. A terminal shows no pictures, so the placeholder stays. No request is made, because
/// showing a view must not contact hosts.
/// Example: `MotionPage.swift` in `Tests/Gallery`.
public struct AsyncImage<Content: View>: View {
    private let content: Content

    public init(
        url: URL?, scale: CGFloat = 1, transaction: Transaction = Transaction(),
        @ViewBuilder content: @escaping (AsyncImagePhase) -> Content
    ) {
        self.content = content(.empty)
    }

    /// Creates a view that shows the placeholder.
    public init<I: View, P: View>(
        url: URL?, scale: CGFloat = 1, @ViewBuilder content: @escaping (Image) -> I,
        @ViewBuilder placeholder: @escaping () -> P
    ) where Content == ConditionalContent<I, P> {
        self.content = ViewBuilder.buildEither(second: placeholder())
    }

    /// The placeholder, which is shown in place of the picture.
    public var body: some View { content }
}

extension AsyncImage where Content == PaintedShape<Rectangle> {
    public init(url: URL?, scale: CGFloat = 1) {
        content = Rectangle().fill(.quaternary)
    }
}

/// The state of loading a picture, which is always `empty` in a terminal.
nonisolated public enum AsyncImagePhase: Sendable {
    case empty
    case success(Image)
    case failure(any Error)

    /// The picture, if it has been loaded.
    public var image: Image? { if case .success(let image) = self { image } else { nil } }

    public var error: (any Error)? { if case .failure(let error) = self { error } else { nil } }
}
