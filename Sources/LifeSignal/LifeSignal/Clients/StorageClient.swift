public import Foundation
public import PictureModel
public import SignalDependencies

/// Stores and fetches the pictures that contacts may see.
public struct StorageClient: Sendable {
    /// Stores a picture, and returns its location. Throws ``StorageError``.
    public var uploadImage: @Sendable (UIImage) async throws -> URL
    /// Fetches a picture of the person or of a contact. Throws ``StorageError``.
    public var downloadImage: @Sendable (URL) async throws -> UIImage
    /// Deletes a picture of the person. If the picture is already gone, nothing happens. Throws ``StorageError``.
    public var deleteImage: @Sendable (URL) async throws -> Void

    /// Creates a client from closures.
    public init(
        uploadImage: @escaping @Sendable (UIImage) async throws -> URL,
        downloadImage: @escaping @Sendable (URL) async throws -> UIImage,
        deleteImage: @escaping @Sendable (URL) async throws -> Void
    ) {
        self.uploadImage = uploadImage
        self.downloadImage = downloadImage
        self.deleteImage = deleteImage
    }

    /// Calls ``uploadImage`` with argument labels.
    public func uploadImage(image: UIImage) async throws -> URL {
        try await uploadImage(image)
    }

    /// Calls ``downloadImage`` with argument labels.
    public func downloadImage(from url: URL) async throws -> UIImage {
        try await downloadImage(url)
    }

    /// Calls ``deleteImage`` with argument labels.
    public func deleteImage(at url: URL) async throws {
        try await deleteImage(url)
    }
}

extension StorageClient: DependencyKey {
    /// Talks to the daemon: ``BackendService/shared``.
    public static var liveValue: Self { live(.shared) }

    /// Ada Moreno and her people, in memory.
    public static var previewValue: Self { preview(.shared) }

    /// Fails on every call. A test must override the functions that it uses.
    public static var testValue: Self {
        Self(
            uploadImage: { _ in throw StorageError.unimplemented("StorageClient.uploadImage") },
            downloadImage: { _ in throw StorageError.unimplemented("StorageClient.downloadImage") },
            deleteImage: { _ in throw StorageError.unimplemented("StorageClient.deleteImage") })
    }
}

extension DependencyValues {
    /// The current task's ``StorageClient``.
    public var storageClient: StorageClient {
        get { self[StorageClient.self] }
        set { self[StorageClient.self] = newValue }
    }
}
