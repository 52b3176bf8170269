import GalleryPages
import SeamSwiftUI

/// The gallery on a terminal: `swift run seam-gallery`. The last line names the keys.
@main struct GalleryProgram: App {
    var body: some Scene {
        WindowGroup { Gallery.showcase }
    }
}
