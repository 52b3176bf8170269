import Foundation
import SignalDependencies
import Wire

// Errors for methods that the daemon does not have yet.

extension WireError {
    /// The error that the daemon would return for such a method, made without asking the daemon.
    static func missing(_ method: String) -> WireError {
        WireError(.unimplemented, "rpc.unknown_method", "\(method): this daemon does not support the method yet")
    }
}

extension StorageClient {
    /// A client whose functions all fail, because the daemon does not have their methods yet.
    public static func live(_ backendService: BackendService) -> Self {
        Self(
            uploadImage: { _ in throw StorageError(.missing("image.put")) },
            downloadImage: { _ in throw StorageError(.missing("image.get")) },
            deleteImage: { _ in throw StorageError(.missing("image.delete")) })
    }
}
