/// The server's side of one connection, as a value. The driver passes bytes, time and the handlers' actions to the
/// value. In return, it gets output, a timer and ``ServerAction``s. The value implements `Protocol/framing.md`.
///
/// The driver calls a mutating method for each event, with the time since an arbitrary start. The driver then does four
/// things. It carries out ``takeActions()``, writes ``takeOutput()``, reports the written bytes with ``wrote(_:at:)``,
/// and calls ``fire(at:)`` at ``timer``. The driver calls ``read(frames:at:)`` to continue with the received input, for
/// as long as ``hasUnread`` and ``takesMore`` are true.
package struct ServerConnection: Sendable {
    enum State: Sendable, Hashable {
        /// No hello has arrived yet. The hello must be complete by `until`.
        case greeting(until: Duration)
        case open
        /// The server is stopping. It accepts no new calls, and the running calls have time until `until`.
        case draining(until: Duration)
        /// The connection is closed or about to close. Nothing is read, and no further call is answered.
        case closed
    }

    /// Whether the client may still send.
    enum Input: Sendable, Hashable {
        case open
        /// The client has shut down its sending side.
        case ended
    }

    let settings: ServerSettings
    let methods: MethodTable
    let peerUID: UInt32
    let peerGIDs: [UInt32]
    var state: State
    var input = Input.open
    var decoder: FrameDecoder
    var calls = CallTable<ServerCallState>()
    /// The method that was called last.
    var latestMethod: MethodTraits?
    /// The stream calls among `calls`, sorted by increasing id.
    var streams: [Int64] = []
    /// The streams with queued items, in the order in which they are served.
    var backlog: [Int64] = []
    var output = ServerOutput()
    var actions: [ServerAction] = []
    /// The index of the next action that the driver takes.
    private var nextAction = 0
    /// The greatest call id that has been read and accepted.
    package internal(set) var lastID: Int64 = 0
    /// When the incomplete frame began. Without such a frame, the value is nil. It is also nil while the rest of the
    /// frame cannot be read.
    var partialSince: Duration?
    /// Whether complete frames may have arrived that nobody has examined yet.
    package internal(set) var hasUnread = false
    /// Whether bytes, or the end of input, have arrived that the driver has not read yet. The driver checks this before
    /// ``fire(at:)`` ends the connection for lack of input. The next bytes reset this.
    package var hasArrivals = false
    /// Whether the client has ended its input, while frames before this end have not been examined yet.
    private var endsUnread = false
    /// The time at which a frame last arrived, or a call last ended.
    var lastActivity: Duration
    /// The errors since the driver last took them.
    var errors = ErrorTally()
    /// The number of further bytes that may be queued. The driver lowers this number to the part of the user's quota
    /// that is left. The user is the peer's user.
    package var byteAllowance = Int.max

    /// The input that is not read because the peer's user has reached the quota. A connection with few bytes is always
    /// read.
    package enum Restraint: Sendable, Hashable {
        case none
        /// While many bytes of answers are waiting, no frames are read.
        case answers
        /// Neither further frames nor the rest of a large frame are read.
        case all
    }

    /// The current restraint, which the driver sets with ``restrain(_:at:)``.
    private(set) var restraint = Restraint.none

    /// Creates a connection. `now` is the time at which it was accepted.
    package init(
        settings: ServerSettings, methods: MethodTable, peerUID: UInt32, peerGIDs: [UInt32], at now: Duration
    ) {
        self.settings = settings
        self.methods = methods
        self.peerUID = peerUID
        self.peerGIDs = peerGIDs
        state = .greeting(until: now + settings.helloTimeout)
        decoder = FrameDecoder(limit: settings.limits.helloFrame)
        lastActivity = now
    }

    /// Takes all actions, in order.
    package mutating func takeActions() -> [ServerAction] {
        var taken: [ServerAction] = []
        while let action = takeAction() { taken.append(action) }
        return taken
    }

    /// Takes the next action.
    package mutating func takeAction() -> ServerAction? {
        guard nextAction < actions.count else { return nil }
        // Moving the action out costs less than copying it.
        var action = ServerAction.abort
        swap(&action, &actions[nextAction])
        nextAction += 1
        if nextAction == actions.count {
            actions.removeAll(keepingCapacity: nextAction <= 4)
            nextAction = 0
        }
        return action
    }

    /// Takes the counts of errors.
    package mutating func takeErrors() -> ErrorTally {
        defer { errors = ErrorTally() }
        return errors
    }

    /// Takes, in one piece, the bytes that must be written now. Control messages precede items.
    package mutating func takeOutput() -> [UInt8] {
        var bytes: [UInt8] = []
        _ = unsafe takeOutput { unsafe bytes.append(contentsOf: $0) }
        return bytes
    }

    /// The number of bytes that ``takeOutput(_:)`` would return. This is mutating, so that an owner that keeps the
    /// connection in a class need not copy it.
    package mutating func outputCount() -> Int { output.waiting }

    /// Passes the bytes that must be written now to `body`. They are in at most two pieces. Returns the number of
    /// bytes.
    @discardableResult
    package mutating func takeOutput(_ body: (UnsafeRawBufferPointer) -> Void) -> Int {
        unsafe output.take(body)
    }

    /// Borrows `room` for items. The driver lends this memory to one connection after another. It takes the memory back
    /// with ``giveBack(_:)``. Returns false without doing anything if items are waiting.
    package mutating func borrow(_ room: inout [UInt8]) -> Bool { output.borrow(&room) }

    /// Gives back the memory that ``borrow(_:)`` took. While items are waiting in this memory, returns false and does
    /// nothing. If a connection is lost, it has already released the memory, and gives back nothing.
    package mutating func giveBack(_ room: inout [UInt8]) -> Bool { output.giveBack(&room) }

    /// Whether bytes should be read. This is false in three cases: the client leaves too much unread, its input is
    /// waiting to be examined, or further input no longer matters.
    package var wantsInput: Bool {
        state != .closed && input == .open && !hasUnread && takesMore && !(restraint == .all && hasLargePart)
    }

    /// Whether a part of a frame has arrived that is too large to be kept while the quota is used up.
    private var hasLargePart: Bool { !hasUnread && decoder.bufferedByteCount > settings.outputRestrained }

    /// Whether the connection is waiting for the rest of such a frame and for nothing else.
    package var awaitsRest: Bool { hasLargePart && output.pending <= settings.outputRestrained }

    /// Whether the client would be read if there were no restraint.
    package var isRestrained: Bool {
        guard restraint != .none, state != .closed, output.pending <= settings.outputLargest else { return false }
        return !takesMore || (restraint == .all && hasLargePart)
    }

    /// Whether the client has ended its input.
    package var hasInputEnded: Bool { input == .ended }

    /// Whether the answers to more frames can still be kept.
    package var takesMore: Bool {
        output.pending <= (restraint == .none ? settings.outputLargest : settings.outputRestrained)
    }

    /// Begins or ends a restraint. While the rest of a frame is not read, the frame's time is paused.
    package mutating func restrain(_ restraint: Restraint, at now: Duration) {
        guard restraint != self.restraint else { return }
        self.restraint = restraint
        guard isListening else { return }
        let isWatched = decoder.isPartial && !hasUnread && wantsInput
        partialSince = isWatched ? partialSince ?? now : nil
    }

    /// The state that a driver checks after each turn.
    package struct Outlook: Sendable, Hashable {
        package var wantsInput: Bool
        package var heldByteCount: Int
        package var timer: Duration?
        /// Whether ``takeErrors()`` would return any errors.
        package var hasErrors = false
        /// Whether the driver should call ``read(frames:at:)`` again.
        package var hasMore = false
    }

    /// Returns ``wantsInput``, ``heldByteCount`` and ``timer``. Also returns whether there are errors, and whether
    /// there are more frames to read. This is mutating, so that an owner that keeps the connection in a class need not
    /// copy it for each value.
    package mutating func outlook() -> Outlook {
        Outlook(
            wantsInput: wantsInput, heldByteCount: heldByteCount, timer: timer, hasErrors: !errors.isEmpty,
            hasMore: hasUnread && takesMore)
    }

    /// Whether the connection is closed and all its handlers have ended. In this case, nothing more will happen.
    package var isFinished: Bool { state == .closed && calls.isEmpty }

    /// The number of received bytes that are waiting. They wait to be examined, or for the rest of their frame.
    package var unreadByteCount: Int { decoder.bufferedByteCount }

    /// The number of bytes that this connection keeps for its client.
    package var heldByteCount: Int {
        streams.reduce(output.pending + decoder.bufferedByteCount) { $0 + (calls[$1]?.stream?.queue.byteCount ?? 0) }
    }

    /// Accepts received bytes, and handles all frames in them immediately.
    package mutating func receive(_ bytes: some Sequence<UInt8>, at now: Duration) {
        append(bytes)
        read(frames: .max, at: now)
    }

    /// Keeps received bytes for ``read(frames:at:)``.
    package mutating func append(_ bytes: some Sequence<UInt8>) {
        guard isListening else { return }
        decoder.append(bytes)
        (hasUnread, hasArrivals) = (true, false)
    }

    /// Keeps received bytes from a buffer for ``read(frames:at:)``.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard isListening else { return }
        unsafe decoder.append(bytes)
        (hasUnread, hasArrivals) = (true, false)
    }

    /// Handles at most `frames` of the received frames. While the client leaves too many answers unread, handles none
    /// of them. ``hasUnread`` says whether any frames are left. Returns whether the driver should continue.
    @discardableResult
    package mutating func read(frames: Int, at now: Duration) -> Bool {
        act(frames: frames, at: now)
        return hasUnread && takesMore
    }

    private mutating func act(frames: Int, at now: Duration) {
        guard isListening, hasUnread else { return }
        do throws(ProtocolFault) {
            var complete = 0
            while complete < frames, takesMore {
                guard let payload = try decoder.next() else {
                    hasUnread = false
                    break
                }
                complete += 1
                try handle(payload, at: now)
                guard isListening else { return }
            }
            watchPartialFrame(afterComplete: complete, at: now)
        } catch {
            fail(error, at: now)
        }
        if endsUnread, !hasUnread { return receivedEnd(at: now) }
        settle(at: now)
    }

    /// Called when the client has shut down its sending side or has closed the connection. The two cases look the same
    /// until a write fails.
    package mutating func receivedEnd(at now: Duration) {
        guard isListening else { return }
        guard !hasUnread else {
            endsUnread = true
            return
        }
        do throws(ProtocolFault) {
            try decoder.end()
        } catch {
            return fail(error, at: now)
        }
        partialSince = nil
        input = .ended
        settle(at: now)
    }

    /// Called when the connection is lost, either because a write failed, or because the peer closed it.
    package mutating func lost(at now: Duration) {
        guard state != .closed else { return }
        state = .closed
        hasUnread = false
        output = ServerOutput()
        abandonCalls(at: now)
        actions.append(.abort)
    }

    private var isListening: Bool { state != .closed && input == .open }

    private mutating func watchPartialFrame(afterComplete complete: Int, at now: Duration) {
        if !decoder.isPartial || !wantsInput {
            partialSince = nil
        } else if complete > 0 || partialSince == nil {
            partialSince = now
        }
        if complete > 0 { lastActivity = now }
    }
}

