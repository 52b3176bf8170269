import Foundation
import LinuxSupport
import SeamCombine
import SeamModel
import SeamSDK
import SeamWords

/// Visits at the session daemon. Each is an ephemeral session on a connection of its own: the daemon wipes it when the
/// connection ends, and the process with it.
final class SeamDesk: KioskDesk {
    /// Whether the session daemon answers; a kiosk that has just begun hopes so.
    @Published private(set) var isAnswering = true
    private let socket: String?
    /// The user's own session, which nobody signs in to: whether the daemon answers is all that it is asked.
    private let watch: Seam
    /// Since when the daemon has been asked without an answer.
    private(set) var askedSince: ContinuousClock.Instant?

    /// How often the daemon is asked.
    private static let interval = Duration.seconds(5)
    /// The daemon's own limit for a session that is not used; the kiosk's times are shorter.
    private static let idle: TimeInterval = 3600

    /// At that socket; nil: the usual one.
    init(socket: String?) {
        self.socket = socket
        watch = Seam(configuration: SeamConfiguration(socketPath: socket))
    }

    var isThere: AnyPublisher<Bool, Never> { $isAnswering.removeDuplicates().eraseToAnyPublisher() }

    var findings: [SeamText] {
        [
            SeamText("Release %@", [Release.version]),
            isAnswering ? SeamText("The session daemon answers.") : SeamText("The session daemon does not answer."),
        ]
    }

    /// Asks the daemon again and again, until the program ends.
    func watchDaemon() async {
        let follower = Task { [weak self, watch] in
            for await trouble in watch.systemErrorUpdates where trouble != nil { self?.isAnswering = false }
        }
        defer { follower.cancel() }
        while !Task.isCancelled {
            askedSince = .now
            do {
                _ = try await watch.providers()
                isAnswering = true
            } catch {
                isAnswering = false
            }
            askedSince = nil
            do { try await Task.sleep(for: isAnswering ? Self.interval : .seconds(1)) } catch { return }
        }
    }

    func begin(_ code: String) async throws(KioskRefusal) -> any SeamServiceProtocol {
        do {
            let isToken = (try? ClientSessionToken(Array(code.utf8))) != nil
            let visit =
                isToken
                ? try await SeamVisit.begin(clientSessionToken: code, idleTimeout: Self.idle, socketPath: socket)
                : try await SeamVisit.begin(code: code, idleTimeout: Self.idle, socketPath: socket)
            return SeamService(seam: visit.session)
        } catch {
            let reason = (error as? SeamSystemError)?.reason ?? (error as? SeamError).map { "\($0)" } ?? "unknown"
            throw KioskRefusal(refusal: Self.refusal(error), reason: reason)
        }
    }

    private static func refusal(_ error: any Error) -> KioskState.Refusal {
        switch error {
        case SeamError.invalidClientSessionToken: .code
        // A code that no desk could know, too.
        case let error as SeamSystemError where [SeamSystemError.codeRefused, invalid].contains(error.reason): .code
        case let error as SeamSystemError where error.reason == rateLimited:
            .tooMany(until: .now + .seconds(error.retryAfter ?? 60))
        default: .notPossible
        }
    }

    private static let (invalid, rateLimited) = ("rpc.invalid_params", "rpc.quota_exceeded")
}
