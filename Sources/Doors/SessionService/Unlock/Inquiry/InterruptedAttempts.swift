import DaemonStore
import LinuxSupport
import Logging
import ProviderHost
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import Wire

/// Follows up on attempts that were interrupted when an earlier daemon process ended. It asks the locks for their state
/// and writes the result to the journal. Each inquiry waits for its turn at the lock in the same way as an attempt.
struct InterruptedAttempts: Sendable {
    let environment: AttemptEnvironment

    private var store: SessionStoreThread { environment.store }
    private var register: AttemptRegister { environment.register }

    /// The maximum age of an attempt whose lock is asked. After that, the lock's state says more about other people
    /// than about the attempt.
    private static let longest: Duration = .seconds(120)

    /// Starts the inquiries and returns without waiting for the locks.
    func inquire() async {
        let limit = environment.now().advanced(by: .zero - Self.longest)
        let records = await asked { store throws(StoreError) in try store.interruptedWhileActing(since: limit) }
        for record in records ?? [] {
            guard let bindingID = record.admission.bindingID, let provider = record.admission.provider,
                let manifest = environment.providers.directory[provider],
                // The binding is nil if the lock has been unbound in the meantime.
                let bound = await asked({ store throws(StoreError) in try store.binding(bindingID) }) ?? nil
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
        // The inquiry waits for the radio first, so that nobody waits for the lock while there is no radio.
        guard await environment.radio.isReady(within: Self.longest) else { return }
        let place = UnlockQueue.Entry(
            attemptID: id, session: record.admission.session, locks: inquiry.binding.places)
        // If the queue is full, the inquiry is not worth waiting for.
        guard await register.waitForTurn(place), await isFirst(about: id),
            await inquiry.answer(within: UnlockAttempt.inquiryTime) == true
        else { return }
        let finding = LaterFinding(effect: .applied, confirmation: inquiry.manifest.confirmation, at: environment.now())
        do {
            try await store.run(for: .daemon) { store throws(StoreError) in try store.amend(id, with: finding) }
        } catch {
            environment.logger.error(
                "a late result could not be recorded in the journal",
                metadata: ["attempt": "\(id)", "error": "\(error)"])
            return
        }
        var amended = record
        amended.later = finding
        environment.hub.ended(record.admission.session, amended.attempt)
    }

    private func isFirst(about attemptID: String) async -> Bool {
        let time = environment.now()
        return await asked { store throws(StoreError) in try store.beginInquiry(attemptID, at: time) } ?? false
    }

    /// The store's answer. If the store fails, this is logged, and the answer is nil.
    private func asked<Answer: Sendable>(
        _ body: @escaping @Sendable (SessionStore) throws(StoreError) -> Answer
    ) async -> Answer? {
        do {
            return try await store.run(for: .daemon, body)
        } catch {
            environment.logger.error(
                "the lock cannot be asked about an interrupted attempt", metadata: ["error": "\(error)"])
            return nil
        }
    }
}
