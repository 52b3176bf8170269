package import OpenCombine

/// Short messages that go away by themselves, one after the other, each after the time that a person needs to read
/// it.
package final class ToastQueue: ObservableObject {
    /// The message that is shown.
    @Published package private(set) var current: String?

    private var waiting: [String] = []
    private let after: (Duration, @escaping () -> Void) -> Void

    /// The limit of waiting messages: beyond it, the oldest go.
    private static let most = 5

    /// `after` runs something later, on the main actor.
    package init(after: @escaping (Duration, @escaping () -> Void) -> Void) {
        self.after = after
    }

    /// Shows the message when those before it have gone; does nothing if it is already the last.
    package func tell(_ text: String) {
        guard text != waiting.last ?? current else { return }
        waiting.append(text)
        if waiting.count > Self.most { waiting.removeFirst() }
        if current == nil { next() }
    }

    private func next() {
        guard !waiting.isEmpty else { return current = nil }
        let text = waiting.removeFirst()
        current = text
        after(Self.reading(text)) { [weak self] in self?.next() }
    }

    /// The time to read a text, at 225 words a minute, and 2.5 s at least.
    package static func reading(_ text: String) -> Duration {
        let words = text.split(separator: " ").count
        return max(.milliseconds(2500), .seconds(60) * words / 225)
    }
}

/// The line that shows a queue's messages; it takes no room while there is none.
package struct ToastLine: View {
    @ObservedObject private var queue: ToastQueue

    /// The line of a queue.
    package init(_ queue: ToastQueue) {
        self.queue = queue
    }

    package var body: some View {
        if let text = queue.current { Text(text).lineLimit(2).padding(.horizontal) }
    }
}
