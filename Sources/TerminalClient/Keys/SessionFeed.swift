import Dispatch
import OpenCombine
import SeamSDK

/// Tells a model what a session has, for as long as it lives.
final class SessionFeed {
    let model: KeysModel
    private var subscriptions: Set<AnyCancellable> = []

    init(_ seam: Seam) {
        let model = KeysModel(
            KeysModel.Actions(
                after: { delay, action in
                    DispatchQueue.main.asyncAfter(deadline: .now() + (delay / .seconds(1))) {
                        MainActor.assumeIsolated { action() }
                    }
                },
                open: { id in
                    let events = try seam.unlockEvents(using: id)
                    return Opening.Told(events: events.publisher, progress: events.progress.publisher)
                },
                refresh: { done in
                    Task {
                        do {
                            _ = try await seam.refresh()
                            done(nil)
                        } catch {
                            done(Refusal.words(error))
                        }
                    }
                }))
        self.model = model
        seam.systemErrorUpdates.publisher.sink { model.show($0) }.store(in: &subscriptions)
        seam.connectivityUpdates.publisher.sink { model.show($0) }.store(in: &subscriptions)
        seam.isActiveUpdates.publisher.sink { model.show(isActive: $0) }.store(in: &subscriptions)
        seam.credentialUpdates.publisher.sink { model.show($0) }.store(in: &subscriptions)
    }
}
