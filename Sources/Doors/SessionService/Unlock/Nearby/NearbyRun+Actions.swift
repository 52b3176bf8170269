import DaemonCore
import DaemonKit
import DaemonStore
import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import SealedDatabase
import SeamModel
import SessionCore
import SessionStore
import Wire

extension NearbyRun {
    /// Carries out the attempt's actions, in order.
    func perform(_ actions: [UnlockAttempt.Action]) async {
        for action in actions { await perform(action) }
    }

    private func perform(_ action: UnlockAttempt.Action) async {
        switch action {
        case .emit(let event): journal.publish(.event(event))
        case .emitPhase(let phase):
            self.phase = phase
            journal.publish(.phase(phase, proximity: .nearby, detail: nil))
        case .emitActing: journal.publish(.phase(.operating, proximity: .nearby, detail: Self.acting))
        case .startTimer(let timer, let duration): startTimer(timer, duration)
        case .joinQueue:
            if let obstacle = environment.register.join(journal.attemptID) {
                journal.publish(.phase(.queued, proximity: .nearby, detail: obstacle.rawValue))
            }
        case .startScan: startScan()
        case .stopScan: tasks.removeValue(forKey: .scan)?.cancel()
        case .openLink:
            openLink()
            readKey()
        case .closeLink: closeLink()
        case .forwardWrite(let ticket): forward(ticket)
        case .refuseWrite(let ticket, let refusal): refuse(ticket, refusal)
        case .journalCommitting: journalCommitting()
        case .forwardCommit(let ticket): forward(ticket)
        case .journalVerdict(let verdict): await journal.record(verdict)
        case .journalActing: await journal.recordActing()
        case .startInquiry: startInquiry()
        case .stopInquiry:
            let inquiry = tasks.removeValue(forKey: .inquiry)
            inquiry?.cancel()
            // The lock is free for the next attempt only when the inquiry has released its lease.
            await inquiry?.value
        case .stopProvider:
            tasks[.key]?.cancel()
            tasks[.provider]?.cancel()
        case .quarantineProvider:
            // The host knows about this claim too, and will not start the provider again.
            environment.logger.error(
                "provider claimed access without a commit", metadata: ["provider": "\(doors.manifest.name)"])
        case .conclude(let conclusion):
            // A caller that sees the end and tries again must see the key without the page.
            await promptOver()
            isHandedOver = await journal.conclude(
                conclusion, proximity: .nearby, entranceID: chosen?.entranceID, evidence: evidence)
        case .amend(let effect, let confirmation): await journal.amend(effect, confirmation, evidence: evidence)
        case .release:
            // The lock is free for the next attempt only when its lease has been released. By now, the caller has
            // received its answer.
            await ended([tasks.removeValue(forKey: .closing)])
            environment.register.leave(journal.attemptID)
        }
    }

    /// The text for people after the lock has said that it is acting.
    private static let acting = "the lock acts"

    private func startTimer(_ timer: UnlockAttempt.Timer, _ duration: Duration) {
        let signal = signal
        if timer == .deadline { deadline = journal.environment.monotonic() + duration }
        tasks[.timer(timer)]?.cancel()
        tasks[.timer(timer)] = Task {
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            signal.yield(.timer(timer))
        }
    }

    // MARK: - Radio

    private func startScan() {
        let (signal, doors, radio) = (signal, doors, environment.radio)
        tasks[.scan] = Task {
            do throws(WireError) {
                let devices = doors.candidates.map(\.binding.device)
                let index = try await radio.find(devices, services: doors.manifest.scanServices)
                signal.yield(.chosen(doors.candidates[index]))
            } catch {
                guard !Task.isCancelled else { return }
                signal.yield(.radioFailed(error))
            }
        }
    }

    private func openLink() {
        guard let device = chosen?.binding.device else { return }
        let (signal, doors, radio, attemptID) = (signal, doors, environment.radio, journal.attemptID)
        // The lease is longer than the caller's timeout, because completing the journal and asking the person may take
        // additional time.
        let limit = timeout + UnlockAttempt.askingTime + UnlockAttempt.completionTime
        // The commit must not be sent after the deadline, however slow the broker is, because the caller's error then
        // says that nothing more will happen.
        let commitWithin = max(.milliseconds(1), deadline - journal.environment.monotonic())
        opening = Task {
            do throws(WireError) {
                let link = try await radio.open(
                    device, allow: doors.manifest.characteristics, attemptID: attemptID, commitWithin: commitWithin,
                    timeout: limit)
                // A link that opens too late keeps the lock's lease until it is closed.
                if case .terminated = signal.yield(.linkOpened(link)) { await link.close() }
                return link
            } catch {
                if !Task.isCancelled { signal.yield(.radioFailed(error)) }
                return nil
            }
        }
    }

