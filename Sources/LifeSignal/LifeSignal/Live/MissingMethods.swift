import Foundation
import SignalDependencies
import Wire

// Methods that the daemon does not have yet.

extension WireError {
    /// The error that the daemon would return, without asking it.
    static func missing(_ method: String) -> WireError {
        WireError(.unimplemented, "rpc.unknown_method", "\(method): this daemon does not have it yet")
    }
}

extension StorageClient {
    /// A client for a daemon that does not have these methods yet.
    package static func live(_ backendService: BackendService) -> Self {
        Self(
            uploadImage: { _ in throw StorageError(.missing("image.put")) },
            downloadImage: { _ in throw StorageError(.missing("image.get")) },
            deleteImage: { _ in throw StorageError(.missing("image.delete")) })
    }
}
