public import SeamSwiftUI

/// There is a page for each group of SwiftUI's names. Every name is used once.
@MainActor public enum Gallery {
    /// A page of the gallery.
    public struct Page: Identifiable {
        /// The name of the page, which is that of its file.
        public let id: String
        /// The number of rows that the page needs.
        public let rows: Int
        /// The view of the page.
        public let view: AnyView
    }

    /// All pages, in the order in which they were built.
    public static var pages: [Page] {
        [
            Page(id: "text", rows: 24, view: AnyView(TextPage())),
            Page(id: "controls", rows: 48, view: AnyView(ControlsPage())),
            Page(id: "navigation", rows: 24, view: AnyView(NavigationPage())),
            Page(id: "shapes", rows: 24, view: AnyView(ShapesPage())),
            Page(id: "motion", rows: 24, view: AnyView(MotionPage())),
            Page(id: "lists", rows: 40, view: AnyView(ListsPage())),
            Page(id: "layout", rows: 40, view: AnyView(LayoutPage())),
        ]
    }
}
