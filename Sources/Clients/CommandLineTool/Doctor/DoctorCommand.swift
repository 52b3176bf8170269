import ArgumentParser
import Glibc
import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// The command `seam doctor`, which checks everything between a person and a door.
struct DoctorCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Find out what keeps doors shut, and what to do about it.",
        discussion: """
            Exits 0 when nothing fails, 69 when the daemon cannot be reached, 77 when it does not admit you, 70 when \
            something else fails.

            --bundle writes a report to a new file that only you can read. The report is JSON, for the person who \
            helps you: versions, checks, health, statistics, metrics and settings. Names, ids, paths and your texts \
            are replaced by marks that mean nothing elsewhere; tokens, keys, codes and card numbers are not requested. \
            Exits 0 once the report is written, whatever it contains.

            --terminal examines the terminal instead: its colours and characters, how they were detected, and a \
            picture that shows whether they work. With --try, it names each key, click and paste, until Ctrl-C.
            """)

    @Option(help: "Write a report without names and secrets to a new file, or to standard output if the file is '-'.")
    var bundle: String?

    @Flag(help: "Show what this terminal can do, without asking a daemon.")
    var terminal = false

    @Flag(name: .customLong("try"), help: "With --terminal: name each key, click and paste.")
    var isTrial = false

    @Flag(name: .customLong("guarded"), help: .hidden)
    var isGuarded = false

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func validate() throws {
        if terminal, bundle != nil { throw ValidationError("--terminal cannot be used with --bundle") }
        if isTrial, !terminal { throw ValidationError("--try needs --terminal") }
    }

    func perform(on console: Console) throws {
        if terminal { return try showTerminal(on: console) }
        let now = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        guard let bundle else {
            var report = DoctorReport(console: console)
            return try examine(console, now, &report)
        }
        var report = DoctorReport(console: nil)
        do {
            try examine(console, now, &report)
        } catch is CommandEnd {
            // The error of the examination is already among the findings.
        }
        try write(report.findings, now, to: bundle, console)
    }

    private func showTerminal(on console: Console) throws {
        let size = console.terminalSize
        let profile = TerminalProfile(isTerminal: size != nil) { console.environment[$0] }
            .seen(on: LinuxConsole(STDIN_FILENO))
        if isTrial { return try tryTerminal(profile) }
        if console.isJSON {
            return try console.json(
                .members(
                    ("term", .string(profile.name.description)), ("columns", size.map { .integer(Int64($0.columns)) }),
                    ("rows", size.map { .integer(Int64($0.rows)) }), ("colors", .string(profile.depth.value.rawValue)),
                    ("colors_reason", .string(profile.depth.reason.description)),
                    ("glyphs", .string(profile.glyphs.value.rawValue)),
                    ("glyphs_reason", .string(profile.glyphs.reason.description))))
        }
        let extent: TerminalSafe = size.map { "\($0.columns) x \($0.rows)" } ?? "no terminal"
        try console.line("terminal    \(profile.name.isEmpty ? "TERM is not set" : profile.name), \(extent)")
        try console.line("colours     \(profile.depth.value.rawValue): \(profile.depth.reason)")
        try console.line("characters  \(profile.glyphs.value.rawValue): \(profile.glyphs.reason)")
        guard let size, profile.hasSequences else { return }
        for line in TerminalPicture(profile: profile, width: size.columns).lines { try console.page(line) }
    }

    private func tryTerminal(_ profile: TerminalProfile) throws {
        guard profile.hasSequences, let device = TTYDevice(STDIN_FILENO) else {
            throw UsageFault(
                "there is no terminal to try", hint: "standard input and output must be a terminal that is not dumb",
                status: .usage)
        }
        if isGuarded { return TerminalTrial(profile: profile).run(at: device) }
        // The trial has two processes. This process guards the terminal, and its child draws the screen.
        let child = ["doctor", "--terminal", "--try", "--guarded"]
        guard let status = TerminalGuard.run("/proc/self/exe", child, at: device) else {
            throw UsageFault("the trial could not be started", status: .fault)
        }
        if status != 0 { throw UsageFault("the trial ended with status \(Int(status))", status: .fault) }
    }

    private func write(_ findings: [Finding], _ now: Timestamp, to path: String, _ console: Console) throws {
        let salt: [UInt8]
        do throws(LinuxError) {
            salt = try SystemRandom.bytes(16)
        } catch {
            throw UsageFault("the system returned no random bytes", status: .fault)
        }
        let made = Bundle(
            redaction: Redaction(salt: salt), environment: console.environment, session: own.session)
        let json = made.json(findings: findings, at: now)
        guard path != "-" else { return try console.json(json) }
        do throws(LinuxError) {
            try SecretFile.create(path, bytes: json.bytes + [UInt8(ascii: "\n")])
        } catch {
            let isTaken = error.code == .addressTaken
            throw UsageFault(
                "cannot write the bundle: \(error.message)",
                hint: isTaken
                    ? "name a new file: nothing is overwritten"
                    : "does the directory exist, and does it belong to you?",
                status: isTaken ? .usage : .fault)
        }
        if console.isJSON { return try console.json(.members(("bundle", .string(path)))) }
        try console.line("wrote \(path): read it before you send it")
    }

    private func examine(_ console: Console, _ now: Timestamp, _ report: inout DoctorReport) throws {
        try report.add(Examination.clock(now))
        let path = Link.Socket.session.path(in: console.environment)
        let client: BlockingClient
        do throws(WireError) {
            client = try Link.open(.session, console.environment)
            try identify(client, at: path, &report)
        } catch {
            try report.add(Examination.socket(path, error, isSetUp: SystemFacts.isSetUp))
            try report.conclude()
            throw CommandEnd(status: ExitStatus(error) == .notPermitted ? .notPermitted : .unreachable)
        }
        try examineSession(client, now, &report)
        report.keep(admin(console))
        for finding in locks(console) { report.keep(finding) }
        try report.write()
        try examineLifeSignal(console, &report)
        try report.conclude()
        if report.hasFailed { throw CommandEnd(status: .fault) }
    }

    /// Examines LifeSignal's daemon, if there is one.
    private func examineLifeSignal(_ console: Console, _ report: inout DoctorReport) throws {
        let path = Link.Socket.signal.path(in: console.environment)
        guard unsafe access(path, F_OK) == 0 else { return }
        do throws(WireError) {
            let client = try Link.open(.signal, console.environment)
            report.keep(.ok("lifesignal", "\(path)"))
            SignalDoctorCommand.examineDaemon(client, console, &report)
        } catch {
            report.keep(Finding("lifesignal", failed: error, unit: "lifesignald"))
        }
        try report.write()
    }

    private func identify(
        _ client: BlockingClient, at path: String, _ report: inout DoctorReport
    ) throws(WireError) {
        let digest = Contract.digest(of: SessionContract.bytes)
        // After this call, the health status shows why providers do not start. A daemon of another release may not know
        // this call.
        if client.welcome?.contracts["session"] == digest { _ = try? client.call(ProvidersTry.self, NoParams()) }
        let health = try client.call(OutgoingCall(unary: "rpc.health").markedIfItOnlyReads)
        report.keep(.ok("socket", "\(path)"))
        guard let welcome = client.welcome else { return }
        for finding in Examination.daemon(welcome, contractDigest: digest) { report.keep(finding) }
        for finding in Examination.health(health.json) { report.keep(finding) }
    }

    private func examineSession(_ client: BlockingClient, _ now: Timestamp, _ report: inout DoctorReport) throws {
        var keys: [Credential] = []
        do throws(WireError) {
            let status = try client.call(SessionGet.self, SessionParams(session: own.session))
            for finding in Examination.session(status, now: now) { report.keep(finding) }
            report.keep(Examination.radio(status.radio))
            if status.isActive {
                keys = try KeysCommand.list(client, session: own.session)
                for finding in Examination.keys(keys) { report.keep(finding) }
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

    /// The findings about bound locks, for administrators. If a person may not see the locks, that is not a finding.
    private func locks(_ console: Console) -> [Finding] {
        guard let client = try? Link.open(.admin, console.environment),
            let bindings: [Binding] = try? client.list(LocksList.self, params: { $0 })
        else { return [] }
        return Examination.locks(bindings)
    }

    private func admin(_ console: Console) -> Finding {
        do throws(WireError) {
            let client = try Link.open(.admin, console.environment)
            _ = try client.call(OutgoingCall(unary: "rpc.whoami").markedIfItOnlyReads)
            return Examination.admin(nil)
        } catch {
            return Examination.admin(error)
        }
    }
}

/// Collects findings, and writes them as they arrive.
struct DoctorReport {
    /// The console, or nil if no findings are written.
    private let console: Console?
    /// All findings so far.
    private(set) var findings: [Finding] = []
    private var pending: [Finding] = []
    private(set) var hasFailed = false

    init(console: Console?) {
        self.console = console
    }

    /// Keeps a finding for the next ``write()``.
    mutating func keep(_ finding: Finding) {
        pending.append(finding)
        findings.append(finding)
        if finding.verdict == .fail { hasFailed = true }
    }

    mutating func add(_ finding: Finding) throws {
        keep(finding)
        try write()
    }

    mutating func write() throws {
        guard let console else { return pending = [] }
        for finding in pending {
            if console.isJSON {
                try console.json(finding.naming(console.session).json)
            } else {
                let verdict = console.palette.paint(TerminalSafe(finding.verdict.rawValue), Self.style(finding.verdict))
                let padding: TerminalSafe = finding.verdict == .ok ? "    " : "  "
                try console.line("\(verdict)\(padding)\(finding.check): \(finding.detail)")
                if let remedy = finding.remedy { try console.line("      \(remedy)", .faint) }
            }
        }
        pending = []
    }

    /// Writes the last line for people, with the number of findings that need an action.
    func conclude() throws {
        guard let console, !console.isJSON else { return }
        func count(_ verdict: Finding.Verdict) -> Int { findings.count { $0.verdict == verdict } }
        let (failures, warnings) = (count(.fail), count(.warn))
        try console.line("")
        let style: TextStyle = failures > 0 ? .bad : warnings > 0 ? .warning : .good
        switch (failures, warnings) {
        case (0, 0): try console.line("all is well: \(findings.count) checks", style)
        case (0, _): try console.line("nothing fails; warnings: \(warnings), marked warn", style)
        default: try console.line("failures: \(failures), marked fail; warnings: \(warnings), marked warn", style)
        }
    }

    private static func style(_ verdict: Finding.Verdict) -> TextStyle {
        switch verdict {
        case .ok: .good
        case .warn: .warning
        case .fail: .bad
        }
    }
}
