public import Foundation
import LinuxSupport
public import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

/// A control that refreshes a screen. It is started by the key `r`, and by a wheel that is turned further up at the
/// top. While the screen is being refreshed, the control is the terminal's own spinner, because a terminal plays no
/// Lottie files.
public final class LMKLottieRefreshControl: UIView {
    public nonisolated struct Strings: Hashable, Sendable {
        /// The word for the key in the last line.
        public var refresh: String

        public init(refresh: String = "refresh") { self.refresh = refresh }
    }

    /// The words of all controls. A program sets the words before it shows its screen.
    public nonisolated static var strings: Strings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(Strings())

    /// The distance of a pull, in points. A terminal has no pulls.
    public nonisolated static let pullThreshold: CGFloat = 80
    /// The name of a Lottie file. A terminal draws its own spinner instead.
    public var animationName = "refresh_spinner"
    /// Refreshes the screen, and calls ``endRefreshing()`` at its end. A closure takes the place of a target and a
    /// selector for `valueChanged`.
    public var valueChangedHandler: (() -> Void)?
    @Published public private(set) var isRefreshing = false

    /// Shows the spinner. As in UIKit, this does not call ``valueChangedHandler``.
    public func beginRefreshing() { isRefreshing = true }

    public func endRefreshing() { isRefreshing = false }

    var key: KeyBinding { KeyBinding("r", "r", Self.strings.refresh) { [weak self] in self?.start() } }

    /// Begins to refresh for a person.
    func start() {
        guard !isRefreshing else { return }
        beginRefreshing()
        valueChangedHandler?()
    }

    override public func makeContent() -> AnyView {
        isRefreshing ? AnyView(ProgressView().tint(LMKColor.primary)) : AnyView(EmptyView())
    }
}
