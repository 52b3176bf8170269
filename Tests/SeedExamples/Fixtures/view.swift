import SeamComponents

let page = URL(string: "https://otp.example/8F2K") ?? URL(filePath: "/")
let credential = SeamFixtures.credential(
    errors: [.userInteractionRequired(.completeOtpAuthorization(otpUrl: page))])
let style = SeamAccessCredentialErrorStyle.default

struct Program: App {
    var body: some Scene {
        WindowGroup {
            VStack { statements() }
                .environment(\.seamService, SeamPreviewService(credentials: [SeamFixtures.credential(), credential]))
                .seamInteractions()
        }
    }
}

Program.main()
