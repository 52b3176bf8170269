import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import RPC
import SealedDatabase
import SeamWords
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// Finds the session that a call names, and marks it as used.
typealias FindSession = @Sendable (RPCContext, String?, SessionUse) async throws(WireError) -> SessionID

/// The methods of `lifesignal.json`.
struct SignalHandlers: Sendable {
    let sessions: SignalSessions
    let ephemeral: EphemeralSessions<SignalSessionEnd>
    let store: StoreThread<SignalStore>
    let clock: SignalClock
    let pass: SignalPass
    let desk: DeliveryDesk
    let devices: DeviceDesk
    let failpoints: Failpoints
    let logger: Logger

    func register(in handlers: inout RPCHandlers) {
        registerAuth(in: &handlers)
        registerUser(in: &handlers)
        registerSettings(in: &handlers)
        registerAdministration(in: &handlers)
        let find: FindSession = { (context, name, use) async throws(WireError) in
            try await session(context, name, as: use)
        }
        AlarmHandlers(sessions: sessions, store: store, clock: clock, pass: pass, logger: logger, session: find)
            .register(in: &handlers)
        ContactHandlers(sessions: sessions, store: store, clock: clock, logger: logger, session: find)
            .register(in: &handlers)
        ImageHandlers(sessions: sessions, store: store, clock: clock, logger: logger, session: find)
            .register(in: &handlers)
        DeliveryHandlers(
            sessions: sessions, desk: desk, store: store, clock: clock, failpoints: failpoints, logger: logger,
            session: find
        ).register(in: &handlers)
        registerDevices(in: &handlers, find)
    }

    /// Finds the session that a call names, and marks it as used.
    private func session(
        _ context: RPCContext, _ name: String?, as use: SessionUse = .call
    ) async throws(WireError) -> SessionID {
        // Codes and PINs pass through the stack of the connection's thread.
        context.onEnd { ProcessHygiene.wipeStack() }
        let connection = context.connectionID
        let id = try ephemeral.id(connection, uid: context.peer.uid, named: name)
        // All visitors of the web share one user, so a person is only who a device's token says.
        guard id.isEphemeral || context.socket != "web" else { throw .notSignedIn }
        guard id.isEphemeral else {
            sessions.begin(context)
            return id
        }
        switch use {
        case .question: break
        case .watch:
            await ephemeral.begin(id, on: connection)
            ephemeral.end(id, on: connection)
        case .call:
            context.onEnd { ephemeral.end(id, on: connection) }
            await ephemeral.begin(id, on: connection)
        }
        return id
    }

    /// The ephemeral session of the call's connection, or a new one.
    func ephemeralSession(_ context: RPCContext, idle: Duration) async throws(WireError) -> SessionID {
        let connection = context.connectionID
        let (id, isFirst) = try ephemeral.open(connection, uid: context.peer.uid, idle: idle) {
            [sessions] id, _ in await sessions.wipe(id)
        }
        if isFirst { context.onConnectionEnd { ephemeral.connectionEnded(connection) } }
        context.onEnd { ephemeral.end(id, on: connection) }
        await ephemeral.begin(id, on: connection)
        return id
    }

