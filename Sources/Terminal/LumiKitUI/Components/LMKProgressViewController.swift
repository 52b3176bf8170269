import LumiKitCore
public import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

/// A view of work for which people wait. The view is a box in front of the screen. It shows the name and the progress
/// of the work. If the work cannot be cancelled, Esc has no effect.
public final class LMKProgressViewController: UIViewController {
    public nonisolated enum Style: Hashable, Sendable {
        /// The progress is known, so a bar is shown.
        case determinate
        /// The progress is unknown, so a spinner is shown.
        case indeterminate
    }

    /// The action of the cancel button, or nil if the work cannot be cancelled.
    @Published public var onCancel: (() -> Void)?
    /// The progress of the work, from 0 to 1.
    @Published public private(set) var progress: Float = 0
    @Published public private(set) var task: String?
    private let style: Style

    public init(title: String, style: Style = .determinate) {
        self.style = style
        super.init()
        self.title = title
    }

    public func updateProgress(_ progress: Float, task: String) {
        updateProgress(progress)
        self.task = task
    }

    public func updateProgress(_ progress: Float) { self.progress = progress.isNaN ? 0 : min(max(progress, 0), 1) }

    public func updateTask(_ task: String) { self.task = task }

    override public var canBeDismissed: Bool { false }

    override func overlay(in alpha: LMKAlphaTheme) -> CGFloat { alpha.overlay }

    override public func escape() { onCancel?() }

    override public func makeContent() -> AnyView {
        let cancel = onCancel.map { _ in { [weak self] in self?.onCancel?() ?? () } }
        return AnyView(
            LMKProgressBox(
                title: title ?? "", task: task, progress: style == .determinate ? progress : nil, cancel: cancel))
    }
}

private struct LMKProgressBox: View {
    let title: String
    let task: String?
    let progress: Float?
    let cancel: (() -> Void)?
    @Environment(\.lmkDesign) private var design

    var body: some View {
        VStack(spacing: 0) {
            Text(verbatim: title).font(design.typography.h3).multilineTextAlignment(.center)
                .lmk_lines(.heading, design.typography)
            if let task {
                Text(verbatim: task).foregroundColor(design.colors.textSecondary).lineLimit(2)
                    .lmk_lines(.body, design.typography)
            }
            if let progress {
                ProgressView(value: progress).tint(design.colors.primary).accessibilityHidden(true)
                Text(LMKFormatHelper.progressPercent(progress)).foregroundColor(design.colors.textSecondary)
            } else {
                ProgressView().tint(design.colors.primary)
            }
            if let cancel {
                Button(LMKAlertPresenter.strings.cancel, action: cancel)
                    .buttonStyle(LMKButtonStyle(.outlined(design.colors.textSecondary)))
            }
        }
        .padding(LMKDesign.boxed(design.spacing.xl))
        .frame(width: CellMetrics.points(36, along: .horizontal))
        .background(design.colors.backgroundPrimary)
        .lmk_framed(design.colors.primary, radius: design.cornerRadius.large)
        .busy(true)
    }
}
