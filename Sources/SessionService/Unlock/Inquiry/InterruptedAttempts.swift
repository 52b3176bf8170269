import LinuxSupport
import Logging
import ProviderHost
import SealedStore
import SeamModel
import SessionCore
import Wire

/// Attempts that the end of an earlier daemon has interrupted: their locks are asked where they rest, and the journal
/// says so. Each question takes its turn at its lock like an attempt.
struct InterruptedAttempts: Sendable {
    let environment: AttemptEnvironment

    private var store: StoreThread { environment.store }
    private var register: AttemptRegister { environment.register }

    /// How old an attempt may be whose lock is asked about it: later its rest says more of others than of the attempt.
    private static let longest: Duration = .seconds(120)

    /// Begins to ask, and returns at once.
    func inquire() async {
        let limit = environment.now().advanced(by: .zero - Self.longest)
        let records = try? await store.run(for: .daemon) { store throws(StoreError) in
            try store.interruptedWhileActing(since: limit)
        }
        for record in records ?? [] {
            guard let bindingID = record.admission.bindingID, let provider = record.admission.provider,
                let bound = try? await store.boundLock(bindingID, for: .daemon),
                let manifest = environment.providers.directory[provider]
            else { continue }
            let id = record.admission.attemptID
            let inquiry = LockInquiry(
                binding: bound.binding, key: bound.lockKey.bytes, manifest: manifest, attemptID: id,
                radio: environment.radio, providers: environment.providers)
            register.beginInquiry(about: id, at: bindingID) { await ask(inquiry, about: record) }
        }
    }

    private func ask(_ inquiry: LockInquiry, about record: AttemptRecord) async {
        let id = record.admission.attemptID
        // Nobody waits for the lock while the radio is not there.
        guard await environment.radio.isReady(within: Self.longest) else { return }
        let place = UnlockQueue.Entry(
            attemptID: id, session: record.admission.session, locks: inquiry.binding.places)
        // Behind a full queue there is no hurry to know.
        guard await register.waitForTurn(place), await isFirst(about: id),
            await inquiry.answer(within: UnlockAttempt.inquiryTime) == true
        else { return }
        let finding = LaterFinding(effect: .applied, confirmation: inquiry.manifest.confirmation, at: environment.now())
        do {
            try await store.run(for: .daemon) { store throws(StoreError) in try store.amend(id, with: finding) }
        } catch {
            environment.logger.error(
                "late finding is not in the journal", metadata: ["attempt": "\(id)", "error": "\(error)"])
            return
        }
        var amended = record
        amended.later = finding
        environment.hub.ended(record.admission.session, amended.attempt)
    }

    private func isFirst(about attemptID: String) async -> Bool {
        let time = environment.now()
        let answer = try? await store.run(for: .daemon) { store throws(StoreError) in
            try store.beginInquiry(attemptID, at: time)
        }
        return answer ?? false
    }
}
