import AsyncHTTPClient
import Glibc
import NIOCore
import NIOHTTP1
import SignalTestSupport
import TestSupport
import Wire

/// Runs `lifesignal-web` as a process beside the other daemons, and visits it.
struct WebBench {
    /// An answer as a visitor sees it.
    struct Answer: Hashable {
        let status: UInt
        /// All header fields, in order.
        let fields: [String]
        let body: String
    }

    let web: ChildProcess
    let base: String
    let port: UInt16

    /// Starts the program in front of the daemons of `bench`. It trusts a proxy, so that a test can choose the
    /// addresses of its visitors. It runs within the command `outer`, with the configuration's `limits`.
    init(_ bench: SenderBench, limits: JSON? = nil, within outer: [String] = []) async throws {
        let configuration = JSON.members(
            ("listen", "127.0.0.1:0"), ("url", .string(LinkBench.url)), ("trusted_proxy", true), ("limits", limits),
            ("socket", .string(bench.bench.directory.file("run/lifesignal-web.sock"))))
        let path = try bench.bench.directory.write(configuration.text, to: "web.json")
        web = try ChildProcess(try Products.executable("lifesignal-web"), ["--config", path], within: outer)
        try await web.awaitErrors("ready")
        guard let found = web.errors.firstMatch(of: /127\.0\.0\.1:(\d+)/), let port = UInt16(found.1) else {
            throw TestFailure("no port: \(web.errors)")
        }
        (base, self.port) = ("http://127.0.0.1:\(port)", port)
    }

    /// Runs the program on a socket that a service manager passes, without any other daemon.
    init(at host: String, in directory: TestDirectory) throws {
        let path = try directory.write(#"{"url": "\#(LinkBench.url)"}"#, to: "web.json")
        port = try Self.freePort()
        base = "http://127.0.0.1:\(port)"
        web = try ChildProcess(
            "/usr/bin/systemd-socket-activate",
            [
                "--fdname=http", "-l", "\(host):\(port)", try Products.executable("lifesignal-web"), "--config", path,
            ])
    }

    /// A port at which nobody listens now.
    static func freePort() throws -> UInt16 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = address(of: 0)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 ? getsockname(descriptor, $0, &length) : -1
            }
        }
        guard status == 0 else { throw TestFailure("no port is free") }
        return UInt16(bigEndian: address.sin_port)
    }

    private static func address(of port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        (address.sin_port, address.sin_addr.s_addr) = (port.bigEndian, inet_addr("127.0.0.1"))
        return address
    }

    private func request(_ path: String, _ fields: [String: String], form: String?) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: base + path)
        request.headers.add(name: "host", value: String(LinkBench.url.dropFirst("https://".count)))
        for (name, value) in fields { request.headers.replaceOrAdd(name: name, value: value) }
        if let form {
            request.method = .POST
            request.headers.replaceOrAdd(name: "content-type", value: "application/x-www-form-urlencoded")
            request.body = .bytes(ByteBuffer(string: form))
        }
        return request
    }

    /// Loads a page, or posts a form.
    func visit(_ path: String, _ fields: [String: String] = [:], form: String? = nil) async throws -> Answer {
        let response = try await HTTPClient.shared.execute(request(path, fields, form: form), timeout: .seconds(20))
        let body = try await response.body.collect(upTo: 1 << 20)
        return Answer(
            status: response.status.code, fields: response.headers.map { "\($0.name): \($0.value)" },
            body: String(buffer: body))
    }

    /// Posts an answer as a browser does.
    func say(_ answer: String, _ token: String) async throws -> Answer {
        try await visit("/a/\(token)", ["sec-fetch-site": "same-origin", "origin": "null"], form: "answer=\(answer)")
    }

    /// Opens an alarm's stream of events.
    func follow(_ token: String) async throws -> EventReader {
        let asked = request("/a/\(token)/events", ["accept": "text/event-stream"], form: nil)
        return EventReader(try await HTTPClient.shared.execute(asked, timeout: .seconds(60)))
    }

    /// A new connection, which the caller closes.
    func connected() throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = Self.address(of: port)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard status == 0 else { throw TestFailure("no connection") }
        return descriptor
    }

    /// Sends bytes as they are, and returns everything that comes back until the end.
    func raw(_ pieces: [String]) throws -> String {
        let descriptor = try connected()
        defer { close(descriptor) }
        var patience = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
        for piece in pieces {
            let bytes = Array(piece.utf8)
            // The peer may close before it has read everything.
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL))
        }
        var (all, room) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while true {
            let count = recv(descriptor, &room, room.count, 0)
            guard count > 0 else { break }
            all += room[..<count]
        }
        return String(decoding: all, as: UTF8.self)
    }
}

/// Reads a stream of events.
struct EventReader {
    /// The type that the server gives the stream.
    let type: String?
    private var parts: AsyncStream<String>.Iterator
    private var text = ""

    fileprivate init(_ response: HTTPClientResponse) {
        type = response.headers.first(name: "content-type")
        let (parts, feed) = AsyncStream.makeStream(of: String.self)
        // This task ends with the stream, which ends at the latest after a minute.
        Task {
            defer { feed.finish() }
            for try await part in response.body { feed.yield(String(buffer: part)) }
        }
        self.parts = parts.makeAsyncIterator()
    }

    /// The next event's data.
    mutating func next() async throws -> String {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                let event = String(text[..<end.lowerBound])
                text.removeSubrange(..<end.upperBound)
                if event.hasPrefix("data: ") { return event.replacing("data: ", with: "") }
                continue
            }
            guard let part = await parts.next(isolation: #isolation) else {
                throw TestFailure("the stream has ended: \(text)")
            }
            text += part
        }
    }

    /// Returns once the stream has ended.
    mutating func end() async { while await parts.next(isolation: #isolation) != nil {} }
}