    /// The longest delay after which the broker may receive the remaining time for sending the commit write.
    private static let limitPatience = Duration.milliseconds(500)

    /// Sends the broker the new time limit for the commit write. No write is forwarded before the broker has answered,
    /// and no write is forwarded if it does not answer.
    func limitCommit() {
        guard let link else { return }
        let (deadline, earlier, environment) = (deadline, limiting, environment)
        limiting = Task {
            _ = await earlier?.value
            let begun = environment.monotonic()
            // The broker counts from the moment when it reads the call, so an earlier delay would extend the limit.
            guard begun < deadline, (try? await link.limit(commitWithin: deadline - begun)) != nil else { return false }
            return environment.monotonic() - begun <= Self.limitPatience
        }
    }

    /// Releases the link without waiting for the release, because a hanging broker must not delay an answer.
    private func closeLink() {
        opening?.cancel()
        close(link, after: opening)
        (link, opening) = (nil, nil)
    }

    func close(_ link: (any LeasedLink)?, after opening: Task<(any LeasedLink)?, Never>? = nil) {
        let earlier = tasks[.closing]
        tasks[.closing] = Task {
            await link?.close()
            // A requested lease is not released before the broker has answered. A link that opened while this attempt
            // was ending must be closed.
            if let late = await opening?.value { await late.close() }
            await earlier?.value
        }
    }

    /// How long the attempt's next way waits until this way has cleaned up.
    private static let handOverLimit = Duration.seconds(1)

    /// Waits until the tasks have ended. If another way follows, this waits only briefly, because the caller must not
    /// wait for a hanging broker, and because the attempt keeps its place at the lock.
    func ended(_ tasks: [Task<Void, Never>?]) async {
        let tasks = tasks.compactMap(\.self)
        guard isHandedOver else {
            for task in tasks { await task.value }
            return
        }
        guard await !BoundedWait.forEnd(of: tasks, within: Self.handOverLimit) else { return }
        environment.logger.notice(
            "an attempt by Bluetooth ends without the broker's answer", metadata: ["attempt": "\(journal.attemptID)"])
    }

    // MARK: - Writes

    private func forward(_ ticket: WriteTicket) {
        guard let write = writes.removeValue(forKey: ticket) else { return }
        guard let link else {
            write.answer.give(.failure(.attemptEnded))
            return
        }
        let (signal, limiting, deadline, environment) = (signal, limiting, deadline, environment)
        tasks[.write(ticket)] = Task {
            let result: Result<Void, WireError>
            do throws(WireError) {
                if let limiting {
                    let isLimited = await limiting.value
                    guard isLimited, environment.monotonic() < deadline else { throw .notLimited }
                }
                result = .success(try await link.write(write.write))
            } catch {
                result = .failure(error)
            }
            if write.write.isCommit {
                guard case .terminated = signal.yield(.commitAnswered(result, write)) else { return }
            }
            write.answer.give(result)
        }
    }

    private func refuse(_ ticket: WriteTicket, _ refusal: UnlockAttempt.WriteRefusal) {
        let error =
            switch refusal {
            case .notOperating: WireError(.unavailable, "link.closed", "no operation runs")
            case .afterCommit: WireError(.failedPrecondition, "link.already_committed", "the commit write was sent")
            case .stopped: WireError.attemptEnded
            }
        writes.removeValue(forKey: ticket)?.answer.give(.failure(error))
    }

    /// Journals the commit without waiting. The disk may be slow, and the attempt must notice a deadline or a
    /// cancellation before the disk answers.
    private func journalCommitting() {
        let signal = signal
        journal.commit(of: chosen?.journalled) { isStored in
            signal.yield(.committing(isStored: isStored))
        }
    }

