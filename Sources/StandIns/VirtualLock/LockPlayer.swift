import LinuxSupport
import LockProtocol
import VirtualRadio
import Wire

/// Plays a lock. Passes events from the radio, the clock and the control socket to the lock, and carries out the lock's
/// outputs in order.
actor LockPlayer {
    private var played: PlayedLock
    private let link: VirtualRadioLink
    private let events: EventFile?
    private let users: UserFile?
    private let note: @Sendable (String) -> Void
    private var port: VirtualRadioPort?
    /// The outputs that wait while an earlier output is being carried out.
    private var outputs: [PlayedLock.Output] = []
    private var isCarryingOut = false
    private var alarm: Task<Void, Never>?
    private var random = SystemRandomNumberGenerator()
    /// The reason why the lock is off air permanently. While it is on air, this is nil. If a file could not record an
    /// event, no later output may be sent.
    private var failure: VirtualLockError?

    /// The time to wait before a refused registration is tried again.
    private static let registrationPause = Duration.milliseconds(200)

    init(
        _ specification: LockSpecification,
        link: VirtualRadioLink,
        events: EventFile?,
        users: UserFile?,
        note: @escaping @Sendable (String) -> Void
    ) {
        let clockStart = SystemClock.wallMilliseconds() / 1_000 - SystemClock.monotonic().components.seconds
        played = PlayedLock(
            specification,
            keys: users?.keys(of: specification.name) ?? PlayedKeys(),
            clockStart: clockStart
        )
        self.link = link
        self.events = events
        self.users = users
        self.note = note
    }

    /// Keeps the lock on air until the task is cancelled. Throws `file` if a file cannot be written.
    ///
    /// The closure `onAir` is called at each registration.
    func run(onAir: @Sendable () -> Void) async throws(VirtualLockError) {
        while !Task.isCancelled, failure == nil {
            guard let profile = played.profile else { return }
            do {
                let port = try await link.attach(profile)
                self.port = port
                // A new port starts in range, but an earlier fault may have put the lock out of range.
                if played.faults[.outOfRange] != nil { await port.update(VirtualLockUpdate(inRange: false)) }
                if failure == nil { await play(port, onAir: onAir) }
            } catch {
                note("\(played.specification.name): \(error)")
            }
            port = nil
            alarm?.cancel()
            await link.detach(profile.address)
            // If the task is cancelled, the loop's condition ends the loop.
            try? await Task.sleep(for: Self.registrationPause)
        }
        if let failure { throw failure }
    }

    /// Plays until the port ends or the broker refuses the registration.
    private func play(_ port: VirtualRadioPort, onAir: @Sendable () -> Void) async {
        for await message in port.messages {
            switch message {
            case .registered:
                onAir()
            case .refused(let type, _, let reason, let message):
                note("\(played.specification.name): \(type) refused: \(reason.rawValue), \(message)")
                if type == "register" { return }
            case .hello, .connected, .subscribe, .read, .write, .confirm, .disconnected, .goodbye:
                await carryOut(played.received(message, at: SystemClock.monotonic(), using: &random))
            }
        }
    }

    /// Carries out a command of the control socket and returns its answer.
    func perform(_ operation: ControlCommand.Operation) async -> JSON {
        let now = SystemClock.monotonic()
        switch operation {
        case .fault(let fault): await carryOut(played.set(fault))
        case .clear(let kind): await carryOut(played.clear(kind))
        case .pairing(let isOn): await carryOut(played.setPairing(isOn, at: now))
        case .signal(let rssiDBm): await carryOut([.update(VirtualLockUpdate(rssiDBm: rssiDBm))])
        case .authorize:
            guard let outputs = played.authorize(at: now, using: &random) else {
                return ControlServer.failure(
                    VirtualLockError(.badCommand, "a lock of this kind does not send anyone to a page"))
            }
            await carryOut(outputs)
        case .share:
            guard let (text, outputs) = played.share(at: now, using: &random) else {
                return ControlServer.failure(VirtualLockError(.badCommand, "a lock of this kind does not share a key"))
            }
            await carryOut(outputs)
            if let failure { return ControlServer.failure(failure) }
            return .members(("ok", true), ("shared_key", .string(text)))
        case .state: return played.stateAnswer(at: now)
        }
        if let failure { return ControlServer.failure(failure) }
        return .members(("ok", true))
    }

    private func woke() async {
        guard !Task.isCancelled else { return }
        alarm = nil
        await carryOut(played.woke(at: SystemClock.monotonic(), using: &random))
    }

    private func setAlarm() {
        alarm?.cancel()
        alarm = nil
        guard port != nil, let time = played.wakeAt else { return }
        let wait = max(.zero, time - SystemClock.monotonic())
        // The task is unstructured because each event moves the alarm. There is at most one alarm task, and `run`
        // cancels the task at the end.
        alarm = Task {
            do { try await Task.sleep(for: wait) } catch { return }
            await woke()
        }
    }

    private func carryOut(_ more: [PlayedLock.Output]) async {
        guard failure == nil else { return }
        outputs += more
        setAlarm()
        guard !isCarryingOut else { return }
        isCarryingOut = true
        while !outputs.isEmpty { await carryOut(outputs.removeFirst()) }
        isCarryingOut = false
    }

    private func carryOut(_ output: PlayedLock.Output) async {
        do {
            switch output {
            case .send(let message): try await port?.send(message)
            case .update(let update): await port?.update(update)
            case .record(let event):
                let time = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
                try events?.append(event, of: played.specification.name, at: time)
            case .keepKeys: try users?.keep(played.lock.keys, of: played.specification.name)
            }
        } catch let error as VirtualRadioError where error.code == .notConnected {
            // The connection to the broker and the link of this output are lost. A `disconnected` follows.
        } catch let error as VirtualLockError {
            failure = error
            outputs = []
            // Detaching the lock ends the port's messages, and therefore also `run`.
            await link.detach(played.specification.address)
        } catch {
            note("\(played.specification.name): \(error)")
        }
    }
}
