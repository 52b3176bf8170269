import ArgumentParser
import Glibc
import LinuxSupport
import RPC
import SessionAPI
import TermCore
import Wire

/// The command `seam rpc METHOD [JSON]`, which makes one raw call for scripts. The command is dispatched before the
/// argument parser, to save the cost of parsing.
///
/// A unary method's result is written as one line. A stream's items are written as `{"kind":…,"seq":…,"data":…}`,
/// followed by `{"result":…}`. An error is written as `{"error":…}`. Invalid parameters are not sent.
enum RawCall {
    static let usage: TerminalSafe = """
        usage: seam rpc [--admin] [--session NAME] [--timeout 10s] [--idem KEY] METHOD [JSON], \
        or seam rpc [--admin] [--json] describe [SERVICE or METHOD]
        """

    /// The parsed arguments of `seam rpc`.
    struct Request {
        var isAdmin = false
        var timeout: Duration?
        var idem: String?
        /// The session, which is added to the parameters.
        var session: String?
        var method = ""
        var params = JSONText.emptyObject
        /// If set, the command describes one method, one service, or all services.
        var describes: String??
        var isJSON = false

        /// The socket of the daemon that has the method.
        var socket: Link.Socket {
            switch (KnownContracts.isOfLifeSignal((describes ?? method) ?? ""), isAdmin) {
            case (false, false): .session
            case (false, true): .admin
            case (true, false): .signal
            case (true, true): .signalAdmin
            }
        }
    }

    static func run(_ arguments: [String]) -> ExitStatus {
        let console = Console(environment: Environment(), isJSON: true)
        if arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) { return help() }
        return RPCCommand.status(on: console) {
            let request = try parse(arguments)
            if let name = request.describes { return try describe(name, request, console) }
            let known = KnownContracts.excerpt(of: request.method)
            let isFaulty = known?.params.fault(of: request.params) != nil
            let client = try Link.open(request.socket, console.environment)
            if isFaulty { try refuse(request, unlessAllowedBy: client) }
            if known?.kind == .stream {
                try follow(request, client, console)
            } else {
                let call = OutgoingCall(
                    unary: request.method, params: request.params, timeout: request.timeout, idem: request.idem)
                do {
                    try console.json(try client.call(call.markedIfItOnlyReads))
                } catch let error as WireError where error.reason == "rpc.unknown_method" {
                    throw suggesting(request.method, error)
                }
            }
        }
    }

    /// The error for an unknown method, with the names of similar methods.
    private static func suggesting(_ method: String, _ error: WireError) -> WireError {
        let near = NameDistance.nearest(method, among: KnownContracts.names.map { ($0, $0) }) ?? []
        var error = error
        error.details = .members(("wanted", .string(method)), ("candidates", .array(near.map { .string($0) })))
        return error
    }

    /// Describes the service or method called `name`. Without a name, describes the services of all running daemons.
    private static func describe(_ name: String?, _ request: Request, _ console: Console) throws {
        let console = Console(environment: console.environment, isJSON: request.isJSON)
        try DescribeCall.run(name, try Link.open(request.socket, console.environment), console)
        guard name == nil, !request.isJSON,
            let client = try? Link.open(request.isAdmin ? .signalAdmin : .signal, console.environment)
        else { return }
        try DescribeCall.run(nil, client, console)
    }

    /// Throws the fault of a call before the call is sent. If the daemon has another version, the daemon's own contract
    /// decides. The daemon's contract is requested only after a fault was found, so that a correct call is sent
    /// immediately.
    private static func refuse(_ request: Request, unlessAllowedBy client: BlockingClient) throws {
        let known = KnownContracts.file(of: request.method)
        let file = try known["service"]?.stringValue.flatMap { try describe($0, from: client) }?.file ?? known
        // If the client may not call the method, the fault of the call is not reported. The daemon does the same.
        guard let contract = ContractOfMethod(request.method, in: file),
            contract.method.sockets.contains(request.socket.name), let fault = contract.fault(of: request.params)
        else { return }
        throw UsageFault(
            "\(fault.description)", hint: "nothing was sent; see 'seam rpc describe \(request.method)'",
            field: fault.field)
    }

    /// The daemon's description of a service. If the daemon cannot describe it, this is nil. In that case, only this
    /// program's own contract counts.
    private static func describe(_ service: String, from client: BlockingClient) throws -> DescribedService? {
        do {
            return try DescribedService(service, from: client)
        } catch {
            guard !client.wasInterrupted else { throw error }
            return nil
        }
    }

    private static func follow(_ request: Request, _ client: BlockingClient, _ console: Console) throws {
        let idem = try request.idem ?? (request.method == UnlockStart.name ? IdempotencyKey.make() : nil)
        let call = OutgoingCall(stream: request.method, params: request.params, timeout: request.timeout, idem: idem)
        let endsWithReader = ReadingMethods.names.contains(request.method)
        if endsWithReader { client.cancel(whenReaderLeaves: STDOUT_FILENO) }
        try Following.run(on: console, endsWithReader: endsWithReader) { step in
            let result = try client.stream(call.markedIfItOnlyReads) { item in step { try console.json(item.line) } }
            try console.json(.members(("result", result.json)))
        }
    }

    static func parse(_ arguments: [String]) throws -> Request {
        var request = Request()
        var values: [String] = []
        var rest = arguments[...]
        func value(of option: TerminalSafe) throws -> String {
            guard let value = rest.popFirst() else { throw UsageFault("\(option) needs a value", hint: usage) }
            return value
        }
        while let next = rest.popFirst() {
            var argument = next
            if next.hasPrefix("--"), let equals = next.firstIndex(of: "=") {
                argument = String(next[..<equals])
                rest.insert(String(next[next.index(after: equals)...]), at: rest.startIndex)
            }
            switch argument {
            case "--admin": request.isAdmin = true
            case "--json": request.isJSON = true
            case "--session": request.session = try value(of: "--session")
            case "--timeout":
                request.timeout = TextDuration.parse(try value(of: "--timeout"))
                guard request.timeout != nil else {
                    throw UsageFault("--timeout must be a time such as \(TextDuration.forms)", hint: usage)
                }
            case "--idem":
                request.idem = try value(of: "--idem")
                guard Call.isIdempotencyKey(request.idem ?? "") else {
                    throw UsageFault(
                        "--idem must be 16 to 64 characters of A-Z, a-z, 0-9, underscore and hyphen", hint: usage)
                }
            case "--":
                values += rest
                rest = []
            default:
                guard argument == "-" || !argument.hasPrefix("-") else {
                    throw UsageFault("unknown option '\(argument)'", hint: usage)
                }
                values.append(argument)
            }
        }
        guard let method = values.first, !method.isEmpty else { throw UsageFault("a method is missing", hint: usage) }
        guard values.count <= 2 else { throw UsageFault("too many arguments", hint: usage) }
        guard method.utf8.count <= 128 else {
            throw UsageFault("a method's name may have at most 128 bytes", hint: usage)
        }
        if values[0] == "describe" {
            request.describes = .some(values.count == 2 ? values[1] : nil)
            return request
        }
        request.method = values[0]
        if values.count == 2 { request.params = try params(values[1]) }
        if let session = request.session { request.params = Self.adding(session, to: request.params) }
        return request
    }

    private static func adding(_ session: String, to params: JSONText) -> JSONText {
        guard case .object(var object) = params.json else { return params }
        object["session"] = .string(session)
        return JSONText(.object(object))
    }

    /// The parameters in `text`. The text `-` means standard input, which is the right place for secrets.
    private static func params(_ text: String) throws -> JSONText {
        do {
            let bytes = text == "-" ? try Prompt.everything() : Array(text.utf8)
            let params = try JSONText(bytes[...])
            guard case .object = params.json else {
                throw UsageFault("the parameters must be a JSON object", hint: usage)
            }
            return params
        } catch let fault as JSONFault {
            throw UsageFault("the parameters are not JSON: \(fault.description)", hint: usage)
        } catch let failure as Prompt.Failure {
            guard failure != .interrupted else { throw CommandEnd(status: .cancelled) }
            throw UsageFault("the parameters cannot be read from standard input", hint: usage)
        }
    }

    private static func help() -> ExitStatus {
        let text = SeamCommand.helpMessage(for: RPCCommand.self, columns: HelpPage.unbroken)
        return RPCCommand.status(on: Console(environment: Environment(), isJSON: false)) {
            try Console(environment: Environment(), isJSON: false).help(text)
        }
    }
}

