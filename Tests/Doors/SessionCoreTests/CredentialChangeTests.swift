import SeamModel
import SessionCore
import Testing
import Wire

@Suite("Changes between two lists")
struct CredentialChangeTests {
    @Test("credential change: make the new list of the old one, whatever the lists", arguments: 0..<50)
    func replay(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func list() -> [Credential] {
            (0..<8).filter { _ in Bool.random(using: &generator) }.map { number in
                let name = ["a", "b", "c"].randomElement(using: &generator) ?? ""
                return Credential(
                    id: "c-\(number)", isManaged: true, name: name, location: "", accessMethod: .mobileKey)
            }
        }
        let (old, new) = (list(), list())
        var replayed = Dictionary(uniqueKeysWithValues: old.map { ($0.id, $0) })
        for change in CredentialChange.changes(from: old, to: new) {
            switch change {
            case .added(let credential):
                #expect(replayed.updateValue(credential, forKey: credential.id) == nil)
            case .changed(let credential):
                let before = replayed.updateValue(credential, forKey: credential.id)
                #expect(before != nil && before != credential)
            case .removed(let id):
                #expect(replayed.removeValue(forKey: id) != nil)
            }
        }
        #expect(replayed == Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) }))
        #expect(CredentialChange.changes(from: new, to: new.reversed()) == [])
    }
}
