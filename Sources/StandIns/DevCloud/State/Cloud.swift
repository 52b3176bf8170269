import ServiceLifecycle
import SystemPackage
import Wire

/// Owns the state of a development cloud, and answers calls one at a time.
actor Cloud {
    private var state: CloudState
    private let apiKey: String
    private let clock: @Sendable () -> Timestamp
    private let journal: EventJournal?
    private let locks: LockControl?

    /// Creates a cloud. Through `locks`, the locks are informed that somebody has authorized.
    init(
        state: CloudState, apiKey: String, clock: @escaping @Sendable () -> Timestamp, journal: EventJournal?,
        locks: LockControl? = nil
    ) {
        self.locks = locks
        self.state = state
        self.apiKey = apiKey
        self.clock = clock
        self.journal = journal
    }

    /// Answers after the requested latency. A shutdown ends the wait early.
    ///
    /// This method throws only when the caller is cancelled.
    func answer(_ request: CloudRequest) async throws -> CloudAnswer {
        let latency = state.faults.latency(of: request.path)
        if latency > .zero, !request.isControl {
            try await cancelWhenGracefulShutdown { try await Task.sleep(for: latency) }
        }
        let before = state.rows(.events).count
        var answer = state.answer(request, apiKey: apiKey, wallClock: clock())
        if let lock = state.authorizedLock {
            state.authorizedLock = nil
            if locks?.authorize(lock) != true { answer = AuthorizationPages.unreachable }
        }
        for event in state.rows(.events).dropFirst(before) { journal?.append(event) }
        return answer
    }

    /// Returns the answer to a request that was refused before it could be read.
    func answer(_ error: APIError) -> CloudAnswer {
        var answer = CloudAnswer(error)
        answer.time = clock().advanced(by: state.clockOffset)
        return answer
    }
}

/// A file to which every event is appended, one JSON object per line.
struct EventJournal: Sendable {
    private let file: FileDescriptor

    /// Opens the file at `path` for appending. A missing file is created with access for its owner only.
    init(path: String) throws(DevCloudError) {
        do {
            file = try FileDescriptor.open(
                FilePath(path),
                .writeOnly,
                options: [.append, .create, .closeOnExec],
                permissions: [.ownerReadWrite]
            )
        } catch {
            throw DevCloudError(.file, "cannot open the events file: \(error)")
        }
    }

    /// Appends an event. If the disk is full, only this line is lost, because the file is an aid for tests, not a
    /// record.
    func append(_ event: JSONObject) {
        _ = try? file.writeAll(JSON.object(event).bytes + [UInt8(ascii: "\n")])
    }
}
