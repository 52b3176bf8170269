import SeamModel
import SessionAPI
import Wire

/// The session's keys as the daemon last reported them, in the daemon's order: by name, and then by id. The task that
/// follows the topic updates this value.
struct KeyMirror {
    /// The keys, sorted by ``isBefore(_:_:)``. Each id occurs only once.
    private(set) var keys: [SeamAccessCredential] = []

    /// Applies the topic's reports. Throws for an element that breaks the contract.
    mutating func received(_ element: TopicReader.Element) throws(WireError) {
        switch element {
        case .state(let rows, _):
            var keys: [SeamAccessCredential] = []
            for row in rows {
                do throws(FieldFault) {
                    keys.append(SeamAccessCredential(try Credential(text: row)))
                } catch {
                    throw .serverFault("a row of \(CredentialsWatch.name) does not match the contract: \(error)")
                }
            }
            replace(with: keys)
        case .event(let item):
            switch try CredentialsWatch.item(item) {
            case .snapshot(let key), .added(let key), .changed(let key): put(SeamAccessCredential(key))
            case .removed(let id): keys.removeAll { $0.id == id }
            case .reading, nil: break
            }
        case .gap:
            // A gap cannot occur, because the topic is lossless.
            break
        }
    }

    /// Replaces the whole list with the list that was read page by page from `credentials.list`.
    mutating func replace(with keys: [SeamAccessCredential]) {
        self.keys = keys.sorted(by: Self.isBefore)
    }

    private mutating func put(_ key: SeamAccessCredential) {
        keys.removeAll { $0.id == key.id }
        let index = keys.firstIndex { Self.isBefore(key, $0) } ?? keys.endIndex
        keys.insert(key, at: index)
    }

    private static func isBefore(_ one: SeamAccessCredential, _ other: SeamAccessCredential) -> Bool {
        (one.name, one.id) < (other.name, other.id)
    }
}
