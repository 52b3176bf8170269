import Foundation
public import PictureModel
import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

public protocol LMKPhotoCropDelegate: AnyObject {
    func photoCropViewController(_ controller: LMKPhotoCropViewController, didCropImage image: UIImage)
    func photoCropViewControllerDidCancel(_ controller: LMKPhotoCropViewController)
}

/// A screen that crops a photo. The arrows move the frame, `+` and `-` change its size, and `p` its proportions. Enter
/// crops, and Esc cancels. As on a phone, the delegate closes the screen.
public final class LMKPhotoCropViewController: UIViewController {
    public weak var delegate: (any LMKPhotoCropDelegate)?
    public let image: UIImage
    @Published private var crop: LMKCrop
    /// The photo in the size in which it is framed on the screen, or nil while a large photo is made smaller.
    @Published private var small: UIImage?
    private var isCropping = false

    /// The longest side of the photo that is framed on the screen, in pixels.
    private nonisolated static let longestSide = 480
    /// The most pixels of a photo that is changed while a key is handled. A larger one is changed on another thread.
    private static let mostAtOnce = 1_000_000

    override public var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }

    public init(image: UIImage, delegate: (any LMKPhotoCropDelegate)? = nil) {
        (self.image, self.delegate) = (image, delegate)
        crop = LMKCrop(of: CGSize(width: max(1, image.width), height: max(1, image.height)))
        let isLarge = image.width * image.height > Self.mostAtOnce
        small = isLarge ? nil : image.fitting(Self.longestSide)
        super.init(nibName: nil, bundle: nil)
        modalPresentationCapturesStatusBarAppearance = true
        overrideUserInterfaceStyle = .dark
        title = lmkPhotoCropStrings.title
        guard isLarge else { return }
        // This task ends with the smaller photo.
        Task { [weak self] in
            let small = await Self.made { image.fitting(Self.longestSide) }
            self?.small = small
        }
    }

    @concurrent private nonisolated static func made(_ change: @Sendable () -> UIImage) async -> UIImage { change() }

    /// Cancels.
    override public func escape() { delegate?.photoCropViewControllerDidCancel(self) }

    private func finish() {
        guard !isCropping else { return }
        let (image, rectangle) = (image, crop.rectangle)
        guard rectangle.width * rectangle.height > CGFloat(Self.mostAtOnce) else {
            return finish(image.cropped(to: rectangle))
        }
        isCropping = true
        // This task ends with the cropped photo, which belongs to the delegate even if the screen is closed by then.
        Task {
            let cropped = await Self.made { image.cropped(to: rectangle) }
            isCropping = false
            finish(cropped)
        }
    }

    private func finish(_ cropped: UIImage) {
        LMKHapticFeedbackHelper.success()
        delegate?.photoCropViewController(self, didCropImage: cropped)
    }

    private var keys: [KeyBinding] {
        let words = lmkPhotoCropStrings
        var keys = [
            key(.return, "Enter", words.done) { $0.finish() },
            KeyBinding(["+", "="], "+", words.size) { [weak self] in self?.crop.grow(by: 1) },
            key("-", "-", words.size) { $0.crop.grow(by: -1) },
            key("p", "p", words.proportions) { $0.crop.chooseNext() },
            key(.leftArrow, "Left", words.move) { $0.crop.move(x: -1, y: 0) },
            key(.rightArrow, "Right", words.move) { $0.crop.move(x: 1, y: 0) },
            key(.upArrow, "Up", words.move) { $0.crop.move(x: 0, y: -1) },
            key(.downArrow, "Down", words.move) { $0.crop.move(x: 0, y: 1) },
        ]
        if crop.ratio == .free {
            keys += [
                key("w", "w", words.width) { $0.crop.stretch(width: 1, height: 0) },
                key("W", "W", words.width) { $0.crop.stretch(width: -1, height: 0) },
                key("t", "t", words.height) { $0.crop.stretch(width: 0, height: 1) },
                key("T", "T", words.height) { $0.crop.stretch(width: 0, height: -1) },
            ]
        }
        return keys
    }

    private func key(
        _ key: KeyEquivalent, _ name: String, _ action: String,
        _ perform: @escaping (LMKPhotoCropViewController) -> Void
    ) -> KeyBinding {
        KeyBinding(key, name, action) { [weak self] in self.map(perform) ?? () }
    }

    /// The photo, which is dark outside of the frame, or nil while it is made smaller.
    private var framed: UIImage? {
        guard let small else { return nil }
        let rectangle = crop.rectangle
        let scale = (x: small.size.width / max(1, image.size.width), y: small.size.height / max(1, image.size.height))
        func pixels(_ first: CGFloat, _ last: CGFloat, _ side: Int) -> Range<Int> {
            let start = min(max(Int(first.rounded()), 0), max(0, side - 1))
            return start..<min(max(Int(last.rounded()), start + 1), max(1, side))
        }
        return small.framed(
            x: pixels(rectangle.minX * scale.x, rectangle.maxX * scale.x, small.width),
            y: pixels(rectangle.minY * scale.y, rectangle.maxY * scale.y, small.height),
            line: max(1, max(small.width, small.height) / 80), shade: Double(LMKAlpha.overlay))
    }

    override public func makeContent() -> AnyView {
        let rectangle = crop.rectangle
        let line = "\(crop.ratio.displayName)   \(Int(rectangle.width)) x \(Int(rectangle.height))"
        let cancel = KeyBinding(.escape, "Esc", lmkPhotoCropStrings.cancel) { [weak self] in self?.escape() }
        return AnyView(
            LMKPhotoScreen(keys: keys, close: cancel) {
                VStack(spacing: 0) {
                    Text(verbatim: title ?? "").bold().lineLimit(1)
                    if let framed {
                        framed.image.zoomed(scale: 1, x: 0.5, y: 0.5).accessibilityHidden(true)
                    } else {
                        ProgressView().filling(.center)
                    }
                    Text(verbatim: line).lineLimit(1)
                }
            })
    }
}
