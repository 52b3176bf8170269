import LinuxSupport
package import RadioModel
package import SeamModel
package import TermCore
package import Wire

/// The conclusions that `seam doctor` draws from its observations. The functions have no side effects, so that every
/// case can be tested.
package enum Examination {
    /// The findings about the daemon. They come from its welcome, and from the digest of the contract with which this
    /// program was built.
    package static func daemon(_ welcome: Welcome, contractDigest: String) -> [Finding] {
        let name: TerminalSafe = "\(welcome.serverName) \(welcome.serverVersion), protocol \(welcome.proto)"
        let version =
            welcome.serverVersion == Release.version
            ? Finding.ok("daemon", name)
            : Finding(
                "daemon", .warn, "\(name); this is seam \(Release.version)",
                remedy: "install the same version of both")
        let identity = Finding.ok("identity", "the daemon knows you as uid \(welcome.peerUID)")
        guard let digest = welcome.contracts["session"], digest == contractDigest else {
            let finding = Finding(
                "contract", .warn, "the daemon's methods differ from those that this program was built with",
                remedy: "install the same version of both; the methods that both know still work")
            return [version, identity, finding]
        }
        return [version, identity, .ok("contract", "both sides have the same methods")]
    }

    /// The findings from the result of `rpc.health`.
    package static func health(_ json: JSON, of unit: TerminalSafe = "seam-sessiond") -> [Finding] {
        (json["components"]?.arrayValue ?? []).prefix(32).map { component in
            let name = component["name"]?.stringValue ?? "?"
            let status = component["status"]?.stringValue ?? "unknown"
            let text = component["reason"]?.stringValue
            let reason = text.map { ": \($0)" as TerminalSafe } ?? ""
            let check: TerminalSafe = "part \(name)"
            switch status {
            case "serving": return .ok(check, text.map { "\($0)" } ?? "serving")
            case "degraded":
                return Finding(check, .warn, "degraded\(reason)", remedy: remedy(name, of: unit))
            default: return Finding(check, .fail, "\(status)\(reason)", remedy: remedy(name, of: unit))
            }
        }
    }

    /// The remedy for a component that is degraded or not serving.
    private static func remedy(_ part: String, of unit: TerminalSafe) -> TerminalSafe {
        switch part {
        case "bus": "close the bus to them with the policy in deploy/dbus, then check it with seam-bus-check"
        case "clock": SessionRendering.clockRemedy
        case "damage":
            "see 'A damaged store' in deploy/docs/lifesignal.md; ask people what is missing, and check the disk"
        case "providers":
            "see 'In a container' in deploy/docs/limits.md for what they need, and the log of \(unit)"
        case "sender": "see 'systemctl status lifesignal-sender' and its log"
        default: "see the log of \(unit)"
        }
    }

    /// The findings about the session's state: whether somebody is signed in, whether the session is active, and how
    /// old the session's keys are.
    package static func session(_ status: SessionStatus, now: Timestamp) -> [Finding] {
        guard status.isInitialized || status.isActive else {
            let reason = status.sync.reason.map { ": \(SessionRendering.why($0))" as TerminalSafe } ?? ""
            let needsToken = [SyncReason.tokenRefused, .tokenExpired].contains(
                status.sync.reason.flatMap(SyncReason.init))
            return [
                Finding(
                    "session", .warn, "'\(status.name)' is not signed in\(reason)",
                    remedy: needsToken
                        ? "get a new client session token, then run 'seam init'"
                        : "run 'seam init', then 'seam activate'")
            ]
        }
        guard status.isActive else {
            return [Finding("session", .warn, "'\(status.name)' is not active", remedy: "seam activate")]
        }
        return [.ok("session", "'\(status.name)' is active"), expiry(status, now: now), sync(status.sync, now: now)]
    }

    private static func expiry(_ status: SessionStatus, now: Timestamp) -> Finding {
        guard let expiresAt = status.expiresAt else { return .ok("token", "no expiry known") }
        let text = LocalTime.text(expiresAt)
        if expiresAt <= now {
            return Finding("token", .fail, "expired at \(text)", remedy: "get a new token, then run 'seam init'")
        }
        guard now.duration(to: expiresAt) > .seconds(86_400) else {
            return Finding("token", .warn, "expires soon, at \(text)", remedy: "get a new token, then run 'seam init'")
        }
        return .ok("token", "valid until \(text)")
    }

    private static func sync(_ sync: SyncStatus, now: Timestamp) -> Finding {
        if let lastOK = sync.lastOK, lastOK > now.advanced(by: .seconds(60)) {
            return Finding(
                "keys", .warn, "last read at \(LocalTime.text(lastOK)), which is later than this machine's clock",
                remedy: SessionRendering.clockRemedy)
        }
        if let reading = sync.reading, sync.staleSince == nil {
            return Finding("keys", .warn, KeyReading.words(reading), remedy: "wait a moment")
        }
        let text = SessionRendering.synced(sync, now)
        guard sync.staleSince != nil || sync.lastOK == nil else { return .ok("keys", text) }
        let reason = sync.reason.map { ": \(SessionRendering.why($0))" as TerminalSafe } ?? ""
        let wait = sync.next.map { now.duration(to: $0) }.flatMap { $0 > .zero ? $0 : nil }
        let advice = sync.reason.flatMap(SyncReason.init)?.advice(after: wait)
        return Finding(
            "keys", .warn, "\(text)\(reason)",
            remedy: advice.map { "\($0)" } ?? "connect to the internet, then run 'seam refresh'")
    }

    /// The finding about the radio's state, with the remedy.
    package static func radio(_ state: RadioState) -> Finding {
        let text = SessionRendering.radio(state)
        switch state {
        case .ready: return .ok("radio", text)
        case .unknown: return Finding("radio", .fail, text, remedy: "systemctl status seam-radiod")
        case .absent:
            return Finding(
                "radio", .fail, text, remedy: "plug in a Bluetooth LE adapter, then check it with 'bluetoothctl list'")
        case .noBluetoothd, .bluetoothdSilent:
            return Finding(
                "radio", .fail, text, remedy: "run 'systemctl restart bluetooth', and see 'journalctl -u bluetooth'")
        case .off: return Finding("radio", .fail, text, remedy: "bluetoothctl power on")
        case .blocked:
            return Finding(
                "radio", .fail, text,
                remedy: "run 'rfkill unblock bluetooth' or use the machine's switch; then run 'bluetoothctl power on'")
        case .noPermission:
            return Finding(
                "radio", .fail, text, remedy: "let user seam-radio use the bus, with the policy in deploy/dbus")
        case .wedged: return Finding("radio", .fail, text, remedy: "run 'systemctl restart bluetooth seam-radiod'")
        }
    }

    /// The findings about providers. A missing provider matters only if one of the person's keys needs it.
    package static func providers(_ providers: [ProviderDescription], keys: [Credential]) -> [Finding] {
        let installed = providers.filter { $0.state == .installed }
        let names = installed.map { TerminalSafe($0.name) }.joined(separator: ", ")
        let have: Finding =
            installed.isEmpty
            ? Finding("providers", .warn, "no provider is installed", remedy: "install a seam-provider package")
            : .ok("providers", "installed: \(names)")
        let needed = Set(keys.compactMap(\.provider))
        let missing = providers.filter { $0.state != .installed && needed.contains($0.name) }
        let unknown = needed.subtracting(providers.map(\.name)).sorted().map { name in
            Finding(
                "provider \(name)", .warn, "no module for \(name) locks is installed, and a key needs it",
                remedy: "ask the operator for seam-provider-\(name), or \(ClosedProviders.remedy)")
        }
        return [have] + unknown
            + missing.map { provider in
                let state = TerminalSafe(provider.state.rawValue)
                return Finding(
                    "provider \(provider.name)", .warn, "\(state), but a key needs it", remedy: "\(provider.remedy)")
            }
    }

    /// The findings about keys that do not work.
    package static func keys(_ keys: [Credential]) -> [Finding] {
        let broken = keys.filter(KeyProblem.isBroken)
        guard !broken.isEmpty else { return [.ok("key list", "\(keys.count) keys, none with an error")] }
        let list = Finding(
            "key list", .warn, "\(broken.count) of \(keys.count) keys cannot be used",
            remedy: "run 'seam keys' to see what to do about each key")
        // For keys with an unknown problem, 'seam keys' refers people to 'seam doctor'.
        let unclear = broken.filter { $0.errors.contains(.unknown) }.map { "'\($0.name)'" as TerminalSafe }
        guard !unclear.isEmpty else { return [list] }
        return [
            list,
            Finding(
                "cloud's errors", .warn,
                "\(unclear.joined(separator: ", ")): the cloud reports a reason that this version does not know",
                remedy: "the operator can find the reason at the key in Seam Console, or in the log of seam-sessiond"),
        ]
    }

    /// The findings from the bound locks' last reports. A lock with an empty battery opens for nobody.
    package static func locks(_ bindings: [Binding]) -> [Finding] {
        bindings.compactMap { binding in
            let check: TerminalSafe = "lock \(LockRendering.name(of: binding))"
            guard let report = binding.status?.report else { return nil }
            if report.isBatteryLow {
                let charge = report.batteryPercent.map { ", at \($0) %" as TerminalSafe } ?? ""
                return Finding(
                    check, .warn, "its battery is low\(charge)",
                    remedy: "change the battery, then open the lock, or run 'seam locks status \(binding.id) --refresh'"
                )
            }
            guard report.state == .jammed else { return nil }
            return Finding(
                check, .warn, "its motor did not finish", remedy: "look at the door, then open the lock once")
        }
    }

    /// The finding about the wall clock, which decides which keys are valid. The clock must at least be later than this
    /// program's release.
    package static func clock(_ now: Timestamp) -> Finding {
        // The limit is 2026-01-01T00:00:00Z.
        guard now >= Timestamp(millisecondsSince1970: 1_767_225_600_000) else {
            return Finding("clock", .fail, "says \(now.description)", remedy: "timedatectl set-ntp true")
        }
        return .ok("clock", "\(now.description)")
    }

    /// The finding about the session daemon's socket after a failed call. `isSetUp` is false if the package is
    /// installed but the machine was not set up.
    package static func socket(_ path: String, _ error: WireError, isSetUp: Bool) -> Finding {
        guard error.reason == "rpc.unreachable", !isSetUp else { return Finding("socket \(path)", failed: error) }
        return Finding(
            "socket \(path)", .fail, "no daemon is listening: this machine is not set up", remedy: "sudo seam setup")
    }

    /// The finding about the administrators' socket, from the outcome of a connection.
    package static func admin(_ error: WireError?) -> Finding {
        switch error?.reason {
        case nil: .ok("admin socket", "you may administer")
        case "rpc.socket_permission", "rpc.peer_refused": .ok("admin socket", "you are not an administrator")
        case _?:
            Finding(
                "admin socket", .warn, error.map { Diagnosis($0).message } ?? "",
                remedy: "needed only to bind locks; see admin_socket in the daemon's configuration")
        }
    }
}
