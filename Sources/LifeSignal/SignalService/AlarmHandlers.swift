import DaemonCore
import DaemonKit
import DaemonStore
import Logging
import RPC
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// The methods `checkin.*`, `alert.*`, `notification.*` and `outbox.*`. `SignalHandlers` finds the session.
struct AlarmHandlers: Sendable {
    let sessions: SignalSessions
    let store: StoreThread<SignalStore>
    let clock: SignalClock
    let pass: SignalPass
    let logger: Logger
    /// Finds the session that a call names, and marks it as used.
    let session: FindSession

    func register(in handlers: inout RPCHandlers) {
        registerCheckIns(in: &handlers)
        registerReminder(in: &handlers)
        registerPauses(in: &handlers)
        registerAlerts(in: &handlers)
        registerNews(in: &handlers)
    }

    // MARK: - checkin.*

    private func registerCheckIns(in handlers: inout RPCHandlers) {
        handlers.answer(CheckInRecord.self) { (context, params) async throws(WireError) in
            let change = try await apply(
                context, params.session, params.isDoor ? .door : .event(.checkedIn(.manual), isGuarded: false),
                pin: params.pin)
            return SignalPerson(change.person, isWatched: pass.isWatching, at: clock.now())
        }
        handlers.answer(CheckInSet.self) { (context, params) async throws(WireError) in
            let (id, now) = (try await session(context, params.session, .call), clock.now())
            let wish = IntervalWish(interval: params.interval, reminder: params.reminder, grace: params.grace)
            guard !wish.isEmpty || params.countsDoors != nil else {
                return SignalPerson(try await sessions.record(of: id), isWatched: pass.isWatching, at: now)
            }
            let request = SignalRequest.settings(wish, doors: params.countsDoors)
            let change = try await sessions.apply(id, request, pin: params.pin, at: now)
            return SignalPerson(change.person, isWatched: pass.isWatching, at: clock.now())
        }
        handlers.answer(CheckInList.self) { (context, params) async throws(WireError) in
            let found = try await rows(context, params) { store, person, limit throws(StoreError) in
                try store.checkIns(of: person, limit: limit)
                    .map { SignalCheckIn(id: SignalID(of: $0.id), at: $0.at, source: $0.source.rawValue) }
            }
            return CheckInList.Result(checkIns: found)
        }
    }

    private func registerPauses(in handlers: inout RPCHandlers) {
        handlers.answer(CheckInPause.self) { (context, params) async throws(WireError) in
            let change = try await apply(
                context, params.session, .paused(for: params.length), pin: params.pin,
                isGuarded: params.length != nil)
            return SignalPerson(change.person, isWatched: pass.isWatching, at: clock.now())
        }
        handlers.answer(PINSet.self) { (context, params) async throws(WireError) in
            guard params.new != nil || params.forced == nil, params.new == nil || params.new != params.forced else {
                throw .invalidParameter(FieldFault("/forced_pin", "needs a new PIN as well, and must differ from it"))
            }
            try await sessions.setPINs(
                try await session(context, params.session, .call), real: params.new, forced: params.forced,
                pin: params.pin)
            return Nothing()
        }
    }

    /// How far ahead a person can schedule a reminder.
    private static let latestReminder = Duration.seconds(86_400 * 30)

    private func registerReminder(in handlers: inout RPCHandlers) {
        handlers.answer(CheckInRemind.self) { (context, params) async throws(WireError) in
            let now = clock.now()
            guard (params.at == nil) != (params.delay == nil) else {
                throw .invalidParameter(FieldFault("/at", "must be given if in_ms is missing; give only one of them"))
            }
            let moment = params.at ?? now.advanced(by: params.delay ?? .zero)
            let ahead = now.duration(to: moment)
            guard ahead > .zero, ahead <= Self.latestReminder else {
                throw WireError(
                    .outOfRange, "signal.reminder_time", "a reminder must be for a time within the next 30 days",
                    field: "/params/at")
            }
            _ = try await apply(context, params.session, .reminder(at: moment))
            return Nothing()
        }
    }

    // MARK: - alert.*

    private func registerAlerts(in handlers: inout RPCHandlers) {
        handlers.answer(AlertActivate.self) { (context, params) async throws(WireError) in
            let change = try await apply(context, params.session, .called(try RandomID.bytes(16)))
            guard var alert = SignalAlarm(change.person).alert else {
                throw WireError(.internal, "rpc.internal", "no alarm was raised", effect: .unknown)
            }
            alert.isStored = change.isStored
            return alert
        }
        handlers.answer(AlertDeactivate.self) { (context, params) async throws(WireError) in
            _ = try await apply(context, params.session, .cancelled, pin: params.pin, isGuarded: true)
            return Nothing()
        }
        handlers.answer(AlertGet.self) { (context, params) async throws(WireError) in
            SignalAlarm(try await sessions.record(of: try await session(context, params.session, .call)))
        }
        handlers.answer(AlertList.self) { (context, params) async throws(WireError) in
            let found = try await rows(context, params) { store, person, limit throws(StoreError) in
                try store.alerts(of: person, limit: limit).map(SignalAlert.init)
            }
            return AlertList.Result(alerts: found)
        }
        handlers.answer(AlertWatch.self) { (context, params, sink) async throws(WireError) in
            try await sessions.followAlarm(try await session(context, params.session, .watch)).follow(context, sink)
            return Nothing()
        }
    }

