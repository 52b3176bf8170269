import LinuxSupport
import LockProtocol
import NIOCore
import NIOPosix
import VirtualRadio
import Wire

/// The server of the control socket. Each line is a command, and each command gets one line as its answer.
struct ControlServer: Sendable {
    /// The largest length of a line, in bytes.
    static let lineLimit = 4_096
    /// The largest number of simultaneous connections. More connections are closed immediately.
    static let connectionLimit = 32

    let perform: @Sendable (ControlCommand) async -> JSON

    /// Serves until the task is cancelled. Throws if the socket cannot be served.
    func run(_ descriptor: consuming OwnedDescriptor, on group: any EventLoopGroup) async throws {
        let handle = descriptor.release()
        let server = try await ServerBootstrap(group: group).bind(handle) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
            }
        }
        try await server.executeThenClose { connections in
            try await withThrowingDiscardingTaskGroup { tasks in
                let open = Locked(0)
                for try await connection in connections {
                    let count = open.withLock { count in
                        count += 1
                        return count
                    }
                    tasks.addTask {
                        if count <= Self.connectionLimit {
                            await serve(connection)
                        } else {
                            // Nothing was read or promised, so a failure to close does not need a report.
                            try? await connection.channel.close()
                        }
                        open.withLock { $0 -= 1 }
                    }
                }
            }
        }
    }

    private func serve(_ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>) async {
        do {
            try await connection.executeThenClose { inbound, outbound in
                var splitter = LineSplitter(limit: Self.lineLimit)
                for try await buffer in inbound {
                    for line in try splitter.feed(buffer.readableBytesView) {
                        var answer = ByteBuffer(bytes: await answer(to: line).bytes)
                        answer.writeInteger(UInt8(ascii: "\n"))
                        try await outbound.write(answer)
                    }
                }
            }
        } catch {
            // The tester disconnected or sent an endless line. The connection is closed, and the error is not reported,
            // because nobody receives reports.
        }
    }

    private func answer(to line: [UInt8]) async -> JSON {
        do {
            return await perform(try ControlCommand(line: line))
        } catch {
            return Self.failure(error)
        }
    }

    /// Returns the answer `{"ok":false,"error":{"code","message"}}`.
    static func failure(_ error: VirtualLockError) -> JSON {
        .members(
            ("ok", false),
            (
                "error",
                .members(("code", .string(error.code.rawValue)), ("message", .string(error.message)))
            )
        )
    }
}
