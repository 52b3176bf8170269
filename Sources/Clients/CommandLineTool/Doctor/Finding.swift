package import TermCore
package import Wire

/// One line of `seam doctor`.
package struct Finding: Sendable, Hashable {
    /// The severity of a finding.
    package enum Verdict: String, Sendable, Hashable, CaseIterable {
        case ok
        /// The checked part works, but something is not as it should be.
        case warn
        /// The checked part does not work.
        case fail
    }

    /// The name of the checked part, such as `daemon`.
    package let check: TerminalSafe
    package let verdict: Verdict
    package let detail: TerminalSafe
    /// The remedy, or nil if all is well.
    package let remedy: TerminalSafe?

    package init(_ check: TerminalSafe, _ verdict: Verdict, _ detail: TerminalSafe, remedy: TerminalSafe? = nil) {
        self.check = check
        self.verdict = verdict
        self.detail = detail
        self.remedy = remedy
    }

    /// The finding with a remedy that is about the session that the person named.
    func naming(_ session: String?) -> Finding {
        Finding(check, verdict, detail, remedy: remedy.map { NamedSession.added(session, to: $0) })
    }

    /// The finding of a check that found nothing wrong.
    package static func ok(_ check: TerminalSafe, _ detail: TerminalSafe) -> Finding { Finding(check, .ok, detail) }

    /// The finding for `--json`.
    package var json: JSON {
        .members(
            ("check", .string(check.description)), ("verdict", .string(verdict.rawValue)),
            ("detail", .string(detail.description)), ("remedy", remedy.map { .string($0.description) }))
    }

    /// The finding for a failed call to the daemon `unit`.
    package init(_ check: TerminalSafe, failed error: WireError, unit: StaticString = "seam-sessiond") {
        let diagnosis = Diagnosis(error)
        let isUnreachable = error.reason == "rpc.unreachable"
        let isSession = "\(unit)" == "seam-sessiond"
        let start: TerminalSafe =
            isSession
            ? "see 'systemctl status seam-sessiond'; for a socket elsewhere, set SEAM_SOCKET"
            : "see 'systemctl status lifesignald'; for a socket elsewhere, set LIFESIGNAL_SOCKET"
        self.init(check, .fail, diagnosis.message, remedy: isUnreachable ? start : diagnosis.hint)
    }
}
