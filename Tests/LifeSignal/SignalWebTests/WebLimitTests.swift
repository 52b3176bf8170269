import DaemonKit
import LinuxSupport
import Logging
import TestSupport
import Testing

@testable import SignalWeb

/// Tests the limits on visitors, and the configuration.
@Suite struct WebLimitTests {
    private static let (one, other) = (WebAddress([198, 51, 100, 1]), WebAddress([198, 51, 100, 2]))

    @Test("web limits: an address has 16, and all together have 256") func room() {
        var room = WebRoom()
        for _ in 0..<16 { #expect(room.enter(Self.one) == .admitted) }
        #expect(room.enter(Self.one) == .tooManyOfAddress && room.enter(Self.other) == .admitted)
        room.leave(Self.one)
        #expect(room.enter(Self.one) == .admitted)
        for _ in 17..<256 { #expect(room.enter(nil) == .admitted, "a proxy has no limit of its own") }
        #expect(room.enter(nil) == .full && room.enter(WebAddress([198, 51, 100, 3])) == .full)
        room.leave(nil)
        #expect(room.enter(nil) == .admitted)
    }

    @Test("web limits: ten unknown tokens a minute are answered at once, later ones wait for at most five seconds")
    func unknown() {
        var rates = UnknownRates()
        for _ in 0..<10 { #expect(rates.count(Self.one, at: .seconds(7)) == .answer(after: .zero)) }
        #expect(rates.count(Self.one, at: .seconds(7)) == .answer(after: .seconds(5)))
        #expect(rates.count(Self.other, at: .seconds(7)) == .answer(after: .zero))
        rates.waited()
        // A flood does not run up a debt: a minute after it, everything is as before.
        for _ in 0..<1_000 where rates.count(Self.one, at: .seconds(7)) != .refuse { rates.waited() }
        #expect(rates.count(Self.one, at: .seconds(7 + 6)) != .answer(after: .zero))
        rates.waited()
        for _ in 0..<10 { #expect(rates.count(Self.one, at: .seconds(7 + 78)) == .answer(after: .zero)) }
    }

    @Test("web limits: a hundred unknown tokens a minute of all addresses, and 64 that wait") func allUnknown() {
        var rates = UnknownRates()
        for index in 0..<100 {
            #expect(rates.count(WebAddress([10, 0, 0, UInt8(index)]), at: .zero) == .answer(after: .zero))
        }
        for _ in 0..<64 { #expect(rates.count(Self.one, at: .zero) != .answer(after: .zero)) }
        #expect(rates.count(Self.other, at: .zero) == .refuse)
        rates.waited()
        #expect(rates.count(Self.other, at: .zero) != .refuse)
    }

    @Test("web limits: addresses are remembered up to a number") func memory() {
        var rates = UnknownRates()
        for index in 0..<4_200 {
            _ = rates.count(WebAddress([10, 0, UInt8(index / 256), UInt8(index % 256)]), at: .zero)
        }
        #expect(rates.addresses.count == UnknownRates.mostAddresses)
        _ = rates.count(Self.one, at: .seconds(120))
        #expect(rates.addresses.count == 1, "forgotten when they no longer count")
    }

    // MARK: - Configuration

    private static func read(_ text: String) throws -> WebConfiguration {
        try WebConfiguration.parse(Array(text.utf8), name: "web.json")
    }

    @Test("web configuration: defaults") func defaults() throws {
        let configuration = try Self.read(#"{"url": "https://alarm.example.org"}"#)
        #expect(configuration.listen == .network(host: "127.0.0.1", port: 8_480) && configuration.listen.isLocal)
        #expect(configuration.lifesignal == "/run/seam/lifesignal-web.sock" && !configuration.trustsProxy)
        let unix = try Self.read(#"{"url": "https://a.example", "listen": "unix:/run/x", "trusted_proxy": true}"#)
        #expect(unix.listen == .unix("/run/x") && unix.trustsProxy)
        let open = try Self.read(
            #"{"url": "https://a.example", "listen": "[::]:443", "tls": {"certificate": "/c", "key": "k"}}"#)
        #expect(configuration.limits == WebRoom.Limits(all: 256, ofAddress: 16))
        let raised = try Self.read(#"{"url": "https://a", "limits": {"connections": 1100}}"#)
        #expect(raised.limits == WebRoom.Limits(all: 1_100, ofAddress: 16))
        #expect(open.tls == CertificatePlace(certificate: "/c", key: "k") && open.listen.name(port: nil) == "[::]:443")
    }

    @Test(
        "web configuration: refuses what cannot be used",
        arguments: [
            ("{}", "/url is missing"), (#"{"url": "a.example"}"#, "/url must be https"),
            (#"{"url": "https://a/", "listen": "0.0.0.0:80"}"#, "/listen must be a loopback address"),
            (#"{"url": "https://a/", "listen": "localhost:80"}"#, "/listen must be an address"),
            (#"{"url": "https://a/", "listen": "::1:80"}"#, "/listen must be an address"),
            (#"{"url": "https://a/", "listen": "unix:x"}"#, "/listen must be an address"),
            (#"{"url": "https://a/", "tls": {"certificate": "../c", "key": "k"}}"#, "/tls/certificate must be"),
            (#"{"url": "https://a/", "tls": {"certificate": "c"}}"#, "/tls/key is missing"),
            (#"{"url": "https://a/", "limits": {"connections": 255}}"#, "/limits/connections must be"),
            (#"{"url": "https://a/", "limits": {"connections_per_address": 15}}"#, "/limits/connections_per_address"),
            (#"{"url": "https://a/", "frob": 1}"#, "/frob"),
        ])
    func refusals(_ text: String, _ fault: String) {
        do {
            _ = try Self.read(text)
            Issue.record("\(text) was accepted")
        } catch {
            #expect("\(error)".contains(fault), "\(error)")
        }
    }

    @Test("web certificate: is replaced when its files change, and stays when they are broken") func certificate()
        throws
    {
        let directory = try TestDirectory()
        func write(_ certificate: String, _ key: String) throws {
            try directory.write(certificate, to: "certificate", mode: 0o644)
            try directory.write(key, to: "key", mode: 0o600)
        }
        let place = CertificatePlace(certificate: directory.file("certificate"), key: directory.file("key"))
        #expect(throws: ConfigurationError.self) { try WebCertificate(place) }
        try write(TestCertificates.localhost, TestCertificates.elsewhereKey)
        #expect(throws: ConfigurationError.self) { try WebCertificate(place) }
        try write(TestCertificates.localhost, TestCertificates.localhostKey)
        let certificate = try WebCertificate(place)
        let (first, quiet) = (certificate.context, Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        #expect(!certificate.refresh(quiet) && certificate.context === first)
        try write(TestCertificates.elsewhere, TestCertificates.localhostKey)
        #expect(!certificate.refresh(quiet) && certificate.context === first)
        try write(TestCertificates.elsewhere, TestCertificates.elsewhereKey)
        #expect(certificate.refresh(quiet) && certificate.context !== first)
    }
}
