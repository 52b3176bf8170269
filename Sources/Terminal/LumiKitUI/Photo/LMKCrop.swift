public import Foundation
import LinuxSupport

/// The proportions of a cropped photo.
public nonisolated enum LMKCropAspectRatio: CaseIterable, Hashable, Sendable {
    case square
    case fourThree
    case threeTwo
    case twoThree
    case threeFour
    case free

    /// The width of a photo with the height 1, or nil for any proportions.
    public var ratio: CGFloat? {
        switch self {
        case .square: 1.0
        case .fourThree: 4.0 / 3.0
        case .threeTwo: 3.0 / 2.0
        case .twoThree: 2.0 / 3.0
        case .threeFour: 3.0 / 4.0
        case .free: nil
        }
    }

    public var displayName: String {
        switch self {
        case .square: "1:1"
        case .fourThree: "4:3"
        case .threeTwo: "3:2"
        case .twoThree: "2:3"
        case .threeFour: "3:4"
        case .free: lmkPhotoCropStrings.free
        }
    }
}

public nonisolated struct LMKPhotoCropStrings: Hashable, Sendable {
    public var title: String
    public var free: String
    /// The words for the keys in the last line.
    public var move, size, width, height, proportions, done, cancel: String

    public init(
        title: String = "Crop", free: String = "Free", move: String = "move", size: String = "size",
        width: String = "width", height: String = "height", proportions: String = "proportions",
        done: String = "crop", cancel: String = "cancel"
    ) {
        (self.title, self.free, self.move, self.size) = (title, free, move, size)
        (self.width, self.height, self.proportions) = (width, height, proportions)
        (self.done, self.cancel) = (done, cancel)
    }
}

private nonisolated let words = Locked(LMKPhotoCropStrings())

/// The words of all crop screens. A program sets the words before it shows its screen.
public nonisolated var lmkPhotoCropStrings: LMKPhotoCropStrings {
    get { words.withLock { $0 } }
    set { words.withLock { $0 = newValue } }
}

/// The part of a photo that stays when it is cropped, as a value. All lengths are in pixels.
nonisolated struct LMKCrop: Hashable, Sendable {
    private let photo: CGSize
    private(set) var ratio = LMKCropAspectRatio.square
    private var middle: CGPoint
    private var size: CGSize

    /// The part of the photo's side by which a key moves or resizes the frame.
    private static let step: CGFloat = 1.0 / 20
    /// The smallest side of the frame, as a part of the photo's shorter side.
    private static let least: CGFloat = 1.0 / 10

    /// Frames the largest square in the middle of a photo, which must have pixels.
    init(of photo: CGSize) {
        self.photo = photo
        (middle, size) = (CGPoint(x: photo.width / 2, y: photo.height / 2), photo)
        choose(.square)
    }

    /// The frame, in whole pixels inside the photo.
    var rectangle: CGRect {
        let (left, top) = ((middle.x - size.width / 2).rounded(), (middle.y - size.height / 2).rounded())
        let (x, y) = (min(max(left, 0), photo.width - 1), min(max(top, 0), photo.height - 1))
        return CGRect(
            x: x, y: y, width: min(max(size.width.rounded(), 1), photo.width - x),
            height: min(max(size.height.rounded(), 1), photo.height - y))
    }

    /// Frames the largest part of these proportions. With free proportions, the frame stays.
    mutating func choose(_ ratio: LMKCropAspectRatio) {
        self.ratio = ratio
        guard let shape = ratio.ratio else { return }
        let isWide = photo.width / photo.height > shape
        size =
            isWide
            ? CGSize(width: photo.height * shape, height: photo.height)
            : CGSize(width: photo.width, height: photo.width / shape)
        keepInside()
    }

    /// Takes the next proportions in the list.
    mutating func chooseNext() {
        let all = LMKCropAspectRatio.allCases
        let next = (all.firstIndex(of: ratio) ?? 0) + 1
        choose(all[next % all.count])
    }

    /// Moves the frame by steps.
    mutating func move(x columns: Int, y rows: Int) {
        middle.x += CGFloat(columns) * photo.width * Self.step
        middle.y += CGFloat(rows) * photo.height * Self.step
        keepInside()
    }

    /// Makes the frame larger by steps, or smaller by negative steps. It keeps its proportions.
    mutating func grow(by steps: Int) {
        let shape = size.width / size.height
        let least = Self.least * min(photo.width, photo.height)
        let most = min(photo.width, photo.height * shape)
        let width = size.width + CGFloat(steps) * photo.width * Self.step
        size.width = min(max(width, min(max(least, least * shape), most)), most)
        size.height = size.width / shape
        keepInside()
    }

    /// Changes the sides of a frame of free proportions by steps. Other frames stay.
    mutating func stretch(width: Int, height: Int) {
        guard ratio == .free else { return }
        let least = Self.least * min(photo.width, photo.height)
        size.width = min(max(size.width + CGFloat(width) * photo.width * Self.step, least), photo.width)
        size.height = min(max(size.height + CGFloat(height) * photo.height * Self.step, least), photo.height)
        keepInside()
    }

    private mutating func keepInside() {
        middle.x = min(max(middle.x, size.width / 2), photo.width - size.width / 2)
        middle.y = min(max(middle.y, size.height / 2), photo.height - size.height / 2)
    }
}
