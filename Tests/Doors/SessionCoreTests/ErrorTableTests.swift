import CloudModel
import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

@Suite("What a key can suffer, row by row")
struct ErrorTableTests {
    @Test(
        "error table: a row shows its error, stops its ways and no other, and bears its badge", arguments: ErrorRow.all)
    func row(_ row: ErrorRow) throws {
        var world = try ErrorRow.world()
        row.cause(&world)
        let derived = try row.derived(world)
        let key = derived.credential
        #expect(key.errors == row.errors)
        let isOpener = [.mobileKey, .lock].contains(key.accessMethod)
        let expected = isOpener ? row.subject.ways.filter { !row.blocked.contains($0) } : []
        #expect(key.proximities == expected)
        for way in derived.ways {
            #expect(derived.errors(for: way).isEmpty == expected.contains(way), "\(way)")
        }
        #expect(key.warnings.map(\.kind) == (row.badge.map { [$0] } ?? []))
        #expect(key.warnings.allSatisfy { !$0.isBlocking && !$0.message.isEmpty })
    }

    @Test("error table: and clears itself when its cause is gone", arguments: ErrorRow.all)
    func clears(_ row: ErrorRow) throws {
        var world = try ErrorRow.world()
        let before = try row.derived(world)
        #expect(before.credential.errors.isEmpty && before.credential.warnings.isEmpty)
        #expect(before.credential.proximities == row.subject.ways)
        row.cause(&world)
        _ = try row.derived(world)
        #expect(try row.derived(ErrorRow.world()) == before)
    }

    @Test("error table: its beginning and its end come and go with the clock alone")
    func time() throws {
        var world = try World()
        (world.startsAt, world.endsAt) = (ErrorRow.later, ErrorRow.later.advanced(by: .seconds(1)))
        let awaiting = CredentialError.awaitingLocalCredential(availableAt: ErrorRow.later)
        #expect(try world.errors() == [awaiting])
        #expect(try world.errors(at: ErrorRow.later) == [])
        #expect(try world.errors(at: ErrorRow.later.advanced(by: .seconds(1))) == [.expired])
    }

    /// The order of a key's errors, with the most urgent error first.
    private static let order: [CredentialError] = [
        .expired, .unsupportedDevice, .contactSeamSupport, .userInteractionRequired(.appRestartRequired),
        .userInteractionRequired(.grantBluetoothPermission), .userInteractionRequired(.enableBluetooth), ErrorRow.otp,
        .userInteractionRequired(.enableInternet), ErrorRow.awaiting, .unknown,
    ]

    private static let ofRadio: Set<CredentialError> = [
        .unsupportedDevice, .userInteractionRequired(.appRestartRequired),
        .userInteractionRequired(.grantBluetoothPermission), .userInteractionRequired(.enableBluetooth),
    ]

    private static func cause(_ error: CredentialError, in world: inout World) {
        switch error {
        case .expired: world.endsAt = World.now
        case .unsupportedDevice: world.radio = .absent
        case .contactSeamSupport: world.userErrors = ["failed_to_update_on_acs_system"]
        case .userInteractionRequired(.appRestartRequired): world.radio = .wedged
        case .userInteractionRequired(.grantBluetoothPermission): world.radio = .noPermission
        case .userInteractionRequired(.enableBluetooth): world.radio = .off
        case .userInteractionRequired(.completeOtpAuthorization(let url)): world.pendingAuthorizations = ["c-1": url]
        case .userInteractionRequired(.enableInternet): world.reach = .graceExpired
        case .awaitingLocalCredential: world.isIssued = false
        case .unknown: world.credentialErrors = ["new_one"]
        }
    }

    @Test("error table: of two, the more urgent comes first", arguments: order.indices, order.indices)
    func pair(first: Int, second: Int) throws {
        guard first < second else { return }
        let (urgent, other) = (Self.order[first], Self.order[second])
        #expect(urgent.urgency < other.urgency)
        var world = try World()
        Self.cause(other, in: &world)
        Self.cause(urgent, in: &world)
        // The radio has only one state at a time, so a key never has two errors of the radio at the same time.
        let isRadio = { (error: CredentialError) in Self.ofRadio.contains(error) }
        #expect(try world.errors() == (isRadio(urgent) && isRadio(other) ? [urgent] : [urgent, other]))
    }

    @Test("error table: all that can meet are told, each once, in that order")
    func together() throws {
        var world = try World()
        let met = Self.order.filter { !Self.ofRadio.contains($0) || $0 == .unsupportedDevice }
        for error in met.reversed() { Self.cause(error, in: &world) }
        world.userErrors.append("failed_to_delete_on_acs_system")
        world.credentialErrors.append("new_two")
        #expect(try world.errors() == met)
    }

    @Test("error table: a code that comes without words gets ours, and an unlisted one at least its name")
    func words() throws {
        func message(_ code: String, _ message: String) throws -> String? {
            var world = try ErrorRow.world()
            let issue = CloudIssue(code: code, message: message)
            world.identity = CloudUserIdentity(id: "anna", issues: CloudIssues(errors: [], warnings: [issue]))
            return try world.key().credential.warnings.first?.message
        }
        #expect(try message("new_one", "the cloud's words") == "the cloud's words")
        #expect(try message("new_one", " ")?.contains("new_one") == true)
        for row in ErrorRow.all {
            guard let badge = row.badge, !["new_one", "entrances_unread"].contains(badge) else { continue }
            #expect(try message(badge, "")?.contains(badge) == false, "\(badge) has no words")
        }
    }
}
