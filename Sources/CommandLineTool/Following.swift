import RPC
import Wire

/// Commands that stay and tell what happens.
enum Following {
    /// Runs a stream. `body` hands each item's work to the function that it is given, which answers whether to go on: a
    /// reader that has gone, or output that fails, ends the stream where `endsWithReader`; Ctrl-C then ends it with
    /// ``ExitStatus/cancelled``. A stream that does something ends with its own error.
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
            // The stream was cancelled by us: for the reader that has gone, or for Ctrl-C.
            if endsWithReader, console.isReaderGone { return }
            guard endsWithReader, error.code == .cancelled, error.effect == .none else { throw error }
            throw CommandEnd(status: .cancelled)
        }
        if let failure { throw failure }
    }
}

extension Item {
    /// The item as `--json` writes it: `{"kind":…,"seq":…,"data":…}`.
    var line: JSONText {
        .init(.members(("kind", .string(kind)), ("seq", seq.map(JSON.integer)), ("data", data.json)))
    }
}
