import LinuxSupport
package import NIOCore
import NIOPosix
package import RadioCore
package import RadioModel

/// The driver for a simulated air: a Unix socket (`Protocol/virtual-radio.md`). Locks connect to the socket, and
/// callers hear the locks, connect to them and write to them.
///
/// The driver runs on one event loop, which is also the actor's executor. For this reason, messages from the socket and
/// requests of callers are handled in the order in which they arrive.
package actor VirtualRadioDriver: RadioDriver {
    private let listener: UnixListener
    private let eventLoop: any EventLoop
    private var air = VirtualAir()
    private var sink: (any RadioEventSink)?
    private var players: [AirConnectionID: any Channel] = [:]
    private var waiting: [AirTag: CheckedContinuation<Result<AirAnswer, LinkError>, Never>] = [:]
    private var lastNumber: UInt64 = 0
    private var timer: Scheduled<Void>?

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe eventLoop.executor.asUnownedSerialExecutor()
    }

    /// Creates the driver and claims the socket path, with mode 0600.
    ///
    /// - Throws: As ``LinuxSupport/UnixSocket/listen(at:mode:group:backlog:)`` does.
    package init(path: String, eventLoop: any EventLoop) throws {
        listener = try UnixSocket.listen(at: path, mode: 0o600)
        self.eventLoop = eventLoop
    }

    /// Creates the driver on one event loop that all virtual radios of this process share. The loop exists as long as
    /// the process.
    package init(path: String) throws {
        try self.init(path: path, eventLoop: Self.sharedLoop.next())
    }

    private static let sharedLoop = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// Listens for locks and simulates the air until the task is cancelled.
    package func run(into sink: any RadioEventSink) async throws {
        guard let descriptor = listener.takeDescriptor() else {
            throw VirtualRadioError(.alreadyRun, "the virtual radio can be run only once")
        }
        self.sink = sink
        sink.handle(.adapter(air.adapter))
        let waterMark = ChannelOptions.Types.WriteBufferWaterMark(
            low: VirtualRadioLimits.unreadOutput / 2, high: VirtualRadioLimits.unreadOutput)
        let server = try await ServerBootstrap(group: eventLoop)
            .childChannelOption(.writeBufferWaterMark, value: waterMark)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(VirtualRadioHandler(driver: self))
                }
            }
            .withBoundSocket(descriptor.release())
            .get()
        // Only a cancellation ends the wait, by closing the server's channel.
        try? await withTaskCancellationHandler {
            try await server.closeFuture.get()
        } onCancel: {
            server.close(promise: nil)
        }
        await stop()
        try listener.close()
    }

    private func stop() async {
        timer?.cancel()
        timer = nil
        act { air, now in air.setAdapter(.absent, now: now) }
        sink = nil
        for channel in players.values {
            let goodbye = RadioMessage.goodbye(.shuttingDown, message: "the broker is shutting down")
            channel.writeAndFlush(VirtualRadioHandler.line(goodbye, channel.allocator), promise: nil)
            try? await channel.close()
        }
    }

    // MARK: what callers ask

    /// Answers from the event loop on which this radio runs.
    package nonisolated func checkIn(_ answered: @escaping @Sendable () -> Void) {
        eventLoop.execute(answered)
    }

    /// Begins to report advertisements.
    package func startScan() async throws(LinkError) {
        try checkRunning()
        let result = act { air, now -> Result<Void, LinkError> in
            Result { () throws(LinkError) in try air.startScan(now: now) }
        }
        try result.get()
    }

    /// Stops reporting advertisements.
    package func stopScan() async {
        act { air, _ in air.stopScan() }
    }

    /// Connects to a lock that was heard recently.
    package func connect(_ device: DeviceAddress) async throws(LinkError) -> LinkDescription {
        let answer = try await ask { air, tag, now throws(LinkError) in try air.connect(device, tag, now: now) }
        guard case .link(let link) = answer else { throw LinkError(.failed, "no link was made") }
        return link
    }

    /// Ends the link, or the attempt to connect.
    package func disconnect(_ device: DeviceAddress) async {
        act { air, now in air.disconnect(device, now: now) }
    }

    /// Reads a characteristic over the link.
    package func read(
        _ path: CharacteristicPath, of device: DeviceAddress
    ) async throws(LinkError) -> [UInt8] {
        let answer = try await ask { air, tag, now throws(LinkError) in
            try air.read(path, of: device, tag, now: now)
        }
        guard case .value(let value) = answer else { throw LinkError(.failed, "no value was read") }
        return value
    }

    /// Writes a characteristic over the link, with response.
    package func write(
        _ value: [UInt8], to path: CharacteristicPath, of device: DeviceAddress
    ) async throws(LinkError) {
        _ = try await ask { air, tag, now throws(LinkError) in
            try air.write(value, to: path, of: device, tag, now: now)
        }
    }

    /// Subscribes to a characteristic over the link.
    package func subscribe(to path: CharacteristicPath, of device: DeviceAddress) async throws(LinkError) {
        _ = try await ask { air, tag, now throws(LinkError) in
            try air.subscribe(to: path, of: device, tag, now: now)
        }
    }

    private func checkRunning() throws(LinkError) {
        guard sink != nil else { throw LinkError(.notReady, "the virtual radio is not running") }
    }

    /// Begins a request, and waits until there is an answer or the task is cancelled. The air answers within its own
    /// timeouts.
    private func ask(
        _ begin: (inout VirtualAir, AirTag, Duration) throws(LinkError) -> Void
    ) async throws(LinkError) -> AirAnswer {
        try checkRunning()
        let tag = AirTag(number: nextNumber())
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                waiting[tag] = continuation
                act { air, now in
                    do throws(LinkError) {
                        try begin(&air, tag, now)
                    } catch {
                        air.decide(.answer(tag, .failure(error)))
                    }
                }
                if Task.isCancelled { abandon(tag) }
            }
        } onCancel: {
            // The loop outlives every call, and abandoning twice has no effect.
            eventLoop.execute { self.assumeIsolated { $0.abandon(tag) } }
        }
        return try result.get()
    }

    private func abandon(_ tag: AirTag) {
        guard waiting[tag] != nil else { return }
        act { air, now in air.abandon(tag, now: now) }
    }

    // MARK: what connections bring, always on the event loop

    /// Accepts a new connection and returns its id. If there are too many connections, returns nil.
    func opened(_ channel: any Channel) -> AirConnectionID? {
        guard sink != nil, players.count < VirtualRadioLimits.connections else { return nil }
        let id = AirConnectionID(number: nextNumber())
        players[id] = channel
        return id
    }

    func received(_ message: LockMessage, from id: AirConnectionID) {
        act { air, now in air.receive(message, from: id, now: now) }
    }

    func closed(_ id: AirConnectionID) {
        players[id] = nil
        act { air, now in air.connectionClosed(id, now: now) }
    }

    // MARK: performing

    private func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Passes an event to the air, carries out the resulting actions, and sets the timer for later actions.
    @discardableResult
    private func act<Answer>(_ happen: (inout VirtualAir, Duration) -> Answer) -> Answer {
        let answer = happen(&air, SystemClock.monotonic())
        perform(air.takeActions())
        setTimer()
        return answer
    }

    private func perform(_ actions: [AirAction]) {
        for action in actions {
            switch action {
            case .send(let id, let message):
                guard let channel = players[id] else { continue }
                channel.writeAndFlush(VirtualRadioHandler.line(message, channel.allocator), promise: nil)
            case .report(let event): sink?.handle(event)
            case .answer(let tag, let result): waiting.removeValue(forKey: tag)?.resume(returning: result)
            }
        }
    }

    private func setTimer() {
        timer?.cancel()
        timer = nil
        guard sink != nil, let due = air.nextDue else { return }
        let wait = max(.zero, due - SystemClock.monotonic())
        timer = eventLoop.scheduleTask(in: TimeAmount(wait)) { self.assumeIsolated { $0.timePassed() } }
    }

    private func timePassed() {
        act { air, now in air.tick(now: now) }
    }
}
