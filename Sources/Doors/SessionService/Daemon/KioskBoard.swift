import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SeamModel
import SessionAPI
import SessionCore
import SessionStore
import Telemetry
import Wire

/// The state of each public screen and the settings for all of them. The board provides the methods `kiosk.*`.
///
/// The settings are in the store. A screen's state is known only as long as the screen reports it.
final class KioskBoard: Sendable {
    private let users: Set<UInt32>
    private let store: SessionStoreThread
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let monotonic: @Sendable () -> Duration
    private let screens = Locked(KioskScreens())
    /// The stored notice, or nil until the notice has been read.
    private let notice = Locked(KioskNotice?.none)

    /// Creates a board that takes reports from `users`.
    init(
        users: Set<UInt32>, store: SessionStoreThread, logger: Logger, now: @escaping @Sendable () -> Timestamp,
        monotonic: @escaping @Sendable () -> Duration = SystemClock.monotonic
    ) {
        (self.users, self.store, self.logger, self.now, self.monotonic) = (users, store, logger, now, monotonic)
    }

    func register(in handlers: inout RPCHandlers) {
        handlers.answer(KioskReport.self) { [self] (context, params) async throws(WireError) in
            try permit(context.peer.uid)
            let screen = KioskScreen(
                kiosk: params.kiosk, state: params.state, isSilent: false, heardAt: now(),
                endedVisits: params.endedVisits)
            screens.withLock { $0.take(screen, moment: monotonic()) }
            return try await told(context.peer.uid)
        }
        handlers.answer(KioskList.self) { [self] (context, _) async throws(WireError) in
            let notice = try await told(context.peer.uid)
            return KioskList.Result(screens: screens.withLock { $0.list(at: monotonic()) }, notice: notice)
        }
        handlers.answer(KioskSet.self) { [self] (context, params) async throws(WireError) in
            try await set(params, by: context.peer.uid)
        }
    }

    /// Throws unless the user may report screens.
    func permit(_ uid: UInt32) throws(WireError) {
        guard users.contains(uid) else {
            throw WireError(.permissionDenied, "rpc.method_not_permitted", "this user has no public screen")
        }
    }

    /// Why no heartbeat is sent. While the screens serve people, this is nil.
    var trouble: String? {
        screens.withLock { screens in
            if screens.areWell(at: monotonic()) { return nil }
            return screens.isEmpty ? "no public screen has reported" : "a public screen is not serving"
        }
    }

    /// The screens' metrics.
    var families: [MetricFamily] {
        let (screens, ended) = screens.withLock { ($0.list(at: monotonic()), $0.ended) }
        let states = KioskScreen.State.allCases.map { state in
            (state.rawValue, screens.count { !$0.isSilent && $0.state == state })
        }
        let ends = KioskScreen.End.allCases.map { end in
            (end.rawValue, ended[end] ?? 0)
        }
        return [
            MetricFamily(
                "seam_kiosk_screens", .gauge,
                "Public screens, by what they show; silent ones have not reported for 15 s.",
                by: "state", states + [("silent", screens.count(where: \.isSilent))]),
            MetricFamily(
                "seam_kiosk_visits_total", .counter, "Visits that have ended at public screens, by reason.",
                by: "end", ends),
        ]
    }

    private func told(_ uid: UInt32) async throws(WireError) -> KioskNotice {
        if let notice = notice.withLock({ $0 }) { return notice }
        let read = try await store.found(logger, for: .user(uid)) { store throws(StoreError) in
            try store.kioskNotice()
        }
        // A notice that was set in the meantime is newer.
        return notice.withLock { notice in
            notice = notice ?? read
            return notice ?? read
        }
    }

    private func set(_ params: KioskSet.Params, by uid: UInt32) async throws(WireError) -> KioskNotice {
        let now = now()
        let stored = try await store.answer(logger, for: .user(uid)) { [self] store throws(StoreError) in
            let last = try store.kioskNotice()
            let next = KioskNotice(
                isOutOfService: params.isOutOfService ?? last.isOutOfService, message: params.message ?? last.message)
            try store.setKioskNotice(next, at: now)
            // This runs on the store's thread, so if two callers set the notice, the later one wins.
            notice.withLock { $0 = next }
            return next
        }
        logger.notice(
            "public screens told",
            metadata: [
                "out_of_service": "\(stored.isOutOfService)", "message": "\(stored.message ?? "")", "uid": "\(uid)",
            ])
        return stored
    }
}
