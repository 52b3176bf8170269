import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// The methods `device.*`: the codes with which people pair their phones, and the paired phones. A code is open only as
/// long as the call that shows it.
actor DeviceDesk {
    /// A call that shows a code, and waits for the phone.
    private struct Shown {
        let pairing: OpenPairing<SessionID>
        let end: AsyncStream<StoredDevice>.Continuation
    }

    private let sessions: SignalSessions
    private let store: StoreThread<SignalStore>
    private let clock: SignalClock
    private let logger: Logger
    /// The URL under which phones reach `lifesignal-web`, or nil if they cannot.
    private let site: String?
    private var open = OpenPairings<SessionID>()
    /// The calls that show codes, by the id of the future device. Their codes are open, or are being used right now.
    private var shown: [[UInt8]: Shown] = [:]
    /// Limits the wrong codes of letters. A token in a URL cannot be guessed, so nothing limits it.
    private var wrongLetters = PersonRateLimit(.init(burst: 20, every: .milliseconds(600)))

    /// Creates a desk without open codes.
    init(
        sessions: SignalSessions, store: StoreThread<SignalStore>, clock: SignalClock, site: String?, logger: Logger
    ) {
        (self.sessions, self.store, self.clock) = (sessions, store, clock)
        (self.site, self.logger) = (site, logger)
    }

    nonisolated func register(in handlers: inout RPCHandlers, _ session: @escaping FindSession) {
        handlers.answer(DeviceBegin.self) { (context, params, sink) async throws(WireError) in
            // A code on a screen does not keep the session alive.
            try await self.begin(try await session(context, params.session, .watch), params.pin, context, sink)
        }
        handlers.answer(DevicePair.self) { (context, params) async throws(WireError) in
            context.onEnd { ProcessHygiene.wipeStack() }
            return try await self.pair(params, by: context.peer.uid)
        }
        handlers.answer(DeviceList.self) { (context, params) async throws(WireError) in
            let id = try await session(context, params.session, .call)
            return DeviceList.Result(devices: try await self.sessions.devices(id))
        }
        handlers.answer(DeviceRemove.self) { (context, params) async throws(WireError) in
            guard (params.id == nil) == params.isAll else {
                throw .invalidParameter(FieldFault("/id", "must be given if all is not true; give only one of them"))
            }
            let id = try await session(context, params.session, .call)
            try await self.remove(id, params.id?.bytes)
            return Nothing()
        }
    }

    /// Ends the codes that are over.
    func endOver() {
        for pairing in open.takeOver(at: clock.now()) { end { $0.id == pairing.id } }
    }

    /// Ends all codes, because their times may be wrong.
    func endAll() { end { _ in true } }

    private func end(_ isEnding: (OpenPairing<SessionID>) -> Bool) {
        _ = open.takeAll(isEnding)
        for (id, call) in shown where isEnding(call.pairing) {
            shown[id] = nil
            call.end.finish()
        }
    }

    /// Shows a code, and waits until a phone has used it or it is over.
    private func begin(
        _ session: SessionID, _ pin: String?, _ context: RPCContext, _ sink: ItemSink
    ) async throws(WireError) -> DeviceBegin.Result {
        // A given PIN may call for help, so it counts in any case.
        guard site != nil || pin != nil else { throw .noWeb }
        let made = try await sessions.makePairing(session, pin: pin)
        guard let site else { throw .noWeb }
        let pairing = made.pairing
        guard open.add(pairing, at: clock.now()) else { throw .pairingLimit }
        let (ended, end) = AsyncStream.makeStream(of: StoredDevice.self)
        shown[pairing.id] = Shown(pairing: pairing, end: end)
        defer { self.end { $0.id == pairing.id } }
        context.onCancel { _ in end.finish() }
        try sink.send(
            "pairing",
            SignalPairing(
                id: SignalID(of: pairing.id), url: "\(site)/p/\(Base64URL.encode(made.token))",
                letters: DeviceRules.grouped(made.letters), site: site, expiresAt: pairing.expiresAt))
        logger.notice("a code for a phone was made", metadata: ["session": "\(session)"])
        var device: StoredDevice?
        for await paired in ended { device = paired }
        if let device { return DeviceBegin.Result(device: SignalDevice(device, isCurrent: false)) }
        try context.checkCancelled()
        return DeviceBegin.Result()
    }

    /// Makes a phone a device of the person who has made its code.
    private func pair(_ params: DevicePair.Params, by uid: UInt32) async throws(WireError) -> DevicePair.Result {
        guard (params.token == nil) != (params.letters == nil) else {
            throw .invalidParameter(FieldFault("/token", "must be given if letters is missing; give only one of them"))
        }
        let name: String
        do throws(FieldFault) { name = try ProfileText.name(params.name.normalForm, "/name") } catch {
            throw .invalidParameter(error)
        }
        let (now, pace) = (clock.now(), EvenPace(params.token ?? params.letters))
        let (isTyped, moment) = (params.letters != nil, SystemClock.monotonic())
        // Each try counts before it is made, so that no number of tries at the same time gets around the limit.
        if isTyped, let wait = wrongLetters.use(uid: uid, at: moment) { throw .tooManyLetters(wait) }
        let (token, letters) = (Self.token(params.token ?? ""), params.letters.flatMap(DeviceRules.letters(typed:)))
        let seal = try await store.found(logger, for: .daemon) { store throws(StoreError) in
            try store.pairingSeal(token: token, letters: letters)
        }
        guard let pairing = open.take([seal], at: now), try await isStill(pairing) else {
            await pace?.next()
            throw .unknownPairing
        }
        if isTyped { wrongLetters.giveBack(uid: uid) }
        return try await add(pairing, name, at: now)
    }

    /// Whether the session of a code is still its person's. If not, the code ends.
    private func isStill(_ pairing: OpenPairing<SessionID>) async throws(WireError) -> Bool {
        let isStill = try await whileTaken(pairing) { () async throws(WireError) in
            try await sessions.isStill(pairing)
        }
        if !isStill { end { $0.id == pairing.id } }
        return isStill
    }

    private func add(
        _ pairing: OpenPairing<SessionID>, _ name: String, at now: Timestamp
    ) async throws(WireError) -> DevicePair.Result {
        let device = StoredDevice(id: pairing.id, person: pairing.person, name: name, pairedAt: now, usedAt: now)
        let token = try RandomID.bytes(DeviceRules.tokenLength)
        let outcome = try await whileTaken(pairing) { () async throws(WireError) in
            try await store.answer(logger, for: .daemon) { store throws(StoreError) in
                try store.addDevice(device, token: token, at: now)
            }
        }
        switch outcome {
        case .full:
            end { $0.id == pairing.id }
            throw .deviceLimit
        case .gone:
            end { $0.id == pairing.id }
            throw .unknownPairing
        case .added(let device, let news):
            guard let call = shown[pairing.id] else {
                // The code has ended while it was used.
                _ = try await store.answer(logger, for: .daemon) { store throws(StoreError) in
                    try store.removeDevices(device.id, of: device.person)
                }
                throw .unknownPairing
            }
            call.end.yield(device)
            end { $0.id == pairing.id }
            logger.notice("a device was paired", metadata: ["session": "\(pairing.session)"])
            await sessions.tell(news)
            return DevicePair.Result(token: Base64URL.encode(token), id: SignalID(of: device.id))
        }
    }

    /// The result of `body`. If it throws, the code can be used again, as long as somebody shows it.
    private func whileTaken<Answer>(
        _ pairing: OpenPairing<SessionID>, _ body: () async throws(WireError) -> Answer
    ) async throws(WireError) -> Answer {
        do throws(WireError) {
            return try await body()
        } catch {
            if shown[pairing.id] != nil { open.giveBack(pairing) }
            throw error
        }
    }

    private func remove(_ session: SessionID, _ id: [UInt8]?) async throws(WireError) {
        // With all devices, the codes end first, so that none becomes a device in the meantime.
        if id == nil {
            let person = try await sessions.record(of: session).id
            end { $0.person == person }
        }
        let (person, removed) = try await sessions.removeDevices(session, id)
        end { $0.person == person && (id == nil || removed.contains($0.session)) }
        logger.notice("devices were removed", metadata: ["session": "\(session)"])
    }

    /// The bytes of a token, or nil for a text that no token has.
    static func token(_ text: String) -> [UInt8]? {
        Base64URL.decode(text).flatMap { $0.count == DeviceRules.tokenLength ? $0 : nil }
    }
}

extension SignalDevice {
    /// A person's phone. `isCurrent` says whether the session belongs to it.
    init(_ stored: StoredDevice, isCurrent: Bool) {
        self.init(
            id: SignalID(of: stored.id), name: stored.name, pairedAt: stored.pairedAt, usedAt: stored.usedAt,
            isCurrent: isCurrent)
    }
}
