import AsyncHTTPClient
import DevCloud
import NIOCore
import NIOHTTP1
import SeamCloud
import SeamModel
import Synchronization
import TestSupport
import Wire

/// The development cloud's clock in a test. Only the test moves the clock.
final class CloudClock: Sendable {
    private let milliseconds: Atomic<Int64>

    init(_ start: String = "2026-06-01T12:00:00.000Z") {
        milliseconds = Atomic(Timestamp(start)?.millisecondsSince1970 ?? 0)
    }

    var now: Timestamp { Timestamp(millisecondsSince1970: milliseconds.load(ordering: .relaxed)) }

    func advance(by duration: Duration) {
        milliseconds.add(Int64(duration / .milliseconds(1)), ordering: .relaxed)
    }
}

/// An answer from the server, unchanged.
struct RawAnswer: Equatable {
    let status: Int
    let requestID: String?
    let contentType: String?
    let date: String?
    let json: JSON

    /// The value of `error.type` in the answer, if present.
    var errorType: String? { json["error"]?["type"]?.stringValue }
}

/// A development cloud that runs in this process, and methods that send requests to the cloud.
struct CloudFixture: Sendable {
    static let apiKey = "seam_test_0123456789"

    let url: String
    let clock: CloudClock

    /// Sends one request exactly as given. If there is a `body`, the request is a JSON request.
    func send(
        _ method: String, _ path: String, body: String? = nil, contentType: String = "application/json",
        headers: [(String, String)] = [], bearer: String? = CloudFixture.apiKey
    ) async throws -> RawAnswer {
        var request = HTTPClientRequest(url: "\(url)/\(path)")
        request.method = .init(rawValue: method)
        if let bearer { request.headers.add(name: "authorization", value: "Bearer \(bearer)") }
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if let body {
            request.headers.add(name: "content-type", value: contentType)
            request.body = .bytes(ByteBuffer(string: body))
        }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(20))
        let bytes = Array(try await response.body.collect(upTo: 8 << 20).readableBytesView)
        return RawAnswer(
            status: Int(response.status.code),
            requestID: response.headers.first(name: "seam-request-id"),
            contentType: response.headers.first(name: "content-type"),
            date: response.headers.first(name: "date"),
            json: (try? JSON(parsing: bytes)) ?? .null
        )
    }

    /// Sends JSON with POST and the API key.
    @discardableResult
    func post(_ path: String, _ body: JSON = [:], bearer: String? = CloudFixture.apiKey) async throws -> RawAnswer {
        try await send("POST", path, body: body.text, bearer: bearer)
    }

    /// Calls one of the development routes, and throws an error if the call fails.
    @discardableResult
    func control(_ path: String, _ body: JSON) async throws -> JSON {
        let answer = try await post("_dev/\(path)", body)
        guard answer.status == 200 else { throw TestFailure("control \(path) answered \(answer)") }
        return answer.json
    }

    /// A new token for a person, as text.
    func tokenText(_ person: String = "person_ada") async throws -> String {
        let answer = try await post("client_sessions/create", ["user_identity_id": .string(person)])
        guard let token = answer.json["client_session"]?["token"]?.stringValue else {
            throw TestFailure("no token: \(answer.status)")
        }
        return token
    }

    func token(_ person: String = "person_ada") async throws -> ClientSessionToken {
        try ClientSessionToken(try await tokenText(person).utf8)
    }

    /// Runs `body` with a client for the development cloud.
    func withClient(
        requestTimeout: Duration = .seconds(20), _ body: (CloudClient) async throws -> Void
    ) async throws {
        var configuration = CloudClient.Configuration(address: try CloudAddress(url))
        configuration.requestTimeout = requestTimeout
        try await SeamCloudTests.withClient(configuration, body)
    }
}

/// Runs `body` with a client, and always shuts the client down afterwards.
func withClient(
    _ configuration: CloudClient.Configuration, _ body: (CloudClient) async throws -> Void
) async throws {
    let client = CloudClient(configuration)
    do {
        try await body(client)
    } catch {
        await client.shutdown()
        throw error
    }
    await client.shutdown()
}

/// Runs `body` with a development cloud that is filled with `seed`, or with the shipped seed if there is no `seed`. The
/// cloud listens at `address`, or on a free port if there is no `address`.
func withDevCloud(
    address: String = "127.0.0.1:0", seed: String? = nil, _ body: (CloudFixture) async throws -> Void
) async throws {
    let clock = CloudClock()
    let (urls, ready) = AsyncStream<String>.makeStream()
    let configuration = try DevCloudServer.Configuration(
        address: ListenAddress(address),
        apiKey: CloudFixture.apiKey
    )
    let bytes = try seed.map { Array($0.utf8) } ?? shippedSeed()
    let server = try DevCloudServer(
        configuration,
        seed: Seed(bytes, start: clock.now),
        clock: { clock.now },
        onReady: { ready.yield($0) }
    )
    try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
            defer { ready.finish() }
            try await server.run()
        }
        defer { group.cancelAll() }
        var iterator = urls.makeAsyncIterator()
        guard let url = await iterator.next() else { throw TestFailure("the cloud did not start") }
        try await body(CloudFixture(url: url, clock: clock))
    }
}
