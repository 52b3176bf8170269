/// Shows the name of each key, click and paste on the screen, until Ctrl-C. Run this trial under ``TerminalGuard``.
package struct TerminalTrial {
    private let profile: TerminalProfile

    package init(profile: TerminalProfile) {
        self.profile = profile
    }

    /// Runs the trial on the screen until Ctrl-C, or until the terminal no longer exists.
    package func run(at device: TTYDevice) {
        guard var screen = TerminalScreen(device, profile: profile, lifeline: TerminalGuard.lifeline) else { return }
        var happenings: [TerminalSafe] = []
        while true {
            show(happenings, on: &screen)
            switch screen.next() {
            case .over: return
            case .nothing: break
            case .changed:
                note("the terminal has \(screen.size.columns) x \(screen.size.rows) cells", &happenings)
            case .input(let events):
                for event in events {
                    if event == .key(KeyEvent(.character("c"), .control)) { return }
                    if event == .key(KeyEvent(.character("z"), .control)) { screen.suspend() }
                    note(Self.name(event), &happenings)
                }
            }
        }
    }

    private func note(_ happening: TerminalSafe, _ happenings: inout [TerminalSafe]) {
        happenings = [happening] + happenings.prefix(CellBuffer.limit.height)
    }

    private func show(_ happenings: [TerminalSafe], on screen: inout TerminalScreen) {
        let size = screen.size
        var frame = CellBuffer(width: size.columns, height: size.rows)
        frame.write("Seam  keys, clicks and pastes", CellStyle(attributes: .bold), x: 1, y: 0)
        frame.write(Self.summary(screen.capabilities), CellStyle(attributes: .dim), x: 1, y: 1)
        for (row, happening) in happenings.prefix(max(0, size.rows - 4)).enumerated() {
            frame.write(happening, row == 0 ? .plain : CellStyle(attributes: .dim), x: 3, y: row + 3)
        }
        frame.write("Ctrl-C end   Ctrl-Z suspend", CellStyle(attributes: .dim), x: 1, y: size.rows - 1)
        screen.show(frame, cursor: FrameEncoder.Cursor(x: 3, y: min(3, size.rows - 1)))
    }

    private static func summary(_ capabilities: Capabilities) -> TerminalSafe {
        var parts: [TerminalSafe] = [
            capabilities.version ?? capabilities.profile.name, "\(capabilities.profile.depth.value.rawValue) colours",
        ]
        if let isLight = capabilities.isLight { parts.append(isLight ? "light background" : "dark background") }
        if capabilities.hasSynchronizedOutput { parts.append("whole frames") }
        parts.append("pictures as \(capabilities.pictureLook.step.rawValue)")
        if capabilities.hasKittyKeyboard { parts.append("all keys distinguished") }
        return parts.joined(separator: ", ")
    }

    private static func name(_ event: InputEvent) -> TerminalSafe {
        switch event {
        case .key(let key): "key \(key.description)"
        case .paste(let text): "paste of \(text.count) characters"
        case .burst(let text): "\(text.count) keys at the same time, as from a scanner or a paste without marks"
        case .pasteLost(true): "the paste is incomplete: paste it again, or press Ctrl-C"
        case .pasteLost(false): "the end of a paste"
        case .focus(let isFocused): isFocused ? "focus" : "focus lost"
        case .reply(let reply): name(reply)
        case .mouse(let mouse): "mouse \(name(mouse.action)) at column \(mouse.x + 1), row \(mouse.y + 1)"
        }
    }

    private static func name(_ action: MouseEvent.Action) -> TerminalSafe {
        switch action {
        case .press(let button): "\(name(button)) pressed"
        case .release(let button): "\(name(button)) released"
        case .drag(let button): "\(name(button)) dragged"
        case .scrollUp: "wheel up"
        case .scrollDown: "wheel down"
        }
    }

    private static func name(_ button: MouseEvent.Button) -> TerminalSafe {
        switch button {
        case .left: "left"
        case .middle: "middle"
        case .right: "right"
        }
    }

    private static func name(_ reply: TerminalReply) -> TerminalSafe {
        switch reply {
        case .attributes: "answer: it is a terminal"
        case .sixel: "answer: it draws sixels"
        case .keyboard: "answer: it distinguishes all keys"
        case .mode(let number, let isKnown): isKnown ? "answer: it knows mode \(number)" : "answer: no mode \(number)"
        case .background: "answer: its background"
        case .version(let version): "answer: \(version)"
        }
    }
}
