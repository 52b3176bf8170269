import RadioModel
package import SeamModel
package import TermCore
package import Wire

/// The text for people about a bound lock.
package enum LockRendering {
    /// A lock's name on this machine. A lock without a name is called by its identity or its address.
    package static func name(of binding: Binding) -> String {
        binding.name ?? binding.identity ?? binding.device.address
    }

    /// The bolt's state and the age of this information, such as `locked, 3 min ago`. Without information, the text is
    /// `unknown`.
    package static func state(of status: LockStatus?, at now: Timestamp) -> (TerminalSafe, TextStyle) {
        guard let status, status.report.state != .unknown else { return ("unknown", .faint) }
        let style: TextStyle = status.report.state == .jammed ? .warning : .plain
        return ("\(status.report.state.rawValue), \(age(of: status, at: now))", style)
    }

    /// The battery's charge, with a warning if it is low, or a hyphen if it is unknown.
    package static func battery(of status: LockStatus?) -> (TerminalSafe, TextStyle) {
        let charge = status?.report.batteryPercent.map { "\($0) %" as TerminalSafe }
        guard status?.report.isBatteryLow == true else { return (charge ?? "-", .plain) }
        return (charge.map { "low, \($0)" } ?? "low", .warning)
    }

    /// The age of the lock's report. If the clock was set back since the report, the time of the report is shown
    /// instead.
    package static func age(of status: LockStatus, at now: Timestamp) -> TerminalSafe {
        let age = status.asOf.duration(to: now)
        guard age > .seconds(-60) else { return "at \(LocalTime.text(status.asOf))" }
        return age < .seconds(10) ? "just now" : "\(TextDuration.text(age)) ago"
    }

    /// Everything that is known about a lock, with one item per line. No line is wider than a narrow terminal.
    package static func lines(of binding: Binding, at now: Timestamp) -> [(TerminalSafe, TextStyle)] {
        let status = binding.status
        let (state, stateStyle) = state(of: status, at: now)
        let (battery, batteryStyle) = battery(of: status)
        var lines: [(TerminalSafe, TextStyle)] = [
            ("\(name(of: binding))", .strong), ("state     \(state)", stateStyle),
        ]
        if let door = status?.report.door { lines.append(("door      \(door.rawValue)", .plain)) }
        lines.append(("battery   \(battery)", batteryStyle))
        lines.append(("firmware  \(status?.report.firmware ?? "-")", .plain))
        if let status { lines.append(("said      \(LocalTime.text(status.asOf))", .plain)) }
        if let heard = binding.heardAt { lines.append(("heard     \(LocalTime.text(heard))", .plain)) }
        lines.append(("lock      \(binding.provider), \(binding.device.address)", .plain))
        lines.append(("binding   \(binding.id)", .faint))
        return lines
    }
}
