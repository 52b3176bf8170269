package import LinuxSupport
package import Wire

extension WireError {
    /// The error for a caller whose connection could not be made. In all cases, nothing was sent.
    package static func connecting(_ error: LinuxError) -> WireError {
        switch error.code {
        case .permissionDenied:
            .socketPermission(error.description)
        case .notFound, .lookupFailed, .refused, .timedOut, .closed, .pathTooLong, .invalidPath, .addressInUse,
            .addressTaken,
            .unsafeDirectory, .unsafeFile, .notUnixSocket, .unknownPeer, .serviceEnvironment, .partialUserMap,
            .tooLarge,
            .system:
            .unreachable(error.description)
        }
    }
}
