import GalleryPages
import SeamSwiftUI

/// The gallery on a terminal: `swift run seam-gallery`. Esc goes back to the list, Ctrl-C ends it.
@main struct GalleryProgram: App {
    var body: some Scene {
        WindowGroup {
            NavigationStack {
                VStack(alignment: .leading) {
                    ForEach(Gallery.pages) { page in NavigationLink(page.id) { page.view } }
                }
                .navigationTitle("Gallery")
            }
        }
    }
}
