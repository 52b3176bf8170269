import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

extension CloudError {
    /// Classifies an error of the HTTP client. An unknown error counts as a broken connection. This is the cautious
    /// choice, because something may have been sent, and the server may not be genuine.
    init(transport error: any Error) {
        self.init(Self.kind(of: error))
    }

    private static func kind(of error: any Error) -> Kind {
        switch error {
        case let error as CloudError: error.kind
        case is CancellationError: .cancelled
        case let error as NIOSSLError: kind(of: error)
        case is NIOSSLExtraError: .tls
        // A record was corrupted after the handshake, so earlier requests may have been carried out.
        case is BoringSSLError, is NIOSSLCloseTimedOutError: .connectionLost
        case is NIOConnectionError, is SocketAddressError: .offline
        case is NIOTooManyBytesError: .replyTooLarge
        case HTTPParserError.invalidEOFState: .connectionLost
        case is HTTPParserError: .unexpectedContent
        case let error as IOError: kind(ofErrno: error.errnoCode)
        case let error as ChannelError: kind(of: error)
        case let error as HTTPClientError: kind(of: error)
        default: .connectionLost
        }
    }

    private static func kind(ofErrno errno: CInt) -> Kind {
        switch errno {
        case ECONNREFUSED, ENOENT, ENETUNREACH, EHOSTUNREACH, ENETDOWN, EHOSTDOWN, EADDRNOTAVAIL, EACCES: .offline
        default: .connectionLost
        }
    }

    /// Distinguishes errors during the handshake from errors after the handshake.
    private static func kind(of error: NIOSSLError) -> Kind {
        switch error {
        case .uncleanShutdown, .writeDuringTLSShutdown, .readInInvalidTLSState: .connectionLost
        default: .tls
        }
    }

    private static func kind(of error: ChannelError) -> Kind {
        switch error {
        case .connectTimeout: .connectTimedOut
        default: .connectionLost
        }
    }

    private static func kind(of error: HTTPClientError) -> Kind {
        switch error {
        case .tlsHandshakeTimeout: .tls
        // A handshake that never ends can also cause these errors, and it must not look like a missing network.
        case .connectTimeout, .getConnectionFromPoolTimeout: .connectTimedOut
        case .readTimeout, .writeTimeout, .deadlineExceeded: .timedOut
        case .cancelled: .cancelled
        default: .connectionLost
        }
    }
}
