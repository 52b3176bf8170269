import ArgumentParser
import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import Wire

/// `seam doctor`: looks at everything between a person and a door.
struct DoctorCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look for what keeps doors shut, and say what to do about it.",
        discussion: """
            Exits 0 when nothing fails, 69 when the daemon cannot be reached, 77 when it does not admit you, 70 when \
            something else fails.
            """)

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        var report = DoctorReport(console: console)
        let now = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        try report.add(Examination.clock(now))
        let path = Link.Socket.session.path(in: console.environment)
        let client: BlockingClient
        do throws(WireError) {
            client = try Link.open(.session, console.environment)
            try identify(client, at: path, &report)
        } catch {
            try report.add(Finding("socket \(path)", failed: error))
            throw CommandEnd(status: ExitStatus(error) == .notPermitted ? .notPermitted : .unreachable)
        }
        try examineSession(client, now, &report)
        try report.add(admin(console))
        if report.hasFailed { throw CommandEnd(status: .fault) }
    }

    private func identify(
        _ client: BlockingClient, at path: String, _ report: inout DoctorReport
    ) throws(WireError) {
        let health = try client.call(OutgoingCall(unary: "rpc.health"))
        report.keep(.ok("socket", "\(path)"))
        guard let welcome = client.welcome else { return }
        let digest = Contract.digest(of: SessionContract.bytes)
        for finding in Examination.daemon(welcome, contractDigest: digest) { report.keep(finding) }
        for finding in Examination.health(health.json) { report.keep(finding) }
    }

    private func examineSession(_ client: BlockingClient, _ now: Timestamp, _ report: inout DoctorReport) throws {
        var keys: [Credential] = []
        do throws(WireError) {
            let status = try client.call(SessionGet.self, SessionParams(session: common.session))
            for finding in Examination.session(status, now: now) { report.keep(finding) }
            report.keep(Examination.radio(status.radio))
            if status.isActive {
                keys = try KeysCommand.list(client, session: common.session)
                report.keep(Examination.keys(keys))
            }
        } catch {
            report.keep(Finding("session", failed: error))
        }
        do throws(WireError) {
            let providers: [ProviderDescription] = try client.list(ProvidersList.self) { $0 }
            for finding in Examination.providers(providers, keys: keys) { report.keep(finding) }
        } catch {
            report.keep(Finding("providers", failed: error))
        }
        try report.write()
    }

    private func admin(_ console: Console) -> Finding {
        do throws(WireError) {
            let client = try Link.open(.admin, console.environment)
            _ = try client.call(OutgoingCall(unary: "rpc.whoami"))
            return Examination.admin(nil)
        } catch {
            return Examination.admin(error)
        }
    }
}

/// Collects findings and writes them as they come.
struct DoctorReport {
    private let console: Console
    private var pending: [Finding] = []
    private(set) var hasFailed = false

    init(console: Console) {
        self.console = console
    }

    /// Keeps a finding for the next ``write()``.
    mutating func keep(_ finding: Finding) {
        pending.append(finding)
        if finding.verdict == .fail { hasFailed = true }
    }

    mutating func add(_ finding: Finding) throws {
        keep(finding)
        try write()
    }

    mutating func write() throws {
        for finding in pending {
            if console.isJSON {
                try console.json(finding.json)
            } else {
                let verdict = console.palette.paint(TerminalSafe(finding.verdict.rawValue), Self.style(finding.verdict))
                let padding: TerminalSafe = finding.verdict == .ok ? "    " : "  "
                try console.line("\(verdict)\(padding)\(finding.check): \(finding.detail)")
                if let remedy = finding.remedy { try console.line("      \(remedy)", .faint) }
            }
        }
        pending = []
    }

    private static func style(_ verdict: Finding.Verdict) -> TextStyle {
        switch verdict {
        case .ok: .good
        case .warn: .warning
        case .fail: .bad
        }
    }
}
