import DaemonKit
import LinuxSupport
package import Logging
package import RPC
package import SealedDatabase
package import Wire

/// Runs calls with an idempotency key at most once (`Protocol/framing.md` section 3.1). Use this actor only for unary
/// methods whose parameters and results contain no secrets.
package actor KeyedCalls<Store: SealedStore> {
    private typealias Outcome = Result<JSONText, WireError>

    /// The work of a running call that uses a key.
    private final class Work {
        /// The fingerprint of the call for which the key is used. While the store is being asked, this is nil.
        var fingerprint: String?
        /// The tasks that wait for the outcome. An outcome of nil makes them check again.
        var waiters = Waiters<Outcome?>()
    }

    private let store: StoreThread<Store>
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let certain: @Sendable () -> Timestamp
    private let admit: @Sendable (RPCContext) async throws(WireError) -> Void
    private var running: [KeyedCall: Work] = [:]

    /// Creates the actor without running calls. The age of keys is measured by `certain`, because a fast clock must not
    /// free a key. The closure `admit` returns once the caller's uid is known to belong to the caller: keys are stored
    /// by uid, even for administrators.
    package init(
        store: StoreThread<Store>, logger: Logger, now: @escaping @Sendable () -> Timestamp,
        certain: (@Sendable () -> Timestamp)? = nil,
        admit: @escaping @Sendable (RPCContext) async throws(WireError) -> Void = { _ in }
    ) {
        self.admit = admit
        self.store = store
        self.logger = logger
        self.now = now
        self.certain = certain ?? now
    }

    /// Returns the result of `body`, which runs now, or ran earlier with the same key of the caller's session. Without
    /// a key, `body` always runs.
    ///
    /// Throws the error of `body` from this or the earlier call, `idem.mismatch` or `idem.unknown`. Throws
    /// `store.unavailable` if the key cannot be stored, and `rpc.quota_exceeded` if the user has too many keys. In
    /// these last two cases, nothing has been done.
    package func answer<Params: JSONCodable, Answer: JSONCodable>(
        _ context: RPCContext, session: String, _ params: Params,
        _ body: @Sendable () async throws(WireError) -> Answer
    ) async throws(WireError) -> Answer {
        guard let idem = context.idem else { return try await body() }
        try await admit(context)
        let call = KeyedCall(uid: context.peer.uid, session: session, method: context.method, idem: idem)
        let fingerprint = CallFingerprint.of(params.json)
        let text: JSONText
        if let joined = try await join(call, fingerprint, context) {
            text = try joined.get()
        } else {
            text = try await begin(call, fingerprint) { () async throws(WireError) in try await body().jsonText }
        }
        do throws(FieldFault) {
            return try Answer(text: text)
        } catch {
            logger.error("a stored reply cannot be read", metadata: ["method": "\(call.method)", "error": "\(error)"])
            throw .idemUnknown
        }
    }

    /// Waits for the outcome of the call that is running with the same key. Returns nil if no such call is running.
    /// After this returns nil, the caller must register its own work before it awaits anything.
    private func join(
        _ call: KeyedCall, _ fingerprint: String, _ context: RPCContext
    ) async throws(WireError) -> Outcome? {
        while let work = running[call] {
            if let known = work.fingerprint {
                guard known == fingerprint else { throw .idemMismatch }
                context.share()
            }
            let place = work.waiters.join()
            let outcome = await place.wait(cancelled: nil)
            work.waiters.leave(place)
            if let outcome { return outcome }
            if let cause = context.cancelCause ?? (Task.isCancelled ? .client : nil) {
                var error = WireError.stopped(by: cause)
                if work.fingerprint != nil { (error.effect, error.retry) = (.unknown, .init(safe: false)) }
                throw error
            }
        }
        return nil
    }

    private func begin(
        _ call: KeyedCall, _ fingerprint: String, _ body: () async throws(WireError) -> JSONText
    ) async throws(WireError) -> JSONText {
        let work = Work()
        running[call] = work
        let beginning: KeyedBeginning
        let (moment, certain) = (now(), certain())
        do throws(StoreError) {
            beginning = try await store.run(for: .user(call.uid)) { store throws(StoreError) in
                try store.begin(call, fingerprint: fingerprint, at: moment, certain: certain)
            }
        } catch {
            end(call, nil)
            logger.error(
                "the key of a call could not be stored", metadata: ["method": "\(call.method)", "error": "\(error)"])
            throw .store(error)
        }
        switch beginning {
        case .full:
            end(call, nil)
            throw .tooManyKeys(KeyedCall.limit)
        case .existing(let known, let reply):
            end(call, nil)
            return try Self.replay(reply, of: known, for: fingerprint)
        case .begun:
            work.fingerprint = fingerprint
            work.waiters.finish(nil)
        }
        let outcome: Outcome
        do throws(WireError) {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        await keep(outcome, of: call)
        end(call, outcome)
        return try outcome.get()
    }

    private func end(_ call: KeyedCall, _ outcome: Outcome?) {
        running.removeValue(forKey: call)?.waiters.finish(outcome)
    }

    /// Returns the stored outcome of a key for which no call is running.
    private static func replay(
        _ reply: String?, of known: String, for fingerprint: String
    ) throws(WireError) -> JSONText {
        guard known == fingerprint else { throw .idemMismatch }
        // A key without a reply belongs to an interrupted call, because the key of a call that did nothing is not kept.
        guard let reply, let json = try? JSON(parsing: reply.utf8) else { throw .idemUnknown }
        if let result = json["result"] { return JSONText(result) }
        guard let error = json["error"], let error = try? WireError(json: error, at: "/error") else {
            throw .idemUnknown
        }
        throw error
    }

    /// Stores the outcome of a call. If the call did nothing, its key is freed. If the reply cannot be stored, later
    /// calls find the key without a reply.
    private func keep(_ outcome: Outcome, of call: KeyedCall) async {
        let reply: String? =
            switch outcome {
            case .success(let result): JSON.members(("result", result.json)).text
            case .failure(let error) where error.effect == .none: nil
            case .failure(let error): JSON.members(("error", error.json)).text
            }
        do throws(StoreError) {
            try await store.run(for: .user(call.uid)) { store throws(StoreError) in
                if let reply { try store.finish(call, reply: reply) } else { try store.forget(call) }
            }
        } catch {
            logger.error(
                "the reply for a key could not be stored", metadata: ["method": "\(call.method)", "error": "\(error)"])
        }
    }
}
