package import LumiKitUI
package import SeamSwiftUI
import TermControls

/// The components of LumiKit. They are on pages, in the same six sections as in LumiKit.
package enum Catalog {
    /// The sections of the catalogue. They have the same order as in LumiKit's own catalogue.
    package enum Section: String, CaseIterable {
        case designSystem = "Design System"
        case components = "Components"
        case controls = "Controls"
        case feedback = "Feedback"
        case overlays = "Overlays"
        case media = "Media"
    }

    /// A page that shows one part of LumiKit in all its states.
    package struct Page: Identifiable {
        /// The page's name, as in `--page badges`.
        package let id: String
        /// The section to which the page belongs.
        package let section: Section
        /// Creates the page's view. The view shows messages and sheets on the given controller.
        package let view: (UIViewController) -> AnyView
        /// The name of the view's type.
        fileprivate let type: String
    }

    /// All pages, in the order of their sections.
    package static var pages: [Page] {
        [
            page("colors", .designSystem) { _ in ColorsPage() },
            page("typography", .designSystem) { _ in TypographyPage() },
            page("spacing", .designSystem) { _ in SpacingPage() },
            page("surfaces", .designSystem) { _ in SurfacesPage() },
            page("themes", .designSystem) { _ in ThemesPage() },
            page("core", .designSystem) { _ in CorePage() },
            page("badges", .components) { _ in BadgesPage() },
            page("cards", .components) { _ in CardsPage() },
            page("chips", .components) { _ in ChipsPage() },
            page("dividers", .components) { _ in DividersPage() },
            page("empty", .components) { _ in EmptyStatesPage() },
            page("gradients", .components) { _ in GradientsPage() },
            page("loading", .components) { _ in LoadingPage() },
            page("labels", .components) { _ in LabelsPage() },
            page("controllers", .components) { _ in ControllersPage() },
            page("buttons", .controls) { _ in ButtonsPage() },
            page("toggles", .controls) { _ in TogglesPage() },
            page("segments", .controls) { _ in SegmentsPage() },
            page("fields", .controls) { _ in FieldsPage() },
            page("search", .controls) { _ in SearchPage() },
            page("toasts", .feedback) { ToastsPage(controller: $0) },
            page("banners", .feedback) { BannersPage(controller: $0) },
            page("progress", .feedback) { ProgressPage(controller: $0) },
            page("errors", .feedback) { ErrorsPage(controller: $0) },
            page("feedback", .feedback) { _ in FeedbackPage() },
            page("alerts", .overlays) { AlertsPage(controller: $0) },
            page("sheets", .overlays) { SheetsPage(controller: $0) },
            page("dates", .overlays) { DatesPage(controller: $0) },
            page("tips", .overlays) { TipsPage(controller: $0) },
            page("panels", .overlays) { PanelsPage(controller: $0) },
            page("photo", .media) { PhotoPage(controller: $0) },
            page("images", .media) { _ in ImageViewsPage() },
            page("qr", .media) { _ in CodesPage() },
            page("share", .media) { SharePage(controller: $0) },
            page("markdown", .media) { _ in MarkdownPage() },
        ]
    }

    private static func page<Shown: View>(
        _ id: String, _ section: Section, _ view: @escaping (UIViewController) -> Shown
    ) -> Page {
        Page(id: id, section: section, view: { AnyView(view($0)) }, type: "\(Shown.self)")
    }
}

/// A single page. Its controller shows the page's messages and sheets.
package struct CatalogPageView: View {
    private let page: Catalog.Page
    @StateObject private var controller = UIViewController()

    /// Creates the view of a page.
    package init(_ page: Catalog.Page) { self.page = page }

    package var body: some View {
        ScrollView { page.view(controller).frame(maxWidth: .infinity, alignment: .leading) }.lmk_host(controller)
    }
}

/// The catalogue, which lists its pages by section. Each page can be opened.
package struct CatalogView: View {
    /// Creates the catalogue.
    package init() {}

    package var body: some View {
        Showcase(
            "LumiKit",
            Catalog.pages.map { page in
                Showcase.Page(page.id, section: page.section.rawValue) {
                    AnyView(CatalogPageView(page))
                } code: {
                    ShownSource.declaration(of: page.type, beside: #filePath)
                }
            })
    }
}

/// A line of a page. It contains a name, and the part that has this name.
struct Sample<Content: View>: View {
    let name: String
    @ViewBuilder let content: Content

    init(_ name: String, @ViewBuilder content: () -> Content) {
        self.name = name
        self.content = content()
    }

    var body: some View {
        HStack(alignment: .top, spacing: 8) {
            Text(name).foregroundColor(LMKColor.textSecondary).lineLimit(1).frame(width: 144, alignment: .leading)
            content
        }
    }
}
