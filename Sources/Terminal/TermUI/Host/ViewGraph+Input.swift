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
}
