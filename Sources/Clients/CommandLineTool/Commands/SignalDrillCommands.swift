import ArgumentParser
import RPC
import SignalAPI
import TermCore
import Wire

/// The command `seam signal drill`.
struct SignalDrillCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "drill",
        abstract: "Practise: ask your responders to answer, with the messages that an alarm would send them.",
        discussion: """
            Example: seam signal drill

            They answer with 'seam signal ack' and the word in their message. 'seam signal drill --result' shows who \
            has answered.
            """)

    @Flag(help: "Show the last drill, without starting one.")
    var result = false

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        let client = try Link.open(.signal, console.environment)
        let session = SignalSessionParams(session: own.session)
        let drill = try result ? client.call(DrillGet.self, session) : client.call(DrillStart.self, session)
        if console.isJSON { return try console.json(drill.json) }
        guard let at = drill.at else { return try console.line("there has been no drill yet") }
        try console.line("drill of \(LocalTime.text(at))")
        for responder in drill.responders {
            let names = [responder.firstName, responder.lastName].filter { !$0.isEmpty }.joined(separator: " ")
            let name = names.isEmpty ? "somebody" : names
            if let answer = responder.answeredAt {
                try console.line("  \(name)  has answered, \(LocalTime.text(answer))", .good)
            } else {
                try console.line("  \(name)  has not answered yet", .bad)
            }
        }
    }
}

/// The command `seam signal doctor`.
struct SignalDoctorCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Look for anything that would keep your alarm from reaching somebody.",
        discussion: """
            Exits 0 when nothing fails, 70 when something does, 69 when the daemon cannot be reached.

            If there is a page for phones, it is requested by its own name, as a phone does, and its certificate is \
            checked. SSL_CERT_FILE names a file of certificates that are trusted as well.
            """)

    @OptionGroup var own: SessionOption
    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        var report = DoctorReport(console: console)
        let path = Link.Socket.signal.path(in: console.environment)
        let client: BlockingClient
        do throws(WireError) {
            client = try Link.open(.signal, console.environment)
            report.keep(.ok("socket", "\(path)"))
        } catch {
            try report.add(Finding("daemon", failed: error, unit: "lifesignald"))
            try report.conclude()
            throw CommandEnd(status: ExitStatus(error) == .notPermitted ? .notPermitted : .unreachable)
        }
        Self.examineDaemon(client, console, &report)
        for finding in PageLooking(environment: console.environment).findings(client) { report.keep(finding) }
        do throws(WireError) {
            let session = SignalSessionParams(session: own.session)
            let person = try client.call(UserGet.self, session)
            let contacts = try client.call(ContactList.self, session).contacts
            let drill = try client.call(DrillGet.self, session)
            for finding in SignalExamination.person(person, contacts: contacts, drill: drill) {
                report.keep(finding)
            }
            let addresses = try client.call(ReachList.self, session).addresses
            let hearsAlarms = try client.call(SettingsGet.self, session).alerts
            let isReached = addresses.contains { $0.expiresAt == nil && !$0.isBroken }
            if let finding = SignalExamination.reliance(contacts, isReached: isReached, hearsAlarms: hearsAlarms) {
                report.keep(finding)
            }
        } catch {
            report.keep(Finding("person", failed: error, unit: "lifesignald"))
        }
        try report.write()
        try report.conclude()
        if report.hasFailed { throw CommandEnd(status: .fault) }
    }

    /// Examines the daemon's report to everyone, and its report to administrators.
    static func examineDaemon(_ client: BlockingClient, _ console: Console, _ report: inout DoctorReport) {
        do throws(WireError) {
            var call = OutgoingCall(unary: "rpc.health")
            call.onlyReads = true
            let health = try client.call(call)
            for finding in Examination.health(health.json, of: "lifesignald") { report.keep(finding) }
        } catch {
            report.keep(Finding("daemon", failed: error, unit: "lifesignald"))
        }
        // If the person is not an administrator, this is not worth a message.
        guard let admin = try? Link.open(.signalAdmin, console.environment),
            let clock = try? admin.call(ClockGet.self, .init())
        else { return }
        for finding in SignalExamination.clock(clock) { report.keep(finding) }
    }
}
