public import SeamCombine
public import SeamSwiftUI

/// A view that shows that work is in progress.
public struct LMKLoadingState: View, Equatable {
    private let message: String?
    @Environment(\.lmkDesign) private var design

    /// Creates a spinner, with words below the spinner.
    public init(_ message: String? = nil) { self.message = message }

    public nonisolated static func == (one: LMKLoadingState, other: LMKLoadingState) -> Bool {
        one.message == other.message
    }

    public var body: some View {
        VStack(spacing: 0) {
            ProgressView().tint(design.colors.primary)
            if let message, !message.isEmpty {
                Text(verbatim: message).font(design.typography.body).foregroundColor(design.colors.textSecondary)
                    .multilineTextAlignment(.center).lmk_lines(.body, design.typography)
            }
        }
        .frame(maxWidth: .infinity)
    }
}

/// A loading state as an object. It is hidden as long as no work is in progress.
public final class LMKLoadingStateView: UIView {
    /// The words beside the spinner.
    @Published public private(set) var message: String?

    override public init(frame: CGRect = .zero) {
        super.init(frame: frame)
        isHidden = true
        isAccessibilityElement = true
        accessibilityTraits = .updatesFrequently
    }

    /// Shows the spinner, with words unless they are empty.
    public func startLoading(message: String? = nil) {
        updateMessage(message)
        isHidden = false
    }

    /// Sets the words, or nil for no words.
    public func updateMessage(_ message: String?) {
        self.message = message.flatMap { $0.isEmpty ? nil : $0 }
        accessibilityLabel = self.message
    }

    public func stopLoading() { isHidden = true }

    override public func makeContent() -> AnyView { AnyView(LMKLoadingState(message)) }
}
