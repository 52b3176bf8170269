import Glibc
import RPC
import SessionAPI
import TermCore
import Wire

/// The common part of commands that keep running and report events.
enum Following {
    /// Runs a stream. For each item, `body` passes its work to the given function. This function returns whether to
    /// continue. If `endsWithReader` is true, the stream ends when the reader has gone or output fails, and Ctrl-C ends
    /// it with ``ExitStatus/cancelled``. A stream that performs an action ends with its own error.
    static func run(
        on console: Console, endsWithReader: Bool = true,
        _ body: (_ step: (() throws -> Void) -> BlockingClient.Step) throws -> Void
    ) throws {
        var failure: (any Error)?
        do {
            try body { work in
                do {
                    try work()
                } catch {
                    failure = failure ?? error
                }
                return endsWithReader && (failure != nil || console.isReaderGone) ? .cancel : .more
            }
        } catch let error as WireError {
            if let failure { throw failure }
            // We cancelled the stream ourselves, because the reader has gone or because of Ctrl-C.
            guard endsWithReader, error.code == .cancelled, error.effect == .none else { throw error }
            if console.isReaderGone { return }
            throw CommandEnd(status: .cancelled)
        }
        if let failure { throw failure }
    }
}

extension Following {
    /// Makes calls on a separate connection while a stream is running. Ctrl-C ends both the calls and the stream, even
    /// if the last reply arrives first.
    static func ask<Answer>(
        _ socket: Link.Socket, on console: Console, _ body: (BlockingClient) throws -> Answer
    ) throws -> Answer {
        do {
            let client = try Link.open(socket, console.environment)
            let answer = try body(client)
            guard client.wasInterrupted else { return answer }
        } catch let error as WireError {
            guard error.code == .cancelled, error.effect == .none else { throw error }
        }
        throw CommandEnd(status: console.isReaderGone ? .done : .cancelled)
    }

    /// Follows a topic until its end, even if the daemon restarts in the meantime. `body` gets each item, the item's
    /// content, if any, and the position after the item.
    static func topic<Method: TypedStream>(
        _ method: Method.Type, _ params: Method.Params, from start: StreamTerms.Start, at socket: Link.Socket,
        on console: Console, _ body: @escaping (Item, TopicReader.Element?, TopicCursor?) throws -> Void
    ) throws {
        let interrupt = try Link.interrupt()
        var client = try Link.open(socket, console.environment, interrupt: interrupt)
        var reader = TopicReader(terms: StreamTerms(from: start))
        while true {
            do {
                var call = OutgoingCall(stream: Method.name, params: params.jsonText, terms: reader.terms)
                call.onlyReads = Method.onlyReads
                return try read(client, call, &reader, console, body)
            } catch let error as WireError {
                client.close()
                client = try reopen(after: error, &reader, interrupt, socket, console)
            }
        }
    }

    private static func read(
        _ client: BlockingClient, _ call: OutgoingCall, _ reader: inout TopicReader, _ console: Console,
        _ body: @escaping (Item, TopicReader.Element?, TopicCursor?) throws -> Void
    ) throws {
        var current = reader
        defer { reader = current }
        var hasBegun = false
        // Between events, the sign for waiting is not shown.
        client.whileWaiting = nil
        client.cancel(whenReaderLeaves: STDOUT_FILENO)
        try run(on: console) { step in
            _ = try client.stream(call) { item in
                step {
                    if !hasBegun, let epoch = client.welcome?.epoch { current.began(epoch: epoch) }
                    hasBegun = true
                    let element = try current.received(item)
                    try body(item, element, current.place)
                }
            }
        }
    }

    /// Reconnects as soon as a daemon is running. If another call is useless, throws `error`, or the error of the new
    /// connection.
    private static func reopen(
        after error: WireError, _ reader: inout TopicReader, _ interrupt: Interrupt, _ socket: Link.Socket,
        _ console: Console
    ) throws -> BlockingClient {
        var error = error
        var isToldGone = false
        while true {
            guard case .again(let pause) = reader.ended(error) else { throw error }
            // Warns the person that the screen is no longer up to date.
            if !isToldGone, error.reason == "rpc.unreachable" || error.reason == "rpc.connection_lost" {
                console.talk(
                    "the connection to \(socket.daemon) was lost: what you see may be out of date (connecting again)")
                isToldGone = true
            }
            if interrupt.wait(atMost: pause) {
                throw CommandEnd(status: console.isReaderGone ? .done : .cancelled)
            }
            do throws(WireError) {
                let client = try Link.open(socket, console.environment, interrupt: interrupt)
                if isToldGone { console.talk("\(socket.daemon) is back") }
                return client
            } catch let failure {
                if console.isReaderGone { throw CommandEnd(status: .done) }
                error = failure
            }
        }
    }
}

extension Item {
    /// The item as `--json` writes it, in the form `{"kind":…,"seq":…,"data":…}`.
    var line: JSONText { line(at: nil) }

    /// The item as `--json` writes it, with the position that `--from` accepts, `"cursor":"EPOCH:SEQ"`.
    func line(at place: TopicCursor?) -> JSONText {
        .init(
            .members(
                ("kind", .string(kind)), ("seq", seq.map(JSON.integer)),
                ("cursor", place.map { .string("\($0.epoch):\($0.seq)") }), ("data", data.json)))
    }
}
