import CloudModel
import SeamModel
import Testing
import Wire

@Suite struct CloudModelTests {
    @Test(
        "cloud model: tokens have a shape",
        arguments: [
            ("seam_cst1891oqCmE_6dBwV8PJ2Ffoe9dWYVyMfVHq", nil),
            ("seam_cst1" + String(repeating: "a", count: 247), nil),
            ("seam_cst1" + String(repeating: "a", count: 248), ClientSessionToken.Fault.length),
            ("seam_cst1_a", .length), ("seam_apikey1_token", .prefix), ("", .prefix),
            ("seam_cst1abc def_0123", .character),
            ("seam_cst1abc\r\nx: y_0123", .character), ("seam_cst1ünicode_012345", .character),
        ])
    func tokensHaveAShape(text: String, fault: ClientSessionToken.Fault?) {
        do throws(ClientSessionToken.Fault) {
            _ = try ClientSessionToken(text.utf8)
            #expect(fault == nil)
        } catch {
            #expect(error == fault)
        }
    }

    @Test(
        "cloud model: people are called by their names",
        arguments: [
            (#""full_name":"Ada Moreno","display_name":"Ada""#, "Ada Moreno"),
            (#""full_name":null,"display_name":"Ada""#, "Ada"), (#""full_name":"","display_name":"Ada""#, "Ada"),
            (#""full_name":"""#, nil), (#""display_name":null"#, nil),
        ])
    func peopleAreCalledByTheirNames(members: String, name: String?) throws {
        let text = #"{"user_identity_id":"person_ada",\#(members),"errors":[],"warnings":[]}"#
        let person = try CloudUserIdentity(json: try JSON(parsing: text.utf8), at: "")
        #expect(person.name == name)
        #expect(try CloudUserIdentity(json: person.json, at: "") == person, "it is kept so")
    }

    @Test("cloud model: tokens hide themselves") func tokensHideThemselves() throws {
        let token = try ClientSessionToken("seam_cst1891oqCmE_6dBwV8PJ2Ffoe9dWYVyMfVHq".utf8)
        var dumped = ""
        dump(token, to: &dumped)
        for text in ["\(token)", String(reflecting: token), dumped, "\([token])", "\(Optional(token) as Any)"] {
            #expect(text.contains("seam_cst…fVHq") && !text.contains("891oqCmE"))
        }
    }

    @Test("cloud model: codes hide themselves") func codesHideThemselves() {
        let credential = CloudCredential(
            id: "c",
            systemID: "s",
            workspaceID: "w",
            displayName: "Letters",
            accessMethod: .code,
            code: CloudSecretText("482913")
        )
        var dumped = ""
        dump(credential, to: &dumped)
        for text in ["\(credential)", String(reflecting: credential), dumped] { #expect(!text.contains("482913")) }
        #expect(credential.json["code"] == "482913")
    }

    @Test(
        "cloud model: providers have one name",
        arguments: [
            ("salto_space_key", nil, "salto_space"), (nil, "salto_space_system", "salto_space"),
            ("nuki_credential", "nuki_site", "nuki"), (nil, "nuki_site", "nuki"), ("sesame_credential", nil, "sesame"),
            ("visionline_card", "visionline_system", "visionline_system"), ("acme", nil, "acme"),
            ("assa_abloy_vostio_key", "assa_abloy_vostio", "assa_abloy_vostio"),
            ("hid_credential", nil, "hid_origo_credential_service"), (nil, nil, nil), ("_site", nil, "_site"),
        ])
    func providersHaveOneName(credential: String?, system: String?, name: String?) {
        #expect(CloudProvider.name(credentialType: credential, systemType: system) == name)
    }

    @Test("cloud model: locks name their provider") func locksNameTheirProvider() {
        #expect(CloudProvider.name(deviceType: "nuki_lock") == "nuki")
        #expect(CloudProvider.name(deviceType: "four_suites_door") == "four_suites_door")
    }

    @Test("cloud model: unknown members and values are tolerated") func unknownMembersAndValuesAreTolerated() throws {
        let json: JSON = [
            "acs_credential_id": "c", "acs_system_id": "s", "workspace_id": "w", "display_name": "D",
            "access_method": "telepathy", "frob": [1, 2],
            "errors": [["error_code": "new_one", "message": "m", "x": 1]],
            "ends_at": "2026-06-01T14:00:00.123456+02:00", "code": .null,
        ]
        let credential = try CloudCredential(json: json)
        #expect(credential.accessMethod == .other("telepathy"))
        #expect(credential.issues.hasError("new_one"))
        #expect(credential.endsAt?.description == "2026-06-01T12:00:00.123Z")
        #expect(credential.code == nil)
        #expect(try CloudCredential(json: credential.json) == credential)
    }

    @Test("cloud model: the issues of an object are limited", arguments: [(256, true), (257, false)])
    func theIssuesOfAnObjectAreLimited(count: Int, isRead: Bool) throws {
        let issue: JSON = ["warning_code": "w", "message": "m"]
        let json: JSON = [
            "acs_credential_id": "c", "acs_system_id": "s", "workspace_id": "w", "display_name": "D",
            "access_method": "code", "warnings": .array(Array(repeating: issue, count: count)),
        ]
        guard !isRead else {
            #expect(try CloudCredential(json: json).issues.warnings.count == count)
            return
        }
        let fault = #expect(throws: FieldFault.self) { try CloudCredential(json: json) }
        #expect(fault?.field == "/warnings")
    }

    /// A key's name is only for people to read. If the name is too long, it is cut, and the key remains usable.
    @Test(
        "cloud model: a long name is cut",
        arguments: [("n", 1_024, 1_024), ("n", 1_025, 1_024), ("ä", 600, 1_023), ("\u{1F511}", 300, 1_023)])
    func aLongNameIsCut(character: String, count: Int, bytes: Int) throws {
        let name = String(repeating: character, count: count)
        let json: JSON = [
            "acs_credential_id": "c", "acs_system_id": "s", "workspace_id": "w", "display_name": .string(name),
            "access_method": "code",
        ]
        let shown = try CloudCredential(json: json).displayName
        #expect(shown.utf8.count == bytes)
        #expect(shown == name || shown.hasSuffix("…") && name.hasPrefix(shown.dropLast()))
        let lock: JSON = ["device_id": "d", "device_type": "t", "workspace_id": "w", "display_name": .string(name)]
        #expect(try CloudLock(json: lock).displayName == shown)
    }

    @Test(
        "cloud model: faults name the field",
        arguments: [
            (["workspace_id": .null], "/workspace_id"), (["acs_credential_id": "a:b"], "/acs_credential_id"),
            (["acs_credential_id": ""], "/acs_credential_id"), (["ends_at": "tomorrow"], "/ends_at"),
            (["errors": [["message": "no code"]]], "/errors/0/error_code"), (["is_issued": "yes"], "/is_issued"),
            (["errors": [:]], "/errors"),
        ] as [(JSON, String)])
    func faultsNameTheField(change: JSON, field: String) throws {
        let valid: JSON = [
            "acs_credential_id": "c", "acs_system_id": "s", "workspace_id": "w", "display_name": "D",
            "access_method": "code",
        ]
        var object = try #require(valid.objectValue)
        for member in change.objectValue?.members ?? [] { object[member.key] = member.value }
        let fault = #expect(throws: FieldFault.self) { try CloudCredential(json: .object(object)) }
        #expect(fault?.field == field)
    }

    @Test("cloud model: sessions compare by person") func sessionsCompareByPerson() {
        func session(_ person: String?, workspace: String = "w") -> CloudSession {
            let time = Timestamp(millisecondsSince1970: 0)
            return CloudSession(
                id: "i\(person ?? "")", workspaceID: workspace, userIdentityID: person, createdAt: time, expiresAt: time
            )
        }
        #expect(session("a").isSameIdentity(as: session("a")))
        #expect(!session("a").isSameIdentity(as: session("b")))
        #expect(!session("a").isSameIdentity(as: session("a", workspace: "v")))
        #expect(!session(nil).isSameIdentity(as: session(nil)))
    }
}
