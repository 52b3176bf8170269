import SeamComponents

struct Program: App {
    var body: some Scene {
        WindowGroup { ContentView().environment(\.seamService, SeamPreviewService()) }
    }
}

// There is no daemon, which nobody waits for: the error is caught where it stands.
startSeamSession(clientSessionToken: "")
Program.main()
