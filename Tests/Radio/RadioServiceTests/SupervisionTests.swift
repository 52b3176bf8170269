import Foundation
import LinuxSupport
import Logging
import RPC
import RadioCore
import RadioService
import TestSupport
import Testing
import VirtualRadio
import Wire

/// Tests at what times the broker sends reports to a service manager, and at what times it sends no reports.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SupervisionTests {
    /// Pings come every 20 ms. One second without a ping counts as silence.
    private static let limit = "40000"
    private static let silence = Duration.seconds(1)

    /// Runs `body` while a broker sends its reports to a socket.
    private static func run(_ body: @escaping @Sendable (NotifySocket, TestDirectory) async throws -> Void) async throws
    {
        let directory = try TestDirectory()
        let manager = try NotifySocket(directory.file("notify"))
        let environment = try ServiceEnvironment(
            ["NOTIFY_SOCKET": manager.name, "WATCHDOG_USEC": limit], pid: getpid(), pidfdID: nil)
        var configuration = RadioConfiguration()
        configuration.socket = directory.file("radio.sock")
        configuration.allow.users = [geteuid()]
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let daemon = try RadioDaemon(
            configuration, air: .virtual(path: directory.file("air.sock")),
            supervisor: Supervisor(environment, sockets: [:]), logger: logger)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await daemon.run() }
            defer { group.cancelAll() }
            try await onOwnThread {
                #expect(manager.next(beginning: "READY=1") == "READY=1\nSTATUS=adapter ready")
                #expect(manager.next(beginning: "WATCHDOG=1") != nil)
            }
            try await body(manager, directory)
        }
    }

    @Test("supervision: a servers loop that hangs ends the signs of life")
    func aServersLoopThatHangsEndsTheSignsOfLife() async throws {
        try await Self.run { manager, directory in
            let block = Block()
            // If a process has only one thread, its servers share the event loop.
            let server = try Self.server(block)
            let listener = try UnixSocket.listen(at: directory.file("other.sock"), mode: 0o600)
            try await withThrowingTaskGroup(of: Void.self) { group in
                let endpoint = RPCEndpoint(socket: "session", listener: listener) { _ in .admitted }
                group.addTask { try await server.run([endpoint]) }
                defer { group.cancelAll() }
                try await onOwnThread {
                    let client = try UnixConnection(directory.file("other.sock"))
                    try client.send(#"{"type":"hello","proto":[1],"client":{"name":"t","version":"1"}}"# + "\n")
                    _ = try client.line()
                    try client.send(#"{"type":"call","id":1,"method":"test.block"}"# + "\n")
                    block.awaitEntry()
                    #expect(Self.signs(manager) <= 1)
                    block.release()
                    #expect(manager.next(within: .seconds(20)) == "WATCHDOG=1")
                }
            }
        }
    }

    @Test("supervision: a drivers loop that hangs ends the signs of life")
    func aDriversLoopThatHangsEndsTheSignsOfLife() async throws {
        try await Self.run { manager, directory in
            // Virtual radios share an event loop, which also calls their sinks.
            let driver = try VirtualRadioDriver(path: directory.file("other-air.sock"))
            let block = Block()
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await driver.run(into: BlockingSink(block: block)) }
                defer { group.cancelAll() }
                try await onOwnThread {
                    block.awaitEntry()
                    #expect(Self.signs(manager) <= 1)
                    block.release()
                    #expect(manager.next(within: .seconds(20)) == "WATCHDOG=1")
                }
            }
        }
    }

    /// The number of signs of life that arrive before they stop. One sign of life may have been sent before the block.
    private static func signs(_ manager: NotifySocket) -> Int {
        manager.drain()
        var count = 0
        while count < 3, manager.next(within: silence) != nil { count += 1 }
        return count
    }

    private static func server(_ block: Block) throws -> RPCServer {
        let contract = """
            {"service":"test","version":1,"types":{"empty":{"type":"object","properties":{},"additionalProperties":false}},
            "methods":[{"name":"test.block","kind":"unary","sockets":["session"],"params":{"$ref":"#/types/empty"},
            "result":{"$ref":"#/types/empty"},"timeout_ms":{"default":10000,"max":60000},"doc":"holds its loop"}]}
            """
        var handlers = RPCHandlers()
        handlers.unary("test.block") { (_, params) async throws(WireError) -> JSONText in
            block.enter()
            return params
        }
        let configuration = try RPCServer.Configuration(
            name: "test", version: "1", epoch: "e", contracts: [ServedContract(bytes: Array(contract.utf8))],
            quotas: RPCQuotas(exemptUsers: []), logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return RPCServer(configuration, handlers: handlers)
    }
}

/// Blocks a thread until a test releases it.
private final class Block: @unchecked Sendable {
    // The condition's lock protects both flags.
    private let condition = NSCondition()
    private var isEntered = false
    private var isReleased = false

    func enter() {
        condition.withLock {
            isEntered = true
            condition.broadcast()
            while !isReleased { condition.wait() }
        }
    }

    func awaitEntry() {
        condition.withLock { while !isEntered { condition.wait() } }
    }

    func release() {
        condition.withLock {
            isReleased = true
            condition.broadcast()
        }
    }
}

private struct BlockingSink: RadioEventSink {
    let block: Block

    func handle(_ event: RadioEvent) { block.enter() }
}

/// Runs `body` on a separate thread, because `body` blocks. No task then has to wait for a blocked thread.
private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
    let result = await withCheckedContinuation { (continuation: CheckedContinuation<Result<Void, any Error>, Never>) in
        Thread { continuation.resume(returning: Result<Void, any Error> { try body() }) }.start()
    }
    try result.get()
}
