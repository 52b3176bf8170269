import LumiKitUI
import SeamSwiftUI

struct BadgesPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Sample("dot") { LMKBadge(.dot) }
            Sample("count 3") { LMKBadge(.count(3)) }
            Sample("count 150") { LMKBadge(.count(150)) }
            Sample("text") { LMKBadge(.text("New"), color: LMKColor.success) }
            Sample("on something") {
                HStack(spacing: 8) {
                    Text("Inbox")
                    LMKBadge(.count(12), color: LMKColor.info)
                }
            }
        }
    }
}

struct CardsPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            LMKCard {
                Text("Lobby").font(LMKTypography.h3)
                Text("Opens until 22:00").foregroundColor(LMKColor.textSecondary)
            }
            LMKCard(fill: LMKColor.backgroundTertiary, radius: 0, shadow: LMKShadow.small()) {
                Text("Square, no shadow")
            }
        }
        .frame(maxWidth: 320, alignment: .leading)
    }
}

struct ChipsPage: View {
    @State private var chosen = "All"

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            HStack(spacing: 8) {
                LMKChip("Indoor")
                LMKChip("Outdoor", style: .outlined)
                LMKChip("Key", icon: UIImage(systemName: "key"), color: LMKColor.info)
            }
            HStack(spacing: 8) {
                ForEach(["All", "Open", "Expired"], id: \.self) { name in
                    LMKChip(name, style: name == chosen ? .filled : .outlined) { chosen = name }
                }
            }
            Text("Chosen: \(chosen)")
        }
    }
}

struct DividersPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            Text("above")
            LMKDivider()
            HStack(spacing: 8) {
                Text("left")
                LMKDivider(.vertical, color: LMKColor.primary).frame(height: 16)
                Text("right")
            }
        }
    }
}

struct EmptyStatesPage: View {
    @State private var count = 0

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            LMKEmptyState("No keys match.", icon: "magnifyingglass", style: .inline)
            LMKDivider()
            LMKEmptyState("Nobody has given you one.", title: "No keys yet", icon: "key", style: .card)
            LMKDivider()
            LMKEmptyState(
                "The cloud does not answer.", title: "Offline", icon: "wifi.slash", style: .card,
                action: ("Ask again (\(count))", { count += 1 }))
        }
    }
}

struct GradientsPage: View {
    private static let directions: [(String, LMKGradientDirection)] = [
        ("top to bottom", .topToBottom), ("left to right", .leftToRight),
        ("to bottom right", .topLeftToBottomRight), ("to bottom left", .topRightToBottomLeft),
    ]
    private let views = directions.map { direction in
        (
            direction.0,
            LMKGradientView(
                colors: [UIColor(red: 0.1, green: 0.3, blue: 0.6), UIColor(red: 0.9, green: 0.6, blue: 0.2)],
                direction: direction.1)
        )
    }

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            ForEach(views, id: \.0) { view in Sample(view.0) { view.1.frame(width: 160, height: 48) } }
        }
    }
}

struct LoadingPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            LMKLoadingState("Reading your keys")
            LMKDivider()
            LMKSkeleton()
        }
    }
}

struct LabelsPage: View {
    private let labels = [
        LMKLabelFactory.heading(text: "Heading 1"), LMKLabelFactory.heading(text: "Heading 2", level: 2),
        LMKLabelFactory.heading(text: "Heading 3", level: 3), LMKLabelFactory.body(text: "Body"),
        LMKLabelFactory.bodyBold(text: "Body, bold"), LMKLabelFactory.caption(text: "Caption"),
        LMKLabelFactory.small(text: "Small"), LMKLabelFactory.scientificName(text: "Ficus lyrata"),
    ]

    var body: some View {
        VStack(alignment: .leading, spacing: 0) { ForEach(labels.indices, id: \.self) { labels[$0] } }
    }
}
