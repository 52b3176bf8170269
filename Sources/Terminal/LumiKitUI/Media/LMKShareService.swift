public import Foundation
import LinuxSupport
import LumiKitCore
public import SeamSwiftUI
import TermControls
import TermUI

/// Passes content to other programs. It uses the terminal's clipboard, or a file that belongs to the person. A terminal
/// has no share sheet.
public enum LMKShareService {
    /// Shows a picture with the picture's actions.
    public static func shareImage(_ image: UIImage, from viewController: UIViewController) {
        viewController.present(LMKSharePreviewViewController(image: image))
    }

    /// Shows the path of a file, so that a person can copy or open the file. Shows an error if the file does not exist.
    public static func shareFile(at url: URL, from viewController: UIViewController) {
        guard FileManager.default.fileExists(atPath: url.path) else {
            return LMKErrorHandler.presentError(on: viewController, message: "There is no file \(url.path).")
        }
        viewController.present(LMKSharePreviewViewController(text: url.path))
    }

    public static func shareText(_ text: String, from viewController: UIViewController) {
        viewController.present(LMKSharePreviewViewController(text: text))
    }

    /// Writes a text to a new file that only its owner can read (mode 0600). Throws Foundation's error if the file
    /// cannot be written. If the file already exists, this is an error, and the file is left unchanged.
    public static func save(_ text: String, to url: URL) throws {
        let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(errno == EEXIST ? .fileWriteFileExists : .fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
    }
}

public protocol LMKSharePreviewDelegate: AnyObject {
    /// Called when the text was sent to the terminal's clipboard.
    func sharePreviewDidCopy(_ preview: LMKSharePreviewViewController)
    /// Called when the text was saved in a file.
    func sharePreviewDidSave(_ preview: LMKSharePreviewViewController)
    /// Called when the preview was closed.
    func sharePreviewDidDismiss(_ preview: LMKSharePreviewViewController)
}

extension LMKSharePreviewDelegate {
    public func sharePreviewDidCopy(_ preview: LMKSharePreviewViewController) {}
    public func sharePreviewDidSave(_ preview: LMKSharePreviewViewController) {}
    public func sharePreviewDidDismiss(_ preview: LMKSharePreviewViewController) {}
}

public nonisolated struct LMKSharePreviewStrings: Hashable, Sendable {
    /// The title of the button that sends the text to the terminal's clipboard.
    public var share: String
    /// The words that are shown when the text has been sent. The program does not know whether the terminal has
    /// accepted the text.
    public var shared: String

    public init(share: String = "Copy", shared: String = "Sent to the terminal") {
        (self.share, self.shared) = (share, shared)
    }
}

/// A picture or a text in a bottom sheet. A person can copy it. The text is always shown, so that it can be selected by
/// hand.
public final class LMKSharePreviewViewController: LMKBottomSheetController {
    /// The words of previews. A program must set the words before it shows its screen.
    public nonisolated static var strings: LMKSharePreviewStrings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(LMKSharePreviewStrings())

    public weak var delegate: (any LMKSharePreviewDelegate)?
    private let image: UIImage?
    private let text: String

    public init(image: UIImage) {
        (self.image, text) = (image, "")
        super.init(cancelTitle: nil)
    }

    public init(text: String) {
        (image, self.text) = (nil, text)
        super.init(cancelTitle: nil)
    }

    override public func onDismissTapped() {
        dismissSheet()
        delegate?.sharePreviewDidDismiss(self)
    }

    override public func makeSheetContent() -> AnyView {
        AnyView(
            LMKSharePreview(image: image, text: text) { [weak self] in
                guard let self else { return }
                delegate?.sharePreviewDidCopy(self)
            })
    }
}

private struct LMKSharePreview: View {
    let image: UIImage?
    let text: String
    let didCopy: () -> Void
    @Environment(\.copyText) private var copy
    @Environment(\.lmkDesign) private var design
    @State private var wasSent = false

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let image { image.view }
            if !text.isEmpty {
                Text(verbatim: text)
                Button(LMKSharePreviewViewController.strings.share) {
                    wasSent = copy(text)
                    if wasSent { didCopy() }
                }
                .buttonStyle(LMKButtonStyle(.filled(design.colors.primary)))
                if wasSent {
                    Text(LMKSharePreviewViewController.strings.shared).foregroundColor(design.colors.success)
                }
            }
        }
    }
}
