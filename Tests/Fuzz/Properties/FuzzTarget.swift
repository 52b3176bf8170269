/// The parts of the code that are fuzzed. Each target accepts any bytes, and checks rules that no bytes may break.
enum FuzzTarget: String, CaseIterable, Sendable {
    case frames
    case json
    case messages
    case server
    case client
    case pair
    case schema
    case nukiKey = "nuki-key"
    case nukiLock = "nuki-lock"
    case sesameKey = "sesame-key"
    case sesameLock = "sesame-lock"
    case switchBotKey = "switchbot-key"
    case switchBotLock = "switchbot-lock"
    case terminalKeys = "terminal-keys"
    case terminalText = "terminal-text"
    case picture

    /// Whether the target interprets the bytes as a list of operations, so that even random bytes reach distant states.
    var isStateful: Bool {
        switch self {
        case .server, .client, .pair, .nukiKey, .nukiLock, .sesameKey, .sesameLock, .switchBotKey, .switchBotLock: true
        case .frames, .json, .messages, .schema, .terminalKeys, .terminalText, .picture: false
        }
    }

    /// The lock family whose protocol the target tests, or nil for other targets.
    var family: LockFamily? {
        switch self {
        case .nukiKey, .nukiLock: .nuki
        case .sesameKey, .sesameLock: .sesame
        case .switchBotKey, .switchBotLock: .switchBot
        case .frames, .json, .messages, .server, .client, .pair, .schema, .terminalKeys, .terminalText, .picture: nil
        }
    }

    /// Runs the target on `bytes`. Throws ``BrokenProperty`` if a rule is broken. A trap is also a failure.
    func check(_ bytes: [UInt8]) throws {
        switch self {
        case .frames: try FramesProperty.check(bytes)
        case .json: try JSONProperty.check(bytes)
        case .messages: try MessagesProperty.check(bytes)
        case .server: try ServerProperty.check(bytes)
        case .client: try ClientProperty.check(bytes)
        case .pair: try PairProperty.check(bytes)
        case .schema: try SchemaProperty.check(bytes)
        case .nukiKey: try LockKeyProperty.check(bytes, .nuki)
        case .nukiLock: try LockProperty.check(bytes, .nuki)
        case .sesameKey: try LockKeyProperty.check(bytes, .sesame)
        case .sesameLock: try LockProperty.check(bytes, .sesame)
        case .switchBotKey: try LockKeyProperty.check(bytes, .switchBot)
        case .switchBotLock: try LockProperty.check(bytes, .switchBot)
        case .terminalKeys: try TerminalKeysProperty.check(bytes)
        case .terminalText: try TerminalTextProperty.check(bytes)
        case .picture: try PictureProperty.check(bytes)
        }
    }

    /// Turns a case in `Protocol/vectors` into an input. Returns nil if the target cannot use the case. Only targets
    /// for messages use `isFromClient`.
    func seed(folder: String, input: [UInt8], isFromClient: Bool) -> [UInt8]? {
        switch (self, folder) {
        case (.frames, "frames"): [FramesProperty.wideOpen] + input
        case (.json, "json"): input
        case (.messages, "messages"): [isFromClient ? 0 : 1] + input
        case (.server, "messages") where isFromClient: ServerScript.seed(payload: input)
        case (.client, "messages") where !isFromClient: ClientScript.seed(payload: input)
        case (.schema, "json"): SchemaProperty.seed(json: input)
        default: nil
        }
    }
}

/// The error that an input has broken a property.
struct BrokenProperty: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws ``BrokenProperty`` unless `holds` is true.
func expect(_ holds: Bool, _ description: @autoclosure () -> String) throws {
    guard holds else { throw BrokenProperty(description()) }
}
