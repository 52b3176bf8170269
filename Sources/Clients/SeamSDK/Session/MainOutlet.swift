import LinuxSupport
import OpenCombine

/// A subject to which only the main actor sends. OpenCombine's subjects are thread-safe, but are older than `Sendable`.
struct MainOutlet<Element: Sendable>: @unchecked Sendable {
    private let subject = PassthroughSubject<Element, Never>()

    @MainActor private func send(_ element: Element) { subject.send(element) }

    @MainActor private func end() { subject.send(completion: .finished) }

    /// Returns a publisher that sends a stream's elements on the main actor. Each subscriber has its own stream, which
    /// ends when the subscriber cancels.
    static func publisher(_ follow: @escaping @Sendable () -> AsyncStream<Element>) -> AnyPublisher<Element, Never> {
        Deferred { () -> AnyPublisher<Element, Never> in
            let outlet = MainOutlet()
            let pump = Locked<Task<Void, Never>?>(nil)
            return outlet.subject
                // The buffer is for a subscriber that requests one element at a time.
                .buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest)
                // Elements are sent only once there is a subscriber.
                .handleEvents(
                    receiveSubscription: { _ in
                        let elements = follow()
                        let task = Task(executorPreference: SDKLoop.executor) {
                            for await element in elements { await outlet.send(element) }
                            await outlet.end()
                        }
                        pump.withLock { $0 = task }
                    },
                    receiveCancel: { pump.withLock { $0 }?.cancel() }
                )
                .eraseToAnyPublisher()
        }.eraseToAnyPublisher()
    }
}
