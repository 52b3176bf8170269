import LinuxSupport
import RPC
import Wire

/// Finds out whether a daemon that is silent still answers. It only asks when somebody doubts that, so that a program
/// that waits for nothing is not woken.
final class DaemonWatch: Sendable {
    /// The knowledge of the daemon.
    enum Finding: Sendable {
        /// It answers, or there is no connection on which it could.
        case answers
        /// A call takes long. The daemon was asked, and has time to answer.
        case asked
        /// Likewise, after it let a caller down who held a thread.
        case suspect
        /// It did not answer in time, and has not answered since.
        case hangs
    }

    let finding = Broadcast(Finding.answers)
    private let connector: Connector
    private let trouble: Broadcast<SeamSystemError?>
    private let patience: Patience
    private let isAsking = Locked(false)

    init(_ connector: Connector, trouble: Broadcast<SeamSystemError?>, patience: Patience) {
        self.connector = connector
        self.trouble = trouble
        self.patience = patience
    }

    /// Doubts the daemon so much that nobody may wait for it and hold a thread, before it has answered.
    func suspect() {
        doubt()
        finding.send { if $0 == .asked { $0 = .suspect } }
    }

    /// Asks the daemon for a sign of life, unless that was done and the answer is still awaited.
    func doubt() {
        let isFirst = isAsking.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard isFirst else { return }
        finding.send(.asked)
        Task(executorPreference: SDKLoop.executor) {
            // A caller that connects also reports whether that works.
            let isLost = if let client = await self.connection() { await self.losesConnection(client) } else { true }
            let wasTold = self.finding.value == .hangs
            self.isAsking.withLock { $0 = false }
            self.finding.send(.answers)
            // If it was lost, the next connection reports.
            if wasTold, !isLost { self.trouble.send(nil) }
        }
    }

    /// A connection; nil if nobody listens. A daemon that hangs does not greet: it is asked until it does.
    private func connection() async -> RPCClient? {
        while true {
            do throws(WireError) {
                return try await connector.client()
            } catch {
                guard error.reason == WireError.daemonHangs.reason else { return nil }
                finding.send(.hangs)
                trouble.send(SeamSystemError(.daemonHangs))
            }
            try? await SDKLoop.sleep(for: patience.silence)
        }
    }

    /// Waits for an answer for as long as that takes: a stopped process may go on. Returns whether the connection ended
    /// before.
    private func losesConnection(_ client: RPCClient) async -> Bool {
        // The alarm and this run on one thread, so that a cancelled alarm says nothing.
        let alarm = Task(executorPreference: SDKLoop.executor) {
            try? await SDKLoop.sleep(for: self.patience.signOfLife)
            guard !Task.isCancelled else { return }
            self.finding.send(.hangs)
            self.trouble.send(SeamSystemError(.daemonHangs))
        }
        var question = OutgoingCall(unary: "rpc.whoami", timeout: .seconds(60))
        question.patience = nil
        defer { alarm.cancel() }
        do throws(WireError) {
            _ = try await client.call(question)
            return false
        } catch {
            // Any other error is also an answer.
            return !client.isOpen
        }
    }
}

extension WireError {
    /// The daemon was found to hang before the call was sent, or while a call was waited for that may be repeated.
    static let daemonHangs = WireError(
        .deadlineExceeded, "rpc.no_reply", "the session daemon does not answer", effect: .none,
        retry: Retry(safe: true, after: .seconds(5)))
}
