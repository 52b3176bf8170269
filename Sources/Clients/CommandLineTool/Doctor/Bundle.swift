import LinuxSupport
import RPC
import SeamModel
import SessionAPI
import TermCore
import Wire

/// A JSON document for people who are asked for help. The document contains the state of this machine's daemon, session
/// and keys, but no secrets, and no name of a person, a door, a key or a lock.
struct Bundle {
    let redaction: Redaction
    let environment: Environment
    let session: String?

    /// The wire's members that contain only words of the program's own vocabulary, or counts.
    private static let kept: Set<String> = [
        "kind", "state", "status", "since", "effect", "confirmation", "proximity", "provider", "authority", "code",
        "method", "quota", "count", "value", "sum", "up_to", "radio", "sync", "last_ok", "stale_since", "next",
        "expires_at", "started_at", "ended_at", "uptime_ms", "open_files", "connections", "calls", "streams",
        "queued_bytes", "connections_total", "slow_consumers", "slow_readers", "used", "limit", "scope", "config_key",
        "access_method", "expiry", "proximities", "is_managed", "is_bound", "bound", "blocking", "digest", "version",
        "service", "level", "authorized", "why", "seam_module", "links_used", "links_max",
    ]

    /// The members of the daemons' configuration whose values are numbers or enumerations.
    private static let configured: Set<String> = [
        "cloud_timeout_ms", "cloud_burst", "cloud_interval_ms", "cloud_waiting", "refused_tokens", "session_changes",
        "own_programs", "offline_grace_ms", "sync_interval_ms", "proximity_policy", "nearby_hold_ms", "journal_days",
        "journal_rows",
        "max_links",
    ]

    /// The document. `findings` are the results of the examination. If an answer cannot be obtained, the error is in
    /// its place.
    func json(findings: [Finding], at now: Timestamp) -> JSON {
        .members(
            ("bundle", 1), ("made_at", .string(now.description)),
            ("program", .members(("name", "seam"), ("version", .string(Release.version)))),
            ("system", SystemFacts.json()), ("checks", .array(findings.map(check))), ("daemon", daemon()),
            ("administration", administration()),
            (
                "configuration",
                .members(
                    ("session", configuration("/etc/seam/session.json")),
                    ("radio", configuration("/etc/seam/radio.json")))
            ))
    }

    /// The check and the verdict of a finding. The rest of a finding contains names, and other members of the document
    /// have the same information.
    private func check(_ finding: Finding) -> JSON {
        let name = finding.check.description.prefix { $0 != " " }
        return .members(("check", redaction.word(String(name))), ("verdict", .string(finding.verdict.rawValue)))
    }

    private func daemon() -> JSON {
        asking(.session) { client throws(WireError) in
            let health = try health(of: client)
            let status = try? client.call(SessionGet.self, SessionParams(session: session))
            let providers: [ProviderDescription]? = try? client.list(ProvidersList.self) { $0 }
            return .members(
                ("welcome", client.welcome.map(welcome)), ("health", health), ("contracts", try contracts(of: client)),
                ("session", status.map { kept($0.json) }), ("keys", keys(client)),
                ("providers", providers.map { .array($0.map(provider)) }), ("attempts", attempts(client)))
        }
    }

    private func administration() -> JSON {
        asking(.admin) { client throws(WireError) in
            let stats = try client.call(OutgoingCall(unary: "rpc.stats").markedIfItOnlyReads).json
            let metrics = try client.call(OutgoingCall(unary: "rpc.metrics").markedIfItOnlyReads).json
            let level = try? client.call(OutgoingCall(unary: "rpc.log_level")).json
            return .members(
                ("stats", kept(stats)), ("log_level", level.flatMap { $0["level"]?.stringValue }.map(redaction.word)),
                ("metrics", .array(try MetricsCommand.families(metrics).map(metric))))
        }
    }

    /// The answer of a daemon, or the error instead of an answer.
    private func asking(
        _ socket: Link.Socket, _ ask: (BlockingClient) throws(WireError) -> JSON
    ) -> JSON {
        do throws(WireError) {
            return try ask(try Link.open(socket, environment))
        } catch {
            return .members(("error", self.error(error)))
        }
    }

    private func error(_ error: WireError) -> JSON {
        .members(("code", .string(error.code.rawValue)), ("reason", redaction.word(error.reason)))
    }

