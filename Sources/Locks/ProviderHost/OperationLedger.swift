import ProviderAPI
import RadioModel
import Wire

/// Tracks a provider's calls in its only operation, and decides which calls the provider may make next. These are only
/// the rules, without any I/O.
struct OperationLedger: Sendable {
    /// The host's response to a call.
    enum Decision: Sendable, Equatable {
        /// Start the operation's stream. Items may be sent once the link is open.
        case run
        case read(CharacteristicPath)
        case write(GATTWrite)
        case subscribe(CharacteristicPath)
        case phase(OperationPhase)
        case prompt(OperationPrompt)
        /// Store the new credential of a rotation, and answer once the credential is stored durably.
        case keep(KeepCredential.Params)
        /// The provider's claim is plausible, and ends the operation.
        case finish(OperationFinish)
        /// Answer with this error and continue.
        case refuse(WireError)
        /// End the child, because an honest provider would not make this call.
        case end(ProviderFailure)
    }

    private enum Progress: Sendable {
        case silent
        case awaitingLink
        case running
        case finished
    }

    private let manifest: ProviderManifest
    private let operation: OperationStart.Operation
    private let limits: ProviderLimits
    private var progress = Progress.silent
    private var counts: [String: Int] = [:]
    private var calls = 0
    private var isWriting = false
    /// Whether the provider has handed over a rotation's new credential for storage.
    private var hasHandedOver = false
    /// The state of the commit write.
    private(set) var commit = ProviderOutcome.Commit.none

    init(manifest: ProviderManifest, operation: OperationStart.Operation, limits: ProviderLimits) {
        self.manifest = manifest
        self.operation = operation
        self.limits = limits
    }

    /// Whether the provider has called `operation.run`.
    var hasBegun: Bool { if case .silent = progress { false } else { true } }

    /// Records that the link is open and the start has been sent.
    mutating func started() {
        if case .awaitingLink = progress { progress = .running }
    }

    /// Handles a call of `method`.
    mutating func take(_ method: String, _ params: JSONText) -> Decision {
        calls += 1
        guard calls <= limits.calls else { return .end(Self.excessive("calls")) }
        do throws(FieldFault) {
            switch (method, progress) {
            case (RunOperation.name, .silent):
                progress = .awaitingLink
                return .run
            case (_, .running):
                return try takeRunning(method, params.json)
            case (FinishOperation.name, .awaitingLink):
                return finish(try FinishOperation.Params(text: params))
            case (_, .silent), (_, .awaitingLink), (_, .finished):
                return .refuse(.outOfOrder)
            }
        } catch {
            return .refuse(.invalidParameter(error))
        }
    }

    /// Records that the approved write has completed.
    mutating func wrote(_ write: GATTWrite, _ result: Result<Void, WireError>) {
        isWriting = false
        guard write.isCommit else { return }
        switch result {
        case .success: commit = .written
        case .failure(let error) where error.effect == .none: commit = .refused(error)
        case .failure: commit = .forwarded
        }
    }

    private mutating func takeRunning(_ method: String, _ params: JSON) throws(FieldFault) -> Decision {
        switch method {
        case ReadCharacteristic.name:
            return allowed(try ReadCharacteristic.Params(json: params)) { .read($0) }
        case SubscribeCharacteristic.name:
            return allowed(try SubscribeCharacteristic.Params(json: params)) { .subscribe($0) }
        case WriteCharacteristic.name:
            return take(try WriteCharacteristic.Params(json: params))
        case ReportPhase.name:
            let phase = try ReportPhase.Params(json: params)
            return counted(method, limits.phases) ? .phase(phase) : .end(Self.excessive("phases"))
        case AskPerson.name:
            let prompt = try AskPerson.Params(json: params)
            if let fault = prompt.pageFault { throw fault }
            guard mayAsk(prompt.kind) else { return .refuse(.outOfOrder) }
            return counted(method, limits.prompts) ? .prompt(prompt) : .end(Self.excessive("questions"))
        case KeepCredential.name:
            let keep = try KeepCredential.Params(json: params)
            guard operation == .rotate, !hasHandedOver else { return .refuse(.outOfOrder) }
            hasHandedOver = true
            return .keep(keep)
        case FinishOperation.name:
            return finish(try FinishOperation.Params(json: params))
        default:
            return .refuse(.outOfOrder)
        }
    }

    /// Whether the provider may show this prompt. A person who binds is at the lock, and may be asked to do something
    /// there. A person who unlocks may be sent to a web page, but only until the open command has been sent to the
    /// lock.
    private func mayAsk(_ kind: OperationPrompt.Kind) -> Bool {
        switch kind {
        case .pressButton, .enterPIN, .confirmIdentity: operation == .bind || operation == .rotate
        case .completeOTP: operation == .unlock && commit == .none
        }
    }

    private func allowed(_ path: CharacteristicPath, _ decision: (CharacteristicPath) -> Decision) -> Decision {
        guard manifest.characteristics.contains(path) else {
            return .end(
                ProviderFailure(.notAllowed, "the provider used a characteristic that its manifest does not list"))
        }
        return decision(path)
    }

    private mutating func take(_ write: GATTWrite) -> Decision {
        let decision = allowed(write.path) { _ in .write(write) }
        guard case .write = decision else { return decision }
        guard !isWriting else { return .refuse(.writeInFlight) }
        switch commit {
        case .none: break
        case .refused, .forwarded, .written: return .refuse(.alreadyCommitted)
        }
        if write.isCommit {
            guard operation == .unlock else {
                return .end(ProviderFailure(.notAllowed, "the provider marked a commit although it was not unlocking"))
            }
            commit = .forwarded
        }
        isWriting = true
        return decision
    }

    private mutating func finish(_ claim: OperationFinish) -> Decision {
        progress = .finished
        var claim = claim
        claim.confirmation = claim.confirmation.map { min($0, manifest.confirmation) }
        switch (claim.outcome, operation) {
        case (.failed, _), (.refused, .unlock), (.reported, .status):
            return .finish(claim)
        case (.bound, .bind) where claim.credential != nil:
            return .finish(claim)
        case (.bound, .rotate) where claim.credential != nil || hasHandedOver:
            // The key that the provider has already handed over is the valid one. A second key would have no known
            // origin.
            if hasHandedOver { claim.credential = nil }
            return .finish(claim)
        case (.granted, .unlock):
            switch commit {
            case .none, .refused:
                return .end(ProviderFailure(.falseClaim, "the provider reported an open door without a commit write"))
            case .forwarded, .written:
                claim.confirmation = claim.confirmation ?? .commanded
                return .finish(claim)
            }
        case (.granted, _), (.bound, _), (.reported, _), (.refused, _):
            return .end(
                ProviderFailure(.broken, "the provider ended a different operation from the one that it was given"))
        }
    }

    private mutating func counted(_ method: String, _ limit: Int) -> Bool {
        counts[method, default: 0] += 1
        return counts[method, default: 0] <= limit
    }

    private static func excessive(_ what: String) -> ProviderFailure {
        ProviderFailure(.excessive, "the provider made more \(what) than allowed")
    }
}

extension WireError {
    static let outOfOrder = WireError(
        .failedPrecondition, "provider.out_of_order", "this is not allowed at this point of an operation")
    static let writeInFlight = WireError(
        .failedPrecondition, "link.write_in_flight",
        "another write is not finished: only one write at a time is allowed")
    static let alreadyCommitted = WireError(
        .failedPrecondition,
        "link.already_committed",
        "an operation may make one commit write, and no write after it"
    )
}
