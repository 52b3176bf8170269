public import Foundation
import LumiKitCore
public import PictureModel
import SeamCombine
public import SeamSwiftUI
import TermControls
import TermUI

/// Provides the photos of a browser.
public protocol LMKPhotoBrowserDataSource: AnyObject {
    var numberOfPhotos: Int { get }
    func photo(at index: Int) -> UIImage?
    func photoDate(at index: Int) -> Date?
    /// Returns the words below a photo without a date.
    func photoSubtitle(at index: Int) -> String?
}

public protocol LMKPhotoBrowserDelegate: AnyObject {
    func photoBrowser(_ browser: LMKPhotoBrowserViewController, didRequestActionAt index: Int)
    func photoBrowserDidDismiss(_ browser: LMKPhotoBrowserViewController)
}

public nonisolated struct LMKPhotoBrowserStrings: Hashable, Sendable {
    public var emptyText: String
    /// The pattern of the counter. Its two `%d` are the number of the photo and the number of photos.
    public var counterFormat: String
    /// A hint about taps. A terminal names its keys in the last line instead.
    public var tapToToggleHint: String
    /// The words for the keys in the last line.
    public var zoom, photos, move, action, words, whole, close: String

    public init(
        emptyText: String = "No photos", counterFormat: String = "%d of %d",
        tapToToggleHint: String = "Double-tap to zoom, tap to show or hide controls", zoom: String = "zoom",
        photos: String = "photos", move: String = "move", action: String = "action", words: String = "words",
        whole: String = "whole photo", close: String = "close"
    ) {
        (self.emptyText, self.counterFormat) = (emptyText, counterFormat)
        (self.tapToToggleHint, self.zoom, self.photos) = (tapToToggleHint, zoom, photos)
        (self.move, self.action, self.words, self.whole) = (move, action, words, whole)
        self.close = close
    }

    /// Returns the counter's text. A `%d` that is missing or one too many changes nothing else.
    func counter(_ number: Int, _ count: Int) -> String {
        var (text, rest) = ("", Substring(counterFormat))
        for value in [number, count] {
            guard let place = rest.range(of: "%d") else { break }
            text += rest[..<place.lowerBound] + "\(value)"
            rest = rest[place.upperBound...]
        }
        return text + rest
    }
}

/// A browser for photos on the whole screen. The left and right arrows turn to the next photo. `+` and `-` enlarge the
/// photo and make it smaller, and the arrows then move the visible part. Esc closes the browser.
public final class LMKPhotoBrowserViewController: UIViewController {
    public weak var dataSource: (any LMKPhotoBrowserDataSource)? { didSet { reloadData() } }
    public weak var delegate: (any LMKPhotoBrowserDelegate)?
    @Published public var strings = LMKPhotoBrowserStrings()
    @Published private var currentIndex: Int
    /// Whether the words about the photo are hidden.
    @Published private var isOverlayHidden = false
    /// Whether the photo is enlarged, so that the arrows move it.
    @Published private var isZoomed = false
    private let cell = LMKPhotoBrowserCell()

