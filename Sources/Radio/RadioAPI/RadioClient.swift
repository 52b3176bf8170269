package import RPC
package import RadioModel
package import Wire

/// Calls the radio's methods with their types, over one connection to the broker.
///
/// All methods throw the error in the call's reply, or the client's own error when the connection ends. An answer that
/// breaks the contract leads to the error `internal`, `radio.bad_answer`.
package struct RadioClient: Sendable {
    package let connection: RPCClient

    package init(_ connection: RPCClient) {
        self.connection = connection
    }

    /// Returns the radio's current state.
    package func get() async throws(WireError) -> RadioStatus {
        try await connection.ask(RadioGet.self, NoParams())
    }

    /// Follows the radio's state. The stream has the current state, and the state after each change. A slow reader gets
    /// only the latest state.
    package func watch() async throws(WireError) -> RadioStream<RadioStatus> {
        RadioStream(try await connection.stream(RadioWatch.name), kinds: ["snapshot", "radio"])
    }

    /// Scans for devices. The stream has each device when it is heard. It ends with an error when the reading task is
    /// cancelled, or after `timeout`.
    package func scan(
        _ parameters: ScanParameters = ScanParameters(), timeout: Duration? = nil
    ) async throws(WireError) -> RadioStream<HeardDevice> {
        let stream = try await connection.stream(
            RadioScan.name, parameters.jsonText, timeout: timeout)
        return RadioStream(stream, kinds: ["advertisement"])
    }

    /// Connects to a device and leases it, until the link ends, ``RadioLink/close()`` is called, or `timeout` has
    /// passed.
    ///
    /// Returns once the link is up. When the returned link is released, it ends. No write with `commit` is sent later
    /// than `commitWithin` from now.
    package func openLink(
        to device: DeviceAddress, allow: [CharacteristicPath], attemptID: String, commitWithin: Duration? = nil,
        timeout: Duration? = nil
    ) async throws(WireError) -> RadioLink {
        let parameters = LinkOpenParameters(
            device: device, allow: allow, attemptID: attemptID, commitWithin: commitWithin)
        let stream = try await connection.stream(LinkOpen.name, parameters.jsonText, timeout: timeout)
        while let item = try await stream.next() {
            switch try linkItem(item) {
            case .open(let opened): return RadioLink(connection: connection, stream: stream, opened: opened)
            case .value, .closed: throw badAnswer("an item came before the link was open")
            case nil: continue
            }
        }
        throw badAnswer("the call ended before the link was open")
    }
}

/// A stream of decoded items of some kinds. Items of other kinds are skipped.
package struct RadioStream<Element: JSONCodable>: AsyncSequence, Sendable {
    package typealias Failure = WireError

    private let stream: ClientStream
    private let kinds: Set<String>

    init(_ stream: ClientStream, kinds: Set<String>) {
        self.stream = stream
        self.kinds = kinds
    }

    /// The next item. When the call has ended with a result, this is nil. Cancelling the reading task cancels the call.
    package func next() async throws(WireError) -> Element? {
        while let item = try await stream.next() {
            if kinds.contains(item.kind) { return try decode(item.data) }
        }
        return nil
    }

    /// Asks the broker to end the call.
    package func cancel() { stream.cancel() }

    package struct Iterator: AsyncIteratorProtocol {
        fileprivate let stream: RadioStream

        package mutating func next() async throws(WireError) -> Element? { try await stream.next() }

        package mutating func next(isolation actor: isolated (any Actor)?) async throws(WireError) -> Element? {
            try await stream.next()
        }
    }

    package func makeAsyncIterator() -> Iterator { Iterator(stream: self) }
}

extension RPCClient {
    /// Calls one of the radio's methods. All calls of these methods must use this function. If an answer breaks the
    /// contract, this leads to `radio.bad_answer`, and nobody knows whether the call had an effect.
    func ask<Method: TypedMethod>(
        _ method: Method.Type, _ params: Method.Params, timeout: Duration? = nil
    ) async throws(WireError) -> Method.Result {
        try decode(try await call(method.name, params.jsonText, timeout: timeout))
    }
}

/// Decodes the broker's answer.
func decode<Value: JSONCodable>(_ text: JSONText) throws(WireError) -> Value {
    do throws(FieldFault) {
        return try Value(text: text)
    } catch {
        throw badAnswer(error.description)
    }
}

/// Decodes an item of `link.open`. If the caller must ignore items of this kind, returns nil.
func linkItem(_ item: Item) throws(WireError) -> LinkItem? {
    do throws(FieldFault) {
        return try LinkItem(kind: item.kind, data: item.data.json)
    } catch {
        throw badAnswer(error.description)
    }
}

/// The error for an answer that breaks the broker's contract. It is unknown whether the call had an effect.
func badAnswer(_ message: String) -> WireError {
    WireError(.internal, "radio.bad_answer", "the broker's answer: \(message)", effect: .unknown)
}
