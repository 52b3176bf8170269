import CloudModel
import RadioModel
import SeamModel
import SessionCore
import Testing
import Wire

@Suite("The keys of two lists")
struct KeyListTests {
    private struct Town {
        var credentials: [CloudCredential] = []
        var doors: [String: [String]] = [:]
        var suspended: Set<String> = []
        var radio = RadioState.ready
        var invalidated: Set<String> = []
        var now = moment(0)

        static func moment(_ seconds: Int64) -> Timestamp {
            World.now.advanced(by: .seconds(seconds))
        }

        static func credential(_ number: Int, name: String, endsAt: Timestamp?, method: CloudAccessMethod)
            -> CloudCredential
        {
            CloudCredential(
                id: "c\(number)", systemID: "s", workspaceID: "ws", userID: "u\(number % 3)", displayName: name,
                accessMethod: method, endsAt: endsAt)
        }

        var list: KeyList {
            let person = CloudSession(
                id: "cs", workspaceID: "ws", userIdentityID: "ada", createdAt: World.now, expiresAt: Town.moment(9_999))
            let users = (0..<3).map { number in
                CloudUser(id: "u\(number)", systemID: "s", isSuspended: suspended.contains("u\(number)"))
            }
            let entrances = (0..<4).map { CloudEntrance(id: "e\($0)", systemID: "s", displayName: "Door \($0)") }
            let snapshot = CloudSnapshot(
                session: person, workspace: CloudWorkspace(id: "ws", name: "Town", isSandbox: true, isSuspended: false),
                credentials: credentials,
                entrances: Dictionary(entrances.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }),
                entranceIDs: doors,
                users: Dictionary(users.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first }))
            var derivation = CredentialDerivation(
                snapshot: snapshot, bindings: [], providers: ProviderCatalog([]), radio: radio,
                cloud: .reachable, policy: .nearbyOnly)
            derivation.invalidated = invalidated
            return KeyList(derivation, KeyOrder(snapshot), at: now)
        }

        mutating func change(using generator: inout SeededGenerator) {
            let number = Int.random(in: 0..<40, using: &generator)
            let place = credentials.firstIndex { $0.id == "c\(number)" }
            let end = Bool.random(using: &generator) ? Town.moment(Int64.random(in: 0..<20, using: &generator)) : nil
            let name = "Key \(Int.random(in: 0..<30, using: &generator))"
            let method = [CloudAccessMethod.mobileKey, .code, .other("new")].randomElement(using: &generator) ?? .code
            let credential = Town.credential(number, name: name, endsAt: end, method: method)
            switch Int.random(in: 0..<8, using: &generator) {
            case 0...2: if let place { credentials[place] = credential } else { credentials.append(credential) }
            case 3: if let place { credentials.remove(at: place) }
            case 4: doors["c\(number)"] = ["e\(number % 4)"]
            case 5: now = Town.moment(Int64.random(in: 0..<25, using: &generator))
            case 6: if invalidated.remove("c\(number)") == nil { invalidated.insert("c\(number)") }
            default: if suspended.remove("u\(number % 3)") == nil { suspended.insert("u\(number % 3)") }
            }
        }
    }

    @Test("key list: differ by what their keys, derived one by one, differ", arguments: 0..<12 as Range<UInt64>)
    func changes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var town = Town()
        for _ in 0..<60 { town.change(using: &generator) }
        for _ in 0..<25 {
            let old = town.list
            for _ in 0..<Int.random(in: 0..<4, using: &generator) { town.change(using: &generator) }
            if Int.random(in: 0..<6, using: &generator) == 0 { town.radio = town.radio == .ready ? .off : .ready }
            if Bool.random(using: &generator) { town.credentials.shuffle(using: &generator) }
            let new = town.list
            var told: [CredentialChange] = []
            KeyList.forEachChange(from: old, to: new) { told.append($0) }
            let wanted = CredentialChange.changes(from: old.map(\.credential), to: new.map(\.credential))
            #expect(told == wanted, "seed \(seed)")
        }
    }

    @Test("key list: that there is not, or no more, is told key by key")
    func ends() {
        var town = Town()
        town.credentials = [
            Town.credential(1, name: "B", endsAt: nil, method: .code),
            Town.credential(2, name: "A", endsAt: nil, method: .code),
        ]
        let list = town.list
        var told: [String] = []
        KeyList.forEachChange(from: nil, to: list) { if case .added(let key) = $0 { told.append("+\(key.id)") } }
        KeyList.forEachChange(from: list, to: nil) { if case .removed(let id) = $0 { told.append("-\(id)") } }
        KeyList.forEachChange(from: nil, to: nil) { _ in told.append("?") }
        #expect(told == ["+c2", "+c1", "-c2", "-c1"])
        #expect(list.key("c1")?.credential.name == "B")
        #expect(list.key("c3") == nil)
    }

    @Test(
        "key list: and those that this machine gives are where sorting all would put them",
        arguments: 0..<20 as Range<UInt64>)
    func person(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var (town, own) = (Town(), Town())
        for _ in 0..<60 { town.change(using: &generator) }
        own.credentials = (100..<100 + Int.random(in: 0..<6, using: &generator)).map { number in
            let name = "Key \(Int.random(in: 0..<30, using: &generator))"
            return Town.credential(number, name: name, endsAt: nil, method: .code)
        }
        let (cloud, local) = (Int(seed) % 5 == 0 ? nil : town.list, Array(own.list))
        let keys = PersonKeys(cloud, local)
        let wanted = ((cloud.map { Array($0) } ?? []) + local).sorted {
            ($0.credential.name, $0.credential.id) < ($1.credential.name, $1.credential.id)
        }
        #expect(keys.map(\.credential) == wanted.map(\.credential))
        for (index, key) in wanted.map(\.credential).enumerated() {
            #expect(keys.place(at: index) == (key.name, key.id))
            #expect(keys.count(before: (key.name, key.id)) == index)
            #expect(keys[key.id]?.credential == key)
        }
        #expect(keys["c999"] == nil)
    }
}
