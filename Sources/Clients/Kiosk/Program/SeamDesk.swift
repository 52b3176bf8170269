import Foundation
import LifeSignal
import LinuxSupport
import SeamCombine
import SeamModel
import SeamSDK
import SeamWords

/// Begins visits at the session daemon. Each visit is an ephemeral session on its own connection. The connection ends
/// with the process, and the daemon then wipes the session.
final class SeamDesk: KioskDesk {
    /// Whether the session daemon answers. At the start, the daemon is assumed to answer.
    @Published private(set) var isAnswering = true
    private let socket: String?
    /// The path of LifeSignal's socket, or nil for the default.
    private let signalSocket: String?
    /// The administrators' settings for this machine's screens.
    @Published private var notice = SeamKioskNotice()
    /// The user's own session, in which nobody ever signs in. This session is used only for reports.
    private let watch: Seam
    /// Whether the log already says that the daemon refuses reports.
    private var hasSaid = false
    private let log: (String) -> Void
    /// The time of the oldest unanswered request to the daemon, if there is one.
    private(set) var askedSince: ContinuousClock.Instant?

    /// The number of seconds between two reports to the daemon. While the daemon does not answer, the pause is one
    /// second.
    private static let interval = 5
    /// The daemon's own time limit for an unused session, in seconds. The kiosk's own times are shorter.
    private static let idle: TimeInterval = 3600

    /// Creates a desk at the sockets' paths, or at the default paths. `log` writes a line to the journal.
    init(socket: String?, signalSocket: String? = nil, log: @escaping (String) -> Void) {
        (self.socket, self.signalSocket, self.log) = (socket, signalSocket, log)
        watch = Seam(configuration: SeamConfiguration(socketPath: socket))
    }

    var isThere: AnyPublisher<Bool, Never> { $isAnswering.removeDuplicates().eraseToAnyPublisher() }

    var notices: AnyPublisher<SeamKioskNotice, Never> { $notice.removeDuplicates().eraseToAnyPublisher() }

    var findings: [SeamText] {
        [
            SeamText("Release %@", [Release.version]),
            isAnswering ? SeamText("The session daemon answers.") : SeamText("The session daemon does not answer."),
        ]
    }

    /// Reports the screen's state to the daemon, at each change and at regular intervals, until the program ends.
    func watchDaemon(_ report: () -> SeamKioskReport?) async {
        let follower = Task { [weak self, watch] in
            for await trouble in watch.systemErrorUpdates where trouble != nil { self?.isAnswering = false }
        }
        defer { follower.cancel() }
        var told: SeamKioskReport.State?
        var rest = 0
        while !Task.isCancelled {
            if let report = report(), report.state != told || rest <= 0 {
                askedSince = .now
                await tell(report)
                askedSince = nil
                (told, rest) = (report.state, isAnswering ? Self.interval : 1)
            }
            rest -= 1
            do { try await Task.sleep(for: .seconds(1)) } catch { return }
        }
    }

    private func tell(_ report: SeamKioskReport) async {
        do {
            notice = try await watch.report(report)
            isAnswering = true
        } catch let error as SeamSystemError where Self.deaf.contains(error.reason) {
            // The daemon answers, so visitors can still be served, although it refuses reports.
            isAnswering = true
            if !hasSaid { log("seam-sessiond accepts no reports from this screen (\(error.reason)): see kiosk.users") }
            hasSaid = true
        } catch {
            isAnswering = false
        }
    }

    func begin(_ code: String) async throws(KioskRefusal) -> KioskVisit {
        do {
            let isToken = (try? ClientSessionToken(Array(code.utf8))) != nil
            let visit =
                isToken
                ? try await SeamVisit.begin(clientSessionToken: code, idleTimeout: Self.idle, socketPath: socket)
                : try await SeamVisit.begin(code: code, idleTimeout: Self.idle, socketPath: socket)
            let signal = await signal(visit.takeLifeSignalPass())
            return KioskVisit(service: SeamService(seam: visit.session), signal: signal)
        } catch {
            let reason = (error as? SeamSystemError)?.reason ?? (error as? SeamError).map { "\($0)" } ?? "unknown"
            throw KioskRefusal(refusal: Self.refusal(error), reason: reason)
        }
    }

    /// LifeSignal, signed in with the desk's pass. Without a pass, or if LifeSignal does not accept it, the visitor has
    /// doors alone.
    private func signal(_ pass: LifeSignalPass?) async -> BackendService? {
        guard let pass else { return nil }
        let service = BackendService(forVisitAt: signalSocket)
        do {
            _ = try await service.enter(pass: pass.text, idleTimeout: .seconds(Int64(Self.idle)))
            return service
        } catch {
            log("visit: LifeSignal does not accept the desk's pass")
            await service.endVisit()
            return nil
        }
    }

    private static func refusal(_ error: any Error) -> KioskState.Refusal {
        switch error {
        case SeamError.invalidClientSessionToken: .code(nil)
        // The refused codes include codes that no desk can know.
        case let error as SeamSystemError where [SeamSystemError.codeRefused, invalid].contains(error.reason):
            .code(error.which.flatMap { KioskState.CodeFault(rawValue: $0) })
        case let error as SeamSystemError where error.reason == rateLimited:
            .tooMany(until: .now + .seconds(error.retryAfter ?? 60))
        default: .notPossible
        }
    }

    private static let (invalid, rateLimited) = ("rpc.invalid_params", "rpc.quota_exceeded")
    /// The reasons with which the daemon refuses reports if this user is not a kiosk's user, or if the daemon is older
    /// than this program.
    private static let deaf = ["rpc.method_not_permitted", "rpc.unknown_method"]
}
