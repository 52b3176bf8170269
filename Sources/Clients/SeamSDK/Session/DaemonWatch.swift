import LinuxSupport
import RPC
import Wire

/// Finds out whether a silent daemon still answers. The daemon is asked only when there is doubt, so that an idle
/// program is not woken.
final class DaemonWatch: Sendable {
    /// The knowledge about the daemon's state.
    enum Finding: Sendable {
        /// The daemon answers, or there is no connection for an answer.
        case answers
        /// A call is taking long. The daemon was asked for a sign of life, and still has time to answer.
        case asked
        /// The daemon failed to answer a caller that was blocking a thread. It was then asked for a sign of life, and
        /// still has time to answer.
        case suspect
        /// The daemon did not answer in time, and has not answered since.
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

    /// Marks the daemon as suspect. Until the daemon has answered, no caller may block a thread while waiting for the
    /// daemon.
    func suspect() {
        doubt()
        finding.send { if $0 == .asked { $0 = .suspect } }
    }

    /// Asks the daemon for a sign of life, unless an answer is already awaited.
    func doubt() {
        let isFirst = isAsking.withLock { isAsking in
            defer { isAsking = true }
            return !isAsking
        }
        guard isFirst else { return }
        finding.send(.asked)
        Task(executorPreference: SDKLoop.executor) {
            // The connector reports whether the connection works.
            let isLost = if let client = await self.connection() { await self.losesConnection(client) } else { true }
            let wasTold = self.finding.value == .hangs
            self.isAsking.withLock { $0 = false }
            self.finding.send(.answers)
            // If the connection was lost, the next connection reports its own state.
            if wasTold, !isLost { self.trouble.send(nil) }
        }
    }

    /// Returns a connection, or nil if nobody is listening. A hanging daemon does not greet, so this method tries again
    /// until the daemon greets.
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

    /// Waits for an answer without a time limit, because a stopped process may continue. Returns whether the connection
    /// ended before an answer.
    private func losesConnection(_ client: RPCClient) async -> Bool {
        // The alarm and this code run on the same thread, so that a cancelled alarm reports nothing.
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
            // An error on an open connection is also an answer.
            return !client.isOpen
        }
    }
}

extension WireError {
    /// The error if the daemon was found to hang. This was either before the call was sent, or while the caller waited
    /// for a call that may be repeated.
    static let daemonHangs = WireError(
        .deadlineExceeded, "rpc.no_reply", "the session daemon does not answer", effect: .none,
        retry: Retry(safe: true, after: .seconds(5)))
}
