import DaemonStore
import LinuxSupport
import Logging
import ProviderAPI
import ProviderHost
import RPC
import RadioModel
import SealedDatabase
import SeamModel
import SessionStore
import Wire

/// The bound locks with their last reports, in memory and, soon after, in the store. A status is written only after the
/// answer that came with it. Nobody at a door therefore has to wait for the write.
final class LockStatuses: Sendable {
    private struct State {
        /// The bindings as they were last read from the store, without statuses.
        var bindings: [Binding] = []
        var statuses: [String: LockStatus] = [:]
        /// The bindings whose reports the store does not have yet.
        var unsaved: Set<String> = []
        /// When each bound lock was last heard on the air. Nothing is kept about other locks.
        var heard: [DeviceAddress: Timestamp] = [:]
        var isSaving = false
        var topic: Topic?

        func row(_ binding: Binding) -> Binding {
            var row = binding
            row.status = statuses[binding.id]
            return row
        }

        var rows: [Binding] { bindings.map(row) }

        var low: Set<String> {
            Set(bindings.map(\.id).filter { statuses[$0]?.report.isBatteryLow ?? false })
        }
    }

    private let store: SessionStoreThread
    private let source: TopicSource
    private let logger: Logger
    private let now: @Sendable () -> Timestamp
    private let state = Locked(State())
    private let lowSink: AsyncStream<Void>.Continuation
    /// Yields when the set of locks with low batteries changes. Only one task iterates the stream.
    let lowChanges: AsyncStream<Void>

    init(
        store: SessionStoreThread, topics source: TopicSource, logger: Logger, now: @escaping @Sendable () -> Timestamp
    ) {
        (self.store, self.source, self.logger, self.now) = (store, source, logger, now)
        (lowChanges, lowSink) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// The bindings whose locks have reported low batteries.
    var low: Set<String> { state.withLock { $0.low } }

    /// The number of bound locks, and the number of these locks that have a low battery.
    var counts: (bound: Int, low: Int) { state.withLock { ($0.bindings.count, $0.low.count) } }

    /// The binding with its lock's last status and the time when the lock was last heard.
    func dated(_ binding: Binding) -> Binding {
        state.withLock { state in
            var row = state.row(binding)
            row.heardAt = state.heard[binding.device]
            return row
        }
    }

    /// Notes that a lock was heard on the air. Watchers are not informed.
    func sighted(_ device: DeviceAddress) {
        let moment = now()
        state.withLock { state in
            guard state.bindings.contains(where: { $0.device == device }) else { return }
            state.heard[device] = moment
        }
    }

    /// The topic with the bindings and their changes.
    func topic() -> Topic {
        state.withLock { state in
            if let topic = state.topic { return topic }
            let topic = source.topic(rows: state.rows.map(\.jsonText))
            state.topic = topic
            return topic
        }
    }

    /// Handles the lock's report, if any, from an operation at a bound lock that has ended.
    func ended(_ bindingID: String?, _ outcome: ProviderOutcome) {
        guard let bindingID, case .finished(let finish) = outcome.verdict, let report = finish.status else { return }
        heard(report, of: bindingID)
    }

    /// Handles a bound lock's report about itself. Nothing is kept about a lock that is not bound.
    func heard(_ report: LockReport, of bindingID: String) {
        let moment = now()
        change { state in
            guard state.bindings.contains(where: { $0.id == bindingID }) else { return }
            let status = state.statuses[bindingID]?.followed(by: report, at: moment) ?? LockStatus(report, asOf: moment)
            state.statuses[bindingID] = status
            state.unsaved.insert(bindingID)
        }
        save()
    }

    /// Handles the bindings and statuses that were read from the store. Reports that arrived during the read take
    /// precedence over the stored reports.
    func read(_ bindings: [Binding], _ stored: [String: LockStatus]) {
        change { state in
            state.bindings = bindings
            var statuses: [String: LockStatus] = [:]
            for binding in bindings { statuses[binding.id] = state.statuses[binding.id] ?? stored[binding.id] }
            state.statuses = statuses
            state.unsaved.formIntersection(statuses.keys)
            let devices = Set(bindings.map(\.device))
            state.heard = state.heard.filter { devices.contains($0.key) }
        }
        save()
    }

    /// Makes a change and informs watchers.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            let (before, lowBefore) = (state.topic == nil ? [] : state.rows, state.low)
            body(&state)
            if state.low != lowBefore { lowSink.yield() }
            guard let topic = state.topic else { return }
            let rows = state.rows
            let (old, new) = (
                Dictionary(before.map { ($0.id, $0) }) { first, _ in first },
                Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
            )
            var events = before.filter { new[$0.id] == nil }.map { gone in
                Topic.Event("removed", JSONText(.members(("binding_id", .string(gone.id)))))
            }
            events += rows.filter { old[$0.id] != $0 }.map { Topic.Event("changed", $0.jsonText) }
            // Publishing under the lock keeps the rows in the order of the changes.
            if !events.isEmpty { topic.publish(events, rows: rows.map(\.jsonText)) }
        }
    }

    /// Writes the reports that the store does not have yet. If a write is already running, that write will also write
    /// these reports.
    private func save() {
        let batch = state.withLock { state -> [String: LockStatus] in
            guard !state.isSaving, !state.unsaved.isEmpty else { return [:] }
            state.isSaving = true
            let batch = state.statuses.filter { state.unsaved.contains($0.key) }
            state.unsaved = []
            return batch
        }
        guard !batch.isEmpty else { return }
        store.order(for: .daemon) { store throws(StoreError) in
            try store.save(batch)
        } done: { [self] result in
            state.withLock { $0.isSaving = false }
            switch result {
            case .success: save()
            case .failure(let error):
                // These reports are written with the next report, or when the store is read again.
                state.withLock { $0.unsaved.formUnion(batch.keys) }
                logger.error("reports of locks are not in the store yet", metadata: ["error": "\(error)"])
            }
        }
    }
}
