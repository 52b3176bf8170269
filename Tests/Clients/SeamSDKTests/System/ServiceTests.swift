import Foundation
import Glibc
import SeamCombine
import SeamSDK
import TestSupport
import Testing
import Wire

/// Tests the service for views through its publishers.
@Suite(.serialized, .timeLimit(.minutes(3))) @MainActor struct ServiceTests {
    /// A view model with keys and events.
    @MainActor private final class Model: ObservableObject {
        @Published var rows: [SeamAccessCredential] = []
        @Published var events: [SeamAccessUnlockEvent] = []
        var isFinished = false
        var bag = Set<AnyCancellable>()

        init(_ service: any SeamServiceProtocol) {
            service.credentialsPublisher.receive(on: RunLoop.main).assign(to: &$rows)
        }

        func unlock(_ id: String, with service: any SeamServiceProtocol) throws {
            try service.unlock(using: id, timeout: 10)
                .sink { _ in
                    self.isFinished = true
                } receiveValue: {
                    self.events.append($0)
                }
                .store(in: &bag)
        }
    }

    /// Waits until `fits` accepts a value from the publisher.
    private func awaits<Value>(_ values: some Publisher<Value, Never>, until fits: @escaping (Value) -> Bool) async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let subscription = values.sink { if fits($0) { continuation.yield() } }
        defer { subscription.cancel() }
        for await _ in stream { return }
    }

    @Test("service: a model lists and opens") func aModelListsAndOpens() async throws {
        let system = try await TestSystem()
        try await system.bind()
        let service = SeamService(seam: system.program())
        let model = Model(service)
        #expect(service.credentials.isEmpty && !service.isActive)
        #expect(throws: SeamError.invalidClientSessionToken) { try service.initialize(clientSessionToken: nil) }
        try service.initialize(clientSessionToken: try system.cloud.token())
        try await service.activate()
        #expect(service.isActive && service.credentials.contains { $0.name == "Front Door" })
        await awaits(model.$rows) { $0 == service.credentials }
        let key = try #require(service.credentials.first { $0.name == "Front Door" })
        try model.unlock(key.id, with: service)
        await awaits(model.$events) { $0.last == .grantedAccess }
        #expect(model.events == [.launched, .grantedAccess])
        #expect(try system.openings() == 1)
        await service.deactivate()
        #expect(service.credentials.isEmpty && !service.isActive)
        await awaits(model.$rows) { $0.isEmpty }
    }

    @Test("service: dropping the subscription before the gate keeps the door shut")
    func droppingTheSubscriptionBeforeTheGateKeepsTheDoorShut() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let (service, id) = (SeamService(seam: seam), try seam.key("Front Door").id)
        try system.fault("slow", step: 2, milliseconds: 3000)
        var model: Model? = Model(service)
        try model?.unlock(id, with: service)
        await awaits(try #require(model?.$events)) { $0 == [.launched] }
        model?.bag = []
        model = nil
        while try await seam.recentUnlocks(limit: 1).first?.outcome == .running {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await seam.recentUnlocks(limit: 1).first?.outcome == .cancelled)
        #expect(try system.openings() == 0)
    }

    @Test("service: a publisher that nobody subscribes to is called off")
    func aPublisherThatNobodySubscribesToIsCalledOff() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.fault("slow", step: 2, milliseconds: 3000)
        _ = try seam.unlock(using: try seam.key("Front Door").id)
        while try await seam.recentUnlocks(limit: 1).first?.outcome == .running {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await seam.recentUnlocks(limit: 1).first?.outcome == .cancelled)
        #expect(try system.openings() == 0)
    }

    @Test("service: every subscriber gets all and the last to go calls it off")
    func everySubscriberGetsAllAndTheLastToGoCallsItOff() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let publisher = try seam.unlock(using: try seam.key("Front Door").id)
        let (stream, continuation) = AsyncStream.makeStream(of: [SeamAccessUnlockEvent].self)
        let gone = publisher.sink { _ in }
        let one = publisher.collect().sink { continuation.yield($0) }
        let other = publisher.collect().sink { continuation.yield($0) }
        gone.cancel()
        for await events in stream.prefix(2) { #expect(events == [.launched, .grantedAccess]) }
        let late = publisher.collect().sink { continuation.yield($0) }
        for await events in stream.prefix(1) { #expect(events == [.launched, .grantedAccess], "also behind the end") }
        withExtendedLifetime((one, other, late)) {}
        #expect(try system.openings() == 1)
    }

    /// The attempt is cancelled when its last subscriber has left. A subscriber that comes later learns that the
    /// attempt was cancelled, and does not wait for an end that never comes.
    @Test("service: who subscribes to what was called off is told so")
    func whoSubscribesToWhatWasCalledOffIsToldSo() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        try system.fault("slow", step: 2, milliseconds: 3000)
        let publisher = try seam.unlock(using: try seam.key("Front Door").id)
        let (stream, continuation) = AsyncStream.makeStream(of: [SeamAccessUnlockEvent].self)
        publisher.sink { _ in }.cancel()
        while try await seam.recentUnlocks(limit: 1).first?.outcome == .running {
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try await seam.recentUnlocks(limit: 1).first?.outcome == .cancelled)
        let late = publisher.collect().sink { continuation.yield($0) }
        for await events in stream {
            #expect(events.first == .launched && events.count == 2)
            guard case .connectionFailed(let text)? = events.last else { throw TestFailure("\(events)") }
            #expect(text.hasPrefix("rpc.cancelled"))
            break
        }
        late.cancel()
        #expect(try system.openings() == 0)
    }

    /// All events arrive on the main actor, even if the subscription was made elsewhere.
    @Test("service: a subscription from elsewhere gets all") func aSubscriptionFromElsewhereGetsAll() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let publisher = try seam.unlock(using: try seam.key("Front Door").id)
        let (stream, continuation) = AsyncStream.makeStream(of: [SeamAccessUnlockEvent].self)
        let queue = DispatchQueue(label: "elsewhere")
        for _ in 0..<2 {
            let subscription = publisher.collect().subscribe(on: queue).sink { @Sendable in continuation.yield($0) }
            for await events in stream {
                #expect(events == [.launched, .grantedAccess])
                break
            }
            subscription.cancel()
        }
        #expect(try system.openings() == 1)
    }

    @Test("service: a hundred services of one program share one connection")
    func aHundredServicesOfOneProgramShareOneConnection() async throws {
        let (system, seam) = try await TestSystem.withSignedIn()
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        let services = (0..<100).map { _ in SeamService(seam: seam) }
        try system.change(TestSystem.Key.front, ["display_name": "New Door"])
        try await seam.refresh()
        for service in services {
            await awaits(service.credentialsPublisher) { $0.contains { $0.name == "New Door" } }
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count <= descriptors)
        weak var gone: SeamService?
        do {
            let service = SeamService(seam: seam)
            gone = service
        }
        #expect(gone == nil, "nothing keeps a service that nobody has")
    }
}
