import Glibc
import LinuxSupport
import NukiProtocol
import ProviderAPI
import ProviderHost
import RadioModel
import SeamModel
import TestSupport
import Testing
import Wire

/// Tests child processes that do forbidden things. Each child process leads to an outcome in time, and no process is
/// left afterwards.
@Suite(.timeLimit(.minutes(2))) struct HostileProviderTests {
    @Test(
        "hostile provider: is ended",
        arguments: [
            ("sys.exit(0)", ProviderFailure.Code.exited, false),
            ("os.abort()", .exited, false),
            ("start(); os.kill(os.getpid(), 11)", .exited, false),
            ("os.close(1); time.sleep(600)", .exited, false),
            ("start(); os.close(0); send('gatt.subscribe', USER); time.sleep(600)", .exited, false),
            ("time.sleep(600)", .silent, false),
            (
                "say({'type': 'hello', 'proto': [1], 'client': {'name': 'x', 'version': '1'}}); time.sleep(600)",
                .silent,
                false
            ),
            ("print('junk', flush=True); time.sleep(600)", .broken, true),
            ("print('{\"type\":\"call\"}', flush=True); time.sleep(600)", .broken, true),
            ("sys.stdout.buffer.write(b'\\xff' * 9); sys.stdout.flush(); time.sleep(600)", .broken, true),
            ("sys.stdout.buffer.write(b'\\0\\xff\\xff\\xff'); sys.stdout.flush(); time.sleep(600)", .broken, true),
            ("start(); number = 0; send('gatt.read', USER); time.sleep(600)", .broken, true),
            (
                "start(); call('gatt.subscribe', {'service': USER['service'], 'characteristic':"
                    + " '00002a00-0000-1000-8000-00805f9b34fb'}); time.sleep(600)",
                .notAllowed, true
            ),
            (
                "start(); call('operation.finish', {'outcome': 'granted', 'confirmation': 'confirmed'})", .falseClaim,
                true
            ),
            ("start(); call('operation.finish', {'outcome': 'bound', 'credential': 'AAAA'})", .broken, true),
            ("start()\nwhile True: call('operation.phase', {'phase': 'operating'})", .excessive, true),
            ("start()\nwhile True: call('nonsense', {'a': 'b' * 60000})", .excessive, true),
            ("start()\nwhile True: sys.stdout.write(' ' * 65536 + '\\n')", .broken, true),
        ])
    func isEnded(script: String, code: ProviderFailure.Code, isQuarantined: Bool) async throws {
        var fixture = try HostFixture()
        // A busy machine takes seconds to start an interpreter. Only the silent child may reach the time limit.
        fixture.limits.silence = code == .silent ? .milliseconds(1_500) : .seconds(60)
        try fixture.install("hostile", script + "\n")
        let host = try fixture.host()
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = await host.run(Self.request(credential), link: NukiLink(lock))
        guard case .failed(let failure) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(failure.code == code, "\(outcome)")
        #expect(outcome.effect == .none)
        #expect(host.isQuarantined("hostile") == isQuarantined)
        guard isQuarantined else { return }
        let again = await host.run(Self.request(credential), link: NukiLink(lock))
        #expect(again.verdict == .failed(ProviderFailure(.quarantined, "")))
        #expect(!host.isQuarantined("nuki"))
    }

    @Test("hostile provider: the bytes of an operation are counted", arguments: [(4_000, false), (5_500, true)])
    func theBytesOfAnOperationAreCounted(each: Int, isTooMuch: Bool) async throws {
        var fixture = try HostFixture()
        fixture.limits.bytes = 10_000
        try fixture.install(
            "hostile",
            """
            start()
            for _ in range(2): call("nonsense", {"a": "b" * \(each)})
            call("operation.finish", {"outcome": "failed", "reason": "seen"})
            """)
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(Self.request(credential), link: NukiLink(lock))
        switch outcome.verdict {
        case .finished: #expect(!isTooMuch)
        case .failed(let failure): #expect(isTooMuch && failure.code == .excessive, "\(outcome)")
        case .cancelled, .timedOut: Issue.record("\(outcome)")
        }
    }

    @Test("hostile provider: the calls of an operation are counted", arguments: [(3, false), (2, true)])
    func theCallsOfAnOperationAreCounted(limit: Int, isTooMuch: Bool) async throws {
        var fixture = try HostFixture()
        fixture.limits.calls = limit
        try fixture.install(
            "hostile",
            """
            start()
            call("operation.phase", {"phase": "operating"})
            call("operation.finish", {"outcome": "failed", "reason": "seen"})
            """)
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(Self.request(credential), link: NukiLink(lock))
        switch outcome.verdict {
        case .finished: #expect(!isTooMuch)
        case .failed(let failure): #expect(isTooMuch && failure.code == .excessive, "\(outcome)")
        case .cancelled, .timedOut: Issue.record("\(outcome)")
        }
    }

    @Test("hostile provider: a child that ignores everything is killed at the deadline")
    func aChildThatIgnoresEverythingIsKilledAtTheDeadline() async throws {
        let fixture = try HostFixture()
        let script = """
            import signal
            for number in range(1, 32):
                try: signal.signal(number, signal.SIG_IGN)
                except (OSError, ValueError): pass
            start()
            while True: time.sleep(600)
            """
        try fixture.install("hostile", script)
        let (lock, credential) = try HostFixture.knownLock()
        let start = SystemClock.monotonic()
        let outcome = try await fixture.host().run(
            Self.request(credential, timeout: .milliseconds(1_500)),
            link: NukiLink(lock)
        )
        #expect(outcome.verdict == .timedOut)
        #expect(SystemClock.monotonic() - start >= .milliseconds(1_500))
    }

    @Test("hostile provider: the commit gate holds") func theCommitGateHolds() async throws {
        let fixture = try HostFixture()
        try fixture.install(
            "hostile",
            """
            start()
            first = call("gatt.write", dict(USER, value="AAAA", commit=True))
            second = call("gatt.write", dict(USER, value="AAAA", commit=True))
            third = call("gatt.write", dict(USER, value="AAAA"))
            reasons = [reply.get("error", {}).get("reason", "ok") for reply in (first, second, third)]
            call("operation.finish", {"outcome": "failed", "reason": "seen", "detail": " ".join(reasons)})
            """
        )
        let (lock, credential) = try HostFixture.knownLock()
        let link = NukiLink(lock)
        let outcome = try await fixture.host().run(Self.request(credential), link: link)
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.detail == "ok link.already_committed link.already_committed")
        #expect(await link.writes.count == 1)
        #expect(outcome.effect == .unknown)
    }

    @Test("hostile provider: a grant without confirmation is no more than commanded")
    func aGrantWithoutConfirmationIsNoMoreThanCommanded() async throws {
        let fixture = try HostFixture()
        try fixture.install(
            "hostile",
            """
            start()
            call("gatt.write", dict(USER, value="AAAA", commit=True))
            call("operation.finish", {"outcome": "granted"})
            """
        )
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(Self.request(credential), link: NukiLink(lock))
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.confirmation == .commanded)
    }

    @Test("hostile provider: calls out of order are answered") func callsOutOfOrderAreAnswered() async throws {
        let fixture = try HostFixture()
        try fixture.install(
            "hostile",
            """
            say({"type": "hello", "proto": [1], "client": {"name": "script", "version": "1"}})
            early = call("gatt.read", USER)
            send("operation.run")
            while hear().get("kind") != "start": pass
            replies = [early, call("operation.run"), call("gatt.frob"), call("gatt.read", {"service": "x"}),
                       call("operation.prompt", {"kind": "press_button", "text": "t", "expires_ms": 1000}),
                       *(call("operation.prompt", {"kind": kind, "text": "t", "expires_ms": 1000, **more})
                         for kind, more in (("complete_otp", {}), ("complete_otp", {"otp_url": "http://a.example"}),
                                            ("complete_otp", {"otp_url": "https://a.example/\\u001b[2J"}),
                                            ("press_button", {"otp_url": "https://a.example"}))),
                       call("gatt.write", dict(USER, value="AA", frob=1))]
            detail = " ".join(reply["error"]["reason"] for reply in replies)
            call("operation.finish", {"outcome": "failed", "reason": "seen", "detail": detail})
            """
        )
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(Self.request(credential), link: NukiLink(lock))
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        let expected =
            "provider.out_of_order rpc.quota_exceeded rpc.unknown_method rpc.invalid_params provider.out_of_order"
            + String(repeating: " rpc.invalid_params", count: 5)
        #expect(finish.detail == expected)
    }

    @Test("hostile provider: a value is not longer than bluetooth allows")
    func aValueIsNotLongerThanBluetoothAllows() async throws {
        let fixture = try HostFixture()
        try fixture.install(
            "hostile",
            """
            start()
            import base64
            def told(count):
                value = base64.urlsafe_b64encode(b"v" * count).decode().rstrip("=")
                error = call("gatt.write", dict(USER, value=value)).get("error", {})
                return error.get("reason", "ok") + error.get("field", "")
            call("operation.finish", {"outcome": "failed", "reason": "seen", "detail": told(513) + " " + told(512)})
            """
        )
        let (lock, credential) = try HostFixture.knownLock()
        let link = NukiLink(lock)
        let outcome = try await fixture.host().run(Self.request(credential), link: link)
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.detail == "rpc.invalid_params/params/value ok")
        #expect(await link.writes.map(\.value.bytes.count) == [512])
    }

    @Test("hostile provider: what it says is bounded and holds no key")
    func whatItSaysIsBoundedAndHoldsNoKey() async throws {
        let fixture = try HostFixture()
        try fixture.install(
            "hostile",
            """
            key = start()["credential"]
            import base64
            raw = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
            sys.stderr.write("key " + key + " " + raw.hex() + "\\x1b[31m\\n" + "x" * 100000)
            sys.stderr.flush()
            call("operation.finish", {"outcome": "failed", "reason": "seen", "detail": raw.hex(),
                                      "debug_description": key})
            time.sleep(600)
            """
        )
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(Self.request(credential), link: NukiLink(lock))
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.detail == "[withheld]" && finish.debugText == "[withheld]")
        #expect(outcome.note.hasPrefix("key [withheld] [withheld]?[31m | xxx"))
        #expect(outcome.note.utf8.count <= fixture.limits.noteBytes)
        #expect(!"\(outcome)".contains(Base64URL.encode(credential)))
    }

    /// The key is part of the data that the host passes to the provider.
    @Test("hostile provider: a piece of the key is withheld too") func aPieceOfTheKeyIsWithheldToo() async throws {
        let fixture = try HostFixture()
        try fixture.install(
            "hostile",
            """
            key = start()["credential"]
            import base64
            raw = base64.urlsafe_b64decode(key + "=" * (-len(key) % 4))
            piece = raw[-32:]
            sys.stderr.write(" ".join([piece.hex().upper(), base64.b64encode(piece).decode(),
                                       base64.b64encode(raw[-31:]).decode(), base64.b64encode(raw[-30:]).decode()]))
            sys.stderr.flush()
            call("operation.finish", {"outcome": "failed", "reason": piece.hex(), "detail": "k=" + piece.hex(),
                                      "debug_description": base64.urlsafe_b64encode(piece).decode()})
            time.sleep(600)
            """
        )
        let (lock, credential) = try HostFixture.knownLock()
        let outcome = try await fixture.host().run(Self.request(credential), link: NukiLink(lock))
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.reason == "provider_failed")
        #expect(finish.detail == "k=[withheld]")
        #expect(finish.debugText?.contains("[withheld]") == true)
        let piece = Array(credential.suffix(32))
        for text in [finish.debugText ?? "", outcome.note] {
            for form in [Hex.encode(piece), Hex.encode(piece).uppercased()] { #expect(!text.contains(form), "\(text)") }
            for start in 0..<3 {
                let middle = Base64URL.encode(Array(piece.dropFirst(start))).dropFirst(2).dropLast(4)
                #expect(!text.contains(middle.replacing("-", with: "+").replacing("_", with: "/")), "\(text)")
                #expect(!text.contains(middle), "\(text)")
            }
        }
    }

    /// A person enters the number and the digits of a key. The provider encodes the key's bytes in another way.
    @Test("hostile provider: an entered key is withheld as bytes", arguments: [" ", ""])
    func anEnteredKeyIsWithheldAsBytes(gap: String) async throws {
        let fixture = try HostFixture()
        try fixture.install(
            "hostile",
            """
            key = start()["shared_key"]
            import base64
            raw = bytes.fromhex(key)[1:]
            call("operation.finish", {"outcome": "failed", "reason": "seen", "detail": "k=" + raw.hex().upper(),
                                      "debug_description": "k=" + base64.b64encode(raw).decode()})
            time.sleep(600)
            """
        )
        let (lock, credential) = try HostFixture.knownLock()
        var request = Self.request(credential)
        request.sharedKey = "5a\(gap)0f1e2d3c4b5a69788796a5b4c3d2e1f0"
        let outcome = try await fixture.host().run(request, link: NukiLink(lock))
        guard case .finished(let finish) = outcome.verdict else {
            Issue.record("\(outcome)")
            return
        }
        #expect(finish.detail == "k=[withheld]")
        #expect(finish.debugText?.hasPrefix("k=[withheld]") == true, "\(String(describing: finish.debugText))")
    }

    @Test("hostile provider: what is not installed is said") func whatIsNotInstalledIsSaid() async throws {
        let fixture = try HostFixture()
        try fixture.install("hostile", "")
        let host = try fixture.host()
        let (lock, credential) = try HostFixture.knownLock()
        var request = Self.request(credential)
        request.provider = "absent"
        #expect(await host.run(request, link: NukiLink(lock)).verdict == .failed(ProviderFailure(.notInstalled, "")))
        request.provider = "hostile"
        chmod(fixture.scratch.file("program-hostile"), 0o777)
        #expect(await host.run(request, link: NukiLink(lock)).verdict == .failed(ProviderFailure(.notInstalled, "")))
        chmod(fixture.scratch.file("program-hostile"), 0o755)
        try fixture.scratch.write("not a program", to: "program-hostile", mode: 0o755)
        #expect(await host.run(request, link: NukiLink(lock)).verdict == .failed(ProviderFailure(.notStarted, "")))
    }

    static func request(_ credential: [UInt8], timeout: Duration = .seconds(20)) -> ProviderRequest {
        ProviderRequest(
            provider: "hostile",
            operation: .unlock,
            credential: credential,
            timeout: timeout,
            overtime: .milliseconds(500)
        )
    }
}
