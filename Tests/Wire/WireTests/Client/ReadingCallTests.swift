import Testing
import Wire

/// Tests calls that change nothing. If the reply is lost, such a call has the effect `none`, no matter how the reply
/// was lost.
@Suite("A call that only reads") struct ReadingCallTests {
    enum Loss: CaseIterable {
        case endOfInput, noReply, closed, fault

        var reason: String {
            switch self {
            case .endOfInput: "rpc.connection_lost"
            case .noReply: "rpc.no_reply"
            case .closed: "rpc.closed_by_client"
            case .fault: "rpc.server_fault"
            }
        }

        func happen(to connection: inout ClientConnection) -> [ClientConnection.Action] {
            switch self {
            case .endOfInput: return connection.endOfInput()
            case .noReply: return connection.timePassed(now: .seconds(2))
            case .closed: return connection.close()
            case .fault:
                let junk = Frame.encode(Array(#"{"type":"pong","nonce":"n"}"#.utf8))
                junk.withUnsafeBytes { connection.append($0, now: .zero) }
                var actions: [ClientConnection.Action] = []
                while let action = connection.nextAction(now: .zero) { actions.append(action) }
                return actions
            }
        }
    }

    @Test("reading call: is without effect", arguments: Loss.allCases) func isWithoutEffect(_ loss: Loss) throws {
        var connection = try ClientConnection(hello: Hello(clientName: "test", clientVersion: "1"), now: .zero)
        var reading = OutgoingCall(unary: "a.get", timeout: .seconds(1))
        reading.onlyReads = true
        let writing = OutgoingCall(unary: "a.set", timeout: .seconds(1))
        for call in [reading, writing] { _ = try connection.call(call, now: .zero) }
        let errors = loss.happen(to: &connection).compactMap { action in
            if case .ended(_, .error(let error)) = action { error } else { nil }
        }
        #expect(errors.map(\.reason) == [loss.reason, loss.reason])
        #expect(errors.map(\.effect) == [.none, .unknown])
        // If the old connection was lost, a new connection helps. If a server hangs or sends invalid data, it does the
        // same after a second call.
        #expect(errors.map(\.retry.safe) == [loss == .endOfInput, false])
    }
}
