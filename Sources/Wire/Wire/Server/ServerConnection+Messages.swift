extension ServerConnection {
    /// Handles one message.
    mutating func handle(_ payload: [UInt8], at now: Duration) throws(ProtocolFault) {
        let decoded = try ClientMessage.decode(payload, likely: latestMethod?.name)
        if case .greeting = state {
            guard case .message(.hello(let hello)) = decoded else {
                throw ProtocolFault(.helloRequired, "the first message must be a hello")
            }
            return try greet(hello)
        }
        switch decoded {
        case .invalidCall(let id, let error):
            guard try take(id) else { return }
            reply(id, .error(error))
        case .message(.call(let call)):
            guard try take(call.id) else { return }
            accept(call, at: now)
        case .message(.cancel(let id, _)):
            cancel(id, at: now)
        case .message(.credit(let id, let n)):
            let largest = settings.largestCredit
            calls[id]?.stream?.grant(n, upTo: largest)
        case .message(.ping(let nonce)):
            output.append(control: .pong(nonce: nonce), mode: mode)
        case .message(.pong):
            break
        case .message(.hello):
            throw ProtocolFault(.helloRepeated, "a hello may be sent only once")
        }
    }

    var mode: Frame.Mode { decoder.mode ?? .framed }

    private mutating func greet(_ hello: Hello) throws(ProtocolFault) {
        guard hello.proto.contains(1) else {
            throw ProtocolFault(
                .versionUnsupported, "no common version", details: .members(("supported", .array([.int(1)]))))
        }
        let missing = hello.require.filter { !settings.features.contains($0) }
        guard missing.isEmpty else {
            throw ProtocolFault(
                .featureUnsupported, "a required feature is missing", details: .members(("missing", .strings(missing))))
        }
        decoder.limit = settings.limits.frameIn
        state = .open
        let welcome = Welcome(
            serverName: settings.name, serverVersion: settings.version, epoch: settings.epoch,
            features: settings.features, limits: settings.limits, peerUID: peerUID, peerGIDs: peerGIDs,
            contracts: ContractDigests(settings.contracts.map { ($0.key, $0.value) }))
        output.append(control: .welcome(welcome), mode: mode)
    }

    /// Checks the id of a call. Returns false if the server has sent a goaway. It then accepts no more calls.
    private mutating func take(_ id: Int64) throws(ProtocolFault) -> Bool {
        guard id > lastID else { throw ProtocolFault(.badID, "the ids of calls must increase on a connection") }
        guard case .open = state else { return false }
        lastID = id
        return true
    }

    private mutating func accept(_ call: Call, at now: Duration) {
        guard let method = traits(of: call.method) else {
            return reply(call.id, .error(.unknownMethod(call.method)), call)
        }
        if let error = refusal(of: call, method) { return reply(call.id, .error(error), call) }
        let deadline = deadline(of: call, method, at: now)
        let policy = policy(of: call, method)
        var state = ServerCallState(method: method, deadline: deadline, trace: call.trace)
        if let policy {
            state.stream = StreamState(policy: policy, credit: credit(of: call))
            streams.append(call.id)
        }
        calls.insert(state, for: call.id)
        actions.append(
            .dispatch(
                ServerCall(
                    id: call.id, method: method, params: call.params, deadline: deadline, idem: call.idem,
                    trace: call.trace, policy: policy, terms: Rare(call.stream))))
    }

    /// The traits of a method. Most of a client's calls use the same method. Comparing this method's name costs less
    /// than a search.
    private mutating func traits(of name: String) -> MethodTraits? {
        if let latestMethod, latestMethod.name == name { return latestMethod }
        let found = methods[name]
        latestMethod = found ?? latestMethod
        return found
    }

    private func refusal(of call: Call, _ method: MethodTraits) -> WireError? {
        guard method.sockets.contains(settings.socket) else { return .methodNotPermitted }
        if let fault = termsFault(of: call, method) { return .invalidCall(fault) }
        switch method.idempotency {
        case .none where call.idem != nil:
            return .invalidCall(FieldFault("/idem", "is not accepted by this method"))
        case .required where call.idem == nil:
            return WireError(
                .invalidArgument, "idem.required", "the method needs an idempotency key", field: "/idem")
        case .none, .optional, .required: break
        }
        return breach(by: method, used: calls.count)
    }

    /// The error that a call of a method would get now. Nil if the call's handler would be started. The call's own
    /// terms and key are not considered. The unary call that asks counts as ended.
    package func obstacle(to name: String) -> WireError? {
        guard let method = methods[name] else { return .unknownMethod(name) }
        guard method.sockets.contains(settings.socket) else { return .methodNotPermitted }
        return breach(by: method, used: max(0, calls.count - 1))
    }

    private func breach(by method: MethodTraits, used: Int) -> WireError? {
        guard used < settings.limits.inflight else {
            return .quotaExceeded(
                QuotaBreach(
                    "calls_per_connection", limit: settings.limits.inflight, used: used, scope: "connection",
                    configKey: "limits.calls_per_connection"))
        }
        guard method.kind == .stream else { return nil }
        guard streams.count < settings.limits.streams else {
            return .quotaExceeded(
                QuotaBreach(
                    "streams_per_connection", limit: settings.limits.streams, used: streams.count, scope: "connection",
                    configKey: "limits.streams_per_connection"))
        }
        return nil
    }

    private func termsFault(of call: Call, _ method: MethodTraits) -> FieldFault? {
        guard let terms = call.stream else { return nil }
        guard method.kind == .stream else { return FieldFault("/stream", "is allowed only for stream methods") }
        if let member = terms.resumption, !method.isResumable {
            return FieldFault(
                "/stream/\(member)", "is allowed only for methods that can be resumed according to their contract")
        }
        guard let name = terms.policy else { return nil }
        guard method.overflow.contains(where: { $0.rawValue == name }) else {
            let names = method.overflow.map(\.rawValue).joined(separator: ", ")
            return FieldFault("/stream/policy", "must be one of \(names)")
        }
        return nil
    }

    private func policy(of call: Call, _ method: MethodTraits) -> OverflowPolicy? {
        guard method.kind == .stream else { return nil }
        return call.stream?.policy.flatMap(OverflowPolicy.init) ?? method.overflow.first ?? .lossless
    }

    private func credit(of call: Call) -> StreamState.Credit {
        if let credit = call.stream?.credit { return .granted(credit) }
        return mode == .text ? .automatic : .granted(settings.defaultCredit)
    }

    private func deadline(of call: Call, _ method: MethodTraits, at now: Duration) -> Duration? {
        let standard = method.defaultTimeout ?? (method.kind == .unary ? settings.unaryTimeout : nil)
        guard var timeout = call.timeout ?? standard else { return nil }
        if let largest = method.maxTimeout { timeout = min(timeout, largest) }
        return now + timeout
    }

    /// Answers a call that was not started.
    private mutating func reply(_ id: Int64, _ outcome: ServerMessage.Outcome, _ call: Call? = nil) {
        let method = call.flatMap { traits(of: $0.method) }
        errors.count(outcome, of: method)
        output.append(control: .reply(id: id, Self.traced(outcome, call?.trace)), mode: mode)
    }

    /// The outcome, with the call's trace in the error.
    static func traced(_ outcome: ServerMessage.Outcome, _ trace: String?) -> ServerMessage.Outcome {
        guard let trace, case .error(var error) = outcome, error.trace == nil else { return outcome }
        error.trace = trace
        return .error(error)
    }
}
