import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// Follows the progress of reading a session's keys from the cloud.
final class KeyReading {
    private let client: BlockingClient
    private let call: Int64
    private var hasEnded = false

    init(_ client: BlockingClient, session: String?) throws {
        self.client = client
        let params = SessionParams(session: session)
        call = try client.start(OutgoingCall(stream: SessionWatch.name, params: params.jsonText).markedIfItOnlyReads)
    }

    /// The status of the last reads of the keys, or nil if the daemon does not report it.
    static func sync(_ client: BlockingClient, session: String?) throws(WireError) -> SyncStatus? {
        do throws(WireError) {
            return try client.call(SessionGet.self, SessionParams(session: session)).sync
        } catch {
            guard error.reason == "rpc.unknown_method" else { throw error }
            return nil
        }
    }

    /// The error when the time is up. If the cloud does not answer, the error says that it does not answer. Otherwise,
    /// the error says that the keys are still being read.
    static func late(_ sync: SyncStatus, _ progress: KeyReadingProgress) -> SessionError {
        guard sync.staleSince != nil, let cause = sync.reason.flatMap(SyncReason.init) else {
            return .keysBeingRead(progress)
        }
        return .internetConnectionRequired(detail: cause.words, cause: cause, after: pause(of: sync))
    }

    /// The time until the daemon asks the cloud again after a failure. If the daemon is about to ask, this is nil.
    static func pause(of sync: SyncStatus) -> Duration? {
        guard sync.staleSince != nil, let next = sync.next else { return nil }
        let wait = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds()).duration(to: next)
        return wait > .zero ? wait : nil
    }

    /// Waits until something has changed, or until `deadline`.
    func waitForNews(until deadline: Duration) throws {
        let rest = deadline - SystemClock.monotonic()
        guard rest > .zero, !hasEnded, let event = client.next(of: call, within: rest) else { return }
        guard case .ended(let outcome) = event else { return }
        hasEnded = true
        if client.wasInterrupted { throw CommandEnd(status: .cancelled) }
        guard case .error(let error) = outcome else { return }
        throw error
    }

    /// Stops following. The result does not matter.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        client.cancel(call)
        while let event = client.next(of: call, within: .seconds(1)) { if case .ended = event { return } }
    }

    /// A text that says that some keys have not been read yet. If all keys have been read, this is nil.
    static func words(of sync: SyncStatus) -> TerminalSafe? {
        guard let progress = sync.reading else { return nil }
        guard sync.staleSince != nil, let cause = sync.reason.flatMap(SyncReason.init) else { return words(progress) }
        return "not all of your keys have been read yet: \(cause.words)"
    }

    /// A text about the progress, such as `your keys are being read: 12 of 70`.
    static func words(_ progress: KeyReadingProgress) -> TerminalSafe {
        let count: TerminalSafe = progress.words.isEmpty ? "" : ": \(progress.words)"
        return "your keys are being read\(count)"
    }
}
