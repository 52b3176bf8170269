import RPC
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// A code for a phone, which is open while this value lives and no phone has used it.
struct ShownCode {
    let pairing: SignalPairing
    private let client: RPCClient
    private let items: MethodItems<DeviceBegin>

    /// Makes a code for the person of a session.
    init(_ bench: SenderBench, session: String? = nil) async throws {
        let hello = Hello(clientName: "test", clientVersion: "1")
        client = try await RPCClient.connect(to: bench.bench.socket, options: RPCClient.Options(hello: hello))
        items = try await client.stream(DeviceBegin.self, .init(session: session))
        guard case .pairing(let pairing) = try await items.next() else { throw TestFailure("no code") }
        self.pairing = pairing
    }

    /// The page that the QR code names.
    var path: String { String(pairing.url.dropFirst(LinkBench.url.count)) }
}

extension WebBench {
    /// Posts a form as a browser does, without following the page to which the answer leads.
    func post(_ path: String, _ form: String) throws -> String {
        try raw([
            "POST \(path) HTTP/1.1\r\nHost: alarm.example.org\r\nSec-Fetch-Site: same-origin\r\nConnection: close\r\n"
                + "User-Agent: Mozilla/5.0 (iPhone; CPU)\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(form.utf8.count)\r\n\r\n\(form)"
        ])
    }

    /// Adds a phone for the person of a session, and returns the cookie that its browser sends.
    func addPhone(_ bench: SenderBench, session: String? = nil) async throws -> String {
        let code = try await ShownCode(bench, session: session)
        let answer = try post(code.path, "do=add")
        guard let cookie = answer.firstMatch(of: /set-cookie: (__Host-device=[^;]+);/) else {
            throw TestFailure("no cookie: \(answer)")
        }
        return String(cookie.1)
    }

    /// Does something on a page of the phone with the cookie, as its browser does.
    func tap(_ form: String, _ cookie: String, on path: String = "/") async throws -> Answer {
        try await visit(path, ["sec-fetch-site": "same-origin", "cookie": cookie], form: form)
    }
}
