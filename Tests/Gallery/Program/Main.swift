import GalleryPages
import SeamSwiftUI

@main enum GalleryProgram {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst().filter { $0 != "--guarded" }
        guard arguments.isEmpty else {
            let isHelp = ["--help", "-h"].contains(arguments[arguments.startIndex])
            print("usage: seam-gallery (on a terminal; it takes no arguments, and its last line names the keys)")
            exit(isHelp ? 0 : 64)
        }
        GalleryApp.main()
    }
}

/// The gallery on a terminal: `swift run seam-gallery`. The last line names the keys.
private struct GalleryApp: App {
    var body: some Scene {
        WindowGroup { Gallery.showcase }
    }
}
