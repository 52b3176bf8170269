import RadioCore
import RadioModel
import Wire

/// The air between the locks and the adapter, as a value. It decides which actions of each side the other side notices,
/// and when.
///
/// Each method is one event at `now`. The consequences of the event are put into ``actions``, which the caller takes
/// and carries out before the next call. Between events, the caller calls ``tick(now:)`` at ``nextDue``.
struct VirtualAir: Sendable {
    /// How long a link is kept while nothing is heard. This is the default of Linux.
    static let supervision = Duration.milliseconds(420)
    /// How long ATT waits for an answer.
    static let attTimeout = Duration.seconds(30)
    /// How long a connection attempt waits for the device to be heard.
    static let connectTimeout = Duration.seconds(20)
    /// The time until the next connection event, in which an indication is confirmed.
    static let confirmDelay = Duration.milliseconds(1)
    /// How long after a device was last heard a link to it may still be opened.
    static let memory = Duration.seconds(30)

    private(set) var adapter = AdapterState.ready
    private(set) var isScanning = false
    var locks: [LockAddress: AirLock] = [:]
    /// The time at which a scan last heard each device.
    var heard = BoundedMap<DeviceAddress, Duration>(capacity: ScanSharing.deviceLimit)
    /// The last request id. All links and locks share it, so that an answer to an earlier link's request never matches
    /// a later link's request.
    var lastRequestID: Int64 = 0
    private var actions: [AirAction] = []

    init() {}

    /// The decisions since the last call.
    mutating func takeActions() -> [AirAction] {
        defer { actions.removeAll() }
        return actions
    }

    mutating func decide(_ action: AirAction) { actions.append(action) }

    // MARK: the adapter's side

    /// - Throws: `notReady`. In this case, nothing changes.
    mutating func startScan(now: Duration) throws(LinkError) {
        try checkReady()
        guard !isScanning else { return }
        isScanning = true
        for address in locks.keys { locks[address]?.delayAdvertisement(to: now) }
    }

    mutating func stopScan() { isScanning = false }

    func checkReady() throws(LinkError) {
        guard adapter == .ready else { throw LinkError(.notReady, "the adapter is \(adapter.rawValue)") }
    }

    /// Changes the adapter's state. In any state except `ready`, links and discovery end.
    mutating func setAdapter(_ state: AdapterState, now: Duration) {
        guard state != adapter else { return }
        adapter = state
        if state != .ready {
            isScanning = false
            heard.removeAll()
            for address in locks.keys.sorted() { dropLink(of: address, .adapter, now: now) }
        }
        decide(.report(.adapter(state)))
    }

    // MARK: the locks' side

    /// Handles a message from the connection `player`.
    mutating func receive(_ message: LockMessage, from player: AirConnectionID, now: Duration) {
        do throws(AirRefusal) {
            switch message {
            case .register(let profile): try register(profile, from: player, now: now)
            case .adapter(let state): setAdapter(state, now: now)
            case .unregister, .update, .subscribeResult, .readResult, .writeResult, .attError, .notify, .indicate,
                .disconnect:
                guard let address = message.address, locks[address]?.player == player else {
                    throw AirRefusal(.unknownLock, "no lock of this connection has this address")
                }
                try carryOut(message, of: address, now: now)
            }
        } catch {
            decide(.send(player, .refused(of: message.type, message.address, error.reason, message: error.message)))
        }
    }

    /// Notes that a connection has closed, so its locks disappear.
    mutating func connectionClosed(_ player: AirConnectionID, now: Duration) {
        for (address, lock) in locks where lock.player == player {
            locks[address]?.player = nil
            vanish(address, now: now)
        }
    }

    private mutating func register(
        _ profile: VirtualLockProfile, from player: AirConnectionID, now: Duration
    ) throws(AirRefusal) {
        let address = profile.address
        if let other = locks[address] {
            guard other.player == nil else {
                throw AirRefusal(.addressTaken, "another lock is already using this address")
            }
            // The process that acted as the lock has ended, and another process has taken its place. So the old link
            // has ended.
            dropLink(of: address, .supervision, now: now)
        }
        guard locks.count < VirtualRadioLimits.locks, count(of: player) < VirtualRadioLimits.locksPerConnection else {
            throw AirRefusal(.tooManyLocks, "the virtual radio has no room for another lock")
        }
        locks[address] = AirLock(profile: profile, player: player, nextAdvertisement: now)
        decide(.send(player, .registered(address)))
    }

    private func count(of player: AirConnectionID) -> Int { locks.values.count { $0.player == player } }

    /// Carries out a message about a lock of the connection that sent it.
    private mutating func carryOut(
        _ message: LockMessage, of address: LockAddress, now: Duration
    ) throws(AirRefusal) {
        switch message {
        case .register, .adapter: break
        case .unregister:
            locks[address]?.player = nil
            vanish(address, now: now)
        case .update(_, let update):
            locks[address]?.profile.apply(update)
            if let connectable = update.connectable { locks[address]?.connectable = connectable }
            guard let inRange = update.inRange else { return }
            locks[address]?.inRange = inRange
            if inRange { locks[address]?.delayAdvertisement(to: now) } else { vanish(address, now: now) }
        case .subscribeResult(_, let id): try answer(id, from: address, .subscribed)
        case .readResult(_, let id, let value): try answer(id, from: address, .read(value))
        case .writeResult(_, let id): try answer(id, from: address, .written)
        case .attError(_, let id, let code): try answer(id, from: address, .error(UInt8(clamping: code)))
        case .notify(_, let path, let value):
            try emit(value, at: path, from: address, mode: .notify, now: now)
        case .indicate(_, let path, let value):
            try emit(value, at: path, from: address, mode: .indicate, now: now)
        case .disconnect:
            guard locks[address]?.link?.session != nil else { throw AirRefusal.noLink }
            dropLink(of: address, .peripheral, now: now)
        }
    }
}

/// Why a lock's message was not carried out.
struct AirRefusal: Error {
    let reason: RadioMessage.Refusal
    let message: String

    init(_ reason: RadioMessage.Refusal, _ message: String) {
        self.reason = reason
        self.message = message
    }

    static let noLink = AirRefusal(.noLink, "the lock has no link")
}

extension AirLock {
    /// Makes the lock advertise no earlier than at `time`.
    mutating func delayAdvertisement(to time: Duration) { nextAdvertisement = max(nextAdvertisement, time) }
}
