import Foundation
import SignalAPI
import SignalTestSupport
import TestSupport
import Testing
import Wire

/// Measures what an answer from a phone and what open pages take, and prints each figure with its goal.
@Suite struct PhoneFigureTests {
    private static let pages = 1_000
    /// All of them see Ada's alarm, and Ben answers it. One user can sign only 30 people in at once.
    private static let responders = 28

    /// The lane of tests that run alone on the machine, with a release build.
    @Suite(.lane(.figures), .serialized, .timeLimit(.minutes(5))) struct FiguresLane {
        @Test("phone: an answer is stored and shown on a thousand open pages at once, in little memory")
        func anAnswerIsShownAtOnceInLittleMemory() async throws { try await PhoneFigureTests.measure() }

        @Test("phone: nginx with as many streams, to compare", .enabled(if: Nginx.isThere))
        func nginxToCompare() async throws { try await PhoneFigureTests.measureNginx() }
    }

    private static func measure() async throws {
        let (bench, box) = try await LinkBench.make(others: responders - 2)
        _ = try bench.bench.client().call(AlertActivate.self, .init())
        let word = try #require(try bench.bench.client().call(AlertGet.self, .init()).alert).word
        var tokens = try LinkBench.tokens(box, responders)
        let ben = "/a/\(try #require(tokens["ben-1"]))"
        tokens["ben-1"] = nil
        // Without the sender, nothing but the answers is at work.
        try await bench.endSender()
        let clock = bench.bench.directory.file("run/clock")
        let web = try await WebBench(
            bench, limits: ["connections": 1_100], within: ["/usr/bin/prlimit", "--nofile=4096:4096"])
        _ = try await web.visit(ben)
        let figures = SignalFigures(of: web.web)
        let idle = try figures.memory()
        let others = tokens.values.sorted().map { "/a/\($0)/events" }

        let crowd = try await OpenPages(web.port, others, count: pages)
        let open = try figures.memory()
        let told = try await presses(crowd, ben, clock, rounds: 20)
        let after = try figures.memory()
        crowd.end()
        let few = try await OpenPages(web.port, [others[0]], count: 1)
        let alone = try await presses(few, ben, clock, rounds: 40)
        let (commands, starts) = try await acknowledgements(few, ben, word, clock, bench.bench.socket)

        let (stored, shown) = (Percentiles(alone.map(\.answered)), Percentiles(told.flatMap(\.changed)))
        print(
            "phone: from the press to its stored answer: \(stored); goal p99 50 ms; beside \(pages) open pages "
                + "\(Percentiles(told.map(\.answered))); 'seam signal ack' \(commands), of which its start \(starts)")
        print(
            "phone: from the press to \(pages) open pages, \(told.count) times: \(shown); goal p99 100 ms; to one open "
                + "page \(Percentiles(alone.flatMap(\.changed)))")
        print(
            "phone: memory of lifesignal-web: \(text(idle)) idle, \(text(open)) with \(pages) open pages, "
                + "\(text(after)) after \(told.count * 2) changes of each; goal 20 MiB and 40 MiB")
        #expect(stored.high <= 50)
        #expect(shown.high <= 100)
        #expect(idle.all <= 20 << 10 && max(open.all, after.all) <= 40 << 10)
    }

    /// Ben answers again and again. There are only as many answers as an alarm may have, because each of them adds to
    /// the inboxes of all responders, and so makes the next one slower.
    private static func presses(
        _ open: OpenPages, _ ben: String, _ clock: String, rounds: Int
    ) async throws -> [OpenPages.Press] {
        var presses: [OpenPages.Press] = []
        for _ in 0..<rounds {
            // The pages would say that nobody watches if the clock did not go on.
            try SignalBench.advance(.seconds(1), at: clock)
            presses.append(try await open.press(ben))
            try await open.takeBack(ben)
        }
        return presses
    }

    /// Ben answers with the command, and how long the command takes to start.
    private static func acknowledgements(
        _ open: OpenPages, _ ben: String, _ word: String, _ clock: String, _ socket: String
    ) async throws -> (all: Percentiles, starts: Percentiles) {
        var (times, starts) = ([Double](), [Double]())
        let seam = try Products.executable("seam")
        let command = ["/usr/bin/env", "-i", "LIFESIGNAL_SOCKET=\(socket)", seam]
        for _ in 0..<40 {
            try SignalBench.advance(.seconds(1), at: clock)
            starts.append(try await open.run(command + ["--version"]))
            times.append(try await open.run(command + ["signal", "ack", word, "--session", "ben"]))
            try await open.takeBack(ben)
        }
        return (Percentiles(times), Percentiles(starts))
    }

    private static func measureNginx() async throws {
        let nginx = try await Nginx()
        let idle = try nginx.memory()
        let crowd = try await OpenPages(nginx.port, ["/events"], count: pages)
        let open = try nginx.memory()
        var changed: [Double] = []
        for number in 0..<20 {
            changed += try await crowd.post("/publish", String(repeating: "x", count: 2_000) + "#\(number)#").changed
        }
        print(
            "phone: nginx with nchan: \(text(idle)) idle, \(text(open)) with \(pages) streams; from a post to all of "
                + "them \(Percentiles(changed)), the same 2 KB for each, without a store")
    }

