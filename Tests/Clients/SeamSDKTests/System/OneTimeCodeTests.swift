import FoundationEssentials
import SeamSDK
import TestSupport
import Testing

/// Tests how a program learns the address of the page on which a person enters a one-time code for the lock.
@Suite(.serialized, .timeLimit(.minutes(3))) struct OneTimeCodeTests {
    @Test("one time code: the progress has the page until it is done")
    func theProgressHasThePageUntilItIsDone() async throws {
        let system = try await TestSystem(oneTimeCodes: true)
        try await system.bindToy()
        let seam = system.program()
        try seam.initialize(clientSessionToken: try system.cloud.token())
        try await seam.activate()
        let attempt = try seam.unlockEvents(using: try seam.key("Back Door").id, timeout: 3)
        var pages: [String] = []
        for await progress in attempt.progress {
            if let authorization = progress.authorization {
                #expect(authorization.text == "The toy wants a code.")
                pages.append(authorization.page.absoluteString)
                try system.cloud.enterCode(at: authorization.page.absoluteString)
            }
            if progress.confirmation != nil { break }
        }
        #expect(pages.count == 1 && pages[0].hasSuffix("/otp/toy"))
        #expect(await attempt.all() == [.launched, .grantedAccess], "\(system.logs)")
    }
}
