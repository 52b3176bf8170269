import Foundation
import LumiKitCore
import LumiKitUI
import SeamSwiftUI

struct ColorsPage: View {
    @Environment(\.lmkDesign) private var design

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(roles, id: \.0) { role in
                HStack(spacing: 8) {
                    Text("      ").background(role.1)
                    Text(role.0).foregroundColor(LMKColor.textPrimary)
                }
            }
        }
    }

    private var roles: [(String, UIColor)] {
        let colors = design.colors
        return [
            ("primary", colors.primary), ("primaryDark", colors.primaryDark), ("secondary", colors.secondary),
            ("tertiary", colors.tertiary), ("success", colors.success), ("warning", colors.warning),
            ("error", colors.error), ("info", colors.info), ("textPrimary", colors.textPrimary),
            ("textSecondary", colors.textSecondary), ("textTertiary", colors.textTertiary),
            ("backgroundPrimary", colors.backgroundPrimary), ("backgroundSecondary", colors.backgroundSecondary),
            ("backgroundTertiary", colors.backgroundTertiary), ("divider", colors.divider),
            ("imageBorder", colors.imageBorder), ("graySoft", colors.graySoft), ("grayMuted", colors.grayMuted),
            ("white", colors.white), ("black", colors.black),
        ]
    }
}

struct TypographyPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(fonts, id: \.0) { font in
                Sample(font.0) { Text("Doors open \(Int(font.1.pointSize)) pt").font(font.1) }
            }
        }
    }

    private var fonts: [(String, UIFont)] {
        [
            ("h1", LMKTypography.h1), ("h2", LMKTypography.h2), ("h3", LMKTypography.h3), ("h4", LMKTypography.h4),
            ("body", LMKTypography.body), ("bodyMedium", LMKTypography.bodyMedium),
            ("bodyBold", LMKTypography.bodyBold), ("subbodyMedium", LMKTypography.subbodyMedium),
            ("caption", LMKTypography.caption), ("captionMedium", LMKTypography.captionMedium),
            ("small", LMKTypography.small), ("smallMedium", LMKTypography.smallMedium),
            ("extraSmall", LMKTypography.extraSmall), ("extraExtraSmall", LMKTypography.extraExtraSmall),
            ("italicBody", LMKTypography.italicBody), ("italicCaption", LMKTypography.italicCaption),
        ]
    }
}

struct SpacingPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(values, id: \.0) { value in
                Sample("\(value.0) \(Int(value.1))") {
                    HStack(spacing: value.1) {
                        Text("|")
                        Text("|")
                    }
                }
            }
            Text("A column is 8 points wide and a row 16 high; less than half of that is not drawn.")
                .foregroundColor(LMKColor.textSecondary)
        }
    }

    private var values: [(String, CGFloat)] {
        [
            ("xxs", LMKSpacing.xxs), ("xs", LMKSpacing.xs), ("small", LMKSpacing.small), ("medium", LMKSpacing.medium),
            ("large", LMKSpacing.large), ("xl", LMKSpacing.xl), ("xxl", LMKSpacing.xxl),
        ]
    }
}

struct SurfacesPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack(alignment: .top, spacing: 8) {
                ForEach([("none", 0), ("xs", LMKCornerRadius.xs), ("large", LMKCornerRadius.large)], id: \.0) {
                    corner in
                    Text(corner.0).lmk_applyBorder(color: LMKColor.primary, cornerRadius: corner.1)
                }
            }
            HStack(alignment: .top, spacing: 8) {
                Text(" small ").background(LMKColor.backgroundTertiary).lmk_applyShadow(LMKShadow.small())
                Text(" card ").background(LMKColor.backgroundTertiary).lmk_applyShadow(LMKShadow.card())
                Text(" large ").background(LMKColor.backgroundTertiary).lmk_applyShadow(LMKShadow.large())
            }
            HStack(spacing: 8) {
                ForEach([1, LMKAlpha.overlayStrong, LMKAlpha.disabled, LMKAlpha.overlayLight], id: \.self) { alpha in
                    Text("\(Int((alpha * 100).rounded())) %").opacity(Double(alpha))
                    Text("   ").background(LMKColor.primary.withAlphaComponent(alpha))
                }
            }
        }
    }
}

struct ThemesPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(LMKDesign.builtInNames, id: \.self) { name in
                Sample(name) {
                    HStack(spacing: 8) {
                        LMKBadge(.text("New"))
                        LMKChip("Lobby")
                        Text("text")
                        Button("Open") {}.buttonStyle(
                            LMKButtonStyle(.filled(LMKDesign.named(name)?.colors.primary ?? .red)))
                    }
                    .lmk_design(LMKDesign.named(name) ?? LMKDesign())
                }
            }
            Text("lumi-catalog --theme NAME or FILE: the file has the members of the structures here.")
                .foregroundColor(LMKColor.textSecondary)
        }
    }
}

struct CorePage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(["en_US", "de_DE", "es_ES"], id: \.self) { name in
                Sample("date in \(name)") { Text(Self.date(in: name)) }
            }
            Sample("progress") { Text(LMKFormatHelper.progressPercent(0.75)) }
            Sample("safe subscript") { Text([1, 2, 3][safe: 7].map { "\($0)" } ?? "nil") }
            Sample("chunks") { Text("\([1, 2, 3, 4, 5].lmk_chunked(size: 2))") }
            ForEach(["https://example.com", "http://example.com", "https://127.1", "https://[::1]/"], id: \.self) {
                url in
                Sample("URL") {
                    Text("\(LMKURLValidator.validateHTTPSURL(url) == nil ? "no " : "yes") \(url)")
                }
            }
        }
    }

    private static func date(in name: String) -> String {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: name)
        formatter.timeZone = TimeZone(identifier: "UTC")
        (formatter.dateStyle, formatter.timeStyle) = (.long, .none)
        return formatter.string(from: Date(timeIntervalSince1970: 1_772_323_200))
    }
}
