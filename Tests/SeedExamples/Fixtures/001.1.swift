import SeamComponents

struct Program: App {
    var body: some Scene {
        WindowGroup { CustomKeysScreen(viewModel: SeamCredentialsViewModel(seam: SeamPreviewService())) }
    }
}

Program.main()