extension ServerConnection {
    /// Ends the connection because the client broke the protocol.
    mutating func fail(_ fault: ProtocolFault, at now: Duration) {
        end(with: fault.goaway(lastID: lastID), linger: settings.faultLinger, at: now)
    }

    /// Sends a goaway if one is given, and then closes the connection. Calls that have not been answered get no reply.
    /// They are cancelled if this is possible.
    mutating func end(with goaway: Goaway?, linger: Duration, at now: Duration) {
        guard state != .closed else { return }
        state = .closed
        hasUnread = false
        if let goaway { output.append(last: .goaway(goaway), mode: decoder.mode ?? .framed) }
        abandonCalls(at: now)
        actions.append(.close(linger: linger, reason: goaway?.reason))
    }

    /// Cuts off a client that leaves its answers unread and nevertheless sends more than the server keeps for it.
    /// Answers that were already complete are still written.
    package mutating func cutOff(at now: Duration) {
        errors.countSlowReader()
        end(with: Goaway(.resourceExhausted, "rpc.slow_reader", lastID: lastID), linger: settings.faultLinger, at: now)
    }

    /// Refuses the peer before anything has been read from it.
    package mutating func refuse(_ goaway: Goaway, at now: Duration) {
        end(with: goaway, linger: settings.faultLinger, at: now)
    }

