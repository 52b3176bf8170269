import DaemonKit
import LinuxSupport
import Logging
import RPC
import RadioAPI
import RadioCore
import RadioModel
import Wire

extension RadioBroker {
    /// The time by which a lease ends before its call ends. In this time, the broker sends the reply, which says
    /// whether the write has been sent.
    static let margin = Duration.milliseconds(20)
    /// How long a link waits until discovery has stopped. After that, the link is made anyway.
    private static let pause = Duration.milliseconds(500)

    /// Serves `link.open`. It records the lease before it waits for anything, and releases the device in every case.
    func open(
        _ context: RPCContext, _ parameters: LinkOpenParameters, _ items: ItemSink
    ) async throws(WireError) -> LinkEnd {
        let id = Lease.ID(try RandomID.make(bytes: 16))
        let (ends, ended) = AsyncStream.makeStream(of: Lease.End.self, bufferingPolicy: .bufferingOldest(1))
        let now = SystemClock.monotonic()
        let deadline = (context.deadline ?? now + .seconds(60)) - RadioBroker.margin
        let device = parameters.device
        let refusal = state.withLock { state -> LeaseTable.Refusal? in
            let refusal = state.leases.open(
                id, device, owner: Lease.Owner(connection: context.connectionID), allow: Set(parameters.allow),
                deadline: deadline, commitDeadline: parameters.commitWithin.map { now + $0 }, now: now)
            if refusal == nil { state.links[id] = LinkCall(items: items, ended: ended, context: context) }
            return refusal
        }
        if let refusal {
            instruments.linkEnded(.refused)
            throw .refused(refusal)
        }
        context.onCancel { [self] cause in end(id, cause == .deadline ? .deadlinePassed : .cancelled) }
        publish()
        let result = await withTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                let isDue = (try? await Task.sleep(for: deadline - now)) != nil
                // A call that is given up comes here early, because a connection attempt does not know about the call.
                end(id, isDue ? .deadlinePassed : .cancelled)
                await driver.disconnect(device)
            }
            let result = await hold(id, device, items, ends)
            group.cancelAll()
            return result
        }
        let effect = await release(id, device)
        let ending = result.map(\.reason).text
        logger.info(
            "link ended",
            metadata: [
                "attempt": "\(parameters.attemptID)", "committed": effect == .none ? "no" : "yes", "end": "\(ending)",
            ])
        switch result {
        case .success(let end): return LinkEnd(reason: end.reason, effect: effect)
        case .failure(var error):
            if effect == .unknown {
                error.effect = .unknown
                error.retry = WireError.Retry(safe: false)
            }
            throw error
        }
    }

    /// Ends a lease. From here on, nothing is sent on it.
    private func end(_ id: Lease.ID, _ reason: Lease.End) {
        let call = state.withLock { state -> LinkCall? in
            guard case .disconnect = state.leases.end(id, reason) else { return nil }
            return state.links[id]
        }
        call?.ended.yield(reason)
    }

    /// Connects, and waits for the end of the lease.
    private func hold(
        _ id: Lease.ID, _ device: DeviceAddress, _ items: ItemSink, _ ends: AsyncStream<Lease.End>
    ) async -> Result<LinkEnd, WireError> {
        do throws(LinkError) {
            let link = try await connect(id, device)
            if case .announce(let allowed) = state.withLock({ $0.leases.connected(id, link) }) {
                announce(allowed, id, items)
            }
        } catch {
            instruments.linkEnded(.failed)
            let reason = state.withLock { $0.leases.reasonForEnd(of: id) }
            return .failure(reason.map(WireError.notConnected) ?? .connecting(error))
        }
        // The loop gets no reason if the call was told to stop. The lease has ended by then.
        var reason = Lease.End.cancelled
        for await end in ends {
            reason = end
            break
        }
        guard case .lost(let loss) = reason else {
            instruments.linkEnded(.ended)
            return .failure(.notConnected(state.withLock { $0.leases.reasonForEnd(of: id) } ?? reason))
        }
        instruments.linkEnded(.lost)
        let item = LinkItem.closed(reason: loss.rawValue)
        // A client that has left need not be informed.
        try? items.send(item.kind, JSONText(item.json))
        return .success(LinkEnd(reason: loss.rawValue, effect: .none))
    }

    /// Connects while discovery is off.
    private func connect(_ id: Lease.ID, _ device: DeviceAddress) async throws(LinkError) -> LinkDescription {
        state.withLock { state in
            state.discovery.connects(id, now: SystemClock.monotonic())
            // A device with a link is not heard. Without a link, bluetoothd may forget the device.
            state.scans.forget(device)
        }
        let later = Task {
            guard (try? await Task.sleep(for: DiscoveryPlan.hold)) != nil else { return }
            await discovery.settle()
        }
        defer {
            later.cancel()
            state.withLock { $0.discovery.settled(id) }
            // This task ends once discovery is in the right state.
            Task { await discovery.settle() }
        }
        await discovery.settle(within: Self.pause)
        guard state.withLock({ $0.leases.reasonForEnd(of: id) }) == nil else {
            throw LinkError(.cancelled, "the attempt was cancelled")
        }
        return try await driver.connect(device)
    }

    /// Informs the holder of the link. If the holder cannot be informed, the link is useless, so the lease ends.
    private func announce(_ link: LinkDescription, _ id: Lease.ID, _ items: ItemSink) {
        let item = LinkItem.open(LinkOpened(link: id.text, mtu: link.mtu, services: link.services))
        do throws(WireError) {
            try items.send(item.kind, JSONText(item.json))
        } catch {
            // A call that has ended also ends its lease, for its own reason.
            if error.code == .internal { end(id, .connectFailed(.tooLong)) }
        }
    }

    /// Releases the device, and then its slot. Returns the effect of the writes that were sent on the lease.
    private func release(_ id: Lease.ID, _ device: DeviceAddress) async -> WireError.Effect {
        end(id, .cancelled)
        await driver.disconnect(device)
        let effect = state.withLock { state -> Lease.Effect in
            let effect = state.leases.effect(of: id)
            state.leases.forget(id)
            state.links[id] = nil
            return effect
        }
        publish()
        return effect == .none ? .none : .unknown
    }
}

