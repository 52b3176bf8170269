public import Foundation
import LinuxSupport
import SeamSwiftUI
import Wire

/// An error in a theme file. It contains the file's name, the line and the column, and the requirement for the value
/// there.
public nonisolated struct LMKThemeFileError: LocalizedError, Hashable, Sendable {
    /// The message, for example "mine.json:3:14: /colors/primary must be a colour".
    public let message: String

    public var errorDescription: String? { message }
}

extension LMKDesign {
    /// The largest size of a theme file, in bytes.
    static let fileLimit = 65_536

    /// Returns a design. It is the built-in design with this name, or the design from the file at this path. Throws
    /// ``LMKThemeFileError``.
    public static func load(_ nameOrPath: String) throws -> LMKDesign {
        if let design = named(nameOrPath) { return design }
        let bytes: [UInt8]
        do {
            bytes = try SystemFile.read(nameOrPath, limit: fileLimit)
        } catch {
            throw LMKThemeFileError(message: "\(nameOrPath): \(error.message)")
        }
        var design = try parse(bytes, name: nameOrPath)
        design.folder = URL(fileURLWithPath: nameOrPath).deletingLastPathComponent().path
        return design
    }

    /// Returns the design in a theme file. The file is strict JSON of at most 64 KiB. If the file leaves a value out,
    /// it comes from the built-in design that the file's member `base` names. Without `base`, it is LumiKit's own
    /// value. Unknown members are an error. Throws a ``LMKThemeFileError``. The error gives `name` as the file's name.
    public static func parse(_ bytes: [UInt8], name: String) throws -> LMKDesign {
        do {
            var fields = try JSONFields(try JSON(parsing: bytes))
            return try LMKDesign(&fields)
        } catch let fault as JSONFault {
            let (line, column) = fault.position(in: bytes)
            let rule = fault.rule.rawValue.replacing("_", with: " ")
            throw LMKThemeFileError(message: "\(name):\(line):\(column): \(rule)")
        } catch let fault as FieldFault {
            let (line, column) = fault.position(in: bytes)
            throw LMKThemeFileError(message: "\(name):\(line):\(column): \(fault.description)")
        }
    }

    private init(_ fields: inout JSONFields) throws(FieldFault) {
        var design = LMKDesign()
        if let base = try fields.optionalString("base", bytes: 1...64) {
            guard let known = Self.named(base) else {
                throw fields.fault("base", "must be one of \(Self.builtInNames.joined(separator: ", "))")
            }
            design = known
        }
        if var colors = try fields.optionalFields("colors") {
            var fixed = LMKFixedTheme(design.colors)
            for role in LMKFixedTheme.roles {
                if let color = try colors.optionalColor(role.name) { fixed[keyPath: role.path] = color }
            }
            try colors.end()
            design.colors = fixed
        }
        try fields.take("spacing", &design.spacing, LMKSpacingTheme.members)
        try fields.take("cornerRadius", &design.cornerRadius, LMKCornerRadiusTheme.members)
        try fields.take("alpha", &design.alpha, LMKAlphaTheme.members, in: 0...1)
        try fields.take("layout", &design.layout, LMKLayoutTheme.members)
        try fields.take("badge", &design.badge, LMKBadgeTheme.members)
        try fields.take("typography", &design.typography, LMKTypographyTheme.members)
        try fields.end()
        self = design
    }
}

nonisolated extension JSONFields {
    /// Reads a colour: "#RRGGBB", a name from UIKit such as "systemGreen", or a pair of colours for light and dark
    /// screens.
    fileprivate mutating func optionalColor(_ key: StaticString) throws(FieldFault) -> UIColor? {
        switch optionalJSON(key) {
        case nil: return nil
        case .string(let text):
            if let color = Self.color(text) { return color }
        case .object(let pair)?:
            guard pair.count == 2, let light = pair["light"]?.stringValue.flatMap(Self.color),
                let dark = pair["dark"]?.stringValue.flatMap(Self.color)
            else { break }
            return UIColor { $0.userInterfaceStyle == .dark ? dark : light }
        default: break
        }
        throw fault(
            key, ##"must be a colour: "#RRGGBB", a name as in "systemGreen", or {"light": …, "dark": …}"##)
    }

    private static func color(_ text: String) -> UIColor? {
        text.utf8.first == UInt8(ascii: "#") ? UIColor(lmk_hex: text) : names[text]
    }

    private static let names: [String: UIColor] = [
        "label": .label, "secondaryLabel": .secondaryLabel, "tertiaryLabel": .tertiaryLabel, "separator": .separator,
        "systemBackground": .systemBackground, "secondarySystemBackground": .secondarySystemBackground,
        "tertiarySystemBackground": .tertiarySystemBackground, "systemRed": .systemRed, "systemOrange": .systemOrange,
        "systemYellow": .systemYellow, "systemGreen": .systemGreen, "systemMint": .systemMint,
        "systemTeal": .systemTeal, "systemCyan": .systemCyan, "systemBlue": .systemBlue,
        "systemIndigo": .systemIndigo, "systemPurple": .systemPurple, "systemPink": .systemPink,
        "systemBrown": .systemBrown, "systemGray": .systemGray, "white": .white, "black": .black,
    ]

    /// Reads the numbers of one category. The numbers are in points. If a `range` is given, they are other values.
    fileprivate mutating func take<Theme>(
        _ key: StaticString, _ theme: inout Theme,
        _ members: [LMKMember<Theme>],
        in range: ClosedRange<Double> = 0...1_000
    ) throws(FieldFault) {
        guard var fields = try optionalFields(key) else { return }
        for member in members {
            let value: Double
            switch fields.optionalJSON(member.name) {
            case nil: continue
            case .integer(let number): value = Double(number)
            case .number(let number): value = number
            default: value = .nan
            }
            guard range.contains(value) else {
                throw fields.fault(
                    member.name, "must be a number from \(Int(range.lowerBound)) to \(Int(range.upperBound))")
            }
            theme[keyPath: member.path] = CGFloat(value)
        }
        try fields.end()
    }
}