    override public var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }

    public init(initialIndex: Int = 0) {
        currentIndex = max(0, initialIndex)
        super.init(nibName: nil, bundle: nil)
        modalPresentationCapturesStatusBarAppearance = true
        overrideUserInterfaceStyle = .dark
        cell.onZoomStateChanged = { [weak self] in self?.isZoomed = $0 }
    }

    /// The index of the photo that is shown.
    public var currentPhotoIndex: Int { currentIndex }

    /// Shows the photos of the data source as they are now.
    public func reloadData() {
        currentIndex = min(currentIndex, max(0, count - 1))
        show()
    }

    /// Draws nothing, because a terminal has no swipes that close a screen.
    public func updateDismissProgress(_ progress: CGFloat) {}

    private var count: Int { max(0, dataSource?.numberOfPhotos ?? 0) }

    override public func viewDidLoad() {
        super.viewDidLoad()
        reloadData()
    }

    private func show() {
        guard count > 0, let image = dataSource?.photo(at: currentIndex) else { return cell.isHidden = true }
        cell.isHidden = false
        cell.configure(with: image, screenSize: .zero)
    }

    private func turn(by pages: Int) {
        let next = min(max(currentIndex + pages, 0), max(0, count - 1))
        guard next != currentIndex else { return }
        currentIndex = next
        show()
    }

    override public func escape() {
        delegate?.photoBrowserDidDismiss(self)
        super.escape()
    }

    // MARK: - Keys

    private var keys: [KeyBinding] {
        var keys = [
            KeyBinding(["+", "="], "+", strings.zoom) { [weak self] in self?.cell.zoom(by: LMKZoom.step) },
            KeyBinding("-", "-", strings.zoom) { [weak self] in self?.cell.zoom(by: 1 / LMKZoom.step) },
        ]
        if isZoomed {
            keys += [
                KeyBinding("0", "0", strings.whole) { [weak self] in self?.cell.resetZoom() },
                arrow(.leftArrow, "Left", strings.move) { $0.cell.move(x: -1, y: 0) },
                arrow(.rightArrow, "Right", strings.move) { $0.cell.move(x: 1, y: 0) },
                arrow(.upArrow, "Up", strings.move) { $0.cell.move(x: 0, y: -1) },
                arrow(.downArrow, "Down", strings.move) { $0.cell.move(x: 0, y: 1) },
            ]
        } else if count > 1 {
            keys += [
                arrow(.leftArrow, "Left", strings.photos) { $0.turn(by: -1) },
                arrow(.rightArrow, "Right", strings.photos) { $0.turn(by: 1) },
            ]
        }
        if delegate != nil {
            keys.append(
                KeyBinding("a", "a", strings.action) { [weak self] in
                    guard let self else { return }
                    delegate?.photoBrowser(self, didRequestActionAt: currentIndex)
                })
        }
        keys.append(KeyBinding("h", "h", strings.words) { [weak self] in self?.isOverlayHidden.toggle() })
        return keys
    }

    private func arrow(
        _ key: KeyEquivalent, _ name: String, _ action: String,
        _ perform: @escaping (LMKPhotoBrowserViewController) -> Void
    ) -> KeyBinding {
        KeyBinding(key, name, action) { [weak self] in self.map(perform) ?? () }
    }

    private var close: KeyBinding { KeyBinding(.escape, "Esc", strings.close) { [weak self] in self?.escape() } }

    override public func makeContent() -> AnyView {
        let keys = count > 0 ? keys : []
        let line =
            if let date = count > 0 ? dataSource?.photoDate(at: currentIndex) : nil {
                LMKDateFormatterHelper.formatDate(date, includeTime: false)
            } else {
                count > 0 ? dataSource?.photoSubtitle(at: currentIndex) ?? "" : ""
            }
        return AnyView(
            LMKPhotoScreen(keys: keys, close: presentingViewController == nil ? nil : close) {
                LMKPhotoBrowserPage(
                    photo: count > 0 ? cell : nil, empty: strings.emptyText,
                    line: isOverlayHidden ? "" : line,
                    counter: isOverlayHidden || count == 0 ? "" : strings.counter(currentIndex + 1, count))
            })
    }
}

/// A photo with the words about it.
private struct LMKPhotoBrowserPage: View {
    let photo: LMKPhotoBrowserCell?
    let empty: String
    let line: String
    let counter: String

    var body: some View {
        VStack(spacing: 0) {
            if let photo { photo.filling(.center) } else { Text(verbatim: empty).filling(.center) }
            if !line.isEmpty { Text(verbatim: line).lineLimit(1) }
            if !counter.isEmpty { Text(verbatim: counter).foregroundColor(LMKColor.graySoft).lineLimit(1) }
        }
    }
}

/// A screen with a photo, on the photo browser's own background, and a last line with its keys.
struct LMKPhotoScreen<Content: View>: View {
    let keys: [KeyBinding]
    let close: KeyBinding?
    @ViewBuilder let content: Content

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            content.frame(maxWidth: .infinity, maxHeight: .infinity)
            KeyHints(keys + (close.map { [$0] } ?? []))
        }
        .frame(maxWidth: .infinity, maxHeight: .infinity)
        .foregroundColor(LMKColor.white)
        .background(LMKColor.photoBrowserBackground)
        .keyBindings(keys)
    }
}
