import SeamComponents

typealias PreviewSeamService = SeamPreviewService

struct Program: App {
    var body: some Scene { WindowGroup { statements() } }
}

Program.main()
