import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// Follows how far a session's keys are read from the cloud.
final class KeyReading {
    private let client: BlockingClient
    private let call: Int64
    private var hasEnded = false

    init(_ client: BlockingClient, session: String?) throws {
        self.client = client
        let params = SessionParams(session: session)
        call = try client.start(OutgoingCall(stream: SessionWatch.name, params: params.jsonText).markedIfItOnlyReads)
    }

    /// How far the keys are read; nil once all are, and from a daemon that does not tell.
    static func progress(_ client: BlockingClient, session: String?) throws(WireError) -> KeyReadingProgress? {
        try sync(client, session: session)?.reading
    }

    /// How current the keys are; nil from a daemon that does not tell.
    static func sync(_ client: BlockingClient, session: String?) throws(WireError) -> SyncStatus? {
        do throws(WireError) {
            return try client.call(SessionGet.self, SessionParams(session: session)).sync
        } catch {
            guard error.reason == "rpc.unknown_method" else { throw error }
            return nil
        }
    }

    /// The error when the time is over: that the cloud does not answer, if it does not, else that the keys are being
    /// read.
    static func late(_ sync: SyncStatus?, _ progress: KeyReadingProgress) -> SessionError {
        guard sync?.staleSince != nil, let cause = sync?.reason.flatMap(SyncReason.init) else {
            return .keysBeingRead(progress)
        }
        return .internetConnectionRequired(detail: cause.words, cause: cause)
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

    /// Ends the following. What comes of it is of no interest.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        client.cancel(call)
        while let event = client.next(of: call, within: .seconds(1)) { if case .ended = event { return } }
    }

    /// `your keys are being read: 12 of 70`.
    static func words(_ progress: KeyReadingProgress) -> TerminalSafe {
        let count: TerminalSafe = progress.words.isEmpty ? "" : ": \(progress.words)"
        return "your keys are being read\(count)"
    }
}
