import LinuxSupport
import ProviderAPI
import RPC
import SeamModel
import Wire

/// Drives a lock provider over a connection to its host: one operation, one thread.
struct OperationLoop<Provider: LockProvider> {
    private let client: BlockingClient
    private let stream: Int64
    /// Waiting longer than this for a start means that the host has no operation for us.
    private static var patienceForStart: Duration { .seconds(300) }

    /// Opens the operation's stream; nothing is waited for yet.
    init(client: BlockingClient) throws(WireError) {
        self.client = client
        stream = try client.start(OutgoingCall(stream: ProviderMethod.run, terms: StreamTerms(credit: 256)))
    }

    /// Waits for the start, serves the operation to its end, and returns when the host has taken the finish.
    mutating func run() throws {
        guard let start = try awaitStart() else { return }
        var provider: Provider
        do throws(LockProviderRefusal) {
            provider = try Provider(start, at: SystemClock.monotonic())
        } catch {
            return try finish(OperationFinish(.failed, reason: error.reason))
        }
        var pending = [LockProviderEvent.started]
        while true {
            let event = pending.isEmpty ? try nextEvent(wakeAt: provider.wakeAt) : pending.removeFirst()
            guard let event else { return }
            for action in provider.handle(event, at: SystemClock.monotonic()) {
                if case .finish(let end) = action { return try finish(end) }
                let followUp = perform(action)
                if let followUp { pending.append(followUp) }
                if case .failed = followUp { break }
            }
        }
    }

    /// Nil when the host has ended the stream without a start.
    private func awaitStart() throws -> OperationStart? {
        let deadline = SystemClock.monotonic() + Self.patienceForStart
        while true {
            let left = deadline - SystemClock.monotonic()
            guard let event = client.next(of: stream, within: left) else { return nil }
            guard let item = try item(of: event) else { return nil }
            if case .start(let start) = item { return start }
            if case .cancel = item { return nil }
        }
    }

    /// What happens next; nil when the host has ended the stream.
    private func nextEvent(wakeAt: Duration?) throws -> LockProviderEvent? {
        while true {
            let patience = wakeAt.map { max(.zero, $0 - SystemClock.monotonic()) }
            guard let event = client.next(of: stream, within: patience) else { return .woke }
            guard let item = try item(of: event) else { return nil }
            switch item {
            case .start: continue
            case .value(let path, let bytes): return .value(path, bytes)
            case .disconnected: return .disconnected
            case .cancel: return .cancelled
            }
        }
    }

    /// The item in an event; nil at the stream's end.
    ///
    /// Unknown kinds are ignored, as the wire demands.
    private func item(of event: BlockingClient.Event) throws -> OperationItem? {
        var event = event
        while true {
            switch event {
            case .ended(.result): return nil
            case .ended(.error(let error)): throw error
            case .item(let item):
                if let known = try OperationItem(kind: item.kind, data: item.data) { return known }
            }
            guard let next = client.next(of: stream) else { return nil }
            event = next
        }
    }

    /// Does what is not the end; answers the event that comes of it.
    private func perform(_ action: LockProviderAction) -> LockProviderEvent? {
        do throws(WireError) {
            switch action {
            case .subscribe(let path):
                _ = try client.call(OutgoingCall(unary: ProviderMethod.subscribe, params: path.jsonText))
            case .write(let write):
                _ = try client.call(OutgoingCall(unary: ProviderMethod.write, params: write.jsonText))
            case .phase(let phase):
                _ = try client.call(OutgoingCall(unary: ProviderMethod.phase, params: phase.jsonText))
            case .prompt(let prompt):
                let call = OutgoingCall(
                    unary: ProviderMethod.prompt,
                    params: prompt.jsonText,
                    timeout: prompt.expires
                )
                return .answered(try client.call(call).json["value"]?.stringValue)
            case .finish:
                return nil
            }
            return nil
        } catch {
            return error.reason == "link.closed" ? .disconnected : .failed(reason: error.reason)
        }
    }

    private func finish(_ end: OperationFinish) throws {
        _ = try client.call(OutgoingCall(unary: ProviderMethod.finish, params: end.jsonText))
        client.close()
    }
}
