public import SeamCombine
public import SeamSwiftUI

/// Shows that something is in progress.
public struct LMKLoadingState: View, Equatable {
    private let message: String?
    @Environment(\.lmkDesign) private var design

    /// A spinner, with words below it.
    public init(_ message: String? = nil) { self.message = message }

    public nonisolated static func == (one: LMKLoadingState, other: LMKLoadingState) -> Bool {
        one.message == other.message
    }

    public var body: some View {
        VStack(spacing: 0) {
            ProgressView().tint(design.colors.primary)
            if let message, !message.isEmpty {
                Text(verbatim: message).font(design.typography.body).foregroundColor(design.colors.textSecondary)
                    .multilineTextAlignment(.center)
            }
        }
        .frame(maxWidth: .infinity)
    }
}

/// A loading state as an object: hidden until something is in progress.
public final class LMKLoadingStateView: LMKView {
    /// The words beside the spinner.
    @Published public private(set) var message: String?

    override public init() {
        super.init()
        isHidden = true
        accessibilityTraits = .updatesFrequently
    }

    /// Shows the spinner, with words unless they are empty.
    public func startLoading(message: String? = nil) {
        updateMessage(message)
        isHidden = false
    }

    /// Sets the words; nil for none.
    public func updateMessage(_ message: String?) { self.message = message.flatMap { $0.isEmpty ? nil : $0 } }

    public func stopLoading() { isHidden = true }

    override public func makeContent() -> AnyView { AnyView(LMKLoadingState(message)) }
}
