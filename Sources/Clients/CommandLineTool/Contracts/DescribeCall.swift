import RPC
import TermCore
import Wire

/// The command `seam rpc describe [SERVICE|METHOD]`, which shows the daemon's contracts as the daemon serves them. With
/// `--json`, the command prints the contracts exactly as received.
enum DescribeCall {
    static func run(_ name: String?, _ client: BlockingClient, _ console: Console) throws {
        guard let name else { return try list(client, console) }
        let names = try DescribedService.names(from: client).names
        if names.contains(name) {
            return try show(try DescribedService(name, from: client), console)
        }
        for service in names {
            let described = try DescribedService(service, from: client)
            guard let method = described.method(name) else { continue }
            guard !console.isJSON else { return try console.json(described.answer) }
            var text = ContractText(described.file)
            text.add(method: method, refusal: described.refusals[name])
            return try show(text, console)
        }
        throw UsageFault("the daemon has no service or method '\(name)'", hint: "see 'seam rpc describe'")
    }

    private static func list(_ client: BlockingClient, _ console: Console) throws {
        let (names, answer) = try DescribedService.names(from: client)
        guard !console.isJSON else { return try console.json(answer) }
        for name in names { try show(try DescribedService(name, from: client), console) }
    }

    private static func show(_ service: DescribedService, _ console: Console) throws {
        guard !console.isJSON else { return try console.json(service.answer) }
        var text = ContractText(service.file)
        text.addMethods(refusals: service.refusals)
        try console.line("\(service.service)", .strong)
        try show(text, console)
    }

    private static func show(_ text: ContractText, _ console: Console) throws {
        for line in text.lines { try console.line(line) }
    }
}
