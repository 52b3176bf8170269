import SeamModel
import Testing
import Wire

@Suite struct CredentialTests {
    @Test("credential: survives its JSON") func survivesItsJSON() throws {
        let credential = Credential(
            id: "credential_1", isManaged: true, name: "Front Door", location: "Harbour House", provider: "nuki",
            accessMethod: .mobileKey, expiry: Timestamp(millisecondsSince1970: 1_800_000_000_000),
            cardNumber: Credential.masked(cardNumber: "123456789"), code: Credential.maskedCode,
            proximities: [.nearby],
            entrances: [Entrance(id: "e1", name: "Front", isBound: true, proximities: [.nearby])],
            errors: [
                .expired, .awaitingLocalCredential(availableAt: Timestamp(millisecondsSince1970: 5)),
                .userInteractionRequired(.completeOtpAuthorization(otpURL: "https://example.org/otp")),
                .userInteractionRequired(.enableBluetooth), .contactSeamSupport, .unsupportedDevice, .unknown,
            ],
            warnings: [
                CredentialWarning(kind: "privacy_mode", message: "the door is in privacy mode", isBlocking: true)
            ])
        #expect(try Credential(json: credential.json) == credential)
    }

    @Test("credential: masks codes and cards") func masksCodesAndCards() {
        #expect(Credential.masked(cardNumber: "1234567890123456") == "•••• 3456")
        #expect(Credential.masked(cardNumber: "12345678") == "••••")
        #expect(Credential.maskedCode == "••••")
    }

    @Test("credential: a kind of a newer version is unknown") func aKindOfANewerVersionIsUnknown() throws {
        #expect(try CredentialError(json: ["kind": "of_a_newer_version"]) == .unknown)
        #expect(throws: FieldFault("/kind", "is missing")) { try CredentialError(json: [:]) }
    }
}

@Suite struct UnlockItemTests {
    @Test(
        "unlock item: survives its JSON",
        arguments: [
            .event(.launched), .event(.grantedAccess), .event(.timedOut),
            .event(.connectionFailed(debugDescription: "the link was lost", reason: "link_lost")),
            .phase(.operating, proximity: .nearby, detail: "x"), .phase(.queued, proximity: nil, detail: nil),
        ] as [UnlockItem.Content])
    func survivesItsJSON(content: UnlockItem.Content) throws {
        let item = UnlockItem(attemptID: "a", credentialID: "c", content: content)
        #expect(try UnlockItem(json: item.json) == item)
    }

    @Test("unlock item: only launched is not terminal") func onlyLaunchedIsNotTerminal() {
        #expect(!UnlockEvent.launched.isTerminal)
        #expect(UnlockEvent.grantedAccess.isTerminal && UnlockEvent.timedOut.isTerminal)
    }
}

@Suite struct SessionErrorTests {
    @Test(
        "session error: maps to the wire",
        arguments: [
            (.internetConnectionRequired(detail: nil), .unavailable, "seam.internet_connection_required", true),
            (.initializationRequired, .failedPrecondition, "seam.initialization_required", false),
            (.invalidClientSessionToken(detail: nil), .unauthenticated, "seam.invalid_client_session_token", false),
            (.deactivationInProgress, .aborted, "seam.deactivation_in_progress", true),
            (.alreadyInitialized, .alreadyExists, "seam.already_initialized", false),
            (.invalidCredentialID, .notFound, "seam.invalid_credential_id", false),
            (.credentialErrors([.expired]), .failedPrecondition, "seam.credential_errors", false),
            (.activationRequired, .failedPrecondition, "seam.activation_required", false),
            (.offlineGraceExpired(since: nil), .failedPrecondition, "seam.offline_grace_expired", false),
            (.keysBeingRead(KeyReadingProgress(done: 3, count: 70)), .unavailable, "seam.keys_being_read", true),
        ] as [(SessionError, WireError.Code, String, Bool)])
    func mapsToTheWire(error: SessionError, code: WireError.Code, reason: String, retrySafe: Bool) {
        let wire = error.wireError
        #expect(wire.code == code)
        #expect(wire.reason == reason)
        #expect(wire.effect == .none)
        #expect(wire.retry.safe == retrySafe)
    }
}
