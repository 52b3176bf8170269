import CommandLineTool
import RPC
import SeamModel
import SessionAPI
import TermCore
import TestSupport
import Testing
import Wire

@Suite("seam rpc knows the contracts") struct RawCallTests {
    @Test(
        "parameters that cannot be right are not sent: exit 64, with the place and the limit",
        arguments: [
            ("credentials.list", #"{"frob":1}"#, "/params/frob", "not a known member"),
            ("credentials.list", #"{"limit":201}"#, "/params/limit", "200"),
            ("credentials.list", #"{"limit":"1"}"#, "/params/limit", "integer"),
            ("credentials.reveal", "{}", "/params/credential_id", "missing"),
            ("unlock.start", #"{"credential_id":"x","timeout_ms":1}"#, "/params/timeout_ms", "1000"),
            ("rpc.can", "{}", "/params/method", "missing"),
        ])
    func refused(method: String, params: String, field: String, words: String) async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
        } _: { daemon in
            let wrong = try await daemon.run("rpc", method, params)
            #expect(wrong.status == 64, "\(wrong)")
            let error = try JSON(parsing: wrong.output.utf8)["error"]
            #expect(error?["reason"] == "cli.usage" && error?["field"]?.stringValue == field, "\(wrong)")
            #expect(error?["message"]?.stringValue?.contains(words) == true, "\(wrong)")
            #expect(wrong.errors.contains(field))
            #expect(daemon.calls.methods.isEmpty, "nothing was sent")
        }
    }

    @Test("raw call: a daemon whose contract takes more than ours is asked all the same")
    func newerDaemon() async throws {
        let ours = String(decoding: SessionContract.bytes, as: UTF8.self)
        let newer = ours.replacing(
            ##""limit": {"$ref": "#/types/limit"}"##,
            with: ##""limit": {"type": "integer"}, "frob": {"type": "integer"}"##)
        try #require(newer != ours)
        try await ScriptedDaemon.with(contract: Array(newer.utf8)) { handlers, calls in
            handlers.unary("credentials.list") { (context, params) async throws(WireError) -> JSONText in
                calls.note(context, params.json)
                return JSONText(["credentials": []])
            }
        } _: { daemon in
            let more = try await daemon.run("rpc", "credentials.list", #"{"limit":100000}"#)
            #expect(more.status == 0, "\(more)")
            #expect(daemon.calls.params(of: "credentials.list") == ["limit": 100_000])
            let new = try await daemon.run("rpc", "credentials.list", #"{"frob":1}"#)
            #expect(new.status == 0, "\(new)")
            #expect(daemon.calls.params(of: "credentials.list") == ["frob": 1])
            #expect(try await daemon.run("rpc", "credentials.list", #"{"frub":1}"#).status == 64)
            let large = try await daemon.run("rpc", "credentials.list", #"{"frob":9007199254740992}"#)
            #expect(large.status == 64, "no daemon reads that: \(large)")
            #expect(daemon.calls.methods.count == 2)
        }
    }

    @Test("raw call: who may not call a method learns only that, also from a daemon that does not say what it takes")
    func noDescription() async throws {
        let ours = String(decoding: SessionContract.bytes, as: UTF8.self)
        let other = ours.replacing(##""service": "session""##, with: ##""service": "other""##)
        try #require(other != ours)
        try await ScriptedDaemon.with(contract: Array(other.utf8)) { handlers, calls in
            Script.keys(&handlers, calls)
        } _: { daemon in
            let refused = try await daemon.run("rpc", "locks.grant")
            #expect(refused.status == 77, "\(refused)")
            let error = try JSON(parsing: refused.output.utf8)["error"]
            #expect(error?["reason"] == "rpc.method_not_permitted", "\(refused)")
            let wrong = try await daemon.run("rpc", "--admin", "locks.grant")
            #expect(wrong.status == 64 && wrong.errors.contains("/params/binding_id"), "\(wrong)")
            #expect(daemon.calls.methods.isEmpty)
        }
    }

    @Test("raw call: describe lists services and methods, and says all about one")
    func describe() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
        } _: { daemon in
            let all = try await daemon.run("rpc", "describe")
            #expect(all.status == 0 && all.output.contains("session\n") && all.output.contains("  rpc.whoami"))
            #expect(all.output.contains("rpc.method_not_permitted"), "what is for administrators says so")
            let one = try await daemon.run("rpc", "describe", "credentials.list")
            #expect(one.status == 0, "\(one)")
            for words in [
                "may call it here", "limit       optional", "integer, 1 to 200", "seam.initialization_required  4",
                "rpc.invalid_page_token        64", "10000 ms, at most 60000 ms", "array of credential, at most 200",
            ] { #expect(one.output.contains(words), "\(words) in \(one.output)") }
            let admin = try await daemon.run("rpc", "describe", "locks.list")
            #expect(admin.output.contains("may not call it here: rpc.method_not_permitted"))
            #expect(try await daemon.run("rpc", "describe", "no.such").status == 64)
            #expect(try await daemon.run("rpc", "describe", "rpc.can", "more").status == 64)
            let wire = try await daemon.run("rpc", "--json", "describe", "session")
            let bytes = try JSON(parsing: wire.output.utf8)["contract"]?.stringValue.flatMap { Base64URL.decode($0) }
            #expect(bytes == SessionContract.bytes)
            let list = try await daemon.run("rpc", "--json", "describe")
            #expect(try JSON(parsing: list.output.utf8)["services"]?.arrayValue?.count == 2)
        }
    }

    @Test("raw call: every method and every type can be told in words")
    func texts() throws {
        for bytes in [SessionContract.bytes, RPCContract.bytes] {
            let file = try JSON(parsing: bytes)
            for method in try #require(file["methods"]?.arrayValue) {
                var text = ContractText(file)
                text.add(method: method, refusal: nil)
                let lines = text.lines.map(\.description)
                #expect(lines.contains { $0.hasPrefix("result") } && lines.contains { $0.hasPrefix("parameters") })
                #expect(lines.allSatisfy { $0.count <= 400 })
            }
        }
    }

    @Test("raw call: the exit codes of the contracts' reasons are those of Protocol/errors.md")
    func exits() throws {
        let rules = try ExitStatusTests.rules()
        let rows = try ErrorTables.rows(under: ["reason", "code", "effect", "retry", "meaning"])
        let known = Dictionary(rows.map { ($0[0], $0) }) { first, _ in first }
        for bytes in [SessionContract.bytes, RPCContract.bytes] {
            for method in try Contract(bytes: bytes).methods {
                for reason in method.reasons {
                    let row = try #require(known[reason])
                    let code = try #require(WireError.Code(rawValue: row[1]))
                    let error = WireError(code, reason, "", retry: .init(safe: row[3] == "yes"))
                    let rule = try #require(rules.first { $0.matches(error) })
                    #expect(Reason.status(of: reason)?.rawValue == rule.exit, "\(reason)")
                }
            }
        }
    }

    @Test("raw call: completion knows the methods without a daemon", arguments: ["bash", "zsh", "fish"])
    func completion(shell: String) async throws {
        let directory = try TestDirectory()
        let seam = try Products.executable("seam")
        let script = try await FinishedProgram.run(
            [seam, "--generate-completion-script", shell], environment: [:], input: "", directory: directory)
        #expect(script.status == 0 && script.output.contains("---completion"), "\(script.errors)")
        // The completion scripts ask in this way. A script passes the words so far, the position, and the beginning of
        // the current word.
        let environment = ["SAP_SHELL": shell, "SAP_SHELL_VERSION": "5"]
        let words = ["---completion", "rpc", "--", "positional@0", "2", "0", "seam", "rpc", ""]
        let listed = try await FinishedProgram.run(
            [seam] + words, environment: environment, input: "", directory: directory)
        let names = Set(listed.output.split(separator: "\n").map(String.init))
        #expect(
            names.isSuperset(of: ["describe", "credentials.list", "rpc.health.watch", "checkin.record"]), "\(listed)")
    }

    @Test("raw call: completion offers doors, and nothing that a shell would run", arguments: ["bash", "zsh", "fish"])
    func doors(shell: String) async throws {
        var hostile = Script.pool
        hostile.name = "$(touch /tmp/x)"
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls, [Script.home, hostile])
        } _: { daemon in
            let words = ["---completion", "unlock", "--", "positional@0", "2", "0", "seam", "unlock", ""]
            let listed = try await FinishedProgram.run(
                [try Products.executable("seam")] + words,
                environment: daemon.environment.merging(["SAP_SHELL": shell, "SAP_SHELL_VERSION": "5"]) { $1 },
                input: "", directory: daemon.directory)
            let door = shell == "bash" ? #"Front\\\ Door"# : "Front Door"
            #expect(
                listed.output.split(separator: "\n").prefix(3) == ["Home", Substring(door), "cred-pool"], "\(listed)")
        }
    }

    @Test("raw call: a method's name says which daemon is called") func daemonOfAMethod() async throws {
        let directory = try TestDirectory()
        let environment = [
            "SEAM_SOCKET": directory.file("a.sock"), "LIFESIGNAL_SOCKET": directory.file("b.sock"),
            "SEAM_ADMIN_SOCKET": directory.file("c.sock"), "LIFESIGNAL_ADMIN_SOCKET": directory.file("d.sock"),
        ]
        for (arguments, socket) in [
            (["session.get"], "a"), (["checkin.record"], "b"), (["--admin", "locks.list"], "c"),
            (["--admin", "clock.get"], "d"), (["describe", "people"], "b"), (["describe", "alert.get"], "b"),
            (["no.such"], "a"),
        ] {
            let run = try await FinishedProgram.run(
                [try Products.executable("seam"), "rpc"] + arguments, environment: environment, input: "",
                directory: directory)
            #expect(run.status == 69 && run.errors.contains("/\(socket).sock"), "\(arguments): \(run)")
        }
    }
}
