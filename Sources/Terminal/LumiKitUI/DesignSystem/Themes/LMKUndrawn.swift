import Foundation
import LumiKitCore
import SeamSwiftUI

/// A value of a design that differs from LumiKit's own value, although a terminal draws both in the same way.
package nonisolated struct LMKUndrawn: Hashable, Sendable {
    /// The path of the value within a theme file, as in "/layout/iconLarge".
    package let place: String
    /// The reason why a terminal does not draw the value.
    package let reason: String
    /// Whether a program's own views can still draw the value.
    package let isForPrograms: Bool

    /// The sentence about the value, as in "/layout/iconLarge is not drawn by a terminal: …".
    package var description: String { "\(place) is not drawn by a terminal: \(reason)" }

    fileprivate init(_ place: String, _ reason: String, isForPrograms: Bool = false) {
        (self.place, self.reason, self.isForPrograms) = (place, reason, isForPrograms)
    }
}

extension LMKDesign {
    /// The values that a terminal does not draw, although they differ from LumiKit's own.
    package nonisolated var undrawn: [LMKUndrawn] {
        let own = LMKDesign()
        return Self.undrawn("spacing", spacing, own.spacing, LMKSpacingTheme.members)
            + Self.undrawn("cornerRadius", cornerRadius, own.cornerRadius, LMKCornerRadiusTheme.members)
            + Self.undrawn("alpha", alpha, own.alpha, LMKAlphaTheme.members)
            + Self.undrawn("layout", layout, own.layout, LMKLayoutTheme.members)
            + Self.undrawn("badge", badge, own.badge, LMKBadgeTheme.members)
            + Self.undrawn(typography, own.typography) + Self.undrawn(shadow, own.shadow)
            + (animation.still == own.animation.still ? [] : [LMKUndrawn("/animation", LMKAnimationTheme.reason)])
    }

    private nonisolated static func undrawn<Theme>(
        _ category: String, _ theme: Theme, _ own: Theme, _ members: [LMKMember<Theme>]
    ) -> [LMKUndrawn] {
        members.compactMap { member in
            let (value, usual) = (theme[keyPath: member.path], own[keyPath: member.path])
            guard value != usual else { return nil }
            let place = "/\(category)/\(member.name)"
            switch member.measure {
            case .never(let reason): return LMKUndrawn(place, reason)
            case .program:
                return LMKUndrawn(place, unused, isForPrograms: true)
            default:
                guard member.measure.drawn(value) == member.measure.drawn(usual) else { return nil }
                return LMKUndrawn(place, "\(text(value)) is drawn like \(text(usual))")
            }
        }
    }

    private nonisolated static func undrawn(_ type: LMKTypographyTheme, _ own: LMKTypographyTheme) -> [LMKUndrawn] {
        var found: [LMKUndrawn] = []
        var members = LMKTypographyTheme.members
        for heading in LMKTypographyTheme.weights {
            let (weight, usual) = (type[keyPath: heading.path], own[keyPath: heading.path])
            if weight != usual, weight.isBold == usual.isBold {
                found.append(LMKUndrawn("/typography/\(heading.name)", "letters are bold or not"))
            }
            guard weight.isBold, let place = members.firstIndex(where: { "\($0.name)" == heading.size }) else {
                continue
            }
            members[place] = .init(
                members[place].name, members[place].path, .never("a bold title looks the same at every size"))
        }
        if type.fontFamily != own.fontFamily {
            found.append(LMKUndrawn("/typography/fontFamily", "a terminal has one font"))
        }
        let spacings: [(String, KeyPath<LMKTypographyTheme, CGFloat>)] = [
            ("headingLetterSpacing", \.headingLetterSpacing), ("bodyLetterSpacing", \.bodyLetterSpacing),
            ("smallLetterSpacing", \.smallLetterSpacing),
        ]
        for (name, path) in spacings where type[keyPath: path] != own[keyPath: path] {
            found.append(LMKUndrawn("/typography/\(name)", "letters are in columns"))
        }
        return undrawn("typography", type, own, members) + found
    }

    private nonisolated static func undrawn(_ theme: LMKShadowTheme, _ own: LMKShadowTheme) -> [LMKUndrawn] {
        let shadows: [(name: String, path: KeyPath<LMKShadowTheme, LMKShadowConfig>, isForPrograms: Bool)] = [
            ("cellCard", \.cellCard, false), ("card", \.card, false), ("button", \.button, false),
            ("small", \.small, true), ("medium", \.medium, true), ("large", \.large, true),
        ]
        var found: [LMKUndrawn] = []
        for (name, path, isForPrograms) in shadows {
            let (shadow, usual) = (theme[keyPath: path], own[keyPath: path])
            guard shadow != usual else { continue }
            if shadow.offset != usual.offset {
                found.append(LMKUndrawn("/shadow/\(name)/offset", "a shadow is below its view and to the right"))
            }
            var same = shadow
            same.offset = usual.offset
            guard same != usual else { continue }
            if isForPrograms {
                found.append(LMKUndrawn("/shadow/\(name)", unused, isForPrograms: true))
            } else if LMKShadowStyle(same).depths == LMKShadowStyle(usual).depths {
                found.append(LMKUndrawn("/shadow/\(name)", "it is drawn like LumiKit's own"))
            }
        }
        if theme.iconOverlayOpacity != own.iconOverlayOpacity {
            found.append(LMKUndrawn("/shadow/iconOverlayOpacity", "symbols are not drawn on pictures"))
        }
        return found
    }

    private nonisolated static let unused = "no component uses it, only a program's own views"

    private nonisolated static func text(_ number: CGFloat) -> String {
        number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
    }
}

nonisolated extension UIFont.Weight {
    /// Whether a terminal draws the weight as bold.
    fileprivate var isBold: Bool { drawn >= .semibold }
}
