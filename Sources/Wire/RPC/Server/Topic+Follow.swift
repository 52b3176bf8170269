import LinuxSupport
package import Wire

extension Topic {
    /// Serves one stream call whose contract has `resume`, until the topic or the call ends.
    ///
    /// Throws the error for the call's reply. This is `stream.slow_consumer` with the place from which to resume,
    /// `stream.resume_expired` if the caller asked for `on_gap: "fail"`, or the reason why the call was stopped.
    package func follow(_ context: RPCContext, _ sink: ItemSink) async throws(WireError) {
        let policy = context.call.policy ?? .lossless
        var place = try await begin(context.call.from ?? .snapshot, context, sink)
        while true {
            switch await live(TopicFollower(at: place, policy: policy), context) {
            case .over: return
            case .stopped(let cause): throw .stopped(by: cause)
            case .lost where policy == .latest: place = try await restart(.expired, context, sink)
            case .lost(let place): throw slowConsumer(at: place)
            case .tooLarge: throw WireError(.internal, "rpc.internal", "an event is too large for an item's frame")
            }
        }
    }

    /// Sends all items before the events, up to and including `synced`. Returns the place after which the events begin.
    private func begin(
        _ start: StreamTerms.Start, _ context: RPCContext, _ sink: ItemSink
    ) async throws(WireError) -> Int64 {
        switch start {
        case .now:
            let (place, lag) = (last, lag)
            try await synced(place, isFresh: false, lag: lag, sink)
            return place
        case .snapshot:
            return try await sendSnapshot(nil, sink)
        case .cursor(let epoch, let seq):
            switch resume(from: TopicCursor(epoch: epoch, seq: seq)) {
            case .from(let seq, let lag):
                try await synced(seq, isFresh: false, lag: lag, sink)
                return seq
            case .impossible(let why):
                return try await restart(why, context, sink)
            }
        }
    }

    private func restart(
        _ why: TopicLog.FreshReason, _ context: RPCContext, _ sink: ItemSink
    ) async throws(WireError) -> Int64 {
        switch context.call.onGap {
        case .snapshot: return try await sendSnapshot(why, sink)
        case .fail: throw resumeExpired(why)
        }
    }

    /// Sends one version of the state, row by row. The client sets the pace. Later events wait in the log.
    private func sendSnapshot(_ why: TopicLog.FreshReason?, _ sink: ItemSink) async throws(WireError) -> Int64 {
        let version = snapshot()
        for index in 0..<version.rows.count {
            let row = version.rows.row(index)
            if try sink.offer("snapshot", row) { continue }
            try await sink.room()
            try sink.send("snapshot", row)
        }
        try await synced(version.seq, isFresh: true, why: why, lag: version.lag, sink)
        return version.seq
    }

    private func synced(
        _ seq: Int64, isFresh: Bool, why: TopicLog.FreshReason? = nil, lag: Duration, _ sink: ItemSink
    ) async throws(WireError) {
        let data = JSON.members(
            ("fresh", .bool(isFresh)), ("why", why.map { .string($0.rawValue) }), ("lag_ms", .integer(lag.milliseconds))
        )
        try await sink.room()
        try sink.send("synced", JSONText(data), seq: seq)
    }

    /// Sends the live events without a task (see ``TopicFeed``).
    private func live(_ follower: TopicFollower, _ context: RPCContext) async -> TopicFeed.End {
        let heartbeat = context.call.heartbeat ?? .seconds(15)
        return await Handover.wait { ended in
            context.connection.feed(context.callID) { connection, loop in
                TopicFeed(
                    self, follower, call: context.callID, heartbeat: heartbeat, on: connection, loop, ended: ended)
            } ended: { cause in
                ended.give(.stopped(cause))
            }
        }
    }

    private func slowConsumer(at place: Int64) -> WireError {
        WireError(
            .resourceExhausted, "stream.slow_consumer", "items came faster than they were read",
            details: .members(("resume", TopicCursor(epoch: epoch, seq: place).json)))
    }

    private func resumeExpired(_ why: TopicLog.FreshReason) -> WireError {
        WireError(
            .outOfRange, "stream.resume_expired", "the items after the cursor are no longer stored",
            details: .members(
                ("why", .string(why.rawValue)), ("resume", TopicCursor(epoch: epoch, seq: last).json)))
    }
}