    // MARK: - notification.* and outbox.*

    private func registerNews(in handlers: inout RPCHandlers) {
        handlers.answer(NotificationList.self) { (context, params) async throws(WireError) in
            let id = try await session(context, params.session, .call)
            let (person, limit) = (try await sessions.record(of: id), params.limit ?? 100)
            let language = person.language ?? sessions.language
            return try await store.found(logger, for: .user(id.uid)) { store throws(StoreError) in
                NotificationList.Result(
                    notifications: try store.notifications(of: person.id, limit: limit).map {
                        SignalNotification($0, in: language)
                    },
                    unread: try store.unread(of: person.id))
            }
        }
        handlers.answer(NotificationRead.self) { (context, params) async throws(WireError) in
            try await change(context, params) { store, id, person throws(StoreError) in
                try store.markAsRead(id, of: person)
            }
        }
        handlers.answer(NotificationDelete.self) { (context, params) async throws(WireError) in
            try await change(context, params) { store, id, person throws(StoreError) in
                try store.deleteNotification(id, of: person)
            }
        }
        handlers.answer(NotificationWatch.self) { (context, params, sink) async throws(WireError) in
            let id = try await session(context, params.session, .watch)
            try await sessions.followNotifications(id).follow(context, sink)
            return Nothing()
        }
        handlers.answer(OutboxList.self) { (_, params) async throws(WireError) in
            try await messages(params)
        }
        handlers.answer(OutboxAck.self) { (_, params) async throws(WireError) in
            let now = clock.now()
            try SignalHandlers.checkOne(params.alert, params.word)
            if pass.owes() { await pass.settle() }
            let change = try await store.answer(logger, for: .daemon) { store throws(StoreError) in
                try store.answerAsOperator(alert: params.alert?.bytes, word: params.word, at: now)
            }
            guard let change else { throw pass.owes() ? .unstoredAlert : .unknownMessage }
            await sessions.tell(change)
            return OutboxAck.Result(isTaken: !change.actions.isEmpty)
        }
        handlers.answer(OutboxWatch.self) { (context, _, sink) async throws(WireError) in
            try await sessions.followOutbox().follow(context, sink)
            return Nothing()
        }
    }

    /// Changes one notification, or all of them. Throws if the given notification does not exist.
    private func change(
        _ context: RPCContext, _ params: NotificationParams,
        _ body: @escaping @Sendable (SignalStore, [UInt8]?, SignalPersonID) throws(StoreError) -> Bool
    ) async throws(WireError) -> Nothing {
        let (id, notification) = (try await session(context, params.session, .call), params.notification?.bytes)
        let person = try await sessions.record(of: id).id
        let isThere = try await store.answer(logger, for: .user(id.uid)) { store throws(StoreError) in
            try body(store, notification, person)
        }
        guard isThere || notification == nil else { throw .unknownNotification }
        return Nothing()
    }

    private func messages(_ params: PageParams) async throws(WireError) -> Page<SignalMessage> {
        let before = try SignalHandlers.number(of: params.pageToken) ?? .max
        let limit = params.limit ?? 200
        let found = try await store.found(logger, for: .daemon) { store throws(StoreError) in
            try store.messages(before: before, limit: limit + 1)
        }
        let page = found.prefix(limit).map { SignalMessage($0, in: sessions.language) }
        return Page(page, nextPageToken: found.count > limit ? "\(found[limit - 1].number)" : nil)
    }

    // MARK: - Helpers

    private func apply(
        _ context: RPCContext, _ name: String?, _ event: SignalEvent, pin: String? = nil, isGuarded: Bool = false
    ) async throws(WireError) -> WatchChange {
        try await apply(context, name, .event(event, isGuarded: isGuarded), pin: pin)
    }

    private func apply(
        _ context: RPCContext, _ name: String?, _ request: SignalRequest, pin: String?
    ) async throws(WireError) -> WatchChange {
        // The time of the call is the time when it was read, even if the call waits for long.
        let now = clock.now()
        return try await sessions.apply(try await session(context, name, .call), request, pin: pin, at: now)
    }

    private func rows<Row: Sendable>(
        _ context: RPCContext, _ params: SignalListParams,
        _ body: @escaping @Sendable (SignalStore, SignalPersonID, Int) throws(StoreError) -> [Row]
    ) async throws(WireError) -> [Row] {
        let id = try await session(context, params.session, .call)
        let (person, limit) = (try await sessions.record(of: id).id, params.limit ?? 100)
        return try await store.found(logger, for: .user(id.uid)) { store throws(StoreError) in
            try body(store, person, limit)
        }
    }
}
