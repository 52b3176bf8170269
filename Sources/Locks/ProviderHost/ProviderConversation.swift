import LinuxSupport
import ProviderAPI
import RadioModel
import Wire

/// The connection of one child: it takes bytes in, gives bytes and work out, and ends with one verdict.
///
/// ``ServerConnection`` implements the rules of the wire, and ``OperationLedger`` implements the rules of the
/// operation. This actor connects the two.
actor ProviderConversation {
    /// Work to be done outside this actor. Each piece of work ends with ``complete(_:_:)``.
    struct Work: Sendable {
        let call: Int64
        let decision: OperationLedger.Decision
    }

    /// The work for the lock and for people, in the order of the calls.
    nonisolated let works: AsyncStream<Work>
    /// A stream that yields an element whenever there may be output to write.
    nonisolated let wakes: AsyncStream<Void>
    /// A stream that yields the verdict as its only element.
    nonisolated let verdicts: AsyncStream<ProviderOutcome.Verdict>

    private let request: ProviderRequest
    private let limits: ProviderLimits
    private var connection: ServerConnection
    private var ledger: OperationLedger
    private var verdict: ProviderOutcome.Verdict?
    private var stream: Int64?
    private var opened: OpenedLink?
    private var received = 0
    /// The time for which a child may live after its output or input has ended.
    private static let lastWords = Duration.milliseconds(500)
    /// The total time for which people may be asked to authorize.
    private static let longestAsking = Duration.seconds(300)
    private var deadline: Duration
    /// The remaining time for which a person may be asked to authorize. The deadline is postponed by the time during
    /// which the person is asked.
    private var asking = ProviderConversation.longestAsking
    /// The time until which a person is being asked. While nobody is being asked, this is nil.
    private var askedUntil: Duration?
    private let silenceEnds: Duration
    private var endsBy: Duration?
    private let workSink: AsyncStream<Work>.Continuation
    private let wakeSink: AsyncStream<Void>.Continuation
    private let verdictSink: AsyncStream<ProviderOutcome.Verdict>.Continuation

    init(request: ProviderRequest, manifest: ProviderManifest, limits: ProviderLimits, methods: MethodTable) {
        self.request = request
        self.limits = limits
        let now = SystemClock.monotonic()
        var settings = ServerSettings(
            name: "seam-sessiond", version: Release.version, epoch: "operation", socket: "provider")
        settings.features = ["credit"]
        settings.limits.frameIn = 65_536
        settings.limits.inflight = 8
        settings.limits.streams = 1
        // The code below measures how long the child stays silent before it calls `operation.run`.
        settings.helloTimeout = limits.silence + .seconds(1)
        // The operation's own deadline limits every call. An earlier timeout could only hide the lock's answer.
        settings.unaryTimeout = .seconds(60)
        settings.limits.idle = request.timeout + asking + request.overtime + limits.silence
        connection = ServerConnection(
            settings: settings,
            methods: methods,
            peerUID: ProcessUser.effective,
            peerGIDs: [],
            at: now
        )
        ledger = OperationLedger(manifest: manifest, operation: request.operation, limits: limits)
        deadline = now + request.timeout
        silenceEnds = now + limits.silence
        (works, workSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(64))
        (wakes, wakeSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        (verdicts, verdictSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(1))
    }

    /// The state of the commit write so far.
    var commit: ProviderOutcome.Commit { ledger.commit }

    /// The verdict, if it has arrived.
    var currentVerdict: ProviderOutcome.Verdict? { verdict }

    /// Handles bytes that the child has sent.
    func receive(_ bytes: [UInt8]) {
        guard verdict == nil else { return }
        received += bytes.count
        guard received <= limits.bytes else {
            return end(.failed(ProviderFailure(.excessive, "the provider sent more bytes than allowed")))
        }
        connection.receive(bytes, at: now)
        settle()
    }

    /// Returns the bytes to write next. The result may be empty.
    func takeOutput() -> [UInt8] { connection.takeOutput() }

    /// Records the number of bytes that have been written.
    func wrote(_ count: Int) {
        connection.wrote(count, at: now)
        settle()
    }

    /// Records that the child's output has ended: the child is about to exit, or hangs.
    func outputEnded() {
        endsBy = endsBy ?? now + Self.lastWords
        wakeSink.finish()
    }

    /// Records that the child's input is closed. The child's last output may still be on its way.
    func inputEnded() {
        endsBy = endsBy ?? now + Self.lastWords
        wakeSink.finish()
    }

    /// Records that the child has exited. If the child never became the provider, the `fault` is what its exit status
    /// means.
    func exited(_ fault: LaunchFault?, status: String) {
        if let fault, !ledger.hasBegun { return notStarted(fault) }
        end(.failed(ProviderFailure(.exited, "the provider ended before its operation was finished (\(status))")))
    }

    /// Records that the child could not be started.
    func notStarted(_ fault: LaunchFault) { end(.failed(ProviderFailure(notStarted: fault))) }

    /// Records that the link is open.
    func linkOpened(_ link: OpenedLink) {
        opened = link
        sendStart()
        settle()
    }

    /// Records that the link did not open.
    func linkFailed(_ error: WireError) {
        end(.failed(ProviderFailure(.link, "the link could not be opened: \(error.message)", reason: error.reason)))
    }

    /// Handles an event from the lock.
    func linkEvent(_ event: LockLinkEvent) {
        switch event {
        case .value(let path, let bytes): send(.value(CharacteristicValue(path: path, value: bytes)))
        case .lost(let reason): send(.disconnected(reason: reason))
        }
        settle()
    }

    /// Handles a request to end the operation.
    ///
    /// A request after the commit write has no effect.
    func cancel() {
        guard verdict == nil, !isCommitted else { return }
        guard stream != nil, opened != nil else { return end(.cancelled) }
        send(.cancel)
        endsBy = now + limits.cancelGrace
        isCancelling = true
        settle()
    }

    private var isCancelling = false

    /// Records that the work is done. The `outcome` becomes the reply.
    func complete(_ work: Work, _ outcome: ServerMessage.Outcome) {
        if case .write(let write) = work.decision {
            switch outcome {
            case .result: ledger.wrote(write, .success(()))
            case .error(let error): ledger.wrote(write, .failure(error))
            }
        }
        connection.finish(work.call, outcome, at: now)
        settle()
    }

    /// Performs everything that is due. Returns the latest time for the next call.
    func tick() -> Duration {
        let now = now
        let last = isCommitted ? deadline + request.overtime : deadline
        if now >= last {
            end(.timedOut)
        } else if let endsBy, now >= endsBy {
            end(
                isCancelling ? .cancelled : .failed(ProviderFailure(.exited, "the provider closed its input or output"))
            )
        } else if !ledger.hasBegun, now >= silenceEnds {
            end(.failed(ProviderFailure(.silent, "the provider did not ask for its operation")))
        } else {
            connection.fire(at: now)
            settle()
        }
        let dues = [last, endsBy, ledger.hasBegun ? nil : silenceEnds, connection.timer].compactMap { $0 }
        return dues.min() ?? last
    }

    private var now: Duration { SystemClock.monotonic() }

    private var isCommitted: Bool {
        switch ledger.commit {
        case .none, .refused: false
        case .forwarded, .written: true
        }
    }

    private func settle() {
        for action in connection.takeActions() {
            switch action {
            case .dispatch(let call): dispatch(call)
            case .cancel, .room: break
            case .close, .abort:
                end(.failed(ProviderFailure(.broken, "the provider broke the protocol")))
            }
        }
        wakeSink.yield()
    }

    private func dispatch(_ call: ServerCall) {
        let decision = ledger.take(call.method.name, call.params)
        switch decision {
        case .run:
            stream = call.id
            sendStart()
        case .finish(let claim):
            connection.finish(call.id, .result(.emptyObject), at: now)
            if let stream { connection.finish(stream, .result(.emptyObject), at: now) }
            end(isCancelling && claim.outcome == .failed ? .cancelled : .finished(claim))
        case .refuse(let error):
            connection.finish(call.id, .error(error), at: now)
        case .end(let failure):
            end(.failed(failure))
        case .write(let write) where write.isCommit:
            goesOn()
            _ = connection.passGate(call.id, at: now)
            workSink.yield(Work(call: call.id, decision: decision))
        case .prompt(let prompt) where prompt.kind == .completeOTP:
            // The operation's clock is paused until the provider resumes.
            goesOn()
            let time = min(prompt.expires, asking)
            (asking, deadline, askedUntil) = (asking - time, deadline + time, now + time)
            workSink.yield(Work(call: call.id, decision: decision))
        case .phase:
            goesOn()
            workSink.yield(Work(call: call.id, decision: decision))
        case .read, .write, .subscribe, .prompt, .keep:
            workSink.yield(Work(call: call.id, decision: decision))
        }
    }

    /// Ends the time during which a person is asked. The unused time is given back, and the operation's clock resumes.
    private func goesOn() {
        guard let until = askedUntil else { return }
        askedUntil = nil
        let unused = max(.zero, until - now)
        (asking, deadline) = (asking + unused, deadline - unused)
    }

    private func sendStart() {
        guard let opened, stream != nil else { return }
        let start = OperationStart(
            operation: request.operation,
            action: request.action,
            label: request.label.map { Self.cut($0, to: 20) },
            name: request.name.map { Self.cut($0, to: 32) },
            credential: request.credential,
            pin: request.pin,
            sharedKey: request.sharedKey,
            mtu: min(max(opened.mtu, 23), 517),
            services: opened.services,
            // The wire carries whole milliseconds. The extra millisecond keeps the child's deadline from ending before
            // the host's deadline.
            deadline: max(.zero, min(deadline - now + .milliseconds(1), .seconds(300)))
        )
        ledger.started()
        send(.start(start))
    }

    private func send(_ item: RunOperation.Item) {
        guard verdict == nil, let stream else { return }
        switch connection.send(OutgoingItem(item.kind, JSONText(item.json)), on: stream, at: now) {
        case .accepted: break
        case .ended: end(.failed(ProviderFailure(.silent, "the provider does not read the lock's messages")))
        case .tooLarge:
            end(.failed(ProviderFailure(.link, "the lock sent a message that is too large", reason: "link.refused")))
        }
    }

    private func end(_ verdict: ProviderOutcome.Verdict) {
        guard self.verdict == nil else { return }
        self.verdict = verdict
        verdictSink.yield(verdict)
        verdictSink.finish()
        workSink.finish()
        wakeSink.yield()
    }

    /// Truncates text between characters. The limit is in bytes, as in locks.
    private static func cut(_ text: String, to bytes: Int) -> String {
        var text = text
        while text.utf8.count > bytes { text.removeLast() }
        return text
    }
}