    private static func text(_ memory: (all: Int, own: Int)) -> String {
        String(format: "%.1f MiB (%.1f without files)", Double(memory.all) / 1_024, Double(memory.own) / 1_024)
    }
}

/// Times in milliseconds, as they are printed.
private struct Percentiles: CustomStringConvertible {
    private let sorted: [Double]

    init(_ times: [Double]) { sorted = times.sorted() }

    private func share(_ part: Double) -> Double {
        sorted.isEmpty ? .infinity : sorted[Int(Double(sorted.count) * part)]
    }

    var high: Double { share(0.99) }

    var description: String { String(format: "p50 %.1f ms, p99 %.1f ms", share(0.5), high) }
}

/// A process with open pages, `Tests/LifeSignal/Peers/pages.py`.
private final class OpenPages {
    struct Press {
        let answered: Double
        let changed: [Double]
    }

    private let process: ChildProcess
    private var lines = 1

    init(_ port: UInt16, _ paths: [String], count: Int) async throws {
        let host = String(LinkBench.url.dropFirst("https://".count))
        process = try ChildProcess(
            "/usr/bin/prlimit",
            [
                "--nofile=4096:4096", "/usr/bin/python3", try Products.file("Tests/LifeSignal/Peers/pages.py"),
                "\(port)", host, "\(count)",
            ] + paths, input: nil)
        try await process.awaitOutput("stand\n", limit: .seconds(60))
    }

    /// Presses "I am on my way" on the page, and waits until each open page shows that.
    func press(_ page: String) async throws -> Press {
        try await post(page, "answer=on_my_way", words: "Another responder has been on the way since")
    }

    func takeBack(_ page: String) async throws {
        _ = try await post(page, "answer=cannot", words: "Nobody has said that they are on the way.")
    }

    func post(_ path: String, _ body: String, words: String? = nil) async throws -> Press {
        let answer = try await answer(
            .members(("post", .string(path)), ("body", .string(body)), ("words", .string(words ?? body))))
        guard let status = answer["status"]?.integerValue, (200..<300).contains(status) else {
            throw TestFailure("\(path): \(answer.text)")
        }
        return Press(
            answered: Self.number(answer["answered"]),
            changed: (answer["changed"]?.arrayValue ?? []).map(Self.number))
    }

    /// How long a program takes from its start to its end.
    func run(_ command: [String]) async throws -> Double {
        let answer = try await answer(.members(("run", .array(command.map(JSON.string)))))
        guard answer["status"] == 0 else { throw TestFailure("\(command): \(process.errors)") }
        return Self.number(answer["answered"])
    }

    func end() { process.signal(SIGKILL) }

    private func answer(_ order: JSON) async throws -> JSON {
        try process.write(order.text + "\n")
        lines += 1
        try await process.awaitOutput("\n", count: lines)
        return try JSON(parsing: Array(process.output.split(separator: "\n")[lines - 1].utf8))
    }

    private static func number(_ json: JSON?) -> Double {
        switch json {
        case .number(let value): value
        case .integer(let value): Double(value)
        default: .infinity
        }
    }
}

/// Debian's nginx with nchan, which sends what is posted to every open stream of events. The lane unpacks it, and does
/// not install it.
private struct Nginx {
    private static let place = "\(Products.package).build/nginx"

    static var isThere: Bool { FileManager.default.isExecutableFile(atPath: "\(place)/usr/sbin/nginx") }

    let port: UInt16
    private let process: ChildProcess
    private let directory: TestDirectory

    init() async throws {
        (directory, port) = (try TestDirectory(), try WebBench.freePort())
        let configuration = """
            load_module \(Self.place)/usr/lib/nginx/modules/ngx_nchan_module.so;
            daemon off;
            user root;
            worker_processes auto;
            worker_rlimit_nofile 4096;
            pid \(directory.file("pid"));
            error_log stderr notice;
            events { worker_connections 2048; }
            http {
                access_log off;
                server {
                    listen 127.0.0.1:\(port);
                    location = /events { nchan_subscriber eventsource; nchan_channel_id alarm; }
                    location = /publish { nchan_publisher; nchan_channel_id alarm; }
                }
            }

            """
        let path = try directory.write(configuration, to: "nginx.conf")
        // It makes directories there, whatever its configuration says.
        let script = #"mount -t tmpfs tmpfs /var/lib && mkdir /var/lib/nginx && exec "$0" "$@""#
        process = try ChildProcess(
            "/usr/bin/unshare",
            [
                "--mount", "--propagation", "private", "/bin/sh", "-c", script, "\(Self.place)/usr/sbin/nginx",
                "-c", path, "-p", directory.path, "-e", "stderr",
            ])
        try await process.awaitErrors("start worker process ")
    }

    /// The memory of all its processes.
    func memory() throws -> (all: Int, own: Int) {
        let children = try String(
            contentsOfFile: "/proc/\(process.pid)/task/\(process.pid)/children", encoding: .utf8)
        return try (children.split(separator: " ").compactMap { Int32($0) } + [process.pid]).reduce(into: (0, 0)) {
            let memory = try SignalFigures(pid: $1).memory()
            $0 = ($0.0 + memory.all, $0.1 + memory.own)
        }
    }
}
