import Foundation
import LinuxSupport
import LockProtocol
import ProviderAPI
import RPC
import RadioModel
import SeamModel
import TestSupport
import Testing
import Wire

@testable import ProviderRuntime

/// A family of locks that do not declare the characteristics that the family's state machine uses.
private enum StrangeFamily: LockFamily {
    struct Machine: KeyMachine {
        var wakeAt: Duration?
        let first: KeyAction

        mutating func handle(
            _ event: KeyEvent, at now: Duration, using random: inout some RandomNumberGenerator
        ) -> [KeyAction] {
            switch event {
            case .started: return [first, .write(characteristic: "ffff", bytes: [2], commit: false)]
            case .failed(let reason): return [.finish(KeyResult(.failed, reason: reason))]
            default: return [.finish(KeyResult(.failed, reason: "something_else"))]
            }
        }
    }

    static func machine(
        for start: OperationStart, at now: Duration, using random: inout some RandomNumberGenerator
    ) throws(OperationRefusal) -> any KeyMachine {
        // The label determines which action comes first.
        let unknown = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
        let first: KeyAction =
            start.label == "write"
            ? .write(characteristic: unknown, bytes: [1], commit: true) : .subscribe(characteristic: unknown)
        return Machine(wakeAt: now + .seconds(600), first: first)
    }

    static func service(of characteristic: String) -> String? { nil }
    static func prompt(_ prompt: KeyPrompt) -> OperationPrompt? { nil }
    static func identity(of credential: [UInt8]) -> String? { nil }
}

@Suite("The loop of a provider's process", .timeLimit(.minutes(1)))
struct OperationLoopTests {
    @Test(
        "operation loop: fails what a characteristic cannot get that no service declares",
        arguments: ["write", "subscribe"])
    func missingCharacteristic(action: String) async throws {
        let directory = try TestDirectory()
        let finished = Locked<JSON?>(nil)
        let written = Locked(0)
        let (ended, end) = AsyncStream.makeStream(of: Void.self)
        var handlers = RPCHandlers()
        handlers.stream(RunOperation.name) { (context, _, sink) async throws(WireError) -> JSONText in
            let start = OperationStart(
                operation: .unlock, action: .unlock, label: action, credential: [1], mtu: 100, services: [],
                deadline: .seconds(60))
            try sink.send("start", start.jsonText)
            for await _ in ended {}
            return .emptyObject
        }
        for method in [WriteCharacteristic.name, SubscribeCharacteristic.name] {
            handlers.unary(method) { (_, _) async throws(WireError) -> JSONText in
                written.withLock { $0 += 1 }
                return .emptyObject
            }
        }
        handlers.unary(FinishOperation.name) { (_, params) async throws(WireError) -> JSONText in
            finished.withLock { $0 = params.json }
            end.finish()
            return .emptyObject
        }
        try await ScriptedServer.with(
            ["provider"], in: directory, contract: ProviderContract.bytes, handlers: handlers
        ) {
            let path = directory.file("provider.sock")
            // The operation blocks its thread until it ends.
            try await onOwnThread {
                let hello = Hello(clientName: "test", clientVersion: "1")
                var loop = try OperationLoop<StrangeFamily>(client: try BlockingClient.connect(to: path, hello: hello))
                try loop.run()
            }
        }
        #expect(finished.withLock { $0 }?["reason"]?.stringValue == "link_no_characteristic")
        #expect(written.withLock { $0 } == 0, "what follows is not sent either")
    }

    private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
        let result = await Handover<Result<Void, any Error>>.wait { waiter in
            Thread.detachNewThread { waiter.give(Result(catching: body)) }
        }
        try result.get()
    }
}
