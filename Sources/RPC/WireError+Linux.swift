package import LinuxSupport
package import Wire

extension WireError {
    /// What a caller is told when no connection came about: nothing was sent in any of these.
    package static func connecting(_ error: LinuxError) -> WireError {
        switch error.code {
        case .permissionDenied:
            .socketPermission(error.description)
        case .notFound, .refused, .timedOut, .closed, .pathTooLong, .invalidPath, .addressInUse, .addressTaken,
            .unsafeDirectory, .unsafeFile, .notUnixSocket, .unknownPeer, .serviceEnvironment, .partialUserMap,
            .tooLarge,
            .system:
            .unreachable(error.description)
        }
    }
}