extension RadioBroker {
    func read(_ context: RPCContext, _ parameters: LinkAccessParameters) async throws(WireError) -> LinkReadResult {
        let device = try admit(context, parameters)
        do throws(LinkError) {
            return LinkReadResult(value: try await driver.read(parameters.path, of: device))
        } catch {
            throw .request(error, committed: false)
        }
    }

    func subscribe(_ context: RPCContext, _ parameters: LinkAccessParameters) async throws(WireError) -> Nothing {
        let device = try admit(context, parameters)
        do throws(LinkError) {
            try await driver.subscribe(to: parameters.path, of: device)
            return Nothing()
        } catch {
            throw .request(error, committed: false)
        }
    }

    /// Serves `link.write`, which is the only way to write. There is no wait between the gate and the driver, so no
    /// cancellation or deadline can come between them.
    func write(_ context: RPCContext, _ parameters: LinkWriteParameters) async throws(WireError) -> Nothing {
        guard parameters.value.count <= LinkWriteParameters.longest else {
            let demand = "must be 0 to \(LinkWriteParameters.longest) bytes in base64url without padding"
            throw .invalidParameter(FieldFault("/value", demand))
        }
        let id = Lease.ID(parameters.link)
        if parameters.commit, await !context.passCommitGate() {
            instruments.writeEnded(.refused, commit: true)
            throw .access(.cancelled)
        }
        let caller = caller(of: context)
        let now = SystemClock.monotonic()
        let admitted = state.withLock { state -> Result<DeviceAddress, LeaseTable.AccessRefusal> in
            Result { () throws(LeaseTable.AccessRefusal) in
                try state.leases.admitWrite(
                    to: parameters.path, commit: parameters.commit, on: id, by: caller, now: now)
            }
        }
        if case .failure = admitted { instruments.writeEnded(.refused, commit: parameters.commit) }
        let device = try admitted.mapError(WireError.access).get()
        // The lock acts on this write. A stopping broker therefore gives the link time to learn the lock's result.
        if parameters.commit { state.withLock { $0.links[id] }?.context.outliveDrain() }
        defer { state.withLock { $0.leases.writeEnded(id) } }
        do throws(LinkError) {
            try await driver.write(parameters.value, to: parameters.path, of: device)
            instruments.writeEnded(.written, commit: parameters.commit)
            return Nothing()
        } catch {
            instruments.writeEnded(.failed, commit: parameters.commit)
            throw .request(error, committed: parameters.commit)
        }
    }

    func limit(_ context: RPCContext, _ parameters: LinkLimitParameters) throws(WireError) -> Nothing {
        let caller = caller(of: context)
        let now = SystemClock.monotonic()
        let limited = state.withLock { state -> Result<Void, LeaseTable.AccessRefusal> in
            Result { () throws(LeaseTable.AccessRefusal) in
                try state.leases.limitCommit(
                    to: now + parameters.commitWithin, on: Lease.ID(parameters.link), by: caller, now: now)
            }
        }
        try limited.mapError(WireError.access).get()
        return Nothing()
    }

    private func admit(_ context: RPCContext, _ parameters: LinkAccessParameters) throws(WireError) -> DeviceAddress {
        let caller = caller(of: context)
        let now = SystemClock.monotonic()
        let admitted = state.withLock { state -> Result<DeviceAddress, LeaseTable.AccessRefusal> in
            Result { () throws(LeaseTable.AccessRefusal) in
                try state.leases.admit(parameters.path, on: Lease.ID(parameters.link), by: caller, now: now)
            }
        }
        return try admitted.mapError(WireError.access).get()
    }

    private func caller(of context: RPCContext) -> LeaseTable.Caller {
        LeaseTable.Caller(
            owner: Lease.Owner(connection: context.connectionID),
            deadline: context.deadline ?? .seconds(Int64.max / 2), isCancelled: context.isCancelled)
    }
}

extension Result where Success == String, Failure == WireError {
    fileprivate var text: String {
        switch self {
        case .success(let text): text
        // The holder of a link returns it in this way, even after an unlock.
        case .failure(let error): error.code == .cancelled ? "the client closed the link" : error.reason
        }
    }
}
