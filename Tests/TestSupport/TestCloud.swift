import Foundation
import Glibc
package import Wire

/// A spawned `seam-devcloud` with the development seed. The test acts as the operator's backend, and calls the cloud.
package final class TestCloud: Sendable {
    package let process: ChildProcess
    package let url: String
    package let apiKey: String

    /// The ids of some rows in `deploy/devcloud/seed.json`.
    package static let workspace = "ws_harbour"
    package static let ada = "person_ada"
    package static let ben = "person_ben"
    package static let frontDoor = "entrance_front_door"
    package static let backDoor = "entrance_back_door"
    /// The secret with which the desk signs passes for LifeSignal, if there is a kiosk.
    package static let passSecret = "desk-of-the-test-cloud-Jm2hQ0x4c9vT1"

    /// Starts the cloud. `kioskSecret` is the secret of the kiosk. This kiosk may show codes to the desk. If a person
    /// has entered a code on a page of the cloud, the locks learn this through the socket `lockControl`.
    package init(
        in directory: TestDirectory, seed: String? = nil, kioskSecret: String? = nil, lockControl: String? = nil
    ) async throws {
        apiKey =
            "seam_test\(UInt32.random(in: 1_000_000...9_999_999))_"
            + String(UInt64.random(in: .min ... .max), radix: 36)
        let keyFile = try directory.write(apiKey + "\n", to: "api-key", mode: 0o600)
        let desk = try kioskSecret.map { secret in
            [
                "--kiosk-secret-file", try directory.write(secret + "\n", to: "kiosk-secret", mode: 0o600),
                "--lifesignal-secret-file", try directory.write(Self.passSecret + "\n", to: "desk-secret", mode: 0o600),
            ]
        }
        process = try ChildProcess(
            try Products.executable("seam-devcloud"),
            [
                "--listen", "127.0.0.1:0", "--seed", seed ?? "\(Products.package)deploy/devcloud/seed.json",
                "--api-key-file",
                keyFile,
            ] + (desk ?? []) + (lockControl.map { ["--lock-control", $0] } ?? []))
        try await process.awaitOutput("\n")
        guard let line = process.output.split(separator: "\n").first, line.hasPrefix("ready ") else {
            throw TestFailure("seam-devcloud said: \(process.output)\n\(process.errors)")
        }
        url = String(line.dropFirst("ready ".count))
    }

    /// Makes a POST request as the operator's backend. Returns the answer's status and body.
    @discardableResult
    package func post(_ path: String, _ body: JSON = [:], token: String? = nil) throws -> (status: Int, body: JSON) {
        let port = UInt16(url.split(separator: ":").last.map(String.init) ?? "") ?? 0
        let content = body.text
        let request = [
            "POST \(path) HTTP/1.1", "host: 127.0.0.1", "authorization: Bearer \(token ?? apiKey)",
            "content-type: application/json", "content-length: \(content.utf8.count)", "connection: close", "", content,
        ].joined(separator: "\r\n")
        let answer = try Self.exchange(request, port: port)
        guard let separator = answer.range(of: "\r\n\r\n"), let status = Int(answer.dropFirst(9).prefix(3)) else {
            throw TestFailure("seam-devcloud answered: \(answer.prefix(200))")
        }
        return (status, (try? JSON(parsing: answer[separator.upperBound...].utf8)) ?? .null)
    }

    /// A page of the cloud, in the form in which a phone gets it. If there is a `code`, the phone first sends the code
    /// to the page. `address` may begin with `https`, although this cloud has no TLS.
    package func page(_ address: String, code: String? = nil) throws -> (status: Int, text: String) {
        let path = "/" + address.split(separator: "/").dropFirst(2).joined(separator: "/")
        let form = code.map { "code=\($0)" } ?? ""
        let request = [
            "\(code == nil ? "GET" : "POST") \(path) HTTP/1.1", "host: 127.0.0.1",
            "content-type: application/x-www-form-urlencoded", "content-length: \(form.utf8.count)",
            "connection: close", "", form,
        ].joined(separator: "\r\n")
        let answer = try Self.exchange(request, port: UInt16(url.split(separator: ":").last ?? "") ?? 0)
        return (Int(answer.dropFirst(9).prefix(3)) ?? 0, answer)
    }

    /// Enters the code that a page shows.
    package func enterCode(at address: String) throws {
        guard let code = try page(address).text.firstMatch(of: /<b>([0-9]{6})</)?.1 else {
            throw TestFailure("no code at \(address)")
        }
        let done = try page(address, code: String(code))
        guard done.status == 200, done.text.contains("Done.") else { throw TestFailure(done.text) }
    }

    /// A new client session token for a person.
    package func token(for person: String = TestCloud.ada) throws -> String {
        let answer = try post("/client_sessions/create", .members(("user_identity_id", .string(person))))
        guard let token = answer.body["client_session"]?["token"]?.stringValue else {
            throw TestFailure("no token for \(person): \(answer.body.text)")
        }
        return token
    }

    private static func exchange(_ request: String, port: UInt16) throws -> String {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        guard descriptor >= 0 else { throw TestFailure("no socket") }
        defer { close(descriptor) }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw TestFailure("nobody listens on port \(port)") }
        let bytes = Array(request.utf8)
        guard send(descriptor, bytes, bytes.count, Int32(truncatingIfNeeded: MSG_NOSIGNAL)) == bytes.count else {
            throw TestFailure("the request was not sent")
        }
        var answer: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(descriptor, &room, room.count, 0)
            guard count > 0 else { break }
            answer.append(contentsOf: room[..<count])
        }
        return String(decoding: answer, as: UTF8.self)
    }
}
