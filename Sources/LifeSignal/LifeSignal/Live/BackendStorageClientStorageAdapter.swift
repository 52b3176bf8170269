public import Foundation
import PictureCodec
public import PictureModel
import Pictures
import SignalAPI

/// Stores and fetches pictures through the daemon, for ``StorageClient``.
public final class BackendStorageClientStorageAdapter: Sendable {
    private let backendService: BackendService

    /// Creates an adapter for a daemon, without connecting to the daemon yet.
    public init(backendService: BackendService = .shared) {
        self.backendService = backendService
    }

    /// Stores a picture, and returns its location. Throws ``StorageError``.
    public func uploadImage(image: UIImage) async throws -> URL {
        let file = try await StoredImage.file(of: image, throwing: StorageError.self)
        return StoredImage.url(
            of: try await backendService.call(ImagePut.self, .init(data: file), throwing: StorageError.self).image)
    }

    /// Fetches a picture of the person or of a contact. Throws ``StorageError``.
    public func downloadImage(from url: URL) async throws -> UIImage {
        let name = try StoredImage.name(at: url)
        let file = try await backendService.call(ImageGet.self, .init(image: name), throwing: StorageError.self).data
        do throws(PictureError) {
            return try await Photograph.read(file).image
        } catch {
            throw StorageError(error)
        }
    }

    /// Deletes a picture of the person. Throws ``StorageError``.
    public func deleteImage(at url: URL) async throws {
        let name = try StoredImage.name(at: url)
        _ = try await backendService.call(ImageDelete.self, .init(image: name), throwing: StorageError.self)
    }
}

extension StorageClient {
    /// A client that talks to that daemon.
    public static func live(_ backendService: BackendService) -> Self {
        let adapter = BackendStorageClientStorageAdapter(backendService: backendService)
        return Self(
            uploadImage: { try await adapter.uploadImage(image: $0) },
            downloadImage: { try await adapter.downloadImage(from: $0) },
            deleteImage: { try await adapter.deleteImage(at: $0) })
    }
}

/// Pictures as the daemon stores them: small JPEG files, each with the SHA-256 of its bytes as its name.
enum StoredImage {
    private static let place = "lifesignal:image/"

    /// The location of the picture with a name.
    static func url(of name: String) -> URL {
        // A name consists of hexadecimal digits, so the text is always a URL.
        URL(string: place + name) ?? URL(filePath: "/")
    }

    /// The name of the picture at a location. Throws ``StorageError/notFoundError(_:)`` for the location of anything
    /// else.
    static func name(at url: URL) throws -> String {
        let (text, digits) = (url.absoluteString, "0123456789abcdef")
        let name = text.dropFirst(place.count)
        guard text.hasPrefix(place), name.utf8.count == 64, name.allSatisfy(digits.contains) else {
            throw StorageError.notFoundError("this is not the location of a picture")
        }
        return String(name)
    }

    /// The file in which a picture is sent to the daemon.
    static func file<Failure: SignalClientError>(
        of image: UIImage, throwing: Failure.Type
    ) async throws -> [UInt8] {
        guard image.width > 0 else { throw Failure.validationError("a symbol has no pixels that could be stored") }
        do throws(PictureError) {
            return try await PictureChild().later { (child) throws(PictureError) in
                try image.compactJPEG(
                    longestSide: StoredPicture.longestSide, bytes: StoredPicture.bytes, by: child)
            }
        } catch {
            throw Failure(error)
        }
    }
}

extension SignalClientError {
    /// Converts the error of a picture that this program itself cannot read or write.
    init(_ error: PictureError) {
        self = error.isOfThePicture ? .validationError(error.description) : .serverError(error.description)
    }
}
