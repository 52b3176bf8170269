/// The reasons why a view's texts are not shown.
nonisolated public struct RedactionReasons: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The texts are only placeholders for content that has not arrived yet.
    public static let placeholder = RedactionReasons(rawValue: 1 << 0)
    /// Somebody else may see the screen. This reason applies to views marked with ``View/privacySensitive(_:)``.
    public static let privacy = RedactionReasons(rawValue: 1 << 1)
    public static let invalidated = RedactionReasons(rawValue: 1 << 2)
}

nonisolated extension EnvironmentValues {
    @Entry public var redactionReasons: RedactionReasons = []

    @Entry var isPrivacySensitive = false

    /// Whether texts are drawn as bars of the same width, and are not read out.
    var isRedacted: Bool {
        let reasons = redactionReasons
        return !reasons.isDisjoint(with: [.placeholder, .invalidated])
            || reasons.contains(.privacy) && isPrivacySensitive
    }
}

extension View {
    /// Draws texts as bars of the same width. The texts are not read out to people who do not see the screen.
    public func redacted(reason: RedactionReasons) -> some View {
        modified(RedactionChange(reasons: reason))
    }

    public func unredacted() -> some View { environment(\.redactionReasons, []) }

    /// Sets whether texts are hidden while other people may see the screen.
    public func privacySensitive(_ isSensitive: Bool = true) -> some View {
        environment(\.isPrivacySensitive, isSensitive)
    }
}

private struct RedactionChange: NodeModifier, Equatable {
    let reasons: RedactionReasons

    static var isTransparent: Bool { true }

    func environment(_ node: ViewNode) -> EnvironmentValues {
        node.environment(after: reasons) { $0.redactionReasons.formUnion(reasons) }
    }
}
