public import Foundation
import SeamCombine
public import SeamSwiftUI

public nonisolated enum LMKEmptyStateStyle: Hashable, Sendable, CaseIterable {
    case fullScreen
    case card
    case inline

    /// The size of the symbol, in points.
    public var iconSize: CGFloat {
        switch self {
        case .fullScreen: 80
        case .card: 40
        case .inline: 20
        }
    }

    @MainActor public var font: UIFont {
        switch self {
        case .fullScreen: LMKTypography.h3
        case .card: LMKTypography.body
        case .inline: LMKTypography.caption
        }
    }

    public var isHorizontal: Bool { self == .inline }
}

/// A view in place of missing content. The view says that there is nothing to show, and gives the reason and a remedy.
public struct LMKEmptyState: View {
    private let message: String
    private let title: String?
    private let icon: String?
    private let style: LMKEmptyStateStyle
    private let action: (title: String, run: () -> Void)?

    @Environment(\.lmkDesign) private var design

    /// Creates the view. The `icon` is the name of a symbol. An action is a button below the words.
    public init(
        _ message: String, title: String? = nil, icon: String? = nil, style: LMKEmptyStateStyle = .fullScreen,
        action: (title: String, run: () -> Void)? = nil
    ) {
        (self.message, self.title, self.icon, self.style, self.action) = (message, title, icon, style, action)
    }

    public var body: some View {
        switch style {
        case .inline:
            HStack(spacing: design.spacing.small) { parts }.lineLimit(2)
        case .card: VStack(spacing: 0) { parts }.multilineTextAlignment(.center).frame(maxWidth: .infinity)
        case .fullScreen:
            VStack(spacing: 0) { parts }.multilineTextAlignment(.center)
                .padding(.horizontal, design.spacing.xxl)
                .frame(maxWidth: .infinity, maxHeight: .infinity, alignment: .center)
        }
    }

    @ViewBuilder private var parts: some View {
        if let icon, !icon.isEmpty {
            Image(systemName: icon).foregroundColor(design.colors.textTertiary).accessibilityHidden(true)
            if style == .fullScreen { Text(" ").accessibilityHidden(true) }
        }
        if let title {
            Text(verbatim: title).font(design.typography.h3).foregroundColor(design.colors.textPrimary)
                .lmk_lines(.heading, design.typography)
        }
        Text(verbatim: message).font(title == nil ? style.font : LMKTypography.body)
            .foregroundColor(title == nil ? design.colors.textPrimary : design.colors.textSecondary)
            .lmk_lines(title == nil && style == .inline ? .caption : .body, design.typography)
        if let action {
            if style != .inline { Text(" ").accessibilityHidden(true) }
            Button(action.title, action: action.run).buttonStyle(LMKButtonStyle(.outlined(design.colors.primary)))
        }
    }
}

public final class LMKEmptyStateView: UIView {
    /// The height of a row with one line, in points.
    public static let inlineCellHeight: CGFloat = 44
    /// The height of a row that is a card.
    public static let cardCellHeight: CGFloat = 120
    /// The height of a row as large as a screen.
    public static let fullScreenCellHeight: CGFloat = 150
    public static var inlineHorizontalInsets: CGFloat { LMKSpacing.large * 2 }

    @Published private var message = ""
    @Published private var icon: String?
    @Published private var style = LMKEmptyStateStyle.fullScreen
    @Published private var action: (title: String, run: () -> Void)?

    override public init(frame: CGRect = .zero) {
        super.init(frame: frame)
        accessibilityTraits = .staticText
    }

    /// Sets words, symbol and style, without a button.
    public func configure(message: String, icon: String? = nil, style: LMKEmptyStateStyle = .fullScreen) {
        (self.message, self.icon, self.style, action) = (message, icon, style, nil)
        accessibilityLabel = message
    }

    public func configure(
        message: String, icon: String? = nil, style: LMKEmptyStateStyle = .fullScreen, actionTitle: String,
        action: @escaping () -> Void
    ) {
        configure(message: message, icon: icon, style: style)
        self.action = (actionTitle, action)
        // The label is nil because the button already has a name.
        accessibilityLabel = nil
    }

    override public func makeContent() -> AnyView {
        AnyView(LMKEmptyState(message, icon: icon, style: style, action: action))
    }
}
