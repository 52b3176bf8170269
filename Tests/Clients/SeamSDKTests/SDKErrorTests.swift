import FoundationEssentials
import SeamModel
import Testing
import Wire

@testable import SeamSDK

/// Tests which SDK error belongs to each answer of the daemon.
@Suite struct SDKErrorTests {
    static let provider = ProviderDescription(
        name: "salto", seamModule: "SeamSaltoIntegration", state: .closed, remedy: "-")

    @Test(
        "SDK error: the seeds cases",
        arguments: [
            (SessionError.internetConnectionRequired(detail: nil), SeamError.internetConnectionRequired),
            (.offlineGraceExpired(since: nil), .internetConnectionRequired),
            (.initializationRequired, .initializationRequired), (.activationRequired, .initializationRequired),
            (.invalidClientSessionToken(detail: "revoked"), .invalidClientSessionToken),
            (.deactivationInProgress, .deactivationInProgress), (.alreadyInitialized, .alreadyInitialized),
            (.invalidCredentialID, .invalidCredentialId), (.integrationNotFound(provider), .integrationNotFound),
            (.credentialErrors([.expired, .unknown]), .credentialErrors([.expired, .unknown])),
        ])
    func theSeedsCases(wire: SessionError, sdk: SeamError) {
        #expect(SDKError.of(wire.wireError) as? SeamError == sdk)
    }

    @Test(
        "SDK error: what the seeds have no case for",
        arguments: [
            SessionError.invalidUnlockProximity(supported: [.remote]), .entranceRequired([]),
        ])
    func whatTheSeedsHaveNoCaseFor(wire: SessionError) throws {
        let error = try #require(SDKError.of(wire.wireError) as? SeamSystemError)
        #expect(error.reason == wire.wireError.reason)
        #expect(error.message == wire.wireError.message)
        #expect(error.retryAfter == nil)
    }

    @Test(
        "SDK error: a parameter that is one of the seed's errors",
        arguments: [
            ("/params/token", SeamError.invalidClientSessionToken), ("/params/credential_id", .invalidCredentialId),
        ])
    func aParameterThatIsOneOfTheSeedsErrors(field: String, sdk: SeamError) {
        let error = WireError(.invalidArgument, "rpc.invalid_params", "no", field: field)
        #expect(SDKError.of(error) as? SeamError == sdk)
        let other = WireError(.invalidArgument, "rpc.invalid_params", "no", field: "/params/session")
        #expect((SDKError.of(other) as? SeamSystemError)?.reason == "rpc.invalid_params")
    }

    /// The SDK must not report a missing internet connection when the cloud has refused a request.
    @Test("SDK error: why the cloud could not be asked is told", arguments: SyncReason.allCases)
    func whyTheCloudCouldNotBeAskedIsTold(cause: SyncReason) throws {
        for after in [nil, Duration.seconds(90)] {
            let wire = SessionError.internetConnectionRequired(detail: nil, cause: cause, after: after).wireError
            #expect(SDKError.of(wire) as? SeamError == .internetConnectionRequired)
            let problem = try #require(SDKError.cloudProblem(wire))
            #expect(problem.reason == cause.rawValue && problem.message.hasPrefix(cause.words))
            #expect(problem.message.hasSuffix("try again in 90 s") == (after != nil))
            let waits: [TimeInterval?] = [nil, 1, 60]
            #expect(after == nil ? waits.contains(problem.retryAfter) : problem.retryAfter == 90)
        }
        #expect(SDKError.cloudProblem(SessionError.activationRequired.wireError) == nil)
        #expect(
            SeamError.internetConnectionRequired.errorDescription == "the cloud must be asked, but could not be reached"
        )
    }

    /// The SDK never suggests repeating a call that may have opened a door.
    @Test("SDK error: a retry is only offered where it is safe") func aRetryIsOnlyOfferedWhereItIsSafe() {
        func after(_ effect: WireError.Effect, _ retry: WireError.Retry) -> TimeInterval? {
            let error = WireError(.resourceExhausted, "unlock.queue_full", "full", effect: effect, retry: retry)
            return SeamSystemError(error).retryAfter
        }
        #expect(after(.none, .init(safe: true, after: .milliseconds(1500))) == 1.5)
        #expect(after(.none, .init(safe: true)) == 1)
        #expect(after(.none, .init(safe: true, after: .zero)) == 0.5)
        #expect(after(.none, .init(safe: false, after: .seconds(1))) == nil)
        #expect(after(.unknown, .init(safe: true, after: .seconds(1))) == nil)
    }

    /// Covers the client's own errors, and also the errors that end its connection.
    @Test("SDK error: whoever obeys makes at most two calls a second") func whoeverObeysMakesAtMostTwoCallsASecond() {
        let quota = QuotaBreach("streams_per_connection", limit: 16, used: 16, scope: "connection")
        let mayPass: [WireError] = [
            .unreachable("no"), .connectionClosed, .tooManyCalls, .daemonHangs, .quotaExceeded(quota),
        ]
        for error in mayPass {
            #expect(SeamSystemError(error).retryAfter ?? 0 >= 0.5, "\(error)")
        }
        let fault = ProtocolFault(JSONFault(.zeroCharacter, at: 1)).goaway(lastID: 0)
        let refused = WireError.invalidParameter(FieldFault("/x", "must be another"))
        for error: WireError in [.goaway(fault, wasRead: false), .cancelledBeforeCall, .cancelled, .noReply, refused] {
            #expect(SeamSystemError(error).retryAfter == nil, "\(error)")
        }
    }

    @Test("SDK error: credential errors that cannot be read are unknown and never none")
    func credentialErrorsThatCannotBeReadAreUnknownAndNeverNone() {
        for details: JSON? in [nil, [:], ["errors": []], ["errors": [3]], ["errors": [["kind": "of_tomorrow"]]]] {
            let error = WireError(.failedPrecondition, "seam.credential_errors", "no", details: details)
            #expect(SDKError.of(error) as? SeamError == .credentialErrors([.unknown]), "\(String(describing: details))")
        }
    }

    @Test(
        "SDK error: an address that is no page is not handed on",
        arguments: ["javascript:alert(1)", "file:///etc/passwd", "http://otp.example/1", "https://", "", "§§§"])
    func anAddressThatIsNoPageIsNotHandedOn(address: String) {
        let error = CredentialError.userInteractionRequired(.completeOtpAuthorization(otpURL: address))
        #expect(SeamCredentialError(error) == .contactSeamSupport)
    }

    @Test("SDK error: a page is") func aPageIs() throws {
        let error = CredentialError.userInteractionRequired(.completeOtpAuthorization(otpURL: "https://otp.example/1"))
        let url = try #require(URL(string: "https://otp.example/1"))
        #expect(SeamCredentialError(error) == .userInteractionRequired(.completeOtpAuthorization(otpUrl: url)))
    }

    @Test(
        "SDK error: a timeout is bounded",
        arguments: [
            (0, 1), (-5, 1), (10, 10), (.infinity, 60), (-.infinity, 1), (.nan, 10), (61, 60), (1.5, 1.5),
        ] as [(TimeInterval, Double)])
    func aTimeoutIsBounded(seconds: TimeInterval, bounded: Double) {
        let wish = UnlockWish(credentialID: "c", timeout: seconds, proximity: nil, entranceID: nil)
        #expect(wish.timeout == .seconds(bounded))
    }
}
