public import SeamSwiftUI
package import TermControls

/// The pages of the gallery. Each page shows a group of SwiftUI's names, and each name occurs on one page.
@MainActor public enum Gallery {
    /// A page of the gallery.
    public struct Page: Identifiable {
        /// The name of the page, taken from the name of its file.
        public let id: String
        /// The number of rows that the page needs.
        public let rows: Int
        /// The view of the page.
        public let view: AnyView
        /// The name of the view's type.
        fileprivate let type: String
    }

    /// All pages, in the order in which they were built.
    public static var pages: [Page] {
        [
            page("text", rows: 24, TextPage()),
            page("controls", rows: 48, ControlsPage()),
            page("navigation", rows: 24, NavigationPage()),
            page("shapes", rows: 24, ShapesPage()),
            page("motion", rows: 24, MotionPage()),
            page("lists", rows: 40, ListsPage()),
            page("layout", rows: 40, LayoutPage()),
            page("gestures", rows: 24, GesturesPage()),
        ]
    }

    /// The pages for a screen, each beside its code.
    package static var showcase: Showcase {
        Showcase(
            "Gallery",
            pages.map { page in
                Showcase.Page(page.id) {
                    AnyView(ScrollView { page.view.frame(maxWidth: .infinity, alignment: .leading) })
                } code: {
                    ShownSource.declaration(of: page.type, beside: #filePath)
                }
            })
    }

    private static func page(_ id: String, rows: Int, _ view: some View) -> Page {
        Page(id: id, rows: rows, view: AnyView(view), type: "\(Swift.type(of: view))")
    }
}
