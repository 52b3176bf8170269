import SeamComponents

let page = URL(string: "https://otp.example/8F2K") ?? URL(filePath: "/")
let credential = SeamFixtures.credential(
    errors: [.userInteractionRequired(.completeOtpAuthorization(otpUrl: page))])
let style = SeamAccessCredentialErrorStyle.default

struct Program: App {
    init() { precondition(CommandLine.arguments.count == 1, "a program's arguments are its own") }

    var body: some Scene {
        WindowGroup {
            VStack { statements() }
                .environment(\.seamService, SeamPreviewService(credentials: [SeamFixtures.credential(), credential]))
                .seamInteractions()
        }
    }
}

Program.main()