    private func welcome(_ welcome: Welcome) -> JSON {
        .members(
            ("name", redaction.word(welcome.serverName)), ("version", redaction.word(welcome.serverVersion)),
            ("proto", .int(welcome.proto)), ("epoch", .string(redaction.mark(welcome.epoch))),
            ("features", .array(welcome.features.map(redaction.word))))
    }

    private func health(of client: BlockingClient) throws(WireError) -> JSON {
        let json = try client.call(OutgoingCall(unary: "rpc.health").markedIfItOnlyReads).json
        let parts = (json["components"]?.arrayValue ?? []).map { part in
            JSON.members(
                ("name", part["name"]?.stringValue.map(redaction.word)),
                ("status", part["status"]?.stringValue.map(redaction.word)),
                ("since", part["since"]?.stringValue.map(redaction.word)),
                ("reason", part["reason"]?.stringValue.map { .string(redaction.sentence($0)) }))
        }
        return .members(("status", json["status"]?.stringValue.map(redaction.word)), ("components", .array(parts)))
    }

    private func contracts(of client: BlockingClient) throws(WireError) -> JSON {
        kept(try client.call(OutgoingCall(unary: "rpc.describe").markedIfItOnlyReads).json["services"] ?? .array([]))
    }

    /// The number of keys of each kind, and the number of keys with each error.
    private func keys(_ client: BlockingClient) -> JSON {
        let keys: [Credential]
        do throws(WireError) {
            keys = try KeysCommand.list(client, session: session)
        } catch {
            return .members(("error", self.error(error)))
        }
        var counts: [String: Int] = [:]
        for key in keys {
            counts["access_method \(key.accessMethod.rawValue)", default: 0] += 1
            for proximity in key.proximities { counts["proximity \(proximity.rawValue)", default: 0] += 1 }
            for error in key.errors { counts["error \(error.json["kind"]?.stringValue ?? "unknown")", default: 0] += 1 }
            for entrance in key.entrances where entrance.isBound { counts["bound entrances", default: 0] += 1 }
        }
        let rows = counts.sorted { $0.key < $1.key }.map { name, count in
            JSON.members(("what", .string(name)), ("count", .int(count)))
        }
        return .members(("count", .int(keys.count)), ("by", .array(rows)))
    }

    private func provider(_ provider: ProviderDescription) -> JSON {
        .members(("name", redaction.word(provider.name)), ("state", .string(provider.state.rawValue)))
    }

    /// The ends of the person's latest attempts.
    private func attempts(_ client: BlockingClient) -> JSON {
        let params = JSON.members(("limit", 20), ("session", session.map(JSON.string)))
        do throws(WireError) {
            let answer = try client.call(OutgoingCall(unary: "audit.list", params: JSONText(params))).json
            return .array((answer["attempts"]?.arrayValue ?? []).map(attempt))
        } catch {
            return .members(("error", self.error(error)))
        }
    }

    private func attempt(_ attempt: JSON) -> JSON {
        let words = [
            "kind", "state", "effect", "confirmation", "proximity", "provider", "reason", "started_at", "ended_at",
        ]
        let marks = ["credential_id", "entrance_id", "binding_id"]
        let members =
            words.compactMap { name in
                attempt[name]?.stringValue.map { JSONMember(key: name, value: redaction.word($0)) }
            }
            + marks.compactMap { name in
                attempt[name]?.stringValue.map { JSONMember(key: name, value: .string(redaction.mark($0))) }
            }
        return .object(JSONObject(members))
    }

    private func metric(_ family: MetricFamily) -> JSON {
        let series = family.json["series"]?.arrayValue ?? []
        let rows = zip(family.series, series).map { series, json -> JSON in
            let labels = series.labels.map { JSONMember(key: $0.name, value: redaction.word($0.value)) }
            return .members(
                ("labels", .object(JSONObject(labels))), ("value", json["value"]), ("sum", json["sum"]),
                ("count", json["count"]), ("buckets", json["buckets"]))
        }
        return .members(
            ("name", redaction.word(family.name)), ("kind", .string(family.kind.rawValue)), ("series", .array(rows)))
    }

    /// The members that a configuration file sets. Values are included if they are numbers or enumerations.
    private func configuration(_ path: String) -> JSON {
        do {
            let json = try JSON(parsing: try SystemFile.read(path, limit: 262_144))
            return redaction.json(json, keeping: Self.configured)
        } catch let error as LinuxError {
            return .members(("error", .string(error.code == .notFound ? "not_found" : "not_readable")))
        } catch {
            return .members(("error", "no_json"))
        }
    }

    private func kept(_ json: JSON) -> JSON { redaction.json(json, keeping: Self.kept) }
}
