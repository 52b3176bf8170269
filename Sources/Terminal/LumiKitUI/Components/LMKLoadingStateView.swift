public import SeamCombine
public import SeamSwiftUI

/// Says that something is under way.
public struct LMKLoadingState: View, Equatable {
    private let message: String?
    @Environment(\.lmkDesign) private var design

    /// A wheel, and words below it.
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

/// A loading state as an object: hidden until something is under way.
public final class LMKLoadingStateView: LMKView {
    /// The words beside the wheel.
    @Published public private(set) var message: String?

    override public init() {
        super.init()
        isHidden = true
        accessibilityTraits = .updatesFrequently
    }

    /// Shows it, with words if they are not empty.
    public func startLoading(message: String? = nil) {
        updateMessage(message)
        isHidden = false
    }

    /// Sets the words; nil for none.
    public func updateMessage(_ message: String?) { self.message = message.flatMap { $0.isEmpty ? nil : $0 } }

    public func stopLoading() { isHidden = true }

    override public func makeContent() -> AnyView { AnyView(LMKLoadingState(message)) }
}
