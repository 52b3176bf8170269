import CommandLineTool
import RPC
import TestSupport
import Testing
import Wire

@Suite("Metrics for Prometheus") struct MetricsTests {
    private static let families = [
        MetricFamily(
            "doors_total", .counter, "Doors, by \\ and\nmore.",
            [
                .init([MetricLabel("way", "near"), MetricLabel("end", "a \"b\" \\ c\nd")], .value(3)),
                .init([MetricLabel("way", "far"), MetricLabel("end", "open")], .value(0.25)),
            ]),
        MetricFamily("level", .gauge, "A level.", value: -12_345_678_901),
        MetricFamily(
            "wait_seconds", .histogram, "Waits.",
            [
                .init(
                    [MetricLabel("way", "near")],
                    .histogram(
                        MetricHistogram(
                            buckets: [
                                .init(upTo: 0.0005, count: 1), .init(upTo: 1, count: 1), .init(upTo: 2.5, count: 4),
                            ],
                            count: 6, sum: 12.5)))
            ]),
    ]

    @Test("metrics: a reader that knows only the format's documentation finds every value")
    func read() throws {
        let text = PrometheusText.lines(Self.families).joined(separator: "\n") + "\n"
        let read = try PrometheusParser(text)
        #expect(
            read.families.mapValues(\.type) == [
                "doors_total": "counter", "level": "gauge", "wait_seconds": "histogram",
            ])
        #expect(read.families["doors_total"]?.help == "Doors, by \\ and\nmore.")
        #expect(read.value("doors_total", ["way": "near", "end": "a \"b\" \\ c\nd"]) == 3)
        #expect(read.value("doors_total", ["way": "far", "end": "open"]) == 0.25)
        #expect(read.value("level") == -12_345_678_901)
        #expect(read.value("wait_seconds_bucket", ["way": "near", "le": "0.0005"]) == 1)
        #expect(read.value("wait_seconds_bucket", ["way": "near", "le": "2.5"]) == 4)
        #expect(read.value("wait_seconds_bucket", ["way": "near", "le": "+Inf"]) == 6)
        #expect(read.value("wait_seconds_sum", ["way": "near"]) == 12.5)
        #expect(read.value("wait_seconds_count", ["way": "near"]) == 6)
    }

    @Test("The parser is strict: what breaks the format is seen")
    func strict() {
        for text in [
            "a 1\n", "# TYPE a gauge\na 1\n", "# HELP a x\n# TYPE a gauge\nb 1\n",
            "# HELP a x\n# TYPE a counter\na 1\n",
            "# HELP a x\n# TYPE a gauge\na 1", "# HELP a x\n# TYPE a gauge\na{b=\"\\t\"} 1\n",
            "# HELP a x\n# TYPE a gauge\na 1\na 2\n",
            "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 2\na_bucket{le=\"+Inf\"} 1\na_sum 1\na_count 1\n",
            "# HELP a x\n# TYPE a histogram\na_bucket{le=\"1\"} 1\na_sum 1\na_count 1\n",
        ] {
            #expect(throws: TestFailure.self, "\(text)") { _ = try PrometheusParser(text) }
        }
    }

    @Test("metrics: names unknown to the format are left out; no value makes a line or a terminal's command")
    func hostile() throws {
        let families = [
            MetricFamily("bad name", .gauge, "x", value: 1), MetricFamily("1bad", .gauge, "x", value: 1),
            MetricFamily(
                "good", .gauge, "\u{1b}]0;x\u{7}",
                [.init([MetricLabel("bad label", "x"), MetricLabel("name", "\u{1b}[2J\r\0")], .value(1))]),
        ]
        let text = PrometheusText.lines(families).joined(separator: "\n") + "\n"
        let read = try PrometheusParser(text)
        #expect(Array(read.families.keys) == ["good"])
        #expect(read.value("good", ["name": "\u{FFFD}[2J\u{FFFD}\u{FFFD}"]) == 1)
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }

    @Test("metrics: what the wire tells is what was told to it")
    func wire() throws {
        for family in Self.families {
            let json = try JSON(parsing: family.json.bytes)
            #expect(try MetricFamily(json: json) == family)
        }
        for wrong in ["{}", #"{"kind":"summary","name":"a","help":"","series":[]}"#] {
            #expect(throws: FieldFault.self) { _ = try MetricFamily(json: try JSON(parsing: Array(wrong.utf8))) }
        }
    }

    @Test("metrics: seam metrics writes what the daemon tells; with --json in the wire's shape")
    func program() async throws {
        try await ScriptedDaemon.with { _, _ in
        } _: { daemon in
            let run = try await daemon.run("metrics")
            #expect(run.status == 0, "\(run)")
            let read = try PrometheusParser(run.output)
            #expect(read.value("seam_rpc_connections") == 1)
            #expect(read.value("seam_rpc_calls_total", ["method": "rpc.metrics"]) == 1)
            let json = try await daemon.run("metrics", "--json")
            let families = try JSON(parsing: Array(json.output.utf8))["families"]?.arrayValue ?? []
            #expect(families.count == read.families.count)
            _ = try families.map { try MetricFamily(json: $0) }
        }
    }

    @Test("metrics: seam log-level shows what a daemon without such a level says, and refuses what is none")
    func logLevel() async throws {
        try await ScriptedDaemon.with { _, _ in
        } _: { daemon in
            let none = try await daemon.run("log-level")
            #expect(none.status == 64 && none.errors.contains("older"), "\(none)")
            let wrong = try await daemon.run("log-level", "loud")
            #expect(wrong.status == 64 && wrong.errors.contains("loud"), "\(wrong)")
        }
    }
}
