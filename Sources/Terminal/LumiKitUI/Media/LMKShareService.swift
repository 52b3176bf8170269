public import Foundation
import LinuxSupport
import LumiKitCore
import PictureCodec
import PictureModel
import Pictures
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

    /// Writes a picture to a new PNG file that only its owner can read (mode 0600). Throws Foundation's error if the
    /// picture has no pixels, or if the file cannot be written or already exists. Blocks the calling thread.
    public static func save(_ image: UIImage, to url: URL) throws {
        guard let data = image.pngData() else { throw CocoaError(.fileWriteUnknown) }
        try save(data, to: url)
    }

    /// Writes a text to a new file that only its owner can read (mode 0600). Throws Foundation's error if the file
    /// cannot be written. If the file already exists, this is an error, and the file is left unchanged.
    public static func save(_ text: String, to url: URL) throws { try save(Data(text.utf8), to: url) }

    static func save(_ data: Data, to url: URL) throws {
        let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw CocoaError(errno == EEXIST ? .fileWriteFileExists : .fileWriteUnknown) }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: data)
        try file.close()
    }
}

public protocol LMKSharePreviewDelegate: AnyObject {
    /// Called when the text was sent to the terminal's clipboard.
    func sharePreviewDidCopy(_ preview: LMKSharePreviewViewController)
    /// Called when the picture was saved in a file.
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
    /// The title of the button that saves the picture in a file.
    public var save: String
    /// The words before the path of the saved picture.
    public var saved: String
    /// The words that are shown if the picture cannot be saved.
    public var notSaved: String

    public init(
        share: String = "Copy", shared: String = "Sent to the terminal", save: String = "Save",
        saved: String = "Saved as", notSaved: String = "The picture cannot be saved."
    ) {
        (self.share, self.shared, self.save) = (share, shared, save)
        (self.saved, self.notSaved) = (saved, notSaved)
    }
}

/// A picture or a text in a bottom sheet. A person can save the picture in a file, or copy the text. The text is always
/// shown, so that it can be selected by hand.
public final class LMKSharePreviewViewController: LMKBottomSheetController {
    /// The words of previews. A program must set the words before it shows its screen.
    public nonisolated static var strings: LMKSharePreviewStrings {
        get { words.withLock { $0 } }
        set { words.withLock { $0 = newValue } }
    }

    private nonisolated static let words = Locked(LMKSharePreviewStrings())

    public weak var delegate: (any LMKSharePreviewDelegate)?
    /// The folder for saved pictures. By default, this is the folder `Pictures` of the person, or the home folder if
    /// there is no such folder.
    public var folder = LMKSharePreviewViewController.pictures
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

    private static var pictures: URL {
        let home = FileManager.default.homeDirectoryForCurrentUser
        let pictures = home.appendingPathComponent("Pictures")
        var isFolder: ObjCBool = false
        let isThere = unsafe FileManager.default.fileExists(atPath: pictures.path, isDirectory: &isFolder)
        return isThere && isFolder.boolValue ? pictures : home
    }

    override public func makeSheetContent() -> AnyView {
        let didCopy = { [weak self] in
            guard let self else { return }
            delegate?.sharePreviewDidCopy(self)
        }
        return AnyView(LMKSharePreview(image: image, text: text, save: { [weak self] in await self?.save() }, didCopy))
    }

    /// Saves the picture in a new file, and returns its path. Returns nil if this is not possible.
    private func save() async -> String? {
        guard let image, image.width > 0 else { return nil }
        let png = try? await PictureChild().later { (child) throws(PictureError) in
            try child.png(width: image.width, height: image.height, pixels: image.pixels)
        }
        guard let png else { return nil }
        for number in 1...999 {
            let file = folder.appendingPathComponent(number > 1 ? "picture-\(number).png" : "picture.png")
            do {
                try LMKShareService.save(Data(png), to: file)
                delegate?.sharePreviewDidSave(self)
                return file.path
            } catch CocoaError.fileWriteFileExists {
                continue
            } catch {
                return nil
            }
        }
        return nil
    }
}

private struct LMKSharePreview: View {
    let image: UIImage?
    let text: String
    let save: () async -> String?
    let didCopy: () -> Void
    @Environment(\.copyText) private var copy
    @Environment(\.lmkDesign) private var design
    @State private var wasSent = false
    /// What came of saving the picture: the path of its file, or an empty text.
    @State private var saved: String?

    init(image: UIImage?, text: String, save: @escaping () async -> String?, _ didCopy: @escaping () -> Void) {
        (self.image, self.text, self.save, self.didCopy) = (image, text, save, didCopy)
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let image { image.view }
            if let image, image.width > 0 { saving }
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

    @ViewBuilder private var saving: some View {
        let words = LMKSharePreviewViewController.strings
        if let saved {
            Text(verbatim: saved.isEmpty ? words.notSaved : "\(words.saved) \(saved)")
                .foregroundColor(saved.isEmpty ? design.colors.error : design.colors.success)
        } else {
            Button(words.save) { Task { saved = await save() ?? "" } }
                .buttonStyle(LMKButtonStyle(.filled(design.colors.primary)))
        }
    }
}
