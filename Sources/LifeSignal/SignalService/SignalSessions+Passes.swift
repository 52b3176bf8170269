import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import SealedDatabase
import SignalAPI
import SignalCore
import SignalStore
import Wire

/// Signs people in with a pass of the operator's desk (`Protocol/token-source.md` section 5).
extension SignalSessions {
    /// Accepts a pass, which then counts as used. Callers get the same answer for every fault, and the log has the
    /// fault. A user who has too many passes refused has to wait.
    func accept(pass text: String, from uid: UInt32) async throws(WireError) -> DeskPass {
        // Until the store is open, the clock may be behind the end of a pass that an earlier process accepted.
        if clock.began == nil { try await store.answer(logger, for: .user(uid)) { _ throws(StoreError) in } }
        let (now, moment) = (clock.now(), SystemClock.monotonic())
        let wait = refusedPasses.wait(uid: uid, at: moment)
        guard wait == .zero else { throw .tooManyPasses(wait) }
        do throws(DeskPass.Fault) {
            guard let desk else { throw .noDesk }
            let pass = try DeskPass(text) { desk.isSigned($0, $1) }
            var accepted = acceptedPasses ?? AcceptedPasses(began: clock.began ?? now)
            defer { acceptedPasses = accepted }
            try accepted.accept(pass, at: now)
            return pass
        } catch {
            _ = refusedPasses.use(uid: uid, at: moment)
            logger.notice("a pass was refused", metadata: ["uid": "\(uid)", "why": "\(error.rawValue)"])
            throw .passRefused
        }
    }

    /// Makes a pass usable again with which nobody was signed in.
    func giveBack(_ pass: DeskPass) { acceptedPasses?.giveBack(pass) }

    /// Signs an ephemeral session in as the person of an accepted pass, whom this creates if needed.
    func enter(_ session: SessionID, with pass: DeskPass) async throws(WireError) -> SignalPerson {
        let now = clock.now()
        let ids = (person: try RandomID.bytes(16), qr: try RandomID.bytes(16))
        let record = try await answer(session) { store throws(StoreError) in
            try store.enter(phone: pass.phone, ids: ids, at: now)
        }
        pending[session] = nil
        ephemeral[session] = record.id
        return signedIn(session, record)
    }
}
