import SeamComponents

struct Program: App {
    var body: some Scene {
        WindowGroup { ContentView().environment(\.seamService, SeamPreviewService()) }
    }
}

// There is no daemon, and nothing waits for one. The snippet itself catches the error.
startSeamSession(clientSessionToken: "")
Program.main()