    private mutating func abandonCalls(at now: Duration) {
        for id in calls.ids { abandon(id) }
        backlog.removeAll()
    }

    private mutating func abandon(_ id: Int64) {
        guard let call = calls[id] else { return }
        calls[id]?.stream?.queue.removeAll()
        switch call.phase {
        case .running where call.method.onDisconnect == .finish, .committed:
            calls[id]?.phase = .detached
            wakeIfWaiting(id)
        case .running, .stopping:
            calls[id]?.phase = .answered
            actions.append(.cancel(id: id, .lost))
            wakeIfWaiting(id)
        case .finishing:
            remove(id)
        case .answered, .detached:
            break
        }
    }

    mutating func remove(_ id: Int64) {
        guard let call = calls.remove(id), call.stream != nil else { return }
        streams.removeAll { $0 == id }
    }

    /// Finishes the events of this turn. Sends queued items, and closes the connection if it has nothing left to do.
    mutating func settle(at now: Duration) {
        pump(at: now)
        guard state != .closed else { return }
        let isLastTurn: Bool =
            switch state {
            case .greeting: input == .ended
            case .open: input == .ended && !calls.entries.contains { $0.value.isUnanswered }
            case .draining: !calls.entries.contains { $0.value.isUnanswered }
            case .closed: false
            }
        if isLastTurn { end(with: nil, linger: .zero, at: now) }
    }
}
