package import TermCore

extension ViewGraph {
    /// Offers a terminal event to the views.
    package func take(_ event: InputEvent) {
        switch event {
        case .key(let key): if let press = KeyPress(key) { self.press(press) }
        case .mouse(let event): mouse(event)
        case .paste(let text): paste(text)
        case .burst(let text): burst(text)
        case .pasteLost, .focus, .reply: break
        }
    }

    /// Offers a mouse event to the views at its place, the frontmost view first.
    @discardableResult
    package func mouse(_ event: MouseEvent) -> Bool {
        update()
        switch event.action {
        case .release:
            let held = pressed
            pressed = nil
            if event.action == .release(.left), let touches, touches.isDown { return touches.release(event, held) }
            // The release of a button is ignored if the button was not pressed on a view.
            guard let held else { return false }
            return held.isAttached && held.primitive?.mouse(event, held) == true
        case .drag(.left): if let touches, touches.isDown { return touches.drag(event) }
        default: break
        }
        if let footer, footer.frame.contains(x: event.x, y: event.y) { return footer.mouse(event) }
        taken = nil
        let isTaken = scope?.mouse(event) == true
        if event.action == .press(.left) { beginTouch(event) }
        return isTaken
    }

    /// Begins a touch on the view that has handled the press, or goes on with the taps on it.
    private func beginTouch(_ event: MouseEvent) {
        if let touches, touches.isDown || touches.origin !== taken || taken == nil { touches.abandon() }
        if touches == nil { touches = taken.flatMap { Touches(on: $0) } }
        touches?.take(Touch(.began, event, at: now))
    }

    /// Sends the further events of the mouse's button to a view.
    package func hold(_ node: ViewNode) { pressed = node }

    /// Whether the mouse's button is held down on a view that wants its further events.
    package func isHeld(_ node: ViewNode) -> Bool { pressed === node }

    /// Releases the button for a control, without an effect.
    func cancelPress(of control: ViewNode) {
        guard pressed === control else { return }
        pressed = nil
        if control.isAttached { _ = control.primitive?.mouse(MouseEvent(.release(.left), x: -1, y: -1), control) }
    }
}
