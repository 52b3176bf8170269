import LinuxSupport
package import RPC
import RadioAPI
import RadioCore
import RadioModel
import Wire

extension RadioBroker {
    /// The handlers of all methods of `radio.json`.
    package var handlers: RPCHandlers {
        var handlers = RPCHandlers()
        handlers.answerAtOnce(RadioGet.self) { [self] (_, _) throws(WireError) in state.withLock { $0.status } }
        handlers.answer(RadioWatch.self) { [topic] (context, _, items) async throws(WireError) in
            try await topic.follow(context, items)
            return Nothing()
        }
        handlers.answer(RadioScan.self) { [self] (context, parameters, items) async throws(WireError) in
            try await scan(context, parameters, items)
        }
        handlers.answer(LinkOpen.self) { [self] (context, parameters, items) async throws(WireError) in
            try await open(context, parameters, items)
        }
        handlers.answer(LinkRead.self) { [self] (context, parameters) async throws(WireError) in
            try await read(context, parameters)
        }
        handlers.answer(LinkWrite.self) { [self] (context, parameters) async throws(WireError) in
            try await write(context, parameters)
        }
        handlers.answer(LinkSubscribe.self) { [self] (context, parameters) async throws(WireError) in
            try await subscribe(context, parameters)
        }
        handlers.answerAtOnce(LinkLimit.self) { [self] (context, parameters) throws(WireError) in
            try limit(context, parameters)
        }
        return handlers
    }

    private func scan(
        _ context: RPCContext, _ parameters: ScanParameters, _ items: ItemSink
    ) async throws(WireError) -> Nothing {
        let (ends, ended) = AsyncStream.makeStream(of: WireError.self, bufferingPolicy: .bufferingOldest(1))
        let filter = ScanFilter(
            services: Set(parameters.services), device: parameters.device,
            minimumInterval: parameters.minimumInterval ?? .milliseconds(500))
        let now = SystemClock.monotonic()
        let begun = state.withLock { state -> Result<(ScanID, [Delivery]), WireError> in
            guard state.leases.adapter == .ready else { return .failure(.notReady(state.leases.adapter)) }
            let id = ScanID(state.nextNumber())
            state.scanners[id] = ScanCall(items: items, ended: ended)
            let recent = state.deliveries { $0.begin(id, filter, now: now) }
            if recent.isEmpty { state.discovery.scanBegan(now: now) }
            return .success((id, recent))
        }
        let (id, recent) = try begun.get()
        deliver(recent)
        await discovery.settle()
        publish()
        var error: WireError?
        for await end in ends {
            error = end
            break
        }
        state.withLock { state in
            state.scans.end(id)
            state.scanners[id] = nil
        }
        await discovery.settle()
        publish()
        if let error { throw error }
        try context.checkCancelled()
        return Nothing()
    }
}
