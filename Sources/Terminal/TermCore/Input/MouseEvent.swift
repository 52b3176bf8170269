/// A mouse action and its position.
package struct MouseEvent: Hashable, Sendable {
    /// The action of the mouse.
    package enum Action: Hashable, Sendable {
        case press(Button)
        case release(Button)
        /// The mouse was moved with the button held down.
        case drag(Button)
        case scrollUp, scrollDown
    }

    /// A button of the mouse.
    package enum Button: Int, Hashable, Sendable {
        case left, middle, right
    }

    package var action: Action
    /// The column of the event, counted from 0.
    package var x: Int
    /// The row of the event, counted from 0.
    package var y: Int
    package var modifiers: KeyEvent.Modifiers

    package init(_ action: Action, x: Int, y: Int, _ modifiers: KeyEvent.Modifiers = []) {
        self.action = action
        self.x = x
        self.y = y
        self.modifiers = modifiers
    }

    /// Creates an event from xterm's numbers (SGR 1006), or returns nil for events that nobody requested.
    init?(code: Int, x: Int, y: Int, isRelease: Bool) {
        guard x >= 1, y >= 1, code < 128 else { return nil }
        let button = Button(rawValue: code & 3)
        switch (code & 0b1110_0000, button) {
        case (0, let button?): action = isRelease ? .release(button) : .press(button)
        case (32, let button?): action = .drag(button)
        case (64, .left): action = .scrollUp
        case (64, .middle): action = .scrollDown
        default: return nil
        }
        (self.x, self.y) = (x - 1, y - 1)
        modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
    }
}
