public import Foundation
public import PictureModel
import Pictures
public import SignalDependencies

/// Resizes, crops and converts pictures. Image editing needs no daemon. Each invalid argument is replaced by the
/// nearest valid value.
public struct ImageClient: Sendable {
    /// Resizes a picture to a size in pixels. The picture's proportions may change.
    public var resizeImage: @Sendable (UIImage, CGSize) -> UIImage
    /// Crops a picture to a rectangle, in pixels.
    public var cropImage: @Sendable (UIImage, CGRect) -> UIImage
    /// Converts a picture to a JPEG file of a quality from 0 to 1. The file is empty if the picture cannot be written,
    /// for instance because the program `seam-picture` is missing. Blocks the calling thread for at most five seconds.
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

    /// Calls ``resizeImage`` with argument labels.
    public func resizeImage(image: UIImage, to size: CGSize) -> UIImage {
        resizeImage(image, size)
    }

    /// Calls ``cropImage`` with argument labels.
    public func cropImage(image: UIImage, to rectangle: CGRect) -> UIImage {
        cropImage(image, rectangle)
    }

    /// Calls ``compressImage`` with argument labels.
    public func compressImage(image: UIImage, quality: CGFloat) -> Data {
        compressImage(image, quality)
    }
}

extension ImageClient: DependencyKey {
    /// Works without the daemon, because editing pictures does not need it.
    public static var liveValue: Self {
        Self(
            resizeImage: { $0.resized(to: $1) },
            cropImage: { $0.cropped(to: $1) },
            compressImage: { $0.jpegData(compressionQuality: $1) ?? Data() })
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
