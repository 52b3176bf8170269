import RadioCore
import RadioModel
import Wire

/// The radio's errors as they appear on the wire. `Protocol/errors.md` lists them.
extension WireError {
    static func notReady(_ state: AdapterState) -> WireError {
        WireError(
            .unavailable, "radio.not_ready", "the bluetooth adapter is not ready: \(state.rawValue)",
            retry: Retry(safe: true), details: ["state": .string(state.rawValue)])
    }

    /// The error for discovery that did not start.
    static func scanFailed(_ error: LinkError) -> WireError {
        let reason = error.code == .notReady ? "radio.not_ready" : "radio.failed"
        return WireError(.unavailable, reason, "scanning failed: \(error.message)", retry: Retry(safe: true))
    }

    /// The error for a lease that was not granted.
    static func refused(_ refusal: LeaseTable.Refusal) -> WireError {
        switch refusal {
        case .notReady(let state): .notReady(state)
        case .lockBusy:
            WireError(
                .failedPrecondition, "radio.lock_busy", "another operation is using this lock", retry: Retry(safe: true)
            )
        case .noSlot:
            WireError(
                .resourceExhausted, "radio.no_slot", "all links of the adapter are in use", retry: Retry(safe: true))
        case .deadlinePassed: .deadlineExceeded
        }
    }

    /// The error for a link that could not be made.
    static func connecting(_ error: LinkError) -> WireError {
        switch error.code {
        case .notReady:
            WireError(.unavailable, "radio.not_ready", error.message, retry: Retry(safe: true))
        case .notFound:
            WireError(.notFound, "link.not_found", error.message, retry: Retry(safe: true))
        case .connectFailed, .cancelled, .busy, .notConnected, .noCharacteristic, .notSupported, .refused,
            .outcomeUnknown, .tooLong, .failed:
            WireError(.unavailable, "link.connect_failed", error.message, retry: Retry(safe: true))
        }
    }

    /// The error with which `link.open` ends. Its lease has ended for `reason`.
    static func notConnected(_ reason: Lease.End) -> WireError {
        switch reason {
        case .cancelled: .cancelled
        case .deadlinePassed: .deadlineExceeded
        case .slowConsumer: .stopped(by: .slowConsumer)
        case .connectFailed:
            WireError(
                .unavailable, "link.connect_failed", "the device declares too many services and characteristics",
                retry: Retry(safe: true))
        case .lost:
            WireError(
                .unavailable, "link.connect_failed", "the link was lost while it was being set up",
                retry: Retry(safe: true))
        }
    }

    /// The error for a request that was not admitted. Nothing was sent.
    static func access(_ refusal: LeaseTable.AccessRefusal) -> WireError {
        switch refusal {
        case .unknown: WireError(.notFound, "link.unknown", "this caller has no such link")
        case .closed: WireError(.unavailable, "link.closed", "the link is not up")
        case .notAllowed:
            WireError(.permissionDenied, "link.not_allowed", "the characteristic is not on the link's allow-list")
        case .noCharacteristic:
            WireError(.notFound, "link.no_characteristic", "the device has no such characteristic")
        case .writeInFlight:
            WireError(.failedPrecondition, "link.write_in_flight", "another write on this link is not finished")
        case .alreadyCommitted:
            WireError(.failedPrecondition, "link.already_committed", "no write may follow the commit write")
        case .cancelled: WireError(.aborted, "link.refused", "the lease or the call was cancelled")
        case .deadlinePassed: WireError(.aborted, "link.refused", "the deadline of the lease or the call has passed")
        }
    }

    /// The error for an admitted request that failed. After a write with `commit`, every error has an effect other than
    /// `none`.
    static func request(_ error: LinkError, committed: Bool) -> WireError {
        let effect: Effect = committed ? .unknown : .none
        switch error.code {
        case .refused:
            return WireError(
                .failedPrecondition, "link.att_error", error.message, effect: effect,
                details: error.attError.map { ["att_code": .integer(Int64($0))] })
        case .outcomeUnknown:
            return WireError(.unavailable, "link.write_unknown", error.message, effect: .unknown)
        case .noCharacteristic, .notSupported:
            return WireError(.notFound, "link.no_characteristic", error.message, effect: effect)
        case .busy:
            return WireError(.failedPrecondition, "link.write_in_flight", error.message, effect: effect)
        case .tooLong, .failed:
            return WireError(.failedPrecondition, "link.att_error", error.message, effect: effect)
        case .notReady, .notFound, .connectFailed, .cancelled, .notConnected:
            return WireError(.unavailable, "link.closed", error.message, effect: effect)
        }
    }
}