    /// The result of `body`. If the session ends in the meantime, its data is wiped here, because nobody else would
    /// wipe it.
    func whileOpen<Answer>(
        _ id: SessionID, _ body: () async throws(WireError) -> Answer
    ) async throws(WireError) -> Answer {
        let result: Result<Answer, WireError>
        do throws(WireError) {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        guard ephemeral.isOpen(id) else {
            await sessions.wipe(id)
            throw .notSignedIn
        }
        return try result.get()
    }

    // MARK: - auth.*

    private func registerAuth(in handlers: inout RPCHandlers) {
        handlers.answer(AuthSignIn.self) { (context, params) async throws(WireError) in
            if let fault = params.ephemeralFault { throw .invalidParameter(fault) }
            let phone = try Self.phone(params.phone)
            let id =
                params.isEphemeral
                ? try await ephemeralSession(
                    context, idle: params.idleTimeout ?? AuthSignIn.Params.defaultIdleTimeout)
                : try await session(context, params.session)
            let expiry = try await whileOpen(id) { () async throws(WireError) in
                try await sessions.signIn(id, phone: phone)
            }
            return AuthSignIn.Result(session: id.publicName, expiresAt: expiry, source: "administrator")
        }
        handlers.answer(AuthVerify.self) { (context, params) async throws(WireError) in
            let id = try await session(context, params.session)
            return try await whileOpen(id) { () async throws(WireError) in
                try await sessions.verify(id, code: params.code)
            }
        }
        handlers.answer(AuthEnter.self) { (context, params) async throws(WireError) in
            guard params.isEphemeral else { throw .invalidParameter(FieldFault("/ephemeral", "must be true")) }
            return try await enter(with: params, context)
        }
        handlers.answer(AuthSignOut.self) { (context, params) async throws(WireError) in
            let id = try await session(context, params.session)
            guard id.isEphemeral else {
                try await sessions.signOut(id)
                return Nothing()
            }
            // The session is marked as over first. A call that is still running therefore leaves no data behind.
            ephemeral.markOver(id)
            await sessions.wipe(id)
            return Nothing()
        }
        handlers.answer(AuthGet.self) { (context, params) async throws(WireError) in
            SignalState(person: try await sessions.person(try await session(context, params.session)))
        }
        handlers.answer(AuthWatch.self) { (context, params, sink) async throws(WireError) in
            try await sessions.followAuth(try await session(context, params.session, as: .watch)).follow(context, sink)
            return Nothing()
        }
    }

    private func enter(
        with params: AuthEnter.Params, _ context: RPCContext
    ) async throws(WireError) -> SignalPerson {
        context.onEnd { ProcessHygiene.wipeStack() }
        let pass = try await sessions.accept(pass: params.pass, from: context.peer.uid)
        do throws(WireError) {
            let id = try await ephemeralSession(
                context, idle: params.idleTimeout ?? AuthSignIn.Params.defaultIdleTimeout)
            return try await whileOpen(id) { () async throws(WireError) in try await sessions.enter(id, with: pass) }
        } catch {
            await sessions.giveBack(pass)
            throw error
        }
    }

    /// The normal form of a number as a person has typed it.
    private static func phone(_ text: String) throws(WireError) -> String {
        do throws(PhoneNumber.Fault) {
            return try PhoneNumber.normal(text)
        } catch {
            throw .invalidNumber(error)
        }
    }

    // MARK: - user.* and settings.*

    private func registerUser(in handlers: inout RPCHandlers) {
        handlers.answer(UserGet.self) { (context, params) async throws(WireError) in
            guard let person = try await sessions.person(try await session(context, params.session)) else {
                throw .notSignedIn
            }
            return person
        }
        handlers.answer(UserUpdate.self) { (context, params) async throws(WireError) in
            let (first, last, note) = try Self.texts(params)
            return try await change(context, params.session) { record in
                (record.profile.firstName, record.profile.lastName, record.profile.note) = (first, last, note)
            }
        }
        handlers.answer(UserRefreshQR.self) { (context, params) async throws(WireError) in
            let new = try RandomID.bytes(16)
            return try await change(context, params.session) { $0.profile.qrCodeID = new }
        }
        handlers.answer(UserSetPhone.self) { (context, params) async throws(WireError) in
            let phone = try Self.phone(params.phone)
            let id = try await session(context, params.session)
            let expiry = try await whileOpen(id) { () async throws(WireError) in
                try await sessions.setPhone(id, phone: phone, pin: params.pin)
            }
            return UserSetPhone.Result(expiresAt: expiry, source: "administrator")
        }
        handlers.answer(UserVerifyPhone.self) { (context, params) async throws(WireError) in
            let id = try await session(context, params.session)
            return try await whileOpen(id) { () async throws(WireError) in
                UserVerifyPhone.Result(phone: try await sessions.verifyPhone(id, code: params.code))
            }
        }
        handlers.answer(PersonLeave.self) { (context, params) async throws(WireError) in
            try await sessions.leave(try await session(context, params.session), pin: params.pin)
            logger.notice("a person has left", metadata: ["by": "\(context.peer.uid)"])
            return Nothing()
        }
        handlers.answer(UserWatch.self) { (context, params, sink) async throws(WireError) in
            try await sessions.followUser(try await session(context, params.session, as: .watch)).follow(context, sink)
            return Nothing()
        }
    }

    private func registerSettings(in handlers: inout RPCHandlers) {
        handlers.answer(SettingsGet.self) { (context, params) async throws(WireError) in
            try await sessions.preferences(try await session(context, params.session))
        }
        handlers.answer(SettingsSet.self) { (context, params) async throws(WireError) in
            let id = try await session(context, params.session)
            let wanted = params.preferences
            return SignalPreferences(
                try await sessions.set(wanted.silenced, try Self.language(wanted.language), of: id))
        }
    }

    /// The language for a code. If the inner value is nil, the machine's language is used. If the outer value is nil,
    /// the current language is kept.
    private static func language(_ code: String?) throws(WireError) -> SeamLanguage?? {
        guard let code else { return nil }
        if code == SignalPreferences.machine { return .some(nil) }
        guard let language = SeamLanguage(spoken: code) else {
            throw .invalidParameter(FieldFault("/preferences/language", "must be en, es, de or machine"))
        }
        return language
    }

    private func change(
        _ context: RPCContext, _ name: String?, _ body: @escaping @Sendable (inout PersonRecord) -> Void
    ) async throws(WireError) -> SignalPerson {
        let record = try await sessions.change(try await session(context, name), body)
        return SignalPerson(record, isWatched: pass.isWatching, at: clock.now())
    }

    private static func texts(_ params: UserUpdate.Params) throws(WireError) -> (String, String, String) {
        do throws(FieldFault) {
            return (
                try ProfileText.name(params.firstName.normalForm, "/first_name"),
                try ProfileText.name(params.lastName.normalForm, "/last_name"),
                try ProfileText.note(params.emergencyNote.normalForm, "/emergency_note")
            )
        } catch {
            throw .invalidParameter(error)
        }
    }

    // MARK: - Administration

    private func registerAdministration(in handlers: inout RPCHandlers) {
        handlers.answer(CodeIssue.self) { (context, params) async throws(WireError) in
            let (code, others) = try await sessions.issue(phone: try Self.phone(params.phone), uid: params.uid)
            logger.notice("a code was issued", metadata: ["by": "\(context.peer.uid)", "to": "\(code.uid)"])
            return CodeIssue.Result(codes: [code], others: others)
        }
        handlers.answer(PersonRemove.self) { (context, params) async throws(WireError) in
            try await sessions.remove(phone: try Self.phone(params.phone))
            logger.notice("a person was removed", metadata: ["by": "\(context.peer.uid)"])
            return Nothing()
        }
        handlers.answer(ClockSet.self) { (context, params) async throws(WireError) in
            try await pass.setClock(isForced: params.isForced)
            await sessions.forgetCodes()
            await devices.endAll()
            logger.notice("the clock for deadlines was set", metadata: ["by": "\(context.peer.uid)"])
            return report()
        }
        handlers.answer(PersonList.self) { (_, params) async throws(WireError) in
            try await people(params)
        }
        handlers.answer(ClockGet.self) { (_, _) async throws(WireError) in
            report()
        }
    }

    private func report() -> SignalClockReport {
        let report = clock.report()
        return SignalClockReport(
            time: report.time, wall: report.wall, fault: report.fault?.rawValue, lastPass: pass.lastPass,
            isWatching: pass.isWatching)
    }

    private func people(_ params: PageParams) async throws(WireError) -> Page<ListedPerson> {
        let after = try Self.number(of: params.pageToken) ?? 0
        let limit = params.limit ?? 200
        let found = try await store.found(logger, for: .daemon) { store throws(StoreError) in
            try store.people(after: after, limit: limit + 1)
        }
        let people = found.prefix(limit).map { person in
            ListedPerson(
                id: SignalID(of: person.id), phoneHint: person.phone.map(ProfileText.hint) ?? "unreadable",
                since: person.since,
                sessions: person.sessions)
        }
        return Page(Array(people), nextPageToken: found.count > limit ? "\(found[limit - 1].number)" : nil)
    }

    /// Checks that an alarm is named either by its id or by its word.
    static func checkOne(_ alert: SignalID?, _ word: String?) throws(WireError) {
        guard (alert == nil) != (word == nil) else {
            throw .invalidParameter(
                FieldFault("/alert", "must be given if the alarm's word is missing; give only one of them"))
        }
    }

    /// The number in a page token, or nil for the first page.
    static func number(of token: String?) throws(WireError) -> Int64? {
        guard let token else { return nil }
        guard let number = Int64(token), number > 0 else {
            throw WireError(
                .invalidArgument, "rpc.invalid_page_token", "the page token is not from this list",
                field: "/params/page_token")
        }
        return number
    }
}
