import Glibc
import RPC
import RadioModel
import SeamModel
import SessionAPI
import TestSupport
import Testing
import Wire

@Suite("seam against a daemon", .serialized)
struct SeamProcessTests {
    @Test("Seam process: a door opens, told as it happens")
    func granted() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            Script.unlock(
                &handlers, calls, Script.result(.granted, .applied, confirmation: .confirmed), .grantedAccess)
        } _: { daemon in
            let run = try await daemon.run("unlock", "front door", "--timeout", "15s")
            #expect(run.status == 0)
            let lines = run.output.split(separator: "\n")
            #expect(lines.prefix(2) == ["opening", "  scanning (nearby)"])
            #expect(lines.last?.hasPrefix("granted: the lock reports that it opened, after ") == true, "\(lines)")
            #expect(run.errors.isEmpty)
            let params = daemon.calls.params(of: "unlock.start")
            #expect(params == ["credential_id": "cred-home", "entrance_id": "ent-front", "timeout_ms": 15_000])
            #expect(daemon.calls.idem(of: "unlock.start")?.utf8.count == 22)
        }
    }

    @Test("Seam process: a list of keys that cannot be read leaves no doubt about the door")
    func unreadableKeys() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            var key = Script.home
            key.entrances = (0...900).map { Entrance(id: "e\($0)", name: "Door", isBound: false) }
            Script.keys(&handlers, calls, [key])
            Script.unlock(&handlers, calls, Script.result(.granted, .applied), .grantedAccess)
        } _: { daemon in
            let run = try await daemon.run("unlock", "home")
            #expect(run.status == 70)
            #expect(daemon.calls.params(of: "unlock.start") == nil)
        }
    }

    @Test("Seam process: a reply without a list is a fault of the daemon, and not an empty list")
    func noList() async throws {
        try await ScriptedDaemon.with { handlers, _ in
            handlers.unary(CredentialsList.name) { (_, _) async throws(WireError) in .emptyObject }
        } _: { daemon in
            let run = try await daemon.run("keys")
            #expect(run.status == 70 && run.output.isEmpty, "\(run)")
            #expect(run.errors.contains("credentials"), "\(run.errors)")
        }
    }

    @Test("Seam process: with --json each line is the wire's own")
    func json() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            Script.unlock(&handlers, calls, Script.result(.granted, .applied), .grantedAccess)
        } _: { daemon in
            let run = try await daemon.run("unlock", "cred-home", "--json", "--idem", "0123456789abcdef")
            #expect(run.status == 0)
            let lines = try run.output.split(separator: "\n").map { try JSON(parsing: $0.utf8) }
            #expect(lines.map { $0["kind"]?.stringValue } == ["event", "phase", "event", nil])
            #expect(lines[0]["data"]?["event"] == "launched")
            #expect(lines[3]["result"]?["outcome"] == "granted")
            #expect(daemon.calls.idem(of: "unlock.start") == "0123456789abcdef")
        }
    }

    @Test(
        "Seam process: an attempt that ends otherwise has its exit code and one line",
        arguments: [
            (UnlockResult.Outcome.timedOut, WireError.Effect.none, 124), (.timedOut, .unknown, 5),
            (.connectionFailed, .none, 3), (.connectionFailed, .unknown, 5),
        ] as [(UnlockResult.Outcome, WireError.Effect, Int32)])
    func outcomes(outcome: UnlockResult.Outcome, effect: WireError.Effect, status: Int32) async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            let event: UnlockEvent =
                outcome == .timedOut ? .timedOut : .connectionFailed(debugDescription: "gone", reason: "vanished")
            Script.unlock(&handlers, calls, Script.result(outcome, effect), event)
        } _: { daemon in
            let run = try await daemon.run("unlock", "Home")
            #expect(run.status == status)
            #expect(run.errors.hasPrefix("seam: "))
            #expect(run.errors.split(separator: "\n").count == 1)
            // `seam` prints the outcome once, in words, without the names of the event and the reason.
            #expect(run.output.split(separator: "\n").last == "  scanning (nearby)", "\(run.output)")
            #expect(!run.errors.contains("vanished"), "\(run.errors)")
        }
    }

    @Test(
        "Seam process: a lock that hangs up at our key again and again may have been reset",
        arguments: ["link_lost", "hung_up"])
    func hungUp(reason: String) async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            var result = Script.result(.connectionFailed, .none)
            result.reason = reason
            let event = UnlockEvent.connectionFailed(debugDescription: "gone", reason: reason)
            Script.unlock(&handlers, calls, result, event, after: [.scanning, .authenticating])
        } _: { daemon in
            let run = try await daemon.run("unlock", "Home")
            #expect(run.status == 3)
            #expect(run.errors.contains("seam locks rebind") == (reason == "hung_up"), "\(run.errors)")
        }
    }

    @Test("Seam process: every refusal has its exit code, one line and a hint, and with --json the error itself")
    func refusals() async throws {
        let provider = ProviderDescription(
            name: "latch", seamModule: "SeamLatch", state: .closed, remedy: "use a phone")
        let cases: [(SessionError, Int32)] = [
            (.internetConnectionRequired(detail: nil), 75), (.initializationRequired, 4),
            (.invalidClientSessionToken(detail: nil), 4), (.deactivationInProgress, 75), (.alreadyInitialized, 4),
            (.invalidCredentialID, 2), (.integrationNotFound(provider), 2), (.credentialErrors([.expired]), 2),
            (.activationRequired, 4), (.invalidUnlockProximity(supported: [.remote]), 2),
            (.entranceRequired([Script.front]), 64), (.invalidEntranceID([Script.front]), 64),
            (.offlineGraceExpired(since: nil), 4),
        ]
        for (refusal, status) in cases {
            try await ScriptedDaemon.with { handlers, calls in
                Script.keys(&handlers, calls)
                handlers.follow(UnlockStart.self, calls) { _, _ throws(WireError) in throw refusal.wireError }
            } _: { daemon in
                let run = try await daemon.run("unlock", "Home", "--json")
                #expect(run.status == status, "\(refusal)")
                #expect(run.errors.hasPrefix("seam: ") && run.errors.hasSuffix(")\n"), "\(run.errors)")
                let error = try JSON(parsing: run.output.utf8)["error"]
                #expect(error?["reason"]?.stringValue == refusal.wireError.reason)
            }
        }
    }

    @Test("Seam process: names that match nothing or too much open nothing")
    func names() async throws {
        var second = Script.home
        second.id = "cred-home-2"
        let keys = [Script.home, second, Script.pool]
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls, keys)
        } _: { daemon in
            let several = try await daemon.run("unlock", "home")
            #expect(several.status == 64)
            #expect(several.errors.contains("cred-home, or cred-home-2"))
            let told = try JSON(parsing: try await daemon.run("unlock", "home", "--json").output.utf8)["error"]
            #expect(
                told?["details"]?["candidates"]?.arrayValue?.map { $0["credential_id"] } == [
                    "cred-home", "cred-home-2",
                ])
            for (wanted, near) in [("No Such Door", []), ("hoem", ["cred-home", "cred-home-2"])] as [(String, [JSON])] {
                let none = try await daemon.run("unlock", wanted, "--json")
                #expect(none.status == 2)
                #expect(none.errors.contains("'\(wanted)'") && none.errors.contains("did you mean") == !near.isEmpty)
                let error = try JSON(parsing: none.output.utf8)["error"]
                #expect(error?["reason"] == "seam.invalid_credential_id")
                #expect(error?["details"]?["wanted"] == .string(wanted))
                #expect(error?["details"]?["candidates"]?.arrayValue?.map { $0["credential_id"] } == near)
            }
            let door = try await daemon.run("unlock", "cred-home", "--entrance", "Cellar")
            #expect(door.status == 64)
            #expect(!daemon.calls.methods.contains("unlock.start"))
        }
    }

    @Test("Seam process: without a session the trouble is the session, not the name")
    func inactive() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls, [])
            handlers.answer(SessionGet.self, calls) { _ in Script.initialized }
        } _: { daemon in
            let run = try await daemon.run("unlock", "Front Door")
            #expect(run.status == 4)
            #expect(run.errors.contains("seam activate"))
        }
    }

    @Test("Seam process: keys come as a table with what to do, or one per line")
    func keys() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
        } _: { daemon in
            let run = try await daemon.run("keys")
            #expect(run.status == 0)
            #expect(
                run.output == """
                    NAME  DOORS        OPENS   UNTIL  STATE    ID
                    Home  Front Door   nearby  -      ready    cred-home
                    Pool  Main Street  -       -      expired  cred-pool

                    Pool: expired: ask for a new key where you got this one

                    """)
            let json = try await daemon.run("keys", "--json")
            let keys = try json.output.split(separator: "\n").map { try Credential(json: try JSON(parsing: $0.utf8)) }
            #expect(keys == [Script.home, Script.pool])
        }
    }

    @Test("Seam process: a code that is to be typed is answered with what 'seam keys' says")
    func code() async throws {
        let code = Credential(
            id: "cred-letters", isManaged: true, name: "Letter Room", location: "", accessMethod: .code,
            code: "••••", errors: [.unsupportedDevice])
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls, [code])
            handlers.follow(UnlockStart.self, calls) { _, _ throws(WireError) in
                throw SessionError.invalidUnlockProximity(supported: []).wireError
            }
        } _: { daemon in
            let run = try await daemon.run("unlock", "Letter Room")
            let words = "a code, typed at the door"
            let remedy = #"'seam keys reveal "Letter Room"' shows it"#
            #expect(run.status == 2 && run.errors == "seam: this key is \(words) (\(remedy))\n", "\(run)")
            #expect(try await daemon.run("keys").output.contains("Letter Room: \(words): \(remedy)"))
            let json = try await daemon.run("unlock", "Letter Room", "--json")
            #expect(json.output.contains("seam.invalid_unlock_proximity"), "\(json)")
        }
    }

    @Test("Seam process: hostile names reach no terminal")
    func hostile() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls, [Script.evil])
        } _: { daemon in
            for arguments in [["keys"], ["keys", "--json"], ["rpc", "credentials.list"], ["unlock", "\u{1b}[2J x"]] {
                let child = try await daemon.run([try Products.executable("seam")] + arguments)
                for scalar in (child.output + child.errors).unicodeScalars where scalar != "\n" {
                    #expect(!HostileText.isDangerous(scalar), "\(arguments) \(scalar.value)")
                }
            }
        }
    }

    @Test("Seam process: the token comes from standard input or a private file, and from nowhere else")
    func token() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            handlers.answer(SessionInitialize.self, calls) { _ in Script.initialized }
        } _: { daemon in
            let piped = try await daemon.run("init", input: "seam_cst_secret\n")
            #expect(piped.status == 0)
            #expect(daemon.calls.params(of: "session.initialize") == ["token": "seam_cst_secret"])
            #expect(!(piped.output + piped.errors).contains("seam_cst_secret"))
            let file = try daemon.directory.write("seam_cst_filed\r\n", to: "token", mode: 0o600)
            #expect(try await daemon.run("init", "--token-file", file, "--session", "kiosk").status == 0)
            #expect(
                daemon.calls.params(of: "session.initialize") == ["session": "kiosk", "token": "seam_cst_filed"])
            let open = try daemon.directory.write("seam_cst_open", to: "open", mode: 0o644)
            #expect(try await daemon.run("init", "--token-file", open).status == 64)
            #expect(try await daemon.run("init", input: "\n").status == 64)
            #expect(try await daemon.run("init", "seam_cst_argument").status == 64)
            #expect(try await daemon.run("init", "--resume").status == 0)
            #expect(daemon.calls.params(of: "session.initialize") == [:])
        }
    }

    @Test("Seam process: Ctrl-C cancels the attempt, and a second one leaves")
    func interrupt() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            handlers.follow(UnlockStart.self, calls) { params, sink throws(WireError) in
                try sink.send(
                    .progress(UnlockItem(attemptID: "a", credentialID: params.credentialID, content: .event(.launched)))
                )
                await sink.untilCancelled()
                throw WireError(.cancelled, "unlock.cancelled", "cancelled")
            }
        } _: { daemon in
            let first = try daemon.start("unlock", "Home")
            try await first.awaitOutput("opening")
            first.signal(SIGINT)
            #expect(try await first.awaitExit() == 130)
            #expect(first.errors.contains("the door was not opened"))
        }
    }

    @Test("Seam process: a second Ctrl-C leaves an attempt that does not end")
    func secondInterrupt() async throws {
        let (cancelled, isCancelled) = AsyncStream.makeStream(of: Void.self)
        let (left, hasLeft) = AsyncStream.makeStream(of: Void.self)
        defer { hasLeft.finish() }
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            handlers.follow(UnlockStart.self, calls) { params, sink throws(WireError) in
                try sink.send(
                    .progress(UnlockItem(attemptID: "a", credentialID: params.credentialID, content: .event(.launched)))
                )
                await sink.untilCancelled()
                isCancelled.finish()
                // The current task is cancelled, so another task waits. A wait in a cancelled task ends immediately.
                await Task { for await _ in left {} }.value
                throw WireError(.cancelled, "unlock.cancelled", "cancelled")
            }
        } _: { daemon in
            let child = try daemon.start("unlock", "Home")
            try await child.awaitOutput("opening")
            child.signal(SIGINT)
            for await _ in cancelled {}
            child.signal(SIGINT)
            #expect(try await child.awaitExit() == 5)
            #expect(child.errors.contains("seam audit"))
            hasLeft.finish()
        }
    }

    @Test("Seam process: a reader that leaves ends what only tells, and not an attempt")
    func readerGone() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            Script.unlock(&handlers, calls, Script.result(.connectionFailed, .none), .timedOut)
        } _: { daemon in
            let seam = try Products.executable("seam")
            for (command, status) in [("keys", 0), ("rpc credentials.list", 0), ("unlock Home", 3)] {
                let script = "exec 3> >(exit 0); wait $!; '\(seam)' \(command) >&3; echo status $?"
                let child = try await daemon.run(["/bin/bash", "-c", script])
                #expect(child.output == "status \(status)\n", "\(command)")
            }
            #expect(daemon.calls.methods.contains("unlock.start"))
        }
    }

    @Test(
        "Seam process: help of a group tells what it does without a subcommand",
        arguments: [["keys", "--help"], ["help", "keys"], ["audit", "-h"], ["locks", "--help"]])
    func helpOfADefault(arguments: [String]) async throws {
        let seam = try ChildProcess(try Products.executable("seam"), arguments)
        #expect(try await seam.awaitExit() == 0)
        let group = try #require(arguments.first { !$0.hasSuffix("h") && !$0.hasSuffix("help") })
        #expect(seam.output.contains("SUBCOMMANDS:"), "\(seam.output)")
        #expect(seam.output.contains("USAGE: seam \(group) list"), "\(seam.output)")
        #expect(seam.output.contains("--json"), "\(seam.output)")
        let plain = try ChildProcess(try Products.executable("seam"), ["unlock", "--help"])
        #expect(try await plain.awaitExit() == 0)
        #expect(!plain.output.contains("Without a subcommand"))
    }

    @Test("Seam process: a standard output that cannot be written is a fault")
    func fullDisk() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
        } _: { daemon in
            let seam = try Products.executable("seam")
            let child = try await daemon.run(["/bin/bash", "-c", "'\(seam)' keys > /dev/full"])
            #expect(child.status == 70)
            #expect(child.errors.contains("standard output"))
        }
    }

    @Test("Seam process: rpc passes JSON through, in and out")
    func rpc() async throws {
        try await ScriptedDaemon.with { handlers, calls in
            Script.keys(&handlers, calls)
            Script.unlock(&handlers, calls, Script.result(.granted, .applied), .grantedAccess)
            handlers.answer(LocksList.self, calls) { _ in Page([]) }
        } _: { daemon in
            let list = try await daemon.run("rpc", "credentials.list", #"{"limit": 3}"#)
            #expect(list.status == 0)
            #expect(try Page<Credential>(json: JSON(parsing: list.output.utf8)).elements.count == 2)
            #expect(daemon.calls.params(of: "credentials.list") == ["limit": 3])
            let piped = try await daemon.run("rpc", "--admin", "locks.list", "-", input: "{}")
            #expect(piped.output == "{\"bindings\":[]}\n")
            let stream = try await daemon.run("rpc", "unlock.start", #"{"credential_id":"cred-home"}"#)
            #expect(stream.output.split(separator: "\n").count == 4)
            let denied = try await daemon.run("rpc", "locks.list")
            #expect(denied.status == 77)
            #expect(try JSON(parsing: denied.output.utf8)["error"]?["reason"] == "rpc.method_not_permitted")
            #expect(try await daemon.run("rpc", "no.such").status == 64)
            let named = try await daemon.run("rpc", "--session=work", "--timeout=5s", "credentials.list")
            #expect(named.status == 0, "\(named)")
            let help = try await daemon.run("rpc", "credentials.list", "--help")
            #expect(help.status == 0 && help.output.contains("USAGE: seam rpc"), "\(help)")
            for arguments in [["unlock", "Home", "--json", "--timeout", "99s"], ["keys", "--json", "--frob"]] {
                let usage = try await daemon.run([try Products.executable("seam")] + arguments)
                #expect(usage.status == 64)
                #expect(try JSON(parsing: usage.output.utf8)["error"]?["reason"] == "cli.usage", "\(usage)")
            }
        }
    }
}
