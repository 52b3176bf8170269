import Glibc
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Tests how `seam signal doctor` looks at the pages: by their own name, with TLS, from `lifesignal-sender`.
@Suite(.timeLimit(.minutes(2))) struct PageDoctorTests {
    private static func start(
        _ certificate: String, _ key: String, _ url: String, _ socket: String, in directory: TestDirectory
    ) async throws -> ChildProcess {
        let tls = JSON.members(
            ("certificate", .string(try directory.write(certificate, to: "certificate", mode: 0o644))),
            ("key", .string(try directory.write(key, to: "key", mode: 0o600))))
        let port = url.split(separator: ":").last ?? ""
        let configuration = JSON.members(
            ("url", .string(url)), ("listen", .string("127.0.0.1:\(port)")), ("tls", tls), ("socket", .string(socket)))
        let path = try directory.write(configuration.text, to: "web.json")
        let web = try ChildProcess(try Products.executable("lifesignal-web"), ["--config", path])
        try await web.awaitErrors("ready")
        return web
    }

    private static func stop(_ web: ChildProcess) async throws {
        web.signal(SIGTERM)
        #expect(try await web.awaitExit() == 0)
    }

    private static func look(_ url: String, _ trust: String) async throws -> String? {
        let look = try ChildProcess(
            try Products.executable("lifesignal-sender"), ["--look", "\(url)/health", "--trust", trust])
        #expect(try await look.awaitExit() == 0, "\(look.errors)")
        return try JSON(parsing: look.output.utf8)["outcome"]?.stringValue
    }

    @Test("page doctor: says whether a phone reaches this machine, and what is wrong with the certificate")
    func saysWhetherAPhoneReachesIt() async throws {
        let url = "https://localhost:\(try WebBench.freePort())"
        let bench = try await SenderBench(told: [], web: url) { _ in [] }
        let (directory, socket) = (try TestDirectory(), bench.bench.directory.file("run/lifesignal-web.sock"))
        let trust = try directory.write(TestCertificates.authority, to: "authority", mode: 0o644)
        func doctor(_ trust: String = "") async throws -> String {
            let doctor = try ChildProcess(
                try Products.executable("seam"), ["signal", "doctor"],
                environment: ["LIFESIGNAL_SOCKET": bench.bench.socket, "SSL_CERT_FILE": trust])
            #expect(try await doctor.awaitExit() != 0, "nobody is signed in")
            return doctor.output + doctor.errors
        }
        #expect(try await doctor(trust).contains("nobody answers at \(url)"))
        var web = try await Self.start(
            TestCertificates.localhost, TestCertificates.localhostKey, url, socket, in: directory)
        let well = try await doctor(trust)
        #expect(well.contains("phones reach it at \(url)") && well.contains("it is valid for 3"), "\(well)")
        let strange = try await doctor()
        #expect(strange.contains("phones refuse \(url), because its certificate is wrong"), "\(strange)")
        #expect(strange.contains("this machine trusts nobody who has signed it"), "\(strange)")
        #expect(!web.errors.contains("localhost:"), "the log contains no name")
        try await Self.stop(web)
        for (certificate, key, outcome) in [
            (TestCertificates.expired, TestCertificates.localhostKey, "certificate_not_now"),
            (TestCertificates.elsewhere, TestCertificates.elsewhereKey, "certificate_other_name"),
        ] {
            web = try await Self.start(certificate, key, url, socket, in: directory)
            #expect(try await Self.look(url, trust) == outcome)
            try await Self.stop(web)
        }
        #expect(try await Self.look("https://name.invalid", trust) == "unknown_name")
    }

    @Test("page doctor: the pages show the machine's mark, and say when lifesignald does not answer")
    func thePagesShowTheMark() async throws {
        let (bench, _) = try await LinkBench.make()
        let web = try await WebBench(bench)
        let page = try bench.bench.client().call(PageGet.self, .init())
        #expect(page.url == LinkBench.url && page.mark.utf8.count == 22 && page.isWatching)
        let answer = try await web.visit("/health")
        #expect(answer.status == 200 && answer.fields.contains("cache-control: no-store"))
        #expect(
            answer.body == #"{"service":"lifesignal-web","mark":"\#(page.mark)","watching":true}"# + "\n", "\(answer)")
        bench.bench.daemon.signal(SIGKILL)
        _ = try await bench.bench.daemon.awaitExit()
        let away = try await web.visit("/health")
        #expect(away.status == 503 && away.body == #"{"service":"lifesignal-web","watching":false}"# + "\n")
    }
}
