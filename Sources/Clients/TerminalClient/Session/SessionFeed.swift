import Dispatch
import Foundation
import LinuxSupport
import OpenCombine
import SeamSDK

/// Tells a model what a session has, for as long as this object lives.
final class SessionFeed {
    let model: KeysModel
    private var subscriptions: Set<AnyCancellable> = []

    init(_ seam: Seam) {
        let model = KeysModel(
            KeysModel.Actions(
                surroundings: Surroundings { delay, action in
                    DispatchQueue.main.asyncAfter(deadline: .now() + (delay / .seconds(1))) {
                        MainActor.assumeIsolated { action() }
                    }
                },
                open: { id in
                    let events = try seam.unlockEvents(using: id)
                    return Opening.Told(events: events.publisher, progress: events.progress.publisher)
                },
                refresh: { done in
                    Self.ask(seam) {
                        _ = try await seam.refresh()
                    } then: {
                        done($0.problem)
                    }
                },
                keys: { seam.credentials }, token: Self.token,
                signIn: { token, done in
                    do {
                        // This waits for the SDK's thread, for at most a second, so it must not run on that thread.
                        if !token.isEmpty { try seam.initialize(clientSessionToken: token) }
                    } catch {
                        return done(RefusalText.words(error, because: seam.cloudProblem))
                    }
                    Self.ask(seam) {
                        try await seam.activate()
                    } then: {
                        done($0.problem)
                    }
                },
                reveal: { id, done in Self.ask(seam, { try await seam.reveal(id) }, then: done) },
                activity: { limit in Self.activity(of: seam, limit: limit) }))
        self.model = model
        let (session, list) = (model.session, model.list)
        seam.systemErrorUpdates.publisher.sink { session.show($0) }.store(in: &subscriptions)
        seam.connectivityUpdates.publisher.sink { session.show($0) }.store(in: &subscriptions)
        seam.holderUpdates.publisher.sink { session.show($0) }.store(in: &subscriptions)
        seam.isActiveUpdates.publisher.sink { session.show(isActive: $0) }.store(in: &subscriptions)
        seam.credentialUpdates.publisher.sink { list.show($0) }.store(in: &subscriptions)
    }

    private static func token(in path: String) -> Answer<String> {
        let home = FileManager.default.homeDirectoryForCurrentUser.path(percentEncoded: false)
        let path = path.hasPrefix("~/") ? "\(home)\(home.hasSuffix("/") ? "" : "/")\(path.dropFirst(2))" : path
        do throws(LinuxError) {
            return .value(String(decoding: try SecretFile.read(path, limit: 4096), as: UTF8.self))
        } catch {
            let isLink = error.errorNumber == ELOOP
            let why = isLink ? "\(path) is a symbolic link. Name the file that it leads to." : error.description
            return .problem("The token cannot be read: \(why)")
        }
    }

    /// Follows the journal for as long as there is a subscriber. Before the first list a problem is told; later the
    /// list stays as it was last.
    private static func activity(
        of seam: Seam, limit: Int
    ) -> AnyPublisher<Answer<[SeamUnlockRecord]>, Never> {
        let answers = PassthroughSubject<Answer<[SeamUnlockRecord]>, Never>()
        let isTold = Flag()
        let reading = Task { @MainActor in
            for await records in seam.recentUnlockUpdates(limit: limit) {
                isTold.value = true
                answers.send(.value(records))
            }
        }
        // The stream waits for a daemon that is not there; a person is told so.
        ask(seam, { try await seam.recentUnlocks(limit: limit) }) { answer in
            if !isTold.value { answers.send(answer) }
        }
        return answers.handleEvents(receiveCancel: { reading.cancel() }).eraseToAnyPublisher()
    }

    private final class Flag {
        var value = false
    }

    /// Does something that takes a while, and hands on its outcome.
    private static func ask<Value: Sendable>(
        _ seam: Seam, _ work: @escaping @Sendable () async throws -> Value,
        then done: @escaping @MainActor (Answer<Value>) -> Void
    ) {
        SDKWork.start(work) { result in
            switch result {
            case .success(let value): done(.value(value))
            case .failure(let error): done(.problem(RefusalText.words(error, because: seam.cloudProblem)))
            }
        }
    }
}

extension Answer {
    fileprivate var problem: String? {
        if case .problem(let words) = self { return words }
        return nil
    }
}
