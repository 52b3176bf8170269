import DaemonCore
import LinuxSupport
import ProviderAPI
import ProviderHost
import RPC
import RadioModel
import SeamModel
import SessionAPI
import Wire

/// A lock that was seen while binding.
struct BindSighting: Sendable, Equatable {
    var device: DeviceAddress
    var name: String?
    var rssiDBm: Int
    /// Whether the lock reports that it can be paired, or nil if it does not report this.
    var isReady: Bool?
}

/// Looks for locks to bind.
protocol BindScanner: Sendable {
    /// The locks in sight, strongest first. With `device`, returns as soon as that lock is seen. Otherwise, returns all
    /// locks that are seen within three seconds of the first. Returns no locks if none is seen within `limit`.
    func sightings(
        of device: DeviceAddress?, services: [BluetoothUUID], pairing: PairingSign?, within limit: Duration
    ) async throws(WireError) -> [BindSighting]
}

/// One call of `locks.bind`, as its caller sees it.
struct BindConversation: Sendable {
    let id: String
    /// The caller's session.
    let session: SessionID
    let context: RPCContext
    let sink: ItemSink
    let prompts: BindPrompts

    var uid: UInt32 { context.peer.uid }
    var remaining: Duration { context.forwardedTimeout ?? .seconds(120) }

    func phase(_ phase: LocksBind.Phase, detail: String? = nil) throws(WireError) {
        try sink.send("phase", LocksBind.Progress(bindID: id, phase: phase, detail: detail))
    }

    func found(_ sighting: BindSighting) throws(WireError) {
        let found = LocksBind.Found(
            bindID: id, device: sighting.device, name: sighting.name, rssiDBm: sighting.rssiDBm,
            isReadyToPair: sighting.isReady)
        try sink.send("found", found)
    }

    func onCancel(_ body: @escaping @Sendable () -> Void) {
        context.onCancel { _ in body() }
    }

    /// Asks the person and waits, or returns nil if no answer came in time.
    func ask(_ kind: LocksBind.Prompt.Kind, _ text: String, expires: Duration) async throws(WireError) -> String? {
        let limit = kind == .enterKey ? LocksAnswer.longestKey : LocksAnswer.longest
        return try await prompts.ask(id, connectionID: context.connectionID, limit: limit, expires: expires) {
            (promptID) throws(WireError) in
            try sink.send(
                "prompt",
                LocksBind.Prompt(bindID: id, promptID: promptID, kind: kind, text: text, expires: expires))
        }
    }

    /// Answers a question from the provider.
    func answer(_ prompt: OperationPrompt) async throws(WireError) -> OperationAnswer {
        let text = String(prompt.text.prefix(256))
        switch prompt.kind {
        case .pressButton:
            // The person need not enter anything. The person does something at the lock, and the lock reports it.
            let shown = LocksBind.Prompt(
                bindID: id, promptID: "prompt_0", kind: .pressButton, text: text, expires: prompt.expires)
            try sink.send("prompt", shown)
            return OperationAnswer()
        case .enterPIN, .confirmIdentity:
            let kind: LocksBind.Prompt.Kind = prompt.kind == .enterPIN ? .enterPIN : .confirmIdentity
            guard let value = try await ask(kind, text, expires: prompt.expires) else {
                throw .noAnswer
            }
            return OperationAnswer(value: value)
        case .completeOTP:
            throw .noAnswer
        }
    }
}
