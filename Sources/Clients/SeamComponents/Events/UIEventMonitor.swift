import LumiKitCore
public import SeamSwiftUI

/// Something that a person sees or does on an access screen. An event contains no name of a person, a key or a door.
public nonisolated enum UIEventMonitorEvent: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// A ``SeamAccessView`` has appeared or disappeared.
    case accessViewAppeared, accessViewDisappeared
    /// A ``SeamCredentialsView`` has appeared or disappeared.
    case credentialsViewAppeared, credentialsViewDisappeared
    /// A ``SeamUnlockCardView`` has appeared or disappeared.
    case unlockViewAppeared, unlockViewDisappeared
    /// The person has done something. The screens here send `select_key`, `refresh`, `unlock` and `cancel_unlock`.
    case action(name: String)

    private static let prefix = "action_"

    /// Creates the event with this raw value, or returns nil for an unknown value.
    public init?(rawValue: String) {
        switch rawValue {
        case "access_view_appeared": self = .accessViewAppeared
        case "access_view_disappeared": self = .accessViewDisappeared
        case "credentials_view_appeared": self = .credentialsViewAppeared
        case "credentials_view_disappeared": self = .credentialsViewDisappeared
        case "unlock_view_appeared": self = .unlockViewAppeared
        case "unlock_view_disappeared": self = .unlockViewDisappeared
        default:
            guard rawValue.hasPrefix(Self.prefix) else { return nil }
            self = .action(name: String(rawValue.dropFirst(Self.prefix.count)))
        }
    }

    /// The event's name in records, such as `unlock_view_appeared` or `action_unlock`.
    public var rawValue: String {
        switch self {
        case .accessViewAppeared: "access_view_appeared"
        case .accessViewDisappeared: "access_view_disappeared"
        case .credentialsViewAppeared: "credentials_view_appeared"
        case .credentialsViewDisappeared: "credentials_view_disappeared"
        case .unlockViewAppeared: "unlock_view_appeared"
        case .unlockViewDisappeared: "unlock_view_disappeared"
        case .action(let name): Self.prefix + name
        }
    }

    /// The event in words, such as `screen:unlock appear` or `action:unlock`.
    public var description: String {
        switch self {
        case .accessViewAppeared: "screen:access appear"
        case .accessViewDisappeared: "screen:access disappear"
        case .credentialsViewAppeared: "screen:credentials appear"
        case .credentialsViewDisappeared: "screen:credentials disappear"
        case .unlockViewAppeared: "screen:unlock appear"
        case .unlockViewDisappeared: "screen:unlock disappear"
        case .action(let name): "action:\(name)"
        }
    }
}

/// The receiver of a program's ``UIEventMonitorEvent``s. Without a receiver, no event is recorded.
///
///     SeamAccessView().enableUIEventMonitor(.console)
public nonisolated struct UIEventMonitor: Sendable {
    /// Records an event, on the main actor.
    public var record: @Sendable (UIEventMonitorEvent) -> Void

    /// Creates a monitor that passes events to `record`.
    public init(record: @escaping @Sendable (UIEventMonitorEvent) -> Void) { self.record = record }

    /// The default monitor, which drops all events.
    public static let disabled = UIEventMonitor { _ in }

    /// Writes events to the log, as `LMKLogger` does. The log is the standard error, if the standard error is not a
    /// terminal.
    public static let console = UIEventMonitor { LMKLogger.info($0.description, category: .ui) }

    /// Records an action of the person by its name.
    public func action(_ name: String) { record(.action(name: name)) }
}

extension EnvironmentValues {
    /// The receiver of the events of the access screens inside this view.
    @Entry public nonisolated var uiEventMonitor = UIEventMonitor.disabled
}

extension View {
    /// Sends the events of the access screens inside this view to `client`.
    public func enableUIEventMonitor(_ client: UIEventMonitor) -> some View {
        environment(\.uiEventMonitor, client)
    }

    /// Records `appeared` when this view appears, and `disappeared` when it disappears.
    public func monitorScreen(appeared: UIEventMonitorEvent, disappeared: UIEventMonitorEvent) -> some View {
        modifier(UIEventMonitorAppearance(appeared: appeared, disappeared: disappeared))
    }
}

/// Records that a view has appeared or disappeared.
public struct UIEventMonitorAppearance: ViewModifier {
    private let appeared: UIEventMonitorEvent
    private let disappeared: UIEventMonitorEvent
    @Environment(\.uiEventMonitor) private var monitor
    @State private var isThere = false

    /// Creates the modifier with the two events.
    public init(appeared: UIEventMonitorEvent, disappeared: UIEventMonitorEvent) {
        (self.appeared, self.disappeared) = (appeared, disappeared)
    }

    /// Returns the view, whose appearances are recorded.
    public func body(content: Content) -> some View {
        content
            .onAppear {
                if !isThere { monitor.record(appeared) }
                isThere = true
            }
            .onDisappear {
                if isThere { monitor.record(disappeared) }
                isThere = false
            }
    }
}

/// Keeps events in memory, for previews and tests.
public actor UIEventMonitorTestRecorder {
    /// The recorded events, in order.
    public private(set) var events: [UIEventMonitorEvent] = []

    /// Creates an empty recorder.
    public init() {}

    /// Returns a monitor that records here.
    public func client() -> UIEventMonitor {
        let (events, send) = AsyncStream.makeStream(of: UIEventMonitorEvent.self)
        Task { for await event in events { append(event) } }
        return UIEventMonitor { send.yield($0) }
    }

    /// Adds an event.
    public func append(_ event: UIEventMonitorEvent) { events.append(event) }

    /// Removes all events.
    public func reset() { events.removeAll() }
}