/// The command `seam rpc`, for help and completion. ``RawCall`` does the work.
struct RPCCommand: ConsoleCommand {
    static let configuration = CommandConfiguration(
        commandName: "rpc", abstract: "Make one call of a daemon's protocol, with JSON in and JSON out.",
        discussion: """
            Example: seam rpc credentials.list '{"limit":10}'

            With - as JSON, the parameters are read from standard input; pass secrets this way. A stream's items come \
            one per line, then {"result":…} or {"error":…}. Parameters that the method's contract does not allow are \
            not sent: exit 64.

            'seam rpc describe' lists the methods; 'seam rpc describe METHOD' shows its parameters and its result. The \
            method's name decides which daemon is called: the session daemon, or LifeSignal's.
            """
    )

    @Flag(help: "Use the admin socket.")
    var admin = false

    @Option(help: "Add this session to the parameters.")
    var session: String?

    @Option(help: "The call's own deadline, such as 10s.")
    var timeout: String?

    @Option(help: "An idempotency key, 16 to 64 characters of A-Z, a-z, 0-9, _ and -.")
    var idem: String?

    @Argument(
        help: "The method, such as session.get; or describe.",
        completion: .custom { _, _, _ in ["describe"] + KnownContracts.names })
    var method: String

    @Argument(
        help: "The parameters, as an object; - reads them from standard input. After describe: a service or a method.",
        completion: .custom { _, _, _ in KnownContracts.names })
    var params: String?

    @OptionGroup var common: CommonOptions

    func perform(on console: Console) throws {
        var arguments = (admin ? ["--admin"] : []) + (common.json ? ["--json"] : [])
        if let session { arguments += ["--session", session] }
        if let timeout { arguments += ["--timeout", timeout] }
        if let idem { arguments += ["--idem", idem] }
        let status = RawCall.run(arguments + ["--", method] + (params.map { [$0] } ?? []))
        if status != .done { throw CommandEnd(status: status) }
    }
}
