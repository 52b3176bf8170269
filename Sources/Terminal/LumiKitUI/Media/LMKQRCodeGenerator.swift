public import Foundation
public import PictureModel
import QRCodes
public import SeamSwiftUI
import TermCore
import TermUI

/// The modules of a QR code, row by row.
public nonisolated struct LMKQRCode: Hashable, Sendable {
    /// The number of modules in a row.
    public var width: Int { modules.width }
    let modules: PictureModules

    init(_ modules: PictureModules) { self.modules = modules }

    /// Encodes a UTF-8 text. Returns nil if the text is empty, or if it is too long for the level (2,331 bytes at
    /// `medium`).
    public init?(_ text: String, correctionLevel: LMKQRCodeGenerator.CorrectionLevel = .medium) {
        let code = QRCode(text, correction: correctionLevel.correction)
        guard let code, let modules = PictureModules(width: code.width, dark: code.dark) else { return nil }
        self.modules = modules
    }
}

nonisolated extension LMKQRCode {
    /// Returns the code with larger modules. Together with its margin of four modules, it is at most `points` wide. A
    /// side has at most 177 modules.
    func scaled(to points: CGFloat) -> (width: Int, modules: [Bool]) {
        let most = min(CellMetrics.columns(points), 177 + 8)
        let factor = max(1, most / (width + 8))
        let margin = 4 * (factor - 1)
        let side = width * factor + 2 * margin
        guard factor > 1, side <= 177 else { return (width, modules.dark) }
        var large = [Bool](repeating: false, count: side * side)
        for y in 0..<width * factor {
            for x in 0..<width * factor where modules.dark[y / factor * width + x / factor] {
                large[(y + margin) * side + x + margin] = true
            }
        }
        return (side, large)
    }
}

public enum LMKQRCodeGenerator {
    /// The share of a code that may be lost before the code becomes unreadable.
    public nonisolated enum CorrectionLevel: String, Sendable, CaseIterable {
        case low = "L"
        case medium = "M"
        case quartile = "Q"
        case high = "H"

        fileprivate var correction: QRCode.Correction {
            switch self {
            case .low: .low
            case .medium: .medium
            case .quartile: .quartile
            case .high: .high
            }
        }
    }

    /// Returns a picture of a text as a QR code. Returns nil if the text is too long. The picture is at most `size`
    /// times `scale` points wide, and its modules are at least half a cell. If a screen has no space for the picture,
    /// it shows the smallest picture.
    public static func generateQRCode(
        from string: String, size: CGFloat = 200, scale: CGFloat? = nil,
        correctionLevel: CorrectionLevel = .medium
    ) -> UIImage? {
        LMKQRCode(string, correctionLevel: correctionLevel).map {
            UIImage(code: $0, points: LMKDesign.length(size) * max(0, LMKDesign.length(scale ?? 1)))
        }
    }
}

/// A text as a QR code. The code is always dark on light, and the text is below it. If there is no space for the code,
/// or no way to draw it, the view shows only the text.
public struct LMKQRCodeView: View {
    private let text: String
    private let code: LMKQRCode?
    private var hasText = true

    public init(_ text: String, correctionLevel: LMKQRCodeGenerator.CorrectionLevel = .medium) {
        self.text = text
        code = LMKQRCode(text, correctionLevel: correctionLevel)
    }

    /// Creates a view that shows only the code. It is for a text that another place shows.
    package init(codeOf text: String) {
        self.init(text)
        hasText = false
    }

    public var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if let code { CellModules(width: code.width, modules: code.modules.dark).accessibilityHidden(true) }
            if hasText { Text(verbatim: text) }
        }
    }
}
