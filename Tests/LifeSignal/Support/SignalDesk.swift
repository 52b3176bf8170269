import Crypto
import SignalAPI
import TestSupport
package import Wire

/// An operator's desk that makes passes (`Protocol/token-source.md` section 5).
package enum SignalDesk {
    /// The secret that the desk and the daemon share.
    package static let secret = "desk-of-the-tests-Jm2hQ0x4c9vT1bYk8sWd"

    /// Makes a pass for a number, with an end and an id.
    package static func pass(_ phone: String, until end: Timestamp, id: String, secret: String = secret) -> String {
        let body: JSON = ["phone": .string(phone), "expires_at": .string("\(end)"), "id": .string(id)]
        let head = "ls1.\(Base64URL.encode(body.bytes))"
        let code = HMAC<SHA256>.authenticationCode(
            for: Array(head.utf8), using: SymmetricKey(data: Array(secret.utf8)))
        return "\(head).\(Base64URL.encode(Array(code)))"
    }
}

extension SignalBench {
    /// Starts a daemon that has a desk. The daemon has run for two minutes, so that it accepts short passes.
    package static func withDesk() async throws -> SignalBench {
        let directory = try TestDirectory(mode: 0o755)
        let file = try directory.write(SignalDesk.secret + "\n", to: "desk-secret", mode: 0o600)
        let bench = try await SignalBench(configuration: ["desk": ["secret": .string(file)]], in: directory)
        try bench.advance(.seconds(120))
        return bench
    }

    /// A pass that ends so many seconds from the daemon's time.
    package func pass(
        _ phone: String = ada, for seconds: Int64 = 90, id: String = "first", secret: String = SignalDesk.secret
    ) throws -> String {
        let now = try administrator().call(ClockGet.self, .init()).time
        return SignalDesk.pass(
            phone, until: now.advanced(by: .seconds(seconds)), id: "\(id)-0123456789abcdef", secret: secret)
    }
}
