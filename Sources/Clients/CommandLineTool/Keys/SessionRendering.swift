import LinuxSupport
import RadioModel
import SeamModel
import TermCore
import Wire

/// Shows a session to people.
enum SessionRendering {
    static func write(_ status: SessionStatus, on console: Console) throws {
        let now = Timestamp(millisecondsSince1970: SystemClock.wallMilliseconds())
        func row(_ title: TerminalSafe, _ value: TerminalSafe, _ style: TextStyle = .plain) throws {
            try Self.row(title, value, style, on: console)
        }
        let (state, style) = self.state(status)
        try row("session", "\(status.name)")
        try row("state", state, style)
        if let token = status.maskedToken { try row("token", "\(token)") }
        if let person = status.userIdentityName { try row("person", "\(person)") }
        if let workspace = status.workspaceName ?? status.workspaceID { try row("workspace", "\(workspace)") }
        if let expiry = status.expiresAt { try row("expires", LocalTime.text(expiry)) }
        if status.isActive {
            try row("keys", synced(status.sync, now), status.sync.staleSince == nil ? .plain : .warning)
            if let reading = KeyReading.words(of: status.sync) { try row("", reading, .warning) }
        }
        if let reason = status.sync.reason { try row("", why(reason)) }
        if status.sync.staleSince != nil, let wait = status.sync.next.map({ now.duration(to: $0) }), wait > .zero {
            try row("", "asked again in \(SyncReason.text(wait))")
        }
        try row("radio", radio(status.radio), status.radio == .ready ? .plain : .warning)
    }

    /// Writes the health of the daemon's clock, or nothing if the clock is right.
    static func writeClock(_ health: JSON, on console: Console) throws {
        let clock = health["components"]?.arrayValue?.first { $0["name"] == "clock" }
        guard let clock, clock["status"] != "serving", let reason = clock["reason"]?.stringValue else { return }
        try row("clock", "\(reason)", .warning, on: console)
        try row("", "\(clockRemedy)", .plain, on: console)
    }

    /// The remedy for a wrong clock.
    static let clockRemedy: TerminalSafe = "set the machine's clock: see 'timedatectl'"

    private static func row(
        _ title: TerminalSafe, _ value: TerminalSafe, _ style: TextStyle, on console: Console
    ) throws {
        let padding = TerminalSafe(trusted: String(repeating: " ", count: max(0, 11 - title.columns)))
        let head = console.palette.paint(title, .faint)
        try console.line("\(head)\(padding)\(console.palette.paint(value, style))")
    }

    private static func state(_ status: SessionStatus) -> (TerminalSafe, TextStyle) {
        switch (status.isInitialized, status.isActive) {
        case (_, true): ("active", .good)
        case (true, false): ("initialized, but not active: run 'seam activate'", .warning)
        case (false, false): ("not signed in: run 'seam init'", .warning)
        }
    }

    /// A text about how current the keys are.
    static func synced(_ sync: SyncStatus, _ now: Timestamp) -> TerminalSafe {
        guard let lastOK = sync.lastOK else { return "not read from the cloud yet" }
        let age = TextDuration.text(max(.zero, lastOK.duration(to: now)))
        guard sync.staleSince != nil else { return "read \(age) ago" }
        let isOffline = sync.reason.flatMap(SyncReason.init)?.isOffline ?? true
        return isOffline ? "offline: last read \(age) ago" : "last read \(age) ago"
    }

    /// A text that explains why the keys may be older than the cloud's keys: the reason's meaning, or its name if the
    /// meaning is unknown.
    static func why(_ reason: String) -> TerminalSafe {
        "\(SyncReason(rawValue: reason)?.words ?? reason)"
    }

    static func radio(_ state: RadioState) -> TerminalSafe {
        switch state {
        case .unknown: "unknown: the radio daemon does not answer"
        case .absent: "no adapter"
        case .noBluetoothd: "bluetoothd is not running"
        case .bluetoothdSilent: "bluetoothd does not answer"
        case .off: "off"
        case .blocked: "blocked (rfkill)"
        case .noPermission: "not permitted"
        case .ready: "ready"
        case .wedged: "hangs"
        }
    }
}
