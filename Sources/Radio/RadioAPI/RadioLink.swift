import RPC
package import RadioModel
package import Wire

/// A leased link to one device. The link lasts until it ends by itself, until ``close()``, or until the last reference
/// is released.
///
/// Only one task may read ``next()``. Any task may make requests.
package final class RadioLink: Sendable {
    private let connection: RPCClient
    private let stream: ClientStream
    private let opened: LinkOpened

    init(connection: RPCClient, stream: ClientStream, opened: LinkOpened) {
        self.connection = connection
        self.stream = stream
        self.opened = opened
    }

    /// The ATT MTU in bytes.
    package var mtu: Int { opened.mtu }
    /// The device's services.
    package var services: [GATTService] { opened.services }

    /// The next ``LinkItem/value(_:)``. If the link ended by itself, this is ``LinkItem/closed(reason:)``. After the
    /// end, it is nil. If the link did not end by itself, throws the call's error: `rpc.deadline_exceeded`,
    /// `stream.slow_consumer`, or the loss of the broker. The error's `effect` says whether the write with `commit` may
    /// have been sent.
    package func next() async throws(WireError) -> LinkItem? {
        while let item = try await stream.next() {
            switch try linkItem(item) {
            case .open, nil: continue
            case let item?: return item
            }
        }
        return nil
    }

    /// Reads a characteristic of the allow-list.
    package func read(_ path: CharacteristicPath, timeout: Duration? = nil) async throws(WireError) -> [UInt8] {
        let parameters = LinkAccessParameters(link: opened.link, path: path)
        return try await connection.ask(LinkRead.self, parameters, timeout: timeout).value
    }

    /// Writes a characteristic of the allow-list, with response. `commit` marks the one write that cannot be undone.
    /// After this write, every error has an effect other than `none`.
    package func write(
        _ value: [UInt8], to path: CharacteristicPath, commit: Bool = false, timeout: Duration? = nil
    ) async throws(WireError) {
        let parameters = LinkWriteParameters(link: opened.link, path: path, value: value, commit: commit)
        // The write has been sent, regardless of the other content of the answer.
        _ = try await connection.call(LinkWrite.name, parameters.jsonText, timeout: timeout)
    }

    /// Subscribes to a characteristic of the allow-list. The characteristic's values arrive through ``next()``.
    package func subscribe(_ path: CharacteristicPath, timeout: Duration? = nil) async throws(WireError) {
        let parameters = LinkAccessParameters(link: opened.link, path: path)
        _ = try await connection.ask(LinkSubscribe.self, parameters, timeout: timeout)
    }

    /// Allows a write with `commit` until `commitWithin` from now.
    package func limit(commitWithin: Duration, timeout: Duration? = nil) async throws(WireError) {
        let parameters = LinkLimitParameters(link: opened.link, commitWithin: commitWithin)
        _ = try await connection.ask(LinkLimit.self, parameters, timeout: timeout)
    }

    /// Asks the broker to end the link. ``next()`` continues until the link has ended.
    package func cancel() { stream.cancel() }

    /// Ends the link and waits until the broker has released the device. Unread values are dropped.
    @discardableResult
    package func close() async -> LinkEnd {
        stream.cancel()
        do throws(WireError) {
            return try decode(try await stream.result())
        } catch {
            return LinkEnd(reason: error.reason, effect: error.effect)
        }
    }
}
