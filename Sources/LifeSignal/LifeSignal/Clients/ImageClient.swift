public import Foundation
public import SignalDependencies

/// Image editing. It needs no daemon. Each invalid value is replaced by the nearest valid one.
public struct ImageClient: Sendable {
    /// Resizes a picture, in pixels; its shape may change.
    public var resizeImage: @Sendable (UIImage, CGSize) -> UIImage
    /// Crops a picture to a rectangle, in pixels.
    public var cropImage: @Sendable (UIImage, CGRect) -> UIImage
    /// Converts a picture to bytes that ``SignalImage/init(compressed:)`` can read. For now this is lossless and
    /// ignores the quality, so photographs hardly shrink.
    public var compressImage: @Sendable (UIImage, CGFloat) -> Data

    /// Creates a client from closures.
    public init(
        resizeImage: @escaping @Sendable (UIImage, CGSize) -> UIImage,
        cropImage: @escaping @Sendable (UIImage, CGRect) -> UIImage,
        compressImage: @escaping @Sendable (UIImage, CGFloat) -> Data
    ) {
        self.resizeImage = resizeImage
        self.cropImage = cropImage
        self.compressImage = compressImage
    }

    /// ``resizeImage``, with labels.
    public func resizeImage(image: UIImage, to size: CGSize) -> UIImage {
        resizeImage(image, size)
    }

    /// ``cropImage``, with labels.
    public func cropImage(image: UIImage, to rectangle: CGRect) -> UIImage {
        cropImage(image, rectangle)
    }

    /// ``compressImage``, with labels.
    public func compressImage(image: UIImage, quality: CGFloat) -> Data {
        compressImage(image, quality)
    }
}

extension ImageClient: DependencyKey {
    /// Works everywhere: editing pictures needs no daemon.
    public static var liveValue: Self {
        Self(
            resizeImage: { $0.resized(to: $1) },
            cropImage: { $0.cropped(to: $1) },
            compressImage: { image, _ in image.compressed })
    }

    /// The same as ``liveValue``.
    public static var testValue: Self { liveValue }
}

extension DependencyValues {
    /// The current task's ``ImageClient``.
    public var imageClient: ImageClient {
        get { self[ImageClient.self] }
        set { self[ImageClient.self] = newValue }
    }
}
