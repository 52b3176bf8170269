import Foundation
import Glibc
import RPC
import TestSupport
import Testing
import Wire

/// Tests what an operator can learn about the daemons while people open doors.
@Suite(.serialized, .timeLimit(.minutes(2))) struct OperatorTests {
    private func metrics(_ system: TestSystem, of socket: String) async throws -> PrometheusParser {
        let process = try ChildProcess(
            try Products.executable("seam"), ["metrics"], environment: ["SEAM_ADMIN_SOCKET": socket])
        let status = try await process.awaitExit()
        guard status == 0 else { throw TestFailure("metrics: \(status) \(process.errors)") }
        return try PrometheusParser(process.output)
    }

    @Test("operator: metrics cover doors, cloud, store, providers and radio, and have no names")
    func metrics() async throws {
        let system = try await TestSystem.withFrontKey()
        let before = try await metrics(system, of: system.adminSocket)
        let granted = ["outcome": "granted", "confirmation": "confirmed", "proximity": "nearby"]
        #expect(before.value("seam_unlock_attempts_total", granted) == 0, "there from the start")
        let unlock = try await system.seam(["unlock", TestSystem.frontKey])
        #expect(unlock.status == 0, "\(unlock)")
        let refused = try await system.call(
            "unlock.start", ["credential_id": "credential_nobody"], idem: "a-key-of-nobody-at-all")
        #expect(refused.status == 2)
        let told = try await metrics(system, of: system.adminSocket)
        #expect(told.value("seam_unlock_attempts_total", granted) == 1)
        #expect(told.value("seam_unlock_duration_seconds_count", ["proximity": "nearby"]) == 1)
        #expect((told.value("seam_unlock_duration_seconds_sum", ["proximity": "nearby"]) ?? 0) > 0)
        #expect((told.value("seam_sync_passes_total", ["kind": "full", "result": "ok"]) ?? 0) >= 1)
        #expect((told.value("seam_sync_last_ok_age_seconds") ?? -1) >= 0)
        #expect((told.value("seam_cloud_requests_total", ["route": "credentials", "status": "2xx"]) ?? 0) >= 1)
        #expect((told.value("seam_store_commit_duration_seconds_count") ?? 0) >= 3)
        #expect(told.value("seam_provider_runs_total", ["operation": "unlock", "outcome": "granted"]) == 1)
        #expect(told.value("seam_radio_state", ["state": "ready"]) == 1)
        #expect(told.value("seam_component_serving", ["component": "store"]) == 1)
        #expect(told.value("seam_rpc_calls_total", ["method": "unlock.start"]) == 2)
        #expect(told.value("seam_rpc_errors_total", ["method": "unlock.start", "code": "not_found"]) == 1)
        #expect(told.value("seam_metrics_refused_total") == 0)
        #expect((told.value("process_resident_memory_bytes") ?? 0) > 1_000_000)
        try expectBoundedLabels(told)

        let radio = try await metrics(system, of: system.radioSocket)
        #expect(radio.value("seam_radio_writes_total", ["kind": "commit", "end": "written"]) == 1)
        #expect((radio.value("seam_radio_writes_total", ["kind": "ordinary", "end": "written"]) ?? 0) >= 1)
        #expect(radio.value("seam_radio_state", ["state": "ready"]) == 1)
        #expect(radio.value("seam_radio_links_max") == 8)
        try expectBoundedLabels(radio)
        for socket in [system.sessionSocket] {
            let refusal = try await system.seam(["rpc", "rpc.metrics"])
            #expect(refusal.status == 77, "\(socket): \(refusal)")
        }
    }

    /// Expects that no label contains an id, a name or an address.
    private func expectBoundedLabels(_ read: PrometheusParser) throws {
        let samples = read.families.values.flatMap(\.samples)
        #expect(samples.count < 1000)
        let values = Set(samples.flatMap { sample in sample.labels.filter { $0.key != "le" }.values })
        let words = try Regex("[a-z0-9_.-]{1,64}")
        for value in values {
            #expect(try words.wholeMatch(in: value) != nil, "\(value)")
            for name in ["_ada", "harbour", "credential_", "entrance_", "54:D2", "\(geteuid())"] where name != "0" {
                #expect(!value.contains(name), "\(value)")
            }
        }
    }

    @Test("operator: an administrator's level counts at once, is logged with who set it, and ends with a restart")
    func logLevel() async throws {
        let system = try await TestSystem()
        #expect(try await system.seam(["log-level"]).output == "info\n")
        #expect(!system.sessiond.errors.contains(" debug "))
        let set = try await system.seam(["log-level", "debug"])
        #expect(set.status == 0 && set.output == "debug, was info\n", "\(set)")
        try await system.sessiond.awaitErrors("log level set")
        let line = try #require(
            system.sessiond.errors.split(separator: "\n").first { $0.contains("log level set") })
        #expect(line.contains(" notice ") && line.contains("level=debug"), "\(line)")
        #expect(line.contains("previous=info") && line.contains("uid=\(geteuid())"), "\(line)")
        _ = try await system.seam(["status"])
        try await system.sessiond.awaitErrors("connection let in")
        // The message about the change of the log level is always logged, although the new level hides such messages.
        let quiet = try await system.seam(["log-level", "critical", "--json"])
        #expect(try JSON(parsing: quiet.output.utf8) == ["level": "critical", "previous": "debug"])
        try await system.sessiond.awaitErrors("level=critical")
        try await system.killSessiond()
        try await system.startSessiond()
        #expect(try await system.seam(["log-level"]).output == "info\n")
        let refused = try await system.seam(["rpc", "rpc.log_level", #"{"level":"debug"}"#])
        #expect(refused.status == 77, "\(refused)")
    }
}