    /// Called when the `committing` row is durable. Now the commit write may be forwarded, unless the attempt has been
    /// stopped.
    func committingStored() async {
        // The attempt was admitted in time but has been waiting since then. The lock has not moved yet.
        if attempt.isBeforeGate, await journal.isOver(by: .nearby) { await perform(attempt.keyEnded()) }
        // After this point, neither the loss of a client nor a cancellation stops the attempt. If no client is left,
        // the attempt is cancelled instead. Callers become uncancellable only now. Until this point, a cancellation
        // still keeps the door closed, however slow the disk is.
        if attempt.isBeforeGate, await !journal.feed.passGate() { await perform(attempt.cancelled()) }
        // The deadline may have passed before its timer was noticed.
        if journal.environment.monotonic() >= deadline { await perform(attempt.deadlineReached()) }
        await perform(attempt.committingStored())
    }

    // MARK: - Asking the lock

    private func startInquiry() {
        guard let binding = chosen?.binding else { return }
        let (signal, closing, journal, manifest) = (signal, tasks[.closing], journal, doors.manifest)
        // This task ends with the lock's answer, or is cancelled when its time is up.
        tasks[.inquiry] = Task {
            guard let key = await Self.lockKey(of: binding, for: .urgent, journal), !Task.isCancelled else { return }
            let inquiry = LockInquiry(
                binding: binding, key: key.bytes, manifest: manifest, attemptID: journal.attemptID,
                radio: journal.environment.radio, providers: journal.environment.providers)
            // The broker gives only one lease per lock, so the inquiry waits until the attempt's own lease is released.
            await closing?.value
            if let isInWantedState = await inquiry.answer() {
                signal.yield(.inquired(isInWantedState: isInWantedState))
            }
        }
    }

    // MARK: - Provider

    /// The lock key, which is secret. If the key cannot be read, this is logged, and the result is nil.
    private static func lockKey(
        of binding: Binding, for turn: StoreTurn, _ journal: AttemptJournal
    ) async -> SecretBytes? {
        do throws(StoreError) {
            return try await journal.environment.store.boundLock(binding.id, for: turn).lockKey
        } catch {
            journal.environment.logger.error("lock key cannot be read", metadata: journal.metadata(error))
            return nil
        }
    }

    /// Reads the lock key in a task, because the disk may be slow, and the attempt must notice a deadline, a
    /// cancellation or a lost link in the meantime.
    private func readKey() {
        guard let binding = chosen?.binding else { return }
        let (signal, journal) = (signal, journal)
        // This task ends with the key. Once the attempt has ended, nobody receives the key.
        tasks[.key] = Task {
            let key = await Self.lockKey(of: binding, for: .user(journal.session.uid), journal)
            signal.yield(key.map(Signal.keyRead) ?? .keyNotRead)
        }
    }

    func startProvider(_ key: SecretBytes) {
        guard let binding = chosen?.binding else { return }
        let request = ProviderRequest(
            provider: doors.manifest.name, operation: .unlock, bindingID: binding.id, action: binding.action,
            // The label names the person who opens the door, for the lock's own log. It has at most 20 bytes.
            label: "uid \(journal.session.uid)", credential: key.bytes, timeout: timeout,
            overtime: UnlockAttempt.completionTime)
        let (signal, providers, link) = (signal, environment.providers, providerLink)
        let (logger, attemptID) = (environment.logger, journal.attemptID)
        tasks[.provider] = Task {
            let observer = ProviderObserver { phase in
                // A provider that continues has received its answer.
                signal.yield(.promptOver)
                switch phase.phase {
                // A provider reports `operating` before it asks for the commit write. Only the gate knows when this
                // phase has really begun.
                case .authenticating, .operating: break
                case .acting: signal.yield(.acting)
                }
            } prompt: { (prompt) async throws(WireError) in
                let isShown = OneAnswer<Bool>()
                guard case .enqueued = signal.yield(.prompted(prompt, isShown)),
                    await isShown.wait(cancelled: false)
                else { throw .noAnswer }
                return OperationAnswer()
            } ended: { outcome in
                // Nobody needs to wait until the provider's process exits.
                signal.yield(.providerEnded(outcome))
            }
            let outcome = await providers.run(request, link: link, observer: observer)
            guard !outcome.note.isEmpty else { return }
            logger.info("provider's note", metadata: ["attempt": "\(attemptID)", "note": "\(outcome.note)"])
        }
    }
}
