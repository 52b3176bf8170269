import SeamComponents

struct Program: App {
    var body: some Scene {
        WindowGroup { ContentView().environment(\.seamService, SeamPreviewService()) }
    }
}

// No daemon is running, and nothing waits for a daemon. The snippet itself catches the error.
startSeamSession(clientSessionToken: "")
Program.main()
